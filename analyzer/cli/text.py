"""Plain text for the terminal: tables and sentences that fit it, durations and sizes."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import TextIO

_GAP = "  "
_NARROWEST = 24  # a column of words is not made narrower
_INTERVAL = "95 %"  # how the heading of a column begins that belongs to the one before


def width_of(stream: TextIO) -> int | None:
    """Columns of the terminal that a stream goes to; None where it goes elsewhere."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Columns aligned by spaces; the first `left` columns to the left, the others to the right.

    In a terminal a table that is too wide has its headings and words broken into lines; if that is
    not enough, further columns follow below, again behind the first ones.
    """
    room = width_of(sys.stdout)
    lines = [list(header), *map(list, rows)]
    if room is None or _width(_widths(lines)) <= room:
        return _aligned(lines, left)
    for i, width in enumerate(_widths(rows or lines)):
        lines[0][i] = _broken(header[i], max(width, 1))
    keys, widths = list(range(left)), _widths(lines)
    words = max(keys, key=widths.__getitem__)
    if widths[words] > _NARROWEST:
        keys.remove(words)
        spare = room - (_width(widths) - widths[words])
        for line in lines:
            line[words] = _broken(line[words], max(spare, _NARROWEST))
    return "\n\n".join(
        _aligned([[line[i] for i in shown] for line in lines], sum(i < left for i in shown))
        for shown in _groups(_widths(lines), left, keys, header, room)
    )


def _groups(
    widths: Sequence[int], left: int, keys: list[int], header: Sequence[str], room: int
) -> Iterator[list[int]]:
    """The columns in groups that fit, the `keys` in each of them; intervals beside their values."""
    shown = list(range(left))
    pairs: list[list[int]] = []
    for i in range(left, len(widths)):
        if pairs and header[i].startswith(_INTERVAL):
            pairs[-1].append(i)
        else:
            pairs.append([i])
    for pair in pairs:
        is_empty = len(shown) in (left, len(keys))
        if not is_empty and _width([widths[i] for i in (*shown, *pair)]) > room:
            yield shown
            shown = keys
        shown = [*shown, *pair]
    yield shown


def _aligned(lines: list[list[str]], left: int) -> str:
    """The lines of a table, the heading underlined; a cell may have several lines."""
    widths = _widths(lines)

    def line(cells: Sequence[str]) -> str:
        tall = max(cell.count("\n") for cell in cells) + 1
        columns = [cell.split("\n") + [""] * (tall - 1 - cell.count("\n")) for cell in cells]
        return "\n".join(
            _GAP.join(
                text.ljust(width) if i < left else text.rjust(width)
                for i, (text, width) in enumerate(zip(texts, widths, strict=True))
            ).rstrip()
            for texts in zip(*columns, strict=True)
        )

    head, *rows = map(line, lines)
    return "\n".join([head, _GAP.join("-" * width for width in widths), *rows])


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    """The width of every column, that of the longest line in it."""
    columns = zip(*lines, strict=True)
    return [max(len(text) for cell in column for text in cell.split("\n")) for column in columns]


def _width(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _broken(text: str, width: int) -> str:
    """A text in lines of at most so many characters where words allow it; never within a word."""
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) or text


def fitted(text: str, stream: TextIO | None = None) -> str:
    """A text whose long lines are broken between words where it goes to a terminal.

    What is left of a line goes on in the next one of its paragraph, below the first word of it.
    """
    room = width_of(sys.stdout if stream is None else stream)
    if room is None:
        return text
    lines: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        if goes_on and line and line[0] not in " -":
            line = f"{lines.pop()} {line}"
        indent = len(line) - len(line.lstrip(" -"))
        is_long = len(line) > room
        body = _broken(line[indent:], max(room - indent, 1)) if is_long else line[indent:]
        first, *more = body.split("\n")
        lines += [line[:indent] + first, *(" " * indent + each for each in more)]
        goes_on = is_long and not indent
    return "\n".join(lines)


def say(text: str) -> None:
    """Tells something on stderr, in one line where that is no terminal."""
    print(fitted(f"reef: {one_line(text)}", sys.stderr), file=sys.stderr, flush=True)


def one_line(text: str) -> str:
    """A text in one line, with characters escaped that could steer a terminal."""
    words = " ".join(text.split())
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode()
        for c in words
    )


def duration(seconds: float) -> str:
    """A rough duration: 40 s, 3 min, 2.5 h."""
    if seconds < 99:
        return f"{seconds:.0f} s"
    if seconds < 99 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def size_text(n_bytes: float) -> str:
    """A number of bytes for reading."""
    for unit in ("B", "kB", "MB", "GB"):
        if n_bytes < 1000:
            return (
                f"{n_bytes:.0f} {unit}" if n_bytes >= 10 or unit == "B" else f"{n_bytes:.1f} {unit}"
            )
        n_bytes /= 1000
    return f"{n_bytes:,.1f} TB"
