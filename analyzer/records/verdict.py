"""What a judge says of a recorded game."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.records.errors import shown


@dataclass(frozen=True, slots=True)
class Verdict:
    """Accepted, or the first violation: where it is and why."""

    accepted: bool
    reason: str | None = None
    part: str | None = None
    turn: int | None = None
    action_index: int | None = None
    action: str | None = None

    def __str__(self) -> str:
        if self.accepted:
            return "accepted"
        where = self.part or "record"
        if self.turn is not None:
            where = f"{'final round, entry' if self.part == 'final' else 'turn'} {self.turn}"
        if self.action is not None:
            where += f", action {self.action_index} {shown(self.action)}"
        return f"rejected: {where}: {self.reason}"
