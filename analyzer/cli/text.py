"""Plain text for the terminal: tables, durations and sizes."""

from __future__ import annotations

from collections.abc import Sequence


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Columns aligned by spaces; the first `left` columns to the left, the others to the right."""
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return "  ".join(padded).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return "\n".join([line(header), rule, *(line(row) for row in rows)])


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
