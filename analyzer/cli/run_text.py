"""What a run shows, for people and for programs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from analyzer.cli.summary_text import summary_object, summary_tables
from analyzer.cli.text import text_table
from analyzer.experiment import cell_text
from analyzer.games import get_game
from analyzer.playing.memory import Played
from analyzer.playing.precision import is_precise
from analyzer.tally.cell_tally import summarise
from analyzer.wording import counted, rounded_ends, seat_name

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.playing.run import Run

_ENDS = ("_low", "_high")
_SHARES = ("win_share", "share")


def single_object(run: Run, cell: int = 0) -> dict[str, Any]:
    """One cell of a run as the object that `reef simulate --json` prints, and the run's folder.

    `seconds` are those of the sessions that were not killed.
    """
    tally = run.tally(cell)
    seconds = sum(session.seconds for session in run.manifest.sessions)
    played = Played(tally, run.games(cell), seconds, not run.is_finished)
    settings = run.cells[cell]
    told = summary_object(
        settings, run.experiment.seed_of(cell), played, summarise(settings, tally)
    )
    if run.experiment.precision is not None:
        told = _with_sequences(run, cell, told)
    made_by = {"rules_version": run.manifest.rules_version, "kernel": run.manifest.fingerprint}
    return {"run": str(run.folder), **told, **made_by}


def _with_sequences(run: Run, cell: int, told: dict[str, Any]) -> dict[str, Any]:
    """The object of a cell that stopped at a precision.

    Its intervals must allow for that; those of other things than wins and scores are left out.
    """
    from analyzer.tally.summary import summarise_run

    told = {k: v for k, v in told.items() if not k.endswith(("_interval", "_intervals"))}
    told |= {"precision": run.experiment.precision, "is_precise": _is_precise(run, cell)}

    def of_cell(by: str) -> pd.DataFrame:
        table = summarise_run(run, ("cell", by), ("score",))
        return table[table["cell"] == cell]

    def intervals(table: pd.DataFrame, name: str) -> list[list[float | None]]:
        ends = zip(table[f"{name}_low"], table[f"{name}_high"], strict=True)
        return [[float(x) if math.isfinite(x) else None for x in pair] for pair in ends]

    seats = of_cell("seat")
    told["win_share_intervals"] = intervals(seats, "win_share")
    told["mean_score_intervals"] = intervals(seats, "score")
    if "by_strategy" in told:
        table = of_cell("strategy")
        wins, scores = intervals(table, "win_share"), intervals(table, "score")
        for name, win, score in zip(table["strategy"], wins, scores, strict=True):
            told["by_strategy"][name] |= {"win_share_interval": win, "mean_score_interval": score}
    return told


def _is_precise(run: Run, cell: int) -> bool:
    """Whether a cell that was played for a precision has it, and did not just run out of games."""
    precision = run.experiment.precision
    assert precision is not None
    if run.is_finished and run.games(cell) < run.experiment.games_of(cell):
        return True
    return is_precise(run.cells[cell], run.tally(cell), precision)


def grid_object(run: Run) -> dict[str, Any]:
    """All cells of a run."""
    cells = [single_object(run, cell) for cell in range(len(run.cells)) if run.games(cell)]
    for cell in cells:
        for key in ("run", "seconds", "games_per_s", "version", "rules_version", "kernel"):
            del cell[key]
    return {
        "run": str(run.folder),
        "games": run.total_games(),
        "seconds": sum(session.seconds for session in run.manifest.sessions),
        "cells": cells,
        "rules_version": run.manifest.rules_version,
        "versions": run.manifest.versions,
        "kernel": run.manifest.fingerprint,
    }


def single_text(run: Run, place: str) -> str:
    """A run of one cell as tables; `place` is where it is kept, such as ` in runs/mine`."""
    if run.experiment.precision is not None:
        return grid_text(run, place)
    cell = run.cells[0]
    summary = summarise(cell, run.tally(0))
    title = f"{get_game(cell.game).title}, {cell_text(cell)}, seed {run.experiment.seed}"
    return "\n\n".join([f"{title}\n{stored_text(run, place)}", *summary_tables(cell, summary)])


def grid_text(run: Run, place: str) -> str:
    """A run of several cells: the cells, and who wins in each."""
    from analyzer.tally.summary import summarise_run

    cells = [(str(k), cell_text(cell), f"{run.games(k):,}") for k, cell in enumerate(run.cells)]
    title = f"{get_game(run.cells[0].game).title}, seed {run.experiment.seed}"
    parts = [
        f"{title}\n{stored_text(run, place)}",
        text_table(("cell", "what", "games"), cells, left=2),
        table_text(run, summarise_run(run, ("cell", "seat")), 2),
    ]
    if any(cell.rotate and len(set(cell.strategies)) > 1 for cell in run.cells):
        parts.append(table_text(run, summarise_run(run, ("cell", "strategy")), 2))
    return "\n\n".join([*parts, intervals_note(run), *_missed_precision(run)])


def _missed_precision(run: Run) -> list[str]:
    """A sentence if some cells ran out of games before they were precise enough."""
    if run.experiment.precision is None:
        return []
    cells = [str(cell) for cell in range(len(run.cells)) if not _is_precise(run, cell)]
    if not cells:
        return []
    names = f"cell{'s' if len(cells) > 1 else ''} {', '.join(cells)}"
    return [
        f"The games did not suffice for ± {run.experiment.precision:g} in {names};"
        " a larger --max-games with --extend goes on."
    ]


def stored_text(run: Run, place: str) -> str:
    """`100,000 games in runs/mine (41,000 games/s)`."""
    session = run.manifest.sessions[-1]
    games = f"{counted(run.total_games(), 'game')}{place}"
    if not session.games or not session.seconds:
        return games
    part = "" if session.games == run.total_games() else f"{session.games:,} of them now, "
    speed = f"{session.games / session.seconds:,.0f} games/s"
    return f"{games} ({part}{speed}{', storage included' if place else ''})"


def intervals_note(run: Run) -> str:
    """What the intervals of a summary are."""
    is_open = run.experiment.precision is not None and not run.is_finished
    kind = "95 % confidence sequences" if is_open else "95 % intervals"
    return (
        f"{kind}, with all rows of one deal as one observation;\n"
        "win shares that differ in seat or strategy only hold together, the others stand for"
        " themselves."
    )


def table_text(run: Run, table: pd.DataFrame, left: int) -> str:
    """A summary of a run as text, no number with more digits than its interval supports."""
    header, rows = _text_cells(_with_seats_named(run, table))
    return text_table(header, rows, left=max(left, 1))


def markdown_text(run: Run, table: pd.DataFrame) -> str:
    """The same as a Markdown table."""
    header, rows = _text_cells(_with_seats_named(run, table))
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _with_seats_named(run: Run, table: pd.DataFrame) -> pd.DataFrame:
    """The table with its column `seat`, where there is one, in words."""
    if "seat" not in table:
        return table
    counts = {cell.players for cell in run.cells}
    if "players" in table:
        players = list(table["players"])
    elif "cell" in table:
        players = [run.cells[cell].players for cell in table["cell"]]
    else:
        players = [counts.pop() if len(counts) == 1 else 0] * len(table)
    return table.assign(seat=list(map(seat_name, table["seat"], players)))


def _text_cells(table: pd.DataFrame) -> tuple[list[str], list[tuple[str, ...]]]:
    header: list[str] = []
    columns: list[list[str]] = []
    for name in [str(column) for column in table.columns]:
        if name.endswith(_ENDS):
            continue
        header.append(name.replace("_", " "))
        if f"{name}_low" in table:
            header.append("95 % interval")
            columns += _estimate_columns(table, name)
        else:
            columns.append([_plain(value) for value in table[name]])
    return header, list(zip(*columns, strict=True))


def _estimate_columns(table: pd.DataFrame, name: str) -> list[list[str]]:
    """Values and intervals as two columns of text; shares in per cent."""
    factor, unit = (100.0, " %") if name in _SHARES else (1.0, "")
    values, ranges = [], []
    for value, low, high in zip(
        table[name], table[f"{name}_low"], table[f"{name}_high"], strict=True
    ):
        value_text, low_text, high_text = rounded_ends(value, low, high, factor)
        values.append(f"{value_text}{unit}")
        is_known = math.isfinite(low) and math.isfinite(high)
        ranges.append(f"{low_text} to {high_text}{unit}" if is_known else "unknown")
    return [values, ranges]


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if float(value) == int(value) else f"{value:g}"
