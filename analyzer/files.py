"""Files that are there completely or not at all, and trouble with them as one clear line."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from analyzer.errors import UsageError

TEMPORARY = ".unfinished-"
"""How the names of files begin that are still being written."""
_SEAL = "checksum"
"""The key under which a JSON object of the program's holds the hash of the rest of it."""


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turns trouble while writing below `folder` into a UsageError of one line."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise UsageError(
                f"the disk is full: {folder} keeps what was finished; make room and repeat the"
                " command to continue"
            ) from error
        raise UsageError(f"cannot write {folder}: {error.strerror or error}") from error


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that a crash at any moment leaves the old state or the new one."""
    temporary = path.with_name(TEMPORARY + path.name)
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


@contextmanager
def completed(path: Path) -> Iterator[TextIO]:
    """A text to write bit by bit, which gets its name only when all of it is there.

    Until then, and for good if anything goes wrong, the name keeps what it had. What is no plain
    file, a pipe for instance, is written to directly. UsageError if it cannot be written.
    """
    is_special = path.exists() and not path.is_file()
    if not is_special:
        check_target(path)
    target = path.resolve()
    written = path if is_special else target.with_name(TEMPORARY + target.name)
    try:
        try:
            with open(written, "w", encoding="utf-8") as file:
                yield file
            if not is_special:
                os.replace(written, target)
        except BaseException:
            if not is_special:
                written.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def write_text(path: Path, text: str) -> None:
    """The same for a text that stands for itself; UsageError if it cannot be written."""
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file of the program's; FileNotFoundError, UsageError if damaged."""
    try:
        values = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{path} is damaged: it is not JSON") from None
    if not isinstance(values, dict):
        raise UsageError(f"{path} is damaged: it is no JSON object")
    return values


def checksum(data: bytes) -> str:
    """16 hex digits that tell whether bytes are those that were written."""
    return hashlib.sha256(data).hexdigest()[:16]


def sealed(values: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON object with the checksum of everything in it."""
    return {**values, _SEAL: _seal(values)}


def _seal(values: Mapping[str, Any]) -> str:
    return checksum(json.dumps(values, sort_keys=True, ensure_ascii=False).encode())


def is_sealed(values: Mapping[str, Any]) -> bool:
    """Whether an object from a file is what `sealed` made."""
    return values.get(_SEAL) == _seal({k: v for k, v in values.items() if k != _SEAL})


def write_sealed(path: Path, values: Mapping[str, Any], indent: int | None = 1) -> None:
    """Stores a JSON object with its checksum, completely or not at all."""
    text = json.dumps(sealed(values), indent=indent, ensure_ascii=False, allow_nan=False)
    write_whole(path, (text + "\n").encode())


def read_sealed(path: Path, repair: str, form: str = "") -> dict[str, Any]:
    """The object that `write_sealed` stored; FileNotFoundError, UsageError if it is another one.

    repair: what can be done then. form: what it must give as its `format`, if it has one.
    """
    try:
        values = read_json(path)
    except UsageError as error:
        raise UsageError(f"{error}; {repair}") from None
    if form and values.get("format") != form:
        raise UsageError(f"{path} is not of the format {form}; {repair}")
    if not is_sealed(values):
        raise UsageError(
            f"{path} is damaged, or was changed after it was written: its checksum differs;"
            f" {repair}"
        )
    del values[_SEAL]
    return values


def read_exactly(path: Path, digest: str, repair: str) -> bytes:
    """The bytes of a file whose checksum is kept elsewhere; UsageError if they are others.

    repair: what can be done then.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}; {repair}") from None
    if checksum(data) != digest:
        raise UsageError(f"{path} is damaged: its checksum differs; {repair}")
    return data


def write_checked(path: Path, data: bytes) -> None:
    """Stores bytes after their checksum, completely or not at all."""
    write_whole(path, checksum(data).encode() + data)


def read_checked(path: Path) -> bytes | None:
    """The bytes that `write_checked` stored; None if they are not there or other ones."""
    size = len(checksum(b""))
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    return stored[size:] if stored[:size] == checksum(stored[size:]).encode() else None


def check_target(path: Path, suffixes: Sequence[str] = ()) -> None:
    """UsageError unless a file of that name could be written: asked before long work, not after.

    suffixes: what the name may end with, anything if there are none.
    """
    if suffixes and path.suffix not in suffixes:
        raise UsageError(f"cannot write {path}: the name must end with {' or '.join(suffixes)}")
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"cannot write {path}: that is not permitted")


def remove_unfinished(folder: Path) -> None:
    """Removes what a crash left half written in a folder; needs the run's lock."""
    for path in folder.glob(f"{TEMPORARY}*"):
        path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Makes a rename survive a power failure, where folders can be synchronised."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:  # some network file systems refuse
        pass
    finally:
        os.close(descriptor)
