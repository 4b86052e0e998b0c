"""Names of players in records, which anybody may have written."""

from __future__ import annotations

import unicodedata

MAX_NAME = 40
"""Longest name of a player that is shown, in characters."""


def shown_name(name: str) -> str:
    """A player's name without characters that could steer a terminal or break a page."""
    clean = "".join("?" if unicodedata.category(c).startswith("C") else c for c in name)
    clean = clean.strip() or "?"
    return clean if len(clean) <= MAX_NAME else clean[: MAX_NAME - 1] + "…"
