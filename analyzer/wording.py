"""Small words of sentences."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 game`, `12,000 games`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
