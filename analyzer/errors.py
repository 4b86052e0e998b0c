"""The one error a user can cause."""


class UsageError(Exception):
    """Input that cannot be used: one line, what is wrong and what is allowed (exit code 2)."""
