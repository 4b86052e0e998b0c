"""Which of two strategies is better? A sequential test that stops as soon as that is decided.

A holds one seat and B all others; every deal is played once with A in each seat. After every look
the test of `analyzer.statistics.duels` says A, B, undecided, or go on, and its interval is the one
that is told. The looks are at fixed numbers of deals, so that a duel that was stopped ends where it
would have ended.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
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
    DuelState,
    DuelTest,
    Estimate,
    Verdict,
    elo_of_score,
)
from analyzer.studies.common import (
    ELO_SCALE,
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
from analyzer.wording import counted, fair_percent, percent, percentage_points, scaled, sentence

MARGIN = 0.02
"""The smallest difference of A's score from a fair one that matters, unless told."""
_FIRST_LOOK = 100  # deals
_LOOK_SHARE = 5  # the next look comes after a fifth more deals
_MOST_TIMES = 12  # times the deals expected for a difference of the margin, unless told
_DECIDED = {
    Verdict.A: "the test had decided for one of them",
    Verdict.B: "the test had decided for one of them",
    Verdict.UNDECIDED: "the test had decided that neither is better by the margin",
    Verdict.CONTINUE: "the games were used up before the test had decided",
}
INTERVAL = "95 % interval of the duel's own test, valid at every look"
METHOD = (
    "A holds one seat, B all others, and every deal is played once with A in each seat: these games"
    " are one observation. One sequential test gives verdict and interval: the interval holds the"
    " scores against which bets on A and bets on B have both failed to grow fortyfold, so that it"
    " misses the true score at any look with probability at most 5 %. A (or B) is better once the"
    " interval lies above (below) the fair score; neither is by the margin once it lies within the"
    " margin. Of equals A or B is therefore named with probability at most 5 %, and of players that"
    " differ by the margin or more the wrong one or none with at most 2.5 % each. A duel ends when"
    " it looks decided, which pushes the plain share of wins outwards: the estimate told is the"
    " score with which half of such duels would have ended above this one."
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


def make_sizes(cell: Cell, amount: Amount, context: Context) -> dict[str, Any]:
    """The margin, and the most deals that are played."""
    n = cell.players
    margin = amount.margin or amount.precision or MARGIN
    if not margin < min(1 / n, 1 - 1 / n):
        raise UsageError(f"a margin of {margin} is not possible; allowed: below {1 / n:.4g}")
    if amount.games is not None:
        most = -(-amount.games // n)
    elif amount.budget is not None:
        most = affordable_games(context, amount.budget, cell) // n
    else:
        most = planned_deals(margin, n)
    return {"margin": margin, "deals": max(most, 2)}


def test_of(margin: float, n: int) -> DuelTest:
    """The duel of n players. Its variance is that of A's score over the n games of a deal, were
    they independent and A an equal."""
    return DuelTest(margin, 1 / n, (1 / n) * (1 - 1 / n) / n)


def planned_deals(margin: float, n: int) -> int:
    """The most deals of a duel that is told the margin only."""
    return max(_MOST_TIMES * test_of(margin, n).expected_blocks(), 2)


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
        found, unbiased = _play(cell, context, sizes)
        return _results(settings, cell, sizes, found, unbiased)


def _play(cell: Cell, context: Context, sizes: dict[str, Any]) -> tuple[list[DuelState], float]:
    """Plays from look to look until there is a verdict or the games are used up.

    The looks, and the median-unbiased score of A after the last one.
    """
    n, unit = cell.players, tally_unit(cell)
    test, planned = test_of(sizes["margin"], n), list(looks(sizes["deals"]))
    scores, found = np.empty(0), []
    for deals in planned:
        if len(scores) < deals:
            run = play_phase(context, Phase("games", (cell,), deals * n), is_open=True)
            scores = _scores(run)
        seen = BlockScores.of_blocks(scores[:deals], unit)
        found.append(test.look(seen))
        if found[-1].verdict is not Verdict.CONTINUE:
            break
    return found, test.median_unbiased(seen, planned)


def _scores(run: Run) -> np.ndarray:
    """A's mean score in every stored deal."""
    wins, n = of_place("win", 0), run.cells[0].players
    return np.concatenate(
        [blocks_of(rows, [wins], n)[:, 0] for (rows,) in pieces(run, [0], wins.columns)]
    )


def _results(
    settings: DuelSettings,
    cell: Cell,
    sizes: dict[str, Any],
    found: list[DuelState],
    unbiased: float,
) -> Results:
    last = found[-1]
    deals, verdict = last.n, last.verdict
    told = replace(last.score, value=unbiased)
    if verdict is Verdict.CONTINUE:
        verdict = Verdict.UNDECIDED
    a, b = cell.strategies[:2]
    score, fair = percent(told, 1 / cell.players), fair_percent(1 / cell.players)
    others = f" against {cell.players - 1} {b} players" if cell.players > 2 else ""
    wins = f"{a} wins {score} of the games{others}, where {fair} would be equal"
    played = f"after {counted(deals, 'deal')} ({counted(deals * cell.players, 'game')})"
    margin = percentage_points(f"{100 * sizes['margin']:.3g}")
    verdicts, open_questions = [], []
    if verdict in (Verdict.A, Verdict.B):
        better, worse = (a, b) if verdict is Verdict.A else (b, a)
        finding = f"{better} is better than {worse}: {wins}."
        verdicts.append(f"{better} is better than {worse}, decided {played}.")
    elif last.verdict is Verdict.UNDECIDED:
        finding = f"Neither {a} nor {b} is better by {margin}: {wins}."
        verdicts.append(f"Neither is better by {margin} or more, decided {played}.")
        open_questions.append(f"Whether one is better by less than {margin}.")
    else:
        finding = f"Undecided between {a} and {b}: {wins}."
        open_questions.append(
            f"Which one is better, or that neither is by {margin}: not decided {played}."
        )
    return Results(
        study="duel",
        title=f"{a} against {b}, {settings.players} players, {settings.ruleset}",
        finding=finding,
        summary=[f"{sentence(played)} {_DECIDED[last.verdict]}.", *_elo_text(cell, told)],
        verdicts=verdicts,
        not_established=open_questions,
        settings={**settings.as_json(), "margin": sizes["margin"], "alpha": ALPHA},
        method=METHOD,
        tables={"looks": _table(cell, found), "duel": _pair_table(cell, told)},
        figures={"looks": Shown("duel_path")},
        games=deals * cell.players,
        outlook=_outlook(cell, sizes, verdict),
        numbers={
            "verdict": str(verdict),
            "deals": deals,
            "elo": _elo(cell, told),
            "score": [told.value, told.low, told.high],
            "share_of_wins": last.score.value,
            "margin": sizes["margin"],
        },
    )


def _elo(cell: Cell, score: Estimate) -> list[float] | None:
    """Elo difference with its interval; only two players have one."""
    if cell.players != 2:
        return None
    return [elo_of_score(x) for x in (score.value, score.low, score.high)]


def _elo_text(cell: Cell, told: Estimate) -> list[str]:
    """The difference on the scale that chess players know."""
    elo = _elo(cell, told)
    if elo is None or not all(map(math.isfinite, elo)):
        return []
    estimate = Estimate(elo[0], elo[1], elo[2], told.level, told.n)
    lead = scaled(estimate, 1.0, "", is_signed=True)
    return [
        f"Lead of {cell.strategies[0]} over {cell.strategies[1]} on the Elo scale ({ELO_SCALE}):"
        f" {lead}."
    ]


def _outlook(cell: Cell, sizes: dict[str, Any], verdict: Verdict) -> list[str]:
    if verdict is not Verdict.UNDECIDED:
        return []
    half = float(f"{sizes['margin'] / 2:.3g}")
    most = planned_deals(half, cell.players) * cell.players
    return [
        f"To tell players apart that differ by {percentage_points(f'{100 * half:.3g}')}"
        f" takes at most {most:,} games (--margin {half:g})."
    ]


def _table(cell: Cell, found: list[DuelState]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "strategy": cell.strategies[0],
                "opponent": cell.strategies[1],
                "deals": look.n,
                "share": look.score.value,
                "low": look.score.low,
                "high": look.score.high,
                "n": look.n * cell.players,
                "fair": 1 / cell.players,
                "llr_a": look.for_a,
                "llr_b": look.for_b,
                "upper": look.needed,
                "verdict": str(look.verdict),
                "interval": INTERVAL,
            }
            for look in found
        ]
    )


def _pair_table(cell: Cell, told: Estimate) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "strategy": cell.strategies[0],
                "opponent": cell.strategies[1],
                "share": told.value,
                "low": told.low,
                "high": told.high,
                "n": told.n * cell.players,
                "fair": 1 / cell.players,
                "interval": INTERVAL,
            }
        ]
    )
