"""What can be wrong with an action or with a record."""

from __future__ import annotations


class IllegalAction(Exception):  # noqa: N818 - what it is, in the words of the rules
    """An action that the rules forbid here; `reason` is one sentence for a human."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MalformedAction(IllegalAction):
    """A text that is no action at all."""


class RecordViolation(Exception):  # noqa: N818 - a finding, not a failure
    """The first thing in a record that is malformed or against the rules.

    `part` is the part of the record ("record", "setup", "turns", "final" or "result"), `turn` the
    0-based index in `turns` (or in `final`), `action` the text of the action and `action_index`
    its 0-based place in the entry.
    """

    def __init__(
        self,
        part: str,
        reason: str,
        turn: int | None = None,
        action_index: int | None = None,
        action: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.part = part
        self.reason = reason
        self.turn = turn
        self.action_index = action_index
        self.action = action


def printable(text: str) -> str:
    """A text as ASCII, everything else escaped."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def shown(value: object, limit: int = 60) -> str:
    """A value as short printable ASCII, whatever it is, for use in a reason."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):
        return f"something unprintable ({type(value).__name__})"
    return text if len(text) <= limit else text[: limit - 3] + "..."
