"""Reading files of records: JSON Lines, one game a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

from analyzer.errors import UsageError
from analyzer.game import About
from analyzer.games import about, game_names
from analyzer.records.errors import shown


def read_records(path: str | Path) -> Iterator[dict[str, object]]:
    """The records of a .jsonl file, one by one; UsageError with the line if it is unreadable.

    Blank lines are skipped; a file without any record is an error.
    """
    n_records = 0
    try:
        with Path(path).open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    n_records += 1
                    yield _read_line(line, f"{path}, line {number}")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read {path}: {reason}; a .jsonl file is needed") from None
    if not n_records:
        raise UsageError(f"{path} holds no game record; one JSON object a line is needed")


def _read_line(line: bytes, where: str) -> dict[str, object]:
    try:
        record = json.loads(
            line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UsageError(f"{where} is not a JSON object: {what}") from None
    if not isinstance(record, dict):
        raise UsageError(f"{where} is not a JSON object but {shown(record)}")
    if record.get("format") not in tuple(record_formats()):
        found = shown(record["format"]) if "format" in record else "none"
        known = " and ".join(map(repr, record_formats()))
        raise UsageError(f"{where} has format {found}; known are {known}")
    return record


def record_formats() -> dict[str, str]:
    """Formats of records, and the game that each belongs to."""
    return {about(name).record_format: name for name in game_names()}


def game_of_record(record: Mapping[str, object]) -> About:
    """The game that a record from a file is of."""
    return about(record_formats()[str(record["format"])])


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key occurs twice")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
