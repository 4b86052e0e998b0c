"""The answer of a tournament: ratings, who beats whom, and where strength depends on the set-up."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pandas as pd

from analyzer.games import get_game
from analyzer.statistics import (
    ALPHA,
    LEVEL,
    BlockTally,
    Estimate,
    Ratings,
    WinMatrix,
    benjamini_hochberg,
    holm,
    levels_test,
    mean_test,
    plackett_luce,
    share_interval,
    share_intervals,
    win_matrix,
)
from analyzer.studies.common import Results
from analyzer.studies.quantities import setup_factors
from analyzer.studies.sentences import (
    counted,
    listed,
    p_text,
    percent,
    plus_minus,
    scaled,
    seat_text,
)
from analyzer.studies.tournament import Standings, TournamentSettings

_FEWEST_DEALS = 30
"""Deals of a set-up below which its shares are not tested."""
METHOD = (
    "Every line-up is played in every rotation over the seats, all of them on the same deals; what"
    " happened on one deal is one observation. Ratings: Plackett-Luce model of the finishing"
    " orders on the Elo scale, mean zero, with bootstrap intervals over groups of deals that hold"
    " for all differences together. Who beats whom: share of games finished ahead, tested against"
    " one half with Holm's correction over all pairs; cycles are listed only if every step of them"
    " is established. A strategy's share in a seat is tested against its mean over all seats with"
    " Holm's correction over all of them. Set-ups are screened with Benjamini and Hochberg's"
    " correction: at most 5 % of the effects picked are expected to be false."
)


def tournament_results(settings: TournamentSettings, found: Standings, games: int) -> Results:
    """Tables and sentences of a finished tournament."""
    names = settings.strategies
    k = len(names)
    ratings = plackett_luce(found.orders, level=1 - ALPHA / (k * (k - 1) / 2))
    matrix = win_matrix(found.pairs, k)
    screened = _screen(settings, found)
    by_seat = _screen_seats(settings, found)
    verdicts, open_questions = _rating_sentences(names, ratings)
    _meeting_sentences(names, matrix, verdicts, open_questions)
    _seat_sentences(settings, by_seat, verdicts, open_questions)
    _setup_sentences(screened, verdicts, open_questions)
    assert found.wins is not None
    order = sorted(range(k), key=lambda i: -ratings.elo[i].value)
    return Results(
        study="tournament",
        title=f"Tournament of {k} strategies, {settings.players} players, {settings.ruleset}",
        finding=_finding(settings, found.wins, ratings, order),
        verdicts=verdicts,
        not_established=open_questions,
        settings=settings.as_json(),
        method=METHOD,
        tables={
            "ratings": _rating_table(names, ratings, order),
            "matrix": _matrix_table(settings, matrix),
            "strategies": _share_table(settings, found.wins, order),
            "strategies_by_seat": _seat_table(settings, found, order),
            "strategies_by_setup": _setup_table(settings, found),
            "setup_effects": pd.DataFrame(screened),
        },
        games=games,
        outlook=_outlook(matrix, settings),
        numbers={"cycles": [[names[i] for i in cycle] for cycle in matrix.cycles]},
    )


# --- sentences -----------------------------------------------------------------------------------


def _finding(
    settings: TournamentSettings, wins: BlockTally, ratings: Ratings, order: list[int]
) -> str:
    names, (best, second) = settings.strategies, order[:2]
    share = share_interval(wins, best)
    lead = ratings.difference(second, best)
    ahead = lead_text(lead)
    is_clear = lead.low > 0
    claim = "is the strongest" if is_clear else "is rated highest, though not established to be so"
    return (
        f"{names[best]} {claim} (next {names[second]}: {ahead}); it wins {percent(share)} of its"
        f" games, fair would be {100 / settings.players:.4g} %."
    )


def lead_text(lead: Estimate) -> str:
    """A difference of ratings; without an upper end where the better one was never beaten."""
    if math.isinf(lead.high):
        return "never beaten, so by more Elo than can be measured"
    return scaled(lead, 1.0, " Elo", is_signed=True)


def _rating_sentences(names: tuple[str, ...], ratings: Ratings) -> tuple[list[str], list[str]]:
    """Neighbours in the order of the ratings."""
    order = sorted(range(len(names)), key=lambda i: -ratings.elo[i].value)
    verdicts, open_questions = [], []
    for better, worse in itertools.pairwise(order):
        lead = ratings.difference(worse, better)
        text = lead_text(lead)
        if lead.low > 0:
            verdicts.append(f"{names[better]} is stronger than {names[worse]}: {text}.")
        else:
            open_questions.append(
                f"{names[better]} and {names[worse]} are not told apart by their ratings: {text}."
            )
    return verdicts, open_questions


def _meeting_sentences(
    names: tuple[str, ...], matrix: WinMatrix, verdicts: list[str], open_questions: list[str]
) -> None:
    for cycle in matrix.cycles:
        steps = " beats ".join(names[i] for i in (*cycle, cycle[0]))
        verdicts.append(f"Not transitive: {steps}, each step established.")
    if not matrix.cycles and len(names) > 2:
        open_questions.append("No cycle (A beats B beats C beats A) is established.")
    for meeting in matrix.meetings:
        if not meeting.is_established:
            open_questions.append(
                f"{names[meeting.first]} against {names[meeting.second]}:"
                f" ahead in {percent(meeting.score)} of their games."
            )


def _setup_sentences(
    screened: list[dict[str, Any]], verdicts: list[str], open_questions: list[str]
) -> None:
    if not screened:
        open_questions.append(
            "Too few deals to screen set-ups: no choice has two values with at least"
            f" {_FEWEST_DEALS} deals each."
        )
    rest = []
    for line in screened:
        if line["is_picked"]:
            verdicts.append(
                f"How strong {line['strategy']} is depends on {line['setup_choice']}: from"
                f" {100 * line['smallest']:.1f} to {100 * line['largest']:.1f} % of its games won"
                " (screening)."
            )
        else:
            rest.append(f"{line['strategy']} and {line['setup_choice']}")
    if rest:
        open_questions.append(
            f"No dependence of strength on the set-up is established: {listed(rest)}."
        )


def _seat_sentences(
    settings: TournamentSettings,
    by_seat: list[list[tuple[float, float]]],
    verdicts: list[str],
    open_questions: list[str],
) -> None:
    """By strategy, whether it wins more in some seats than in others."""
    rest = []
    for strategy, seats in zip(settings.strategies, by_seat, strict=True):
        p = min(p for _, p in seats)
        if p > ALPHA:
            rest.append(strategy)
            continue
        shares = [share for share, _ in seats]
        best, worst = shares.index(max(shares)), shares.index(min(shares))
        verdicts.append(
            f"How strong {strategy} is depends on its seat ({p_text(p)}): it wins"
            f" {100 * shares[best]:.1f} % in {seat_text(best)} and {100 * shares[worst]:.1f} % in"
            f" {seat_text(worst)}."
        )
    if rest:
        open_questions.append(
            f"No dependence of strength on the seat is established: {listed(rest)}."
        )


def _outlook(matrix: WinMatrix, settings: TournamentSettings) -> list[str]:
    widest = max(matrix.meetings, key=lambda meeting: meeting.score.half_width).score
    return [
        f"Every pair's score is known to ± {plus_minus(widest.half_width)} percentage points"
        f" after {counted(widest.n, 'deal')}; half of that takes four times the games"
        f" (--games {4 * widest.n * settings.players})."
    ]


# --- screening -----------------------------------------------------------------------------------


def _screen(settings: TournamentSettings, found: Standings) -> list[dict[str, Any]]:
    """Does the strength of a strategy depend on a choice of the set-up?"""
    rows: list[dict[str, Any]] = []
    for factor in setup_factors(get_game(settings.game)):
        tallies = [
            tally
            for (name, _), tally in sorted(found.setups.items())
            if name == factor and tally.count >= _FEWEST_DEALS
        ]
        if len(tallies) < 2:
            continue
        for index, strategy in enumerate(settings.strategies):
            levels = [tally.subset([index]) for tally in tallies]
            test = levels_test(levels)
            means = [float(level.mean[0]) for level in levels]
            rows.append(
                {
                    "strategy": strategy,
                    "setup_choice": factor.replace("_", " "),
                    "values": len(levels),
                    "smallest": min(means),
                    "largest": max(means),
                    "p_value": test.p_value,
                }
            )
    adjusted = benjamini_hochberg([row["p_value"] for row in rows])
    for row, p in zip(rows, adjusted, strict=True):
        row |= {"adjusted_p": float(p), "is_picked": bool(p <= ALPHA)}
    return rows


def _screen_seats(
    settings: TournamentSettings, found: Standings
) -> list[list[tuple[float, float]]]:
    """By strategy and seat: its share of wins there, and the p-value that this is its mean over
    all seats, corrected by Holm over all strategies and seats."""
    assert found.seats is not None
    k, n = len(settings.strategies), settings.players
    contrast = np.kron(np.eye(k), np.eye(n) - 1 / n)
    differences = found.seats.combine(contrast)
    p_values = holm([mean_test(differences, 0.0, index).p_value for index in range(k * n)])
    cells = [(float(s), float(p)) for s, p in zip(found.seats.mean, p_values, strict=True)]
    return [cells[i * n : (i + 1) * n] for i in range(k)]


# --- tables --------------------------------------------------------------------------------------


def _row(estimate: Estimate, games: int, name: str = "share") -> dict[str, Any]:
    ends = {"low": estimate.low, "high": estimate.high}
    return {name: estimate.value, **ends, "n": games}


def _rating_table(names: tuple[str, ...], ratings: Ratings, order: list[int]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"strategy": names[i]}
            | _row(ratings.elo[i], ratings.elo[i].n, "rating")
            | {"unit": "Elo", "interval": "95 % intervals that hold for all differences together"}
            for i in order
        ]
    )


def _games_of(settings: TournamentSettings, *strategies: int) -> int:
    """Games of one deal in which all these strategies play."""
    line_ups = [line_up for line_up in settings.line_ups() if set(strategies) <= set(line_up)]
    return len(line_ups) * settings.players


def _matrix_table(settings: TournamentSettings, matrix: WinMatrix) -> pd.DataFrame:
    names, rows = settings.strategies, []
    for meeting in matrix.meetings:
        e = meeting.score
        games = e.n * _games_of(settings, meeting.first, meeting.second)
        turned = Estimate(1 - e.value, 1 - e.high, 1 - e.low, e.level, e.n)
        for a, b, score in (
            (meeting.first, meeting.second, e),
            (meeting.second, meeting.first, turned),
        ):
            rows.append(
                {"strategy": names[a], "opponent": names[b]}
                | _row(score, games)
                | {"fair": 0.5, "adjusted_p": meeting.adjusted_p}
                | {"is_established": meeting.is_established, "interval": "95 % intervals"}
            )
    return pd.DataFrame(rows)


def _share_table(settings: TournamentSettings, wins: BlockTally, order: list[int]) -> pd.DataFrame:
    shares = share_intervals(wins)
    return pd.DataFrame(
        [
            {"strategy": settings.strategies[i]}
            | _row(shares[i], shares[i].n * _games_of(settings, i))
            | {"fair": 1 / settings.players}
            | {"interval": "95 % intervals that hold for all strategies together"}
            for i in order
        ]
    )


def _seat_table(settings: TournamentSettings, found: Standings, order: list[int]) -> pd.DataFrame:
    assert found.seats is not None
    n, shares = settings.players, share_intervals(found.seats)
    places = [place for line_up in settings.line_ups() for place in line_up]
    return pd.DataFrame(
        [
            {"group": settings.strategies[i], "seat": seat}
            | _row(shares[i * n + seat], found.seats.count * places.count(i))
            | {"interval": "95 % intervals that hold for all of them together"}
            for i in order
            for seat in range(n)
        ]
    )


def _setup_table(settings: TournamentSettings, found: Standings) -> pd.DataFrame:
    """Wins of every strategy by every value of every choice of the set-up."""
    factors = setup_factors(get_game(settings.game))
    rows = []
    for (factor, code), tally in sorted(found.setups.items()):
        for index, strategy in enumerate(settings.strategies):
            share = share_interval(tally, index, LEVEL)
            rows.append(
                {"setup_choice": factor, "value": factors[factor][code], "strategy": strategy}
                | _row(share, tally.count * _games_of(settings, index))
                | {"fair": 1 / settings.players, "interval": "95 % intervals"}
            )
    return pd.DataFrame(rows)
