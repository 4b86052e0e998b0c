"""Parts: Parquet files, each with the rows of one range of games of one cell.

The name of a part says which games it holds and what its content must hash to. A folder of parts
therefore needs no index that could disagree with it, and a part is there completely or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.files import checksum, write_whole
from analyzer.game import Game

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    Rows = dict[str, np.ndarray]

_NAME = re.compile(r"games-(\d{12})-(\d{12})-([0-9a-f]{16})\.parquet")
_COUNTED = ("game", "deal")
"""Columns that only count up, stored as differences. Others have their bytes apart: the high ones
are zero, and what is left is smaller and sooner written than numbers of a dictionary."""


_ORIGIN = b"reef_origin"


@dataclass(frozen=True, slots=True)
class Part:
    """A stored part: games [first, last) and the hash of the file."""

    path: Path
    first: int
    last: int
    digest: str


def cell_folder(run: Path, cell: int) -> Path:
    """Where the folder of a run keeps the parts of a cell."""
    return run / "cells" / f"{cell:05}"


def part_origin(cell: Cell, seed: int, fingerprint: str) -> str:
    """What the rows of a part depend on, besides the games that its name tells."""
    return f"cell {cell.digest()} seed {seed} kernel {fingerprint}"


def encode_rows(game: Game, rows: Rows, origin: str) -> bytes:
    """The rows of some games as a Parquet file. The same rows give the same bytes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    arrays = {column.name: _arrow_column(rows[column.name]) for column in game.columns}
    for column in game.columns:
        if column.categories:
            codes = arrays[column.name].cast(pa.int8())
            names = _arrow_names(column.categories)
            arrays[column.name] = pa.DictionaryArray.from_arrays(codes, names)
    sink = pa.BufferOutputStream()
    pq.write_table(
        pa.table(arrays).replace_schema_metadata({_ORIGIN: origin.encode()}),
        sink,
        compression="zstd",
        compression_level=1,
        use_dictionary=[column.name for column in game.columns if column.categories],
        column_encoding={
            column.name: "DELTA_BINARY_PACKED" if column.name in _COUNTED else "BYTE_STREAM_SPLIT"
            for column in game.columns
            if not column.categories
        },
        write_statistics=False,
    )
    return sink.getvalue().to_pybytes()


def _arrow_column(values: np.ndarray) -> pa.Array:
    """Numbers for Arrow; `pa.array` would load pandas, and every worker would wait for that."""
    import numpy as np
    import pyarrow as pa

    kind, data = pa.from_numpy_dtype(values.dtype), pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(kind, len(values), [None, data])


def _arrow_names(names: Sequence[str]) -> pa.Array:
    """The same for texts: all of them in a row, and where each begins."""
    import numpy as np
    import pyarrow as pa

    texts = [name.encode() for name in names]
    edges = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    data = pa.py_buffer(b"".join(texts))
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(edges), data)


def write_part(folder: Path, first: int, last: int, data: bytes) -> Part:
    """Stores encoded rows of games [first, last) in a folder."""
    digest = checksum(data)
    path = folder / f"games-{first:012}-{last:012}-{digest}.parquet"
    write_whole(path, data)
    return Part(path, first, last, digest)


def stored_parts(folder: Path) -> list[Part]:
    """The parts of a folder by their names, in the order of their games.

    Of two that overlap the first and longer one counts; the other is what an interrupted cut or
    merger left behind.
    """
    found = []
    if folder.is_dir():
        for path in folder.iterdir():
            if match := _NAME.fullmatch(path.name):
                found.append(Part(path, int(match[1]), int(match[2]), match[3]))
    found.sort(key=lambda part: (part.first, -part.last, part.digest))
    kept: list[Part] = []
    for part in found:
        if not kept or part.first >= kept[-1].last:
            kept.append(part)
    return kept


def remove_overlapped(folder: Path, parts: Iterable[Part]) -> None:
    """Removes the parts of a folder whose games are in others of it, `parts`, already."""
    kept = {part.path for part in parts}
    for path in folder.iterdir():
        match = _NAME.fullmatch(path.name)
        if match is None or path in kept:
            continue
        first, last = int(match[1]), int(match[2])
        if any(part.first < last and first < part.last for part in parts):
            path.unlink(missing_ok=True)


def missing_ranges(parts: Iterable[Part], games: int, size: int) -> Iterator[tuple[int, int]]:
    """What of games [0, games) no part holds, cut at multiples of `size`.

    The parts are looked at once, in the beginning; the pieces may be more than fit into memory.
    """
    gaps, at = [], 0
    for part in parts:
        if part.first > at:
            gaps.append((at, part.first))
        at = max(at, part.last)
    return _cut([*gaps, (at, games)], games, size)


def _cut(gaps: Iterable[tuple[int, int]], games: int, size: int) -> Iterator[tuple[int, int]]:
    for first, end in gaps:
        while first < min(end, games):
            last = min(end, games, (first // size + 1) * size)
            yield first, last
            first = last


def part_bytes(part: Part) -> int:
    """The size of a part's file; 0 if it has just been removed."""
    try:
        return part.path.stat().st_size
    except OSError:
        return 0


def damage(part: Part) -> str | None:
    """What is wrong with a part's file; None if its content is what its name says."""
    try:
        data = part.path.read_bytes()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return None if checksum(data) == part.digest else "is damaged: its checksum differs"


def read_table(part: Part, origin: str, columns: Sequence[str] | None = None) -> pa.Table:
    """A part as an Arrow table; UsageError if it is damaged or of another origin."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        data = part.path.read_bytes()
    except FileNotFoundError:
        raise UsageError(
            f"{part.path} is gone: another process is changing the run; repeat the command"
        ) from None
    except OSError as error:
        raise UsageError(f"{part.path} cannot be read: {error.strerror}") from None
    if checksum(data) != part.digest:
        raise UsageError(
            f"{part.path} is damaged: its checksum differs; the command that made the run plays"
            " it again"
        )
    # pq.read_table would read in a thread of Arrow's that still holds the data when Python exits,
    # which now and then ends the whole program with an abort
    wanted = list(columns) if columns is not None else None
    table = pq.ParquetFile(pa.BufferReader(data)).read(columns=wanted, use_threads=False)
    if wanted is not None:
        table = table.select(wanted)
    found = (table.schema.metadata or {}).get(_ORIGIN, b"unknown").decode()
    if found != origin:
        raise UsageError(f"{part.path} is of another run ({found} instead of {origin})")
    return table


def read_rows(part: Part, game: Game, origin: str, columns: Sequence[str] | None = None) -> Rows:
    """A part as columns of numbers, as `Game.play` made them; coded columns as codes."""
    table = read_table(part, origin, columns)
    kinds = {column.name: column for column in game.columns}
    rows = {}
    for name in table.column_names:
        array = table[name].combine_chunks()
        if kinds[name].categories:
            array = array.indices
        rows[name] = array.to_numpy(zero_copy_only=False).astype(kinds[name].dtype, copy=False)
    return rows
