"""The summary of a simulation for people (tables) and for programs (one JSON object)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from analyzer import __version__
from analyzer.cells import Cell
from analyzer.cli.text import text_table
from analyzer.experiment import settings_text
from analyzer.games import get_game, rules_version
from analyzer.playing.memory import Played
from analyzer.statistics import Estimate
from analyzer.tally.cell_tally import Summary
from analyzer.wording import counted, rounded_ends, seat_name


def summary_object(cell: Cell, seed: int, played: Played, summary: Summary) -> dict[str, object]:
    """The summary as a JSON object: shares as fractions of 1, lists by seat, means per game.

    The interval of `x` is `x_interval`, [low, high], or `x_intervals` where x is a list or an
    object. An end that is not finite (too few games) is null.
    """
    game = get_game(cell.game)
    told: dict[str, object] = {
        **cell.as_json(),
        **{parameter: list(by_seat) for parameter, by_seat in _handicap(cell).items()},
        "seed": seed,
        "games": summary.games,
        "interrupted": played.is_interrupted,
        "seconds": played.seconds,
        "games_per_s": played.games / played.seconds if played.seconds else None,
        "level": summary.turns.level,
        **_list_entry("win_share", summary.win_share),
        **_list_entry("mean_score", summary.mean_score),
        **_entry("mean_winner_score", summary.winner_score),
        **_entry("mean_turns", summary.turns),
        "ended_by": {name: share.value for name, share in summary.ended_by.items()},
        "ended_by_intervals": {name: _ends(e) for name, e in summary.ended_by.items()},
    }
    for name, mean in summary.counts.items():
        told |= _entry(name, mean)
    told |= _entry("tied_share", summary.tied_share)
    for ending in game.endings:
        if ending.is_cut_off:
            told |= _entry(ending.name, summary.ended_by[ending.name])
    if cell.rotate:
        told["deals"] = summary.blocks
        told["by_strategy"] = {
            name: {
                "seats": e.seats,
                **_entry("win_share", e.win_share),
                **_entry("mean_score", e.mean_score),
            }
            for name, e in summary.by_strategy.items()
        }
    versions = {"version": __version__, "rules_version": rules_version(cell.game)}
    return {**told, **versions, "kernel": game.kernel}


def _handicap(cell: Cell) -> dict[str, tuple[int, ...]]:
    """The handicap by seat under the rules of a cell, by its parameter; empty without one."""
    game = get_game(cell.game)
    if game.handicap is None:
        return {}
    by_seat = game.rules(cell)[game.handicap.parameter]
    assert isinstance(by_seat, tuple)
    return {game.handicap.parameter: by_seat}


def _entry(name: str, estimate: Estimate) -> dict[str, object]:
    return {name: estimate.value, f"{name}_interval": _ends(estimate)}


def _list_entry(name: str, estimates: Iterable[Estimate]) -> dict[str, object]:
    estimates = list(estimates)
    return {name: [e.value for e in estimates], f"{name}_intervals": [_ends(e) for e in estimates]}


def _ends(estimate: Estimate) -> list[float | None]:
    return [end if math.isfinite(end) else None for end in (estimate.low, estimate.high)]


def summary_text(cell: Cell, seed: int, played: Played, summary: Summary) -> str:
    """The summary as tables, no number with more digits than its interval supports."""
    tables = summary_tables(cell, summary)
    return "\n\n".join([_heading(cell, seed, played), *tables])


def summary_tables(cell: Cell, summary: Summary) -> list[str]:
    """The tables alone, and what their intervals are."""
    tables = [_seats(cell, summary)]
    if cell.rotate:
        tables.append(_strategies(summary))
    return [*tables, _endings(summary), _means(summary), _note(cell, summary)]


def _heading(cell: Cell, seed: int, played: Played) -> str:
    """What was played, and how fast."""
    changes = [f"{name}={settings_text(value)}" for name, value in cell.overrides]
    choices = [f"{name.replace('_', ' ')} {value}" for name, value in cell.setup]
    what = [get_game(cell.game).title, f"{cell.players} players", cell.ruleset, *changes, *choices]
    speed = f" ({played.games / played.seconds:,.0f} games/s)" if played.seconds else ""
    return (
        f"{', '.join(what)}, seed {seed}\n"
        f"{counted(played.games, 'game')} in {played.seconds:.2f} s of play{speed}"
    )


def _seats(cell: Cell, summary: Summary) -> str:
    columns: dict[str, list[str]] = {
        "seat": [seat_name(seat, cell.players) for seat in range(cell.players)]
    }
    if not cell.rotate:
        columns["strategy"] = list(cell.strategies)
    left = len(columns)
    for parameter, by_seat in _handicap(cell).items():
        columns[parameter.replace("_", " ")] = [str(n) for n in by_seat]
    return _columns(columns, summary.win_share, summary.mean_score, left)


def _strategies(summary: Summary) -> str:
    results = summary.by_strategy
    columns = {"strategy": list(results), "seats": [str(e.seats) for e in results.values()]}
    wins = [e.win_share for e in results.values()]
    return _columns(columns, wins, [e.mean_score for e in results.values()], 1)


def _columns(
    columns: Mapping[str, list[str]], wins: list[Estimate], scores: list[Estimate], left: int
) -> str:
    """A table of those columns and then win share and mean score with their intervals."""
    level = _level(wins[0])
    header = [*columns, "win share", level, "mean score", level]
    results = [
        (*_share_cells(win), *_value_cells(score)) for win, score in zip(wins, scores, strict=True)
    ]
    rows = [(*row, *result) for row, result in zip(zip(*columns.values()), results, strict=True)]  # noqa: B905
    return text_table(header, rows, left)


def _endings(summary: Summary) -> str:
    rows = [(name.replace("_", " "), *_share_cells(e)) for name, e in summary.ended_by.items()]
    rows.append(("(first place shared)", *_share_cells(summary.tied_share)))
    return text_table(("ended by", "share of games", _level(summary.tied_share)), rows)


def _means(summary: Summary) -> str:
    means = {"turns": summary.turns, "winner's score": summary.winner_score, **summary.counts}
    rows = [(name.replace("_", " "), *_value_cells(e)) for name, e in means.items()]
    return text_table(("in one game", "mean", _level(summary.turns)), rows)


def _level(estimate: Estimate) -> str:
    return f"{estimate.level * 100:g} % interval"


def _share_cells(share: Estimate) -> tuple[str, str]:
    """A share in per cent and its interval."""
    value, low, high = rounded_ends(share.value, share.low, share.high, 100.0)
    return f"{value} %", f"{low} to {high} %"


def _value_cells(mean: Estimate) -> tuple[str, str]:
    """A mean and its interval."""
    value, low, high = rounded_ends(mean.value, mean.low, mean.high)
    return value, f"{low} to {high}" if math.isfinite(mean.half_width) else "unknown"


def _note(cell: Cell, summary: Summary) -> str:
    """What the intervals are."""
    if cell.rotate:
        deals = "the deal" if summary.blocks == 1 else f"each of the {summary.blocks:,} deals"
        unit = f"The {cell.players} games of {deals} are one"
        unit = f"{unit} observation."
    else:
        unit = "Games are independent; win shares and endings have Goodman's intervals."
    return (
        f"{unit}\n"
        "The intervals of all win shares of a table hold together, so do those of all mean scores\n"
        "and of all endings; every other interval stands for itself."
    )
