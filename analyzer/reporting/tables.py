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

from analyzer.cells import Cell
from analyzer.experiment import rules_text
from analyzer.game import WINNERS, Game, column_of, setup_columns
from analyzer.games import get_game
from analyzer.reporting.estimates import games_in, ratio, row, win_shares
from analyzer.statistics import LEVEL, mean_intervals
from analyzer.statistics.choice import FIXED, SEQUENCE, STOPPED, TOGETHER, by_strategy
from analyzer.statistics.estimates import bonferroni
from analyzer.strategies.spec import brief_name
from analyzer.tables import Shown
from analyzer.tally.cell_tally import sampling
from analyzer.tally.sums import N_DECIDED, CellSums, checkpoints

Row = dict[str, Any]


def cell_labels(cells: Sequence[Cell]) -> list[str]:
    """What sets every cell apart from the others, in few words; empty for a single cell.

    A cell that has nothing of what the others have is called by its ruleset.
    """
    names_of = _brief_names(cells)
    parts = [
        {
            "players": f"{cell.players} players",
            "ruleset": cell.ruleset,
            "rules": "" if rules_text(cell) == "-" else rules_text(cell),
            "line_up": "all " + names_of[cell.strategies[0]]
            if len(set(cell.strategies)) == 1
            else ", ".join(names_of[spec] for spec in cell.strategies),
            "setup": " ".join(f"{name} {value}" for name, value in cell.setup),
            "rotate": "rotated" if cell.rotate else "",
        }
        for cell in cells
    ]
    names = [name for name in parts[0] if len({part[name] for part in parts}) > 1]
    if not names:
        return [""] * len(cells)
    labels = [", ".join(part[name] for name in names if part[name]) for part in parts]
    return [label or cell.ruleset for label, cell in zip(labels, cells, strict=True)]


def _brief_names(cells: Sequence[Cell]) -> dict[str, str]:
    """Strategies by brief names, or all as they are where two of those would be the same."""
    exact = {spec for cell in cells for spec in cell.strategies}
    brief = {spec: brief_name(spec) for spec in exact}
    return brief if len(set(brief.values())) == len(exact) else {spec: spec for spec in exact}


def shown_tables(game: Game) -> dict[str, Shown]:
    """How the tables of a run are shown, by name, in the order of its report."""
    groups = {
        group.name: Shown(group.shows, group.title, "", True, group.axis, group.unit)
        for group in game.groups
    }
    return {
        "strategies": Shown("strategy_shares", "Strategies"),
        "seats": Shown("seat_shares", "Seats"),
        "handicap": Shown("handicap_map", _heading(game)),
        "differences": Shown("differences", "Differences on the same deals"),
        "matrix": Shown("matrix", "Strategies against each other"),
        "endings": Shown("endings", "Endings"),
        "game_length": Shown("game_length", "Length of the games"),
        "scores": Shown("scores", "Scores", is_by_cell=True),
        "margins": Shown("margins", "Winning margins", is_by_cell=True),
        "lead": Shown("lead", "How the lead develops", is_by_cell=True),
        "decided": Shown("decided", "When the lead is settled", is_by_cell=True),
        **groups,
        "setups": Shown("setups", "Set-up", "choice", is_by_cell=True),
    }


def _heading(game: Game) -> str:
    return game.handicap.many.capitalize() if game.handicap else ""


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
    }
    for group in get_game(sums[0].cell.game).groups if sums else ():
        made = _renamed(collected(_winners, group.name)) if group.shows == WINNERS else None
        tables[group.name] = collected(_distribution, group.name) if made is None else made
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
    estimates = win_shares(sums, sums.part("win"), level, is_open, precision)
    for seat, estimate in enumerate(estimates):
        strategy = "" if sums.cell.rotate else sums.cell.strategies[seat]
        yield {
            "seat": seat,
            "strategy": strategy,
            **row(estimate, "share", sums.games),
            "interval": SEQUENCE if is_open else TOGETHER,
        }


def _seat_scores(sums: CellSums, level: float) -> Iterator[Row]:
    for seat, estimate in enumerate(mean_intervals(sums.part("score"), level)):
        yield {"seat": seat, **row(estimate, "score", sums.games), "interval": TOGETHER}


def _strategies(
    sums: CellSums, level: float = LEVEL, is_open: bool = False, precision: float | None = None
) -> Iterator[Row]:
    """Shares of strategies that took every seat in turn."""
    names, weights = by_strategy(sums.cell.strategies)
    if not sums.cell.rotate or len(names) < 2:
        return
    wins = win_shares(sums, sums.part("strategy_win").combine(weights), level, is_open, precision)
    scores = mean_intervals(sums.part("strategy_score").combine(weights), level)
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
    overall, how = float(sums.part("win").mean[0]), sampling(sums.cell)
    game = get_game(sums.cell.game)
    for column, names in setup_columns(game).items():
        label = column_of(game, column).words
        codes = [code for code in range(len(names)) if (column, code) in sums.setups]
        for code in codes if len(codes) > 1 else ():
            tally = sums.setups[column, code]
            yield {
                "choice": label,
                "column": column,
                "setup": f"{label} {names[code]}",
                "value": names[code],
                **row(how.share(tally, len(codes)), "share", games_in(sums, tally)),
                "reference": overall,
                "interval": TOGETHER,
            }


def _endings(sums: CellSums, level: float) -> Iterator[Row]:
    endings = get_game(sums.cell.game).endings
    finished = sums.part("ended_by").subset(range(1, len(endings) + 1))
    for ending, share in zip(endings, sampling(sums.cell).shares(finished, level), strict=True):
        yield {"ended_by": ending.name, **row(share, "share", sums.games), "interval": TOGETHER}


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
        yield {"decided": (k + 1) / N_DECIDED, "games": int(games), "lead_changes_mean": mean}


def _distribution(sums: CellSums, group: str) -> Iterator[Row]:
    """How often each value of the columns of a group occurred."""
    for column in get_game(sums.cell.game).columns:
        if column.group == group and column.name in sums.counts:
            for line in _counted(sums.counts[column.name], "value"):
                yield {"member": column.member, **line}


# --- winners and others ------------------------------------------------------------------------


def _winners(sums: CellSums, group: str) -> Iterator[Row]:
    """Means per player of the columns of a group for winners and others."""
    at = sums.compared()
    for column in get_game(sums.cell.game).columns:
        if column.group != group or column.name not in sums.columns:
            continue
        for who in ("winner", "other"):
            mean = ratio(sums.comparison, at[f"{who}:{column.name}"], at[f"{who}:seats"])
            line = {"member": column.member, "who": f"{who}s", **row(mean, "mean", sums.games)}
            yield {**line, "interval": FIXED}


def _lead(sums: CellSums) -> Iterator[Row]:
    at = sums.compared()
    size = sums.games / max(sums.comparison.count, 1)
    for column, after in checkpoints(sums.cell, sums.columns).items():
        alive = sums.comparison.total[at[f"bests:{column}"]] / sums.comparison.unit
        games = round(float(alive) * size)
        if not games:
            continue
        for who, mine, seats in (("winner", "winner", "winners"), ("best other", "best", "bests")):
            mean = ratio(sums.comparison, at[f"{mine}:{column}"], at[f"{seats}:{column}"])
            if games <= size:  # perhaps a single deal, which tells nothing about its spread
                mean = replace(mean, low=np.nan, high=np.nan)
            line = {"round": after, "who": who}
            yield {**line, **row(mean, "score", games), "interval": FIXED}
