"""The tally of a cell, kept beside its parts so that nobody has to read all of them again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cells import Cell
from analyzer.files import write_whole
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
    text = json.dumps({**values, "checksum": _checksum(values)})
    write_whole(folder / TALLY_NAME, text.encode())


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
        values = json.loads((folder / TALLY_NAME).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        return {}
    is_whole = isinstance(values, dict) and values.pop("checksum", None) == _checksum(values)
    return values if is_whole else {}


def _digest(cell: Cell, parts: Sequence[Part]) -> str:
    """What the tally is of: names of parts tell their content, the layout what was added up."""
    digest = hashlib.sha256(repr(list(layout(cell).items())).encode())
    for part in parts:
        digest.update(part.path.name.encode())
    return digest.hexdigest()[:16]


def _checksum(values: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16]
