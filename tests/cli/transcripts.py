"""The console examples of the documentation: run, compared, and rewritten on request.

A block fenced as `console` holds command lines after `$ ` and, below each, what it prints. Times
and speeds are the machine's, so they are not compared. To bring all examples up to date:

    python -m tests.cli.transcripts
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from analyzer.cli.main import main

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.M | re.S)
TIMES = re.compile(r"in [\d.]+ s of play \([\d,]+ games/s\)|about [\d.]+ (?:s|min|h) on \d+ cores?")


def documents() -> list[Path]:
    """Every page that may hold examples."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path) -> list[str]:
    """The console blocks of a page."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def commands(block: str) -> list[str]:
    """The command lines of a block."""
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def timeless(text: str) -> str:
    """Text without what differs from run to run."""
    return TIMES.sub("…", text)


@contextlib.contextmanager
def empty_folder() -> Iterator[None]:
    """A fresh working directory: the commands of a block share it."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def printed(command: str) -> str:
    """What a command line prints; it must succeed."""
    program, *arguments = shlex.split(command)
    assert program == "reef", command
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(arguments)
    assert code == 0, command
    return out.getvalue()


def transcript(block: str) -> str:
    """The block as it should be: its command lines, each with what it prints now."""
    with empty_folder():
        return "".join(f"$ {command}\n{printed(command)}" for command in commands(block))


def rewrite(page: Path) -> None:
    """Brings the examples of a page up to date."""
    text = page.read_text(encoding="utf-8")
    page.write_text(BLOCK.sub(lambda match: transcript(match[0]), text), encoding="utf-8")


if __name__ == "__main__":
    for page in documents():
        rewrite(page)
