"""Tidy tables of a run, all cells together: one function for each, from the cells' sums.

Every table has `cell` (index) and `group` (what sets the cell apart from the others, empty for a
single cell) where rows of several cells stand together, and the columns that the figure of the
same name asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from analyzer.cell import Cell
from analyzer.experiment import rules_text
from analyzer.games import get_game
from analyzer.reporting.estimates import (
    FIXED,
    SEQUENCE,
    STOPPED,
    TOGETHER,
    games_in,
    open_shares,
    ratio,
    row,
    seat_estimates,
    shares_together,
    single_share,
)
from analyzer.statistics import LEVEL, mean_intervals, share_intervals
from analyzer.statistics.estimates import bonferroni
from analyzer.tally.cell_tally import UNFINISHED, endings
from analyzer.tally.sums import (
    N_DECIDED,
    CellSums,
    checkpoint_columns,
    compared_columns,
    comparison_layout,
    setup_columns,
    tally_part,
)

ACTION_NAMES = {
    "growths": "growths",
    "attacks_made": "attacks made",
    "attacks_suffered": "attacks suffered on guarded corals",
    "extra_growths": "extra growths",
    "corals_eaten": "corals eaten",
    "locks": "coral tiles locked",
    "space_algas": "algae onto the alga space",
    "flips": "coral tiles turned over",
    "larva_exchanges": "tiles given for larva cubes",
    "tile_exchanges": "larva cubes given for tiles",
}
SETUP_NAMES = {"rocks": "rocks", "side": "coral tiles", "first_space": "first space"}

Row = dict[str, Any]


def cell_labels(cells: Sequence[Cell]) -> list[str]:
    """What sets every cell apart from the others, in few words; empty for a single cell."""
    parts = [
        {
            "players": f"{cell.players} players",
            "ruleset": cell.ruleset,
            "rules": "" if rules_text(cell) == "-" else rules_text(cell),
            "line_up": "all " + cell.strategies[0]
            if len(set(cell.strategies)) == 1
            else ", ".join(cell.strategies),
            "setup": " ".join(f"{name} {value}" for name, value in cell.setup),
            "rotate": "rotated" if cell.rotate else "",
        }
        for cell in cells
    ]
    names = [name for name in parts[0] if len({part[name] for part in parts}) > 1]
    return [", ".join(part[name] for name in names if part[name]) for part in parts]


def run_tables(
    sums: Sequence[CellSums], is_open: bool = False, precision: float | None = None
) -> dict[str, pd.DataFrame]:
    """All tables of a run by name; those without rows are left out.

    is_open: somebody may have looked at the win shares before deciding to stop.

    Intervals of tables drawn for all cells at once hold for all cells together: those of each
    cell hold together at the level that the number of cells asks for (Bonferroni).
    """
    level = bonferroni(LEVEL, len(sums))
    with_games = [(k, s) for k, s in enumerate(sums) if s.games]
    labels = cell_labels([s.cell for s in sums])

    def collected(rows_of: Any, *more: Any) -> pd.DataFrame:
        rows = []
        for k, s in with_games:
            rows += [{"cell": k, "group": labels[k], **r} for r in rows_of(s, *more)]
        return pd.DataFrame(rows)

    tables = {
        "seats": collected(_seats, level, is_open, precision),
        "seat_scores": collected(_seat_scores, level),
        "strategies": collected(_strategies, level, is_open, precision),
        "matrix": _matrix([s for _, s in with_games]),
        "setups": collected(_setups),
        "endings": collected(_endings, level),
        "game_length": collected(_game_length),
        "scores": collected(_scores),
        "margins": collected(_margins),
        "lead": _renamed(collected(_lead)),
        "decided": collected(_decided),
        "values": collected(_values),
        "eaten": _renamed(collected(_eaten)),
        "activity": _renamed(collected(_activity)),
    }
    if is_open:
        for table in tables.values():
            if "interval" in table.columns:
                table["interval"] = table["interval"].where(table["interval"] == SEQUENCE, STOPPED)
    return {name: table for name, table in tables.items() if len(table)}


def _renamed(table: pd.DataFrame) -> pd.DataFrame:
    """Tables that compare groups of players call these `group`, and the cell's label `label`."""
    if table.empty:
        return table
    return table.rename(columns={"group": "label"}).rename(columns={"who": "group"})


def _seats(sums: CellSums, level: float, is_open: bool, precision: float | None) -> Iterator[Row]:
    estimates = seat_estimates(sums, is_open, precision, level)
    for seat, estimate in enumerate(estimates):
        strategy = "" if sums.cell.rotate else sums.cell.strategies[seat]
        yield {
            "seat": seat,
            "strategy": strategy,
            **row(estimate, "share", sums.games),
            "interval": SEQUENCE if is_open else TOGETHER,
        }


def _seat_scores(sums: CellSums, level: float) -> Iterator[Row]:
    for seat, estimate in enumerate(mean_intervals(tally_part(sums, "score"), level)):
        yield {"seat": seat, **row(estimate, "score", sums.games), "interval": TOGETHER}


def _strategies(
    sums: CellSums, level: float = LEVEL, is_open: bool = False, precision: float | None = None
) -> Iterator[Row]:
    """Shares of strategies that took every seat in turn."""
    names = list(dict.fromkeys(sums.cell.strategies))
    if not sums.cell.rotate or len(names) < 2:
        return
    copies = [[float(spec == name) for spec in sums.cell.strategies] for name in names]
    weights = [[one / sum(line) for one in line] for line in copies]
    won = tally_part(sums, "strategy_win").combine(weights)
    wins = open_shares(sums, won, precision, level) if is_open else share_intervals(won, level)
    scores = mean_intervals(tally_part(sums, "strategy_score").combine(weights), level)
    for name, win, score in zip(names, wins, scores, strict=True):
        yield {
            "strategy": name,
            **row(win, "share", sums.games),
            "score": score.value,
            "score_low": score.low,
            "score_high": score.high,
            "fair": 1 / sums.cell.players,
            "interval": SEQUENCE if is_open else TOGETHER,
        }


def _matrix(sums: Iterable[CellSums]) -> pd.DataFrame:
    """Win shares of pairs of strategies, from cells in which two take turns at the seats.

    Empty if a pair met in several cells: no single number then belongs to it.
    """
    rows = []
    pairs = [s for s in sums if s.cell.players == 2 and s.cell.rotate]
    if len({frozenset(s.cell.strategies) for s in pairs}) == len(pairs):
        for s in (pair for pair in pairs if len(set(pair.cell.strategies)) == 2):
            first, second = _strategies(s)
            for one, other in ((first, second), (second, first)):
                line = {key: one[key] for key in ("strategy", "share", "low", "high", "n")}
                rows.append(line | {"opponent": other["strategy"], "interval": FIXED})
    return pd.DataFrame(rows)


def _setups(sums: CellSums) -> Iterator[Row]:
    """Seat 0's share of the wins by every choice of the set-up that varied."""
    overall = float(tally_part(sums, "win").mean[0])
    for column, names in setup_columns(sums.cell, sums.columns).items():
        keys = [(code, f"{column}:{code}") for code in range(len(names))]
        found = [(code, sums.setups[key]) for code, key in keys if key in sums.setups]
        if len(found) < 2:
            continue
        for code, tally in found:
            yield {
                "choice": SETUP_NAMES.get(column, column),
                "setup": f"{SETUP_NAMES.get(column, column)} {names[code]}",
                "rocks": names[code] if column == "rocks" else "",
                **row(single_share(sums, tally, len(found)), "share", games_in(sums, tally)),
                "reference": overall,
                "interval": TOGETHER,
            }


def _endings(sums: CellSums, level: float) -> Iterator[Row]:
    kinds = endings(get_game(sums.cell.game).columns)
    finished = [k for k, name in enumerate(kinds) if name != UNFINISHED]
    shares = shares_together(sums, tally_part(sums, "ended_by").subset(finished), level)
    for k, estimate in zip(finished, shares, strict=True):
        yield {
            "ended_by": kinds[k],
            **row(estimate, "share", sums.games),
            "interval": TOGETHER,
        }


def _counted(values: np.ndarray, name: str) -> Iterator[Row]:
    for value in np.flatnonzero(values):
        yield {name: int(value), "games": int(values[value])}


def _game_length(sums: CellSums) -> Iterator[Row]:
    yield from _counted(sums.counts["turns"], "turns")


def _scores(sums: CellSums) -> Iterator[Row]:
    for seat in range(sums.cell.players):
        for line in _counted(sums.counts[f"score {seat}"], "score"):
            yield {"seat": seat, **line}


def _margins(sums: CellSums) -> Iterator[Row]:
    yield from _counted(sums.counts["margin"], "margin")


def _decided(sums: CellSums) -> Iterator[Row]:
    changes = sums.counts.get("lead_changes")
    mean = (
        np.nan if changes is None else float(np.average(np.arange(len(changes)), weights=changes))
    )
    for k, games in enumerate(sums.counts.get("decided", ())):
        yield {
            "decided": (k + 1) / N_DECIDED,
            "games": int(games),
            "lead_changes_mean": mean,
        }


def _values(sums: CellSums) -> Iterator[Row]:
    for name, counts in sums.counts.items():
        if name.startswith("value_"):
            for line in _counted(counts, "value"):
                yield {"colour": name.removeprefix("value_"), **line}


# --- winners and others ------------------------------------------------------------------------


def _compared(sums: CellSums, column: str) -> Iterator[tuple[str, Any, int]]:
    """Means per player of a column for winners and others, with the games behind them."""
    at = {name: k for k, name in enumerate(comparison_layout(sums.columns))}
    for who, name in (("winner", "winners"), ("other", "others")):
        yield name, ratio(sums.comparison, at[f"{who}:{column}"], at[f"{who}:seats"]), sums.games


def _eaten(sums: CellSums) -> Iterator[Row]:
    for column in compared_columns(sums.columns):
        if column.startswith("fish_"):
            for who, mean, games in _compared(sums, column):
                colour = column.removeprefix("fish_")
                yield {"colour": colour, "who": who, **row(mean, "tiles", games), "interval": FIXED}


def _activity(sums: CellSums) -> Iterator[Row]:
    for column in compared_columns(sums.columns):
        if not column.startswith("fish_"):
            for who, mean, games in _compared(sums, column):
                measure = ACTION_NAMES[column]
                yield {
                    "measure": measure,
                    "who": who,
                    **row(mean, "mean", games),
                    "interval": FIXED,
                }


def _lead(sums: CellSums) -> Iterator[Row]:
    at = {name: k for k, name in enumerate(comparison_layout(sums.columns))}
    size = sums.games / max(sums.comparison.count, 1)
    for column in checkpoint_columns(sums.columns):
        alive = sums.comparison.total[at[f"bests:{column}"]] / sums.comparison.unit
        games = round(float(alive) * size)
        if not games:
            continue
        for who, mine, seats in (("winner", "winner", "winners"), ("best other", "best", "bests")):
            mean = ratio(sums.comparison, at[f"{mine}:{column}"], at[f"{seats}:{column}"])
            if games <= size:  # perhaps a single deal, which tells nothing about its spread
                mean = replace(mean, low=np.nan, high=np.nan)
            line = {"round": int(column.removeprefix("score_r")), "who": who}
            yield {**line, **row(mean, "score", games), "interval": FIXED}
