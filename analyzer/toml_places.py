"""Where the keys and values of a TOML text stand: the standard library's parser does not tell."""

from __future__ import annotations

import json
import re

_HEADER = re.compile(r"^\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_STRING = re.compile(r"""\"(?:\\.|[^"\\])*"|'[^']*'""")
_KEY = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)


class TomlPlaces:
    """Line numbers (from 1) of dotted keys, found by reading the text line by line.

    Good enough for complaints: a text that imitates keys inside a multi-line string misleads it.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._starts: dict[str, int] = {}
        table, depth = "", 0
        for number, line in enumerate(self._lines, 1):
            if depth > 0:  # inside a list that began on a line above
                depth += _open_brackets(line)
                continue
            depth = _open_brackets(line)
            if header := _HEADER.match(line):
                table = _plain(header[1])
                self._starts.setdefault(table, number)
            elif key := _KEY.match(line):
                name = _plain(key[1])
                self._starts.setdefault(f"{table}.{name}" if table else name, number)

    def line(self, key: str, value: object = None) -> int | None:
        """The line of a dotted key, or of a value below it; None if the text does not have it."""
        while key not in self._starts and "." in key:
            key = key.rpartition(".")[0]
        below = (n for name, n in self._starts.items() if name.startswith(f"{key}."))
        start = self._starts.get(key, next(below, None))
        if start is None or value is None:
            return start
        end = min((n for n in self._starts.values() if n > start), default=len(self._lines) + 1)
        wanted = _squeezed(json.dumps(value, ensure_ascii=False, default=str))
        for number in range(start, end):
            if wanted in _squeezed(self._lines[number - 1]):
                return number
        return start


def _open_brackets(line: str) -> int:
    """How many more lists a line opens than it closes."""
    bare = _STRING.sub("", line).partition("#")[0]
    return bare.count("[") - bare.count("]")


def _plain(key: str) -> str:
    return ".".join(word.strip().strip("\"'") for word in key.split("."))


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text).replace("'", '"')
