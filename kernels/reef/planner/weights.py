"""The numbers of `planner` and `search` beside the weights of the family: what each means."""

from __future__ import annotations

FIRST = 48  # where they begin in a strategy's vector

WEIGHTS: dict[str, tuple[float, str]] = {
    "choices": (8.0, "choices of a turn that are looked at more closely, at most 32"),
    "next_share": (0.5, "how much the worth after the next own turn counts, 0 to 1"),
    "budget": (100.0, "games that `search` plays on for one decision"),
    "prior": (8.0, "how many such games the planner's own judgement counts for"),
    "worth_scale": (0.01, "share of a win that one point of worth counts for in that judgement"),
    "margin_scale": (
        0.1,
        "log odds of one point of the final margin, besides the win",
    ),
}

NAMES = tuple(WEIGHTS)
CHOICES, NEXT_SHARE, BUDGET, PRIOR, WORTH_SCALE, MARGIN_SCALE = range(FIRST, FIRST + len(NAMES))
