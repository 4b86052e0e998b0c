"""Seats in words: by their place in the order of play, as people at a table say it.

Records, tables and files count seats from 0; whatever a person reads takes its words from here.
"""

from __future__ import annotations

from collections.abc import Sequence

_ORDER = ("start", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def seat_name(seat: int, players: int) -> str:
    """`start player`, `second player`; the last of three or more is the `last player`.

    players: how many take part; 0 where that differs, and the last one has no name of its own.
    """
    if players > 2 and seat == players - 1:
        return "last player"
    return f"{_ORDER[seat]} player" if seat < len(_ORDER) else f"player {seat + 1}"


def seat_label(seat: int, names: Sequence[str]) -> str:
    """A seat and who sits there: `start player (balanced)`; names: of all seats in order."""
    seated = seat_name(seat, len(names))
    return seated if names[seat] == seated else f"{seated} ({names[seat]})"


def spoken(name: str, players: int) -> str:
    """The name of a quantity with seats in words: `wins of the start player`."""
    for end, made in ((" wins", "wins of the {}"), ("", "{}")):
        words = name.removesuffix(end).split(" ")
        if len(words) >= 2 and words[-2] == "seat" and words[-1].isdigit() and name.endswith(end):
            seat = seat_name(int(words[-1]), players)
            before = " ".join(words[:-2])
            return f"{before} the {seat}" if before else made.format(seat)
    return name
