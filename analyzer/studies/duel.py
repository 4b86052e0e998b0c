"""Which of two strategies is better? A sequential test that stops as soon as that is decided.

A holds one seat and B all others; every deal is played once with A in each seat. After every look
the generalised SPRT of `analyzer.statistics.sprt` says A, B, undecided, or go on. The looks are at
fixed numbers of deals, so that a duel that was stopped ends where it would have ended.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.playing.run import Run
from analyzer.statistics import (
    ALPHA,
    BlockScores,
    BlockTally,
    DuelState,
    Estimate,
    Verdict,
    bounded_sequences,
    elo_of_score,
    expected_duel_blocks,
)
from analyzer.statistics import duel as test_duel
from analyzer.studies.common import (
    Amount,
    Context,
    Phase,
    Results,
    affordable_games,
    play_phase,
    raised_note,
    study_folder,
)
from analyzer.tables import Shown
from analyzer.tally.blocks import blocks_of
from analyzer.tally.cell_tally import tally_unit
from analyzer.tally.quantities import of_place
from analyzer.tally.runs import pieces
from analyzer.wording import counted, percent, percentage_points, scaled

MARGIN = 0.02
"""The smallest difference of A's score from a fair one that matters, unless told."""
_FIRST_LOOK = 100  # deals
_LOOK_SHARE = 5  # the next look comes after a fifth more deals
_MOST_TIMES = 12  # times the deals expected for a difference of the margin, unless told
METHOD = (
    "A holds one seat, B all others, and every deal is played once with A in each seat: these games"
    " are one observation. Two generalised sequential probability ratio tests, of a fair score"
    " against one better and one worse by the margin, are looked at after fixed numbers of deals."
    " Of equals A or B is named with probability at most 5 %; of players that differ by the margin"
    " or more the wrong one with at most 2.5 %, and none with at most 5 % if the games suffice. The"
    " interval of the score is a confidence sequence, so that stopping early does not spoil it."
)


@dataclass(frozen=True, slots=True)
class DuelSettings:
    """What is asked: is A better than B by `margin` of the score (wins by seat, fair 1/n)?"""

    game: str
    players: int
    ruleset: str
    a: str
    b: str
    overrides: tuple[tuple[str, object], ...] = ()

    def cell(self) -> Cell:
        """A in one seat, B in all others, rotated."""
        line_up = (self.a, *(self.b,) * (self.players - 1))
        cell = Cell(self.game, self.players, self.ruleset, line_up, self.overrides, rotate=True)
        return get_game(self.game).check(cell)

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return {**asdict(self), "overrides": dict(self.overrides)}


@dataclass(frozen=True, slots=True)
class Look:
    """Where the duel stood after a number of deals."""

    state: DuelState
    score: Estimate


def make_sizes(cell: Cell, amount: Amount, context: Context) -> dict[str, Any]:
    """The margin, and the most deals that are played."""
    n = cell.players
    margin = amount.precision or MARGIN
    if not margin < min(1 / n, 1 - 1 / n):
        raise UsageError(f"a margin of {margin} is not possible; allowed: below {1 / n:.4g}")
    if amount.games is not None:
        most = -(-amount.games // n)
    elif amount.budget is not None:
        most = affordable_games(context, amount.budget, cell) // n
    else:
        most = planned_deals(margin, n)
    return {"margin": margin, "deals": max(most, 2)}


def planned_deals(margin: float, n: int) -> int:
    """The most deals of a duel that is told the margin only."""
    return max(_MOST_TIMES * expected_duel_blocks(margin, _variance(n)), 2)


def _variance(n: int) -> float:
    """Variance of A's score over the n games of a deal, were they independent and A an equal."""
    return (1 / n) * (1 - 1 / n) / n


def looks(most: int) -> Iterator[int]:
    """The numbers of deals after which the duel is looked at."""
    deals = min(_FIRST_LOOK, most)
    while deals < most:
        yield deals
        deals += max(deals // _LOOK_SHARE, 1)
    yield most


def duel(settings: DuelSettings, amount: Amount, context: Context) -> Results:
    """Plays until the question is decided and says how."""
    cell = settings.cell()
    if cell.strategies[0] == cell.strategies[1]:
        raise UsageError(f"a duel needs two different strategies, not {settings.a} twice")
    asked = {"settings": settings.as_json(), "amount": amount.as_json()}
    with study_folder(context, "duel", asked, lambda: make_sizes(cell, amount, context)) as sizes:
        most = sizes["deals"] * cell.players
        note = raised_note(amount, most)
        context.show_plan([Phase("games", (cell,), most, is_most=True, note=note)])
        found = _play(cell, context, sizes)
        return _results(settings, cell, sizes, found)


def _play(cell: Cell, context: Context, sizes: dict[str, Any]) -> list[Look]:
    """Plays from look to look until there is a verdict or the games are used up."""
    n, unit = cell.players, tally_unit(cell)
    scores, found = np.empty(0), []
    # Fixed before anything is seen: tightest where a duel of clearly unequal players ends.
    best_at = max(_FIRST_LOOK, expected_duel_blocks(sizes["margin"], _variance(n)) // 4)
    for deals in looks(sizes["deals"]):
        if len(scores) < deals:
            run = play_phase(context, Phase("games", (cell,), deals * n), is_open=True)
            scores = _scores(run)
        seen = BlockScores.of_blocks(scores[:deals], unit)
        state = test_duel(seen, sizes["margin"], 1 / n)
        tally = BlockTally.of_blocks(scores[:deals], unit)
        found.append(Look(state, bounded_sequences(tally, 1 / n, best_at=best_at)[0]))
        if state.verdict is not Verdict.CONTINUE:
            break
    return found


def _scores(run: Run) -> np.ndarray:
    """A's mean score in every stored deal."""
    wins, n = of_place("win", 0), run.cells[0].players
    return np.concatenate(
        [blocks_of(rows, [wins], n)[:, 0] for (rows,) in pieces(run, [0], wins.columns)]
    )


def _results(
    settings: DuelSettings, cell: Cell, sizes: dict[str, Any], found: list[Look]
) -> Results:
    last = found[-1]
    deals, verdict = last.state.n, last.state.verdict
    if verdict is Verdict.CONTINUE:
        verdict = Verdict.UNDECIDED
    a, b = cell.strategies[:2]
    score, fair = percent(last.score), f"{100 / cell.players:.4g} %"
    played = f"after {counted(deals, 'deal')} ({counted(deals * cell.players, 'game')})"
    margin = percentage_points(f"{100 * sizes['margin']:.3g}")
    verdicts, open_questions = [], []
    if verdict in (Verdict.A, Verdict.B):
        better, worse = (a, b) if verdict is Verdict.A else (b, a)
        finding = f"{better} is better than {worse}: {a} wins {score}, fair would be {fair}."
        verdicts.append(f"{better} is better than {worse}, decided {played}.")
    elif last.state.verdict is Verdict.UNDECIDED:
        finding = f"Neither {a} nor {b} is better by {margin}: {a} wins {score}."
        verdicts.append(f"Neither is better by {margin} or more, decided {played}.")
        open_questions.append(f"Whether one is better by less than {margin}.")
    else:
        finding = f"Undecided between {a} and {b}: {a} wins {score}, fair would be {fair}."
        open_questions.append(
            f"Which one is better, or that neither is by {margin}: not decided {played}."
        )
    return Results(
        study="duel",
        title=f"{a} against {b}, {settings.players} players, {settings.ruleset}",
        finding=finding,
        verdicts=verdicts,
        not_established=open_questions,
        settings={**settings.as_json(), "margin": sizes["margin"], "alpha": ALPHA},
        method=METHOD,
        tables={"looks": _table(cell, found), "duel": _pair_table(cell, last)},
        figures={"looks": Shown("duel_path"), "duel": Shown("matrix")},
        games=deals * cell.players,
        outlook=_outlook(cell, sizes, last, verdict),
        numbers={"verdict": str(verdict), "deals": deals, "elo": _elo(cell, last.score)},
    )


def _elo(cell: Cell, score: Estimate) -> list[float] | None:
    """Elo difference with its interval; only two players have one."""
    if cell.players != 2:
        return None
    return [elo_of_score(x) for x in (score.value, score.low, score.high)]


def _outlook(cell: Cell, sizes: dict[str, Any], last: Look, verdict: Verdict) -> list[str]:
    said = []
    elo = _elo(cell, last.score)
    if elo is not None and all(map(math.isfinite, elo)):
        estimate = Estimate(elo[0], elo[1], elo[2], last.score.level, last.score.n)
        said.append(f"In Elo: {scaled(estimate, 1.0, '', is_signed=True)}.")
    if verdict is Verdict.UNDECIDED:
        half = float(f"{sizes['margin'] / 2:.3g}")
        most = planned_deals(half, cell.players) * cell.players
        said.append(
            f"To tell players apart that differ by {percentage_points(f'{100 * half:.3g}')}"
            f" takes at most {most:,} games (--precision {half:g})."
        )
    return said


def _table(cell: Cell, found: list[Look]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "deals": look.state.n,
                "share": look.score.value,
                "low": look.score.low,
                "high": look.score.high,
                "n": look.state.n * cell.players,
                "llr_a": look.state.for_a.llr,
                "llr_b": look.state.for_b.llr,
                "lower": look.state.for_a.lower,
                "upper": look.state.for_a.upper,
                "verdict": str(look.state.verdict),
                "interval": "95 % confidence sequence",
            }
            for look in found
        ]
    )


def _pair_table(cell: Cell, last: Look) -> pd.DataFrame:
    score = last.score
    return pd.DataFrame(
        [
            {
                "strategy": cell.strategies[0],
                "opponent": cell.strategies[1],
                "share": score.value,
                "low": score.low,
                "high": score.high,
                "n": last.state.n * cell.players,
                "fair": 1 / cell.players,
                "interval": "95 % confidence sequence",
            }
        ]
    )
