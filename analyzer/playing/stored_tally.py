"""The tally of a cell, kept beside its parts so that nobody has to read all of them again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.files import read_sealed, write_sealed
from analyzer.playing.parts import Part
from analyzer.tally.cell_tally import empty_tally, layout

if TYPE_CHECKING:
    from analyzer.statistics import BlockTally

TALLY_NAME = "tally.json"


def write_tally(folder: Path, cell: Cell, parts: Sequence[Part], blocks: BlockTally) -> None:
    """Stores the tally of these parts, which are all of a cell's folder."""
    values = {
        "of": _digest(cell, parts),
        "count": blocks.count,
        "unit": blocks.unit,
        "total": [int(number) for number in blocks.total],
        "outer": [[int(number) for number in row] for row in blocks.outer],
    }
    write_sealed(folder / TALLY_NAME, values, indent=None)


def read_tally(folder: Path, cell: Cell, parts: Sequence[Part]) -> BlockTally | None:
    """The tally of these parts; None if none is stored, or only one of other parts or damaged."""
    import numpy as np

    from analyzer.statistics import BlockTally

    if not parts:
        return empty_tally(cell)
    values = _values(folder)
    if not values or values["of"] != _digest(cell, parts):
        return None
    total, outer = (np.array(values[name], dtype=np.float64) for name in ("total", "outer"))
    return BlockTally(values["count"], total, outer, values["unit"])


def is_damaged(folder: Path) -> bool:
    """Whether a tally is stored that is not what was written."""
    return _values(folder) == {}


def _values(folder: Path) -> dict[str, Any] | None:
    """What is stored: None if that is nothing, and nothing in it if it is damaged."""
    try:
        return read_sealed(folder / TALLY_NAME, "it is made again from the games")
    except FileNotFoundError:
        return None
    except UsageError:
        return {}


def _digest(cell: Cell, parts: Sequence[Part]) -> str:
    """What the tally is of: names of parts tell their content, the layout what was added up."""
    digest = hashlib.sha256(repr(list(layout(cell).items())).encode())
    for part in parts:
        digest.update(part.path.name.encode())
    return digest.hexdigest()[:16]
