"""The errors a user can cause."""

from __future__ import annotations

from collections.abc import Iterable


class UsageError(Exception):
    """Input that cannot be used: one line, what is wrong and what is allowed (exit code 2)."""


class Mistakes(UsageError):  # noqa: N818 - what is in the file
    """Everything that is wrong in a file, one line for every mistake."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__("; ".join(mistakes))
        self.mistakes = mistakes


class StrategyFailure(Exception):  # noqa: N818 - what happened, not what the program did wrong
    """A user's own strategy that went wrong in the middle of a game: one line (exit code 1)."""


def nearest(word: object, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a complaint about an unknown word: what may have been meant, or what there is.

    otherwise: said instead of what there is.
    """
    import difflib  # only those who mistype wait for it

    known = list(known)
    near = difflib.get_close_matches(str(word), known, n=1)
    if near:
        return f"; did you mean {near[0]}?"
    if otherwise:
        return otherwise
    return f"; known are {', '.join(known)}" if known else "; nothing can be set here"
