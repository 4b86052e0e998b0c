"""Who beats whom, and circles in it: A beats B, B beats C, C beats A."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.errors import UsageError
from analyzer.statistics.estimates import ALPHA, Estimate, FloatArray, bonferroni
from analyzer.statistics.intervals import mean_test, share_interval
from analyzer.statistics.tallies import BlockTally


@dataclass(frozen=True, slots=True)
class Meeting:
    """How `first` scored against `second` (1 ahead, 1/2 shared, 0 behind), and whether the
    difference from 1/2 is established. Interval and p-value hold for all pairs together
    (Bonferroni), so that what is established has an interval without 1/2."""

    first: int
    second: int
    score: Estimate
    adjusted_p: float
    is_established: bool


@dataclass(frozen=True, slots=True)
class WinMatrix:
    """All meetings; `share` (k, k) row's score against column, NaN where they did not meet."""

    share: FloatArray
    meetings: list[Meeting]
    cycles: list[tuple[int, ...]]

    @property
    def beats(self) -> npt.NDArray[np.bool_]:
        """(k, k): row established to be ahead of column."""
        return _established_edges(self.meetings, len(self.share))


def _established_edges(meetings: list[Meeting], k: int) -> npt.NDArray[np.bool_]:
    edges = np.zeros((k, k), dtype=np.bool_)
    for meeting in meetings:
        if meeting.is_established:
            ahead = meeting.score.value > 0.5
            a, b = (meeting.first, meeting.second) if ahead else (meeting.second, meeting.first)
            edges[a, b] = True
    return edges


def win_matrix(
    tallies: Mapping[tuple[int, int], BlockTally],
    k: int,
    alpha: float = ALPHA,
    longest_cycle: int = 4,
) -> WinMatrix:
    """Scores of all pairs of k strategies and the non-transitive cycles among them.

    `tallies` maps each pair (a, b) once to its block means of a's score against b. A cycle is
    listed only if every edge of it is established: the chance that any cycle listed contains a
    false edge is at most alpha. adjusted_p: at most `alpha` where a pair is told apart.
    """
    pairs = sorted(tallies)
    if len({frozenset(pair) for pair in pairs}) != len(pairs):
        raise UsageError("a pair of strategies is given twice; each pair is allowed once")
    if any(a == b or not (0 <= a < k and 0 <= b < k) for a, b in pairs):
        raise UsageError(f"a pair names no two different strategies from 0 to {k - 1}")
    share = np.full((k, k), np.nan)
    meetings = []
    for a, b in pairs:
        p = min(1.0, len(pairs) * mean_test(tallies[a, b], 0.5).p_value)
        score = share_interval(tallies[a, b], level=bonferroni(1 - alpha, len(pairs)))
        share[a, b], share[b, a] = score.value, 1 - score.value
        meetings.append(Meeting(a, b, score, p, p <= alpha and not score.covers(0.5)))
    cycles = list(simple_cycles(_established_edges(meetings, k), longest_cycle))
    return WinMatrix(share, meetings, cycles)


def simple_cycles(edges: npt.NDArray[np.bool_], longest: int = 4) -> Iterator[tuple[int, ...]]:
    """Every simple cycle of 3 to `longest` nodes, once, from its smallest node, shorter first."""
    k = len(edges)

    def walk(path: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
        if len(path) == length:
            if edges[path[-1], path[0]]:
                yield path
            return
        for node in range(path[0] + 1, k):
            if edges[path[-1], node] and node not in path:
                yield from walk((*path, node), length)

    for length in range(3, longest + 1):
        for start in range(k):
            yield from walk((start,), length)
