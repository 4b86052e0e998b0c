"""Durations for reading."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """A rough duration: 40 s, 3 min, 2.5 h."""
    if seconds < 99:
        return f"{seconds:.0f} s"
    if seconds < 99 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
