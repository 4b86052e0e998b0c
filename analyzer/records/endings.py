"""How a recorded game came out, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.wording import listed, seat_label


def ending_sentence(why: str, result: Mapping[str, Any], names: Sequence[str]) -> str:
    """Why a game ended, who won and with how many points; `result`: the block of its record."""
    winners = [seat_label(s, names) for s, rank in enumerate(result["ranks"]) if rank == 1]
    scores = result["scores"]
    verb = "wins" if len(winners) == 1 else "share the win"
    if scores.count(max(scores)) > len(winners):
        verb += " on the tie-break"
    who = f"{listed(winners)} {verb} with {max(scores)} points"
    by_seat = " to ".join(str(score) for score in scores)
    return f"The game ends: {why}; {who} ({by_seat} in order of play)."
