"""The errors a user can cause."""


class UsageError(Exception):
    """Input that cannot be used: one line, what is wrong and what is allowed (exit code 2)."""


class StrategyFailure(Exception):  # noqa: N818 - what happened, not what the program did wrong
    """A user's own strategy that went wrong in the middle of a game: one line (exit code 1)."""
