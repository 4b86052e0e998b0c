"""Files that are there completely or not at all, and trouble with them as one clear line."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from analyzer.errors import UsageError

TEMPORARY = ".unfinished-"
"""How the names of files begin that are still being written."""


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
