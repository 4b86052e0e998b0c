"""Files that are there completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from analyzer.errors import UsageError


def write_whole(path: Path, text: str) -> None:
    """Replace a file; a crash at any moment leaves the old one or the new one."""
    temporary = path.with_name(f".unfinished-{path.name}")
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        temporary.unlink(missing_ok=True)
