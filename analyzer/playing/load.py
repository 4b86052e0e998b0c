"""A run as one pandas table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UsageError, nearest
from analyzer.experiment import line_up_text, rules_text
from analyzer.playing.parts import Part, read_table
from analyzer.playing.run import Run, open_run

if TYPE_CHECKING:
    import pandas as pd

CELL_COLUMNS = {
    "cell": "index of the cell in the run",
    "players": "number of players",
    "ruleset": "named ruleset",
    "rules": "rule parameters that differ from the ruleset, `-` for none",
    "line_up": "strategies of the cell, joined by commas",
}
"""Columns that `load` adds to those of the game. `strategy` becomes the name of the strategy."""


def load(
    run: str | Path | Run, columns: Sequence[str] | None = None, cells: Iterable[int] | None = None
) -> pd.DataFrame:
    """A run as one table with a row for every game and seat, in the order of cells and games.

    columns: some of the game's and of CELL_COLUMNS (default: all); cells: their indices (default:
    all). Names are categories. All of it must fit into memory; `summarise_run` needs much less.
    """
    import pandas as pd

    opened = run if isinstance(run, Run) else open_run(run)
    chosen = range(len(opened.cells)) if cells is None else list(cells)
    wanted = list(columns) if columns is not None else all_columns(opened)
    for name in wanted:
        if name not in all_columns(opened):
            raise UsageError(f"unknown column {name!r}{nearest(name, all_columns(opened))}")
    frames = [
        part_frame(opened, cell, part, wanted) for cell in chosen for part in opened.parts[cell]
    ]
    if not frames:
        raise UsageError(f"{opened.folder} has no games yet: nothing to load")
    for name in wanted:
        if isinstance(frames[0][name].dtype, pd.CategoricalDtype):
            unite_categories(frames, name)
    return pd.concat(frames, ignore_index=True)


def all_columns(run: Run) -> list[str]:
    """The columns of a run's table: about the cell first, then the game's."""
    return [*CELL_COLUMNS, *(column.name for column in run.game_of(0).columns)]


def part_frame(run: Run, cell: int, part: Part, columns: Sequence[str]) -> pd.DataFrame:
    """One part as a table with those columns."""
    import pandas as pd

    own = [name for name in columns if name not in CELL_COLUMNS]
    frame = read_table(part, run.origin(cell), own or ["seat"]).to_pandas()
    if "strategy" in own:
        frame["strategy"] = _strategy_names(run, cell, frame["strategy"])
    settings = run.cells[cell]
    texts = {
        "ruleset": settings.ruleset,
        "rules": rules_text(settings),
        "line_up": line_up_text(settings),
    }
    for name, text in texts.items():
        if name in columns:
            frame[name] = pd.Categorical.from_codes([0] * len(frame), categories=pd.Index([text]))
    if "cell" in columns:
        frame["cell"] = pd.Series(cell, index=frame.index, dtype="int32")
    if "players" in columns:
        frame["players"] = pd.Series(settings.players, index=frame.index, dtype="int8")
    return frame[list(columns)]


def _strategy_names(run: Run, cell: int, codes: pd.Series[int]) -> pd.Categorical[str]:
    """Indices into the line-up as names; a line-up may name one strategy several times."""
    import numpy as np
    import pandas as pd

    names = list(dict.fromkeys(run.cells[cell].strategies))
    place = np.array([names.index(name) for name in run.cells[cell].strategies], dtype=np.int8)
    return pd.Categorical.from_codes(place[codes.to_numpy()], categories=pd.Index(names))


def unite_categories(frames: list[pd.DataFrame], name: str) -> None:
    """Gives a column the same categories in all tables, so that they can be put together."""
    union = list(dict.fromkeys(c for frame in frames for c in frame[name].cat.categories))
    for frame in frames:
        frame[name] = frame[name].cat.set_categories(union)
