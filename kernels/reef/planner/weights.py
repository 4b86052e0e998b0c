"""The numbers of `planner` beside the weights of the family: what each means."""

from __future__ import annotations

FIRST = 48  # where they begin in a strategy's vector

WEIGHTS: dict[str, tuple[float, str]] = {
    "choices": (8.0, "choices of a turn that are looked at more closely, at most 32"),
    "next_share": (0.5, "how much the worth after the next own turn counts, 0 to 1"),
}

NAMES = tuple(WEIGHTS)
CHOICES, NEXT_SHARE = range(FIRST, FIRST + len(NAMES))
