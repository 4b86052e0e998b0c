"""The answer of a tournament: ratings, who beats whom, and where strength depends on the set-up."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pandas as pd

from analyzer.game import SETUP, columns_of
from analyzer.games import get_game
from analyzer.statistics import (
    ALPHA,
    LEVEL,
    BlockTally,
    Budget,
    Estimate,
    Ratings,
    WinMatrix,
    benjamini_hochberg,
    levels_test,
    mean_intervals,
    merge_tallies,
    plackett_luce,
    share_interval,
    share_intervals,
    unpaired_difference,
    win_matrix,
)
from analyzer.studies.common import ALL_CLAIMS, ALL_TOGETHER, ELO_SCALE, Results
from analyzer.studies.tournament import Standings, TournamentSettings
from analyzer.tables import Shown
from analyzer.wording import (
    counted,
    fair_percent,
    listed,
    percent,
    percentage_points,
    plus_minus,
    points,
    round_to_interval,
    scaled,
    seat_name,
)

RATINGS, MEETINGS, SEATS, WINS = "ratings", "meetings", "seats", "wins"
BUDGET = Budget({RATINGS: 1, MEETINGS: 1, SEATS: 1, WINS: 1})
"""How the families of claims share what the study may be wrong in."""
_IN_SUMMARY = 6
_FEWEST_DEALS = 30
"""Deals of a set-up below which its shares are not tested."""
METHOD = (
    "Every line-up is played in every rotation over the seats, all of them on the same deals; what"
    " happened on one deal is one observation. Ratings: Plackett-Luce model of the finishing"
    " orders on the Elo scale, mean zero, with bootstrap intervals over groups of deals; those of"
    " all ratings hold together, and so do those of all differences. Who beats whom: share of games"
    " finished ahead, established if its interval, which holds for all pairs together (Bonferroni),"
    " excludes one half; cycles are listed only if every step of them is established. Ratings,"
    " pairs, seats and shares of wins have a quarter each of the 5 % by which all that is"
    " established may be wrong. A strategy's share in a seat minus that in the other"
    " seats is established if its interval, which holds for all strategies and seats together"
    " (Bonferroni), excludes 0. Set-ups are screened with Benjamini and Hochberg's correction: at"
    " most 5 % of the effects picked are expected to be false."
)

FIGURES = {
    "ratings": Shown("ratings"),
    "matrix": Shown("matrix"),
    "strategies": Shown("strategy_shares"),
    "strategies_by_seat": Shown("strength_by_seat"),
    "strategies_by_setup": Shown("strength_by_setup", split="setup_choice"),
}


def tournament_results(settings: TournamentSettings, found: Standings, games: int) -> Results:
    """Tables and sentences of a finished tournament."""
    names = settings.strategies
    k = len(names)
    ratings = plackett_luce(found.orders, level=BUDGET.level(RATINGS, _n_ratings(k)))
    shares = share_intervals(found.wins, BUDGET.level(WINS))
    matrix = win_matrix(found.pairs, k, BUDGET.alpha_of(MEETINGS))
    screened = _screen(settings, found)
    order = sorted(range(k), key=lambda i: -ratings.elo[i].value)
    seats = _seat_table(settings, found, order)
    setups = _setup_table(settings, found, screened, order)
    verdicts, open_questions = _rating_sentences(names, ratings)
    meetings: list[str] = []
    _meeting_sentences(names, matrix, order, meetings, open_questions)
    verdicts += meetings
    _seat_sentences(seats, meetings, open_questions, settings.players)
    verdicts += [text for text in meetings if text not in verdicts]
    differences = len(verdicts)
    picked: list[str] = []
    _setup_sentences(screened, setups, picked, open_questions)
    return Results(
        study="tournament",
        title=f"Tournament of {k} strategies, {settings.players} players, {settings.ruleset}",
        finding=_finding(settings, shares, ratings, matrix, order),
        summary=_summary(settings, ratings, order, meetings, games),
        verdicts=verdicts,
        not_established=open_questions,
        settings=settings.as_json(),
        method=METHOD,
        tables={
            "ratings": _rating_table(names, ratings, order),
            "matrix": _matrix_table(settings, matrix),
            "strategies": _share_table(settings, shares, order),
            "strategies_by_seat": seats,
            "strategies_by_setup": setups,
            "setup_effects": pd.DataFrame(screened),
        },
        figures=FIGURES,
        games=games,
        outlook=_outlook(matrix, settings),
        intervals=ALL_CLAIMS,
        screened=picked,
        numbers={
            "cycles": [[names[i] for i in cycle] for cycle in matrix.cycles],
            "differences_claimed": differences,
        },
    )


def _n_ratings(k: int) -> int:
    """Claims about the ratings of k strategies: each, and every difference; of two it is one."""
    return 1 if k == 2 else k * (k + 1) // 2


# --- sentences -----------------------------------------------------------------------------------


def _finding(
    settings: TournamentSettings,
    shares: list[Estimate],
    ratings: Ratings,
    matrix: WinMatrix,
    order: list[int],
) -> str:
    """Who is the strongest and by how much, and whether who beats whom goes round."""
    names, best = settings.strategies, order[0]
    share = percent(shares[best], 1 / settings.players)
    equal = fair_percent(1 / settings.players)
    rivals = [names[i] for i in order[1:] if not _is_behind(ratings, i, best)]
    if rivals:
        said = (
            f"{names[best]} is rated highest and wins {share} of its games, where {equal} would be"
            f" equal, but is not established to be stronger than {listed(rivals)}."
        )
    else:
        said = (
            f"{names[best]} is the strongest of {len(names)}: it wins {share} of its games, where"
            f" {equal} would be equal."
        )
    cycles = [" beats ".join(names[i] for i in (*cycle, cycle[0])) for cycle in matrix.cycles[:1]]
    return " ".join([said, *(f"But {cycle}." for cycle in cycles)])


def _is_behind(ratings: Ratings, strategy: int, best: int) -> bool:
    """Whether a strategy is established to be weaker than the best."""
    return ratings.difference(strategy, best).low > 0


def _summary(
    settings: TournamentSettings,
    ratings: Ratings,
    order: list[int],
    verdicts: list[str],
    games: int,
) -> list[str]:
    """The order with ratings, then the claims that are told first."""
    rated = [
        f"{settings.strategies[i]} {scaled(ratings.elo[i], 1.0, '', is_signed=True)}" for i in order
    ]
    said = (
        f"Ratings on the Elo scale ({ELO_SCALE}), from {counted(games, 'game')}: {listed(rated)}."
    )
    return [said, *verdicts[: _IN_SUMMARY - 1]]


def lead_text(lead: Estimate) -> str:
    """A difference of ratings; without an upper end where one of the two always or never won."""
    if math.isinf(lead.high):
        least = round_to_interval(lead.low, lead.value - lead.low)
        return f"at least about {least} Elo, how much more cannot be measured"
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
    names: tuple[str, ...],
    matrix: WinMatrix,
    order: list[int],
    verdicts: list[str],
    open_questions: list[str],
) -> None:
    """Who beats whom, by strategy in the order of their ratings, and cycles in it."""
    beaten: dict[int, list[str]] = {i: [] for i in order}
    for meeting in matrix.meetings:
        a, b, score = meeting.first, meeting.second, meeting.score
        if not meeting.is_established:
            open_questions.append(
                f"{names[a]} against {names[b]}: ahead in {percent(score, 0.5)} of their games."
            )
            continue
        if score.value < 0.5:
            a, b, score = b, a, _turned(score)
        beaten[a].append(f"{names[b]} in {percent(score, 0.5)}")
    for i, whom in beaten.items():
        if whom:
            verdicts.append(f"{names[i]} finishes ahead of {listed(whom)} of their games.")
    for cycle in matrix.cycles:
        steps = " beats ".join(names[i] for i in (*cycle, cycle[0]))
        verdicts.append(f"Not transitive: {steps}, each step established.")
    if not matrix.cycles and len(names) > 2:
        open_questions.append("No cycle (A beats B beats C beats A) is established.")


def _turned(score: Estimate) -> Estimate:
    """The score of the other one."""
    return Estimate(1 - score.value, 1 - score.high, 1 - score.low, score.level, score.n)


def _known_to(table: pd.DataFrame) -> str:
    """How well the worst known share of a table is known."""
    half = float((table["high"] - table["low"]).max()) / 2
    return f"every share is known to ± {percentage_points(plus_minus(half))}"


def _share_text(row: pd.Series) -> str:
    value, low, high = (float(row[name]) for name in ("share", "low", "high"))
    return percent(Estimate(value, low, high, LEVEL, int(row["n"])))


def _setup_sentences(
    screened: list[dict[str, Any]],
    setups: pd.DataFrame,
    picked: list[str],
    open_questions: list[str],
) -> None:
    """By strategy and choice of the set-up, whether the one depends on the other."""
    if not screened:
        open_questions.append(
            "Too few deals to screen set-ups: no choice has two values with at least"
            f" {_FEWEST_DEALS} deals each."
        )
        return
    tested = setups[setups["is_tested"]]
    rest: dict[str, list[str]] = {}
    for line in screened:
        strategy, choice = line["strategy"], line["setup_choice"]
        if not line["is_picked"]:
            rest.setdefault(choice, []).append(strategy)
            continue
        mine = tested[(tested["strategy"] == strategy) & (tested["setup_choice"] == choice)]
        ordered = mine.sort_values("share")
        worst, best = ordered.iloc[0], ordered.iloc[-1]
        picked.append(
            f"How strong {strategy} is depends on {choice}: it wins {_share_text(best)} with"
            f" {best['value']} and {_share_text(worst)} with {worst['value']}."
        )
    if rest:
        n = tested["strategy"].nunique()
        who = [f"{k} ({'all' if len(v) == n else listed(v)})" for k, v in rest.items()]
        is_some = any(line["is_picked"] for line in screened)
        open_questions.append(
            f"{_no_dependence_text('set-up', is_some)}: {listed(who)}; {_known_to(tested)}."
        )


def _no_dependence_text(on: str, is_some: bool) -> str:
    """That nothing is established, or (is_some) nothing more than what was told before."""
    said = f"o dependence of strength on the {on} is established"
    return f"For these n{said}" if is_some else f"N{said}"


def _seat_sentences(
    seats: pd.DataFrame, verdicts: list[str], open_questions: list[str], players: int
) -> None:
    """By strategy, whether it wins more in some seats than in others."""
    rest = []
    for strategy, mine in seats.groupby("strategy", sort=False):
        if not mine["is_established"].any():
            rest.append(str(strategy))
            continue
        apart = mine[mine["is_established"]]
        line = apart.iloc[int(apart["difference"].abs().to_numpy().argmax())]
        value, low, high = (float(line[f"difference{end}"]) for end in ("", "_low", "_high"))
        gap = points(Estimate(value, low, high, LEVEL, int(line["n"])))
        verdicts.append(
            f"How strong {strategy} is depends on its seat: it wins"
            f" {_share_text(line).split(' (')[0]} as {seat_name(line['seat'], players)},"
            f" {gap} compared with its other seats."
        )
    if rest:
        open_questions.append(
            f"{_no_dependence_text('seat', bool(seats['is_established'].any()))}: {listed(rest)};"
            f" {_known_to(seats)}."
        )


def _outlook(matrix: WinMatrix, settings: TournamentSettings) -> list[str]:
    widest = max(matrix.meetings, key=lambda meeting: meeting.score.half_width).score
    return [
        f"Every pair's score is known to ±"
        f" {percentage_points(plus_minus(widest.half_width))} after"
        f" {counted(widest.n, 'deal')}; half of that takes four times the games"
        f" (--games {4 * widest.n * settings.players})."
    ]


# --- screening -----------------------------------------------------------------------------------


def _screen(settings: TournamentSettings, found: Standings) -> list[dict[str, Any]]:
    """Does the strength of a strategy depend on a choice of the set-up?"""
    rows: list[dict[str, Any]] = []
    for column in columns_of(get_game(settings.game), SETUP):
        tallies = [
            tally
            for (name, _), tally in sorted(found.setups.items())
            if name == column.name and tally.count >= _FEWEST_DEALS
        ]
        if len(tallies) < 2:
            continue
        for index, strategy in enumerate(settings.strategies):
            levels = [tally.subset([index]) for tally in tallies]
            test = levels_test(levels)
            rows.append(
                {
                    "strategy": strategy,
                    "setup_choice": column.words,
                    "values": len(levels),
                    "p_value": test.p_value,
                }
            )
    adjusted = benjamini_hochberg([row["p_value"] for row in rows])
    for row, p in zip(rows, adjusted, strict=True):
        row |= {"adjusted_p": float(p), "is_picked": bool(p <= ALPHA)}
    return rows


# --- tables --------------------------------------------------------------------------------------


def _row(estimate: Estimate, games: int, name: str = "share") -> dict[str, Any]:
    ends = {"low": estimate.low, "high": estimate.high}
    return {name: estimate.value, **ends, "n": games}


def _rating_table(names: tuple[str, ...], ratings: Ratings, order: list[int]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"strategy": names[i]}
            | _row(ratings.elo[i], ratings.elo[i].n, "rating")
            | {
                "unit": "Elo",
                "is_behind": _is_behind(ratings, i, order[0]),
                "interval": ALL_TOGETHER,
            }
            for i in order
        ]
    )


def _games_of(settings: TournamentSettings, *strategies: int) -> int:
    """Games of one deal in which all these strategies play."""
    line_ups = [line_up for line_up in settings.line_ups() if set(strategies) <= set(line_up)]
    return len(line_ups) * settings.players


def _whole_p(p: float) -> float:
    """The p-value of a pair, so that readers may compare it with 5 %."""
    return min(1.0, p * ALPHA / BUDGET.alpha_of(MEETINGS))


def _matrix_table(settings: TournamentSettings, matrix: WinMatrix) -> pd.DataFrame:
    names, rows = settings.strategies, []
    for meeting in matrix.meetings:
        e = meeting.score
        games = e.n * _games_of(settings, meeting.first, meeting.second)
        for a, b, score in (
            (meeting.first, meeting.second, e),
            (meeting.second, meeting.first, _turned(e)),
        ):
            rows.append(
                {"strategy": names[a], "opponent": names[b]}
                | _row(score, games)
                | {"fair": 0.5, "adjusted_p": _whole_p(meeting.adjusted_p)}
                | {"is_established": meeting.is_established}
                | {"interval": ALL_TOGETHER}
            )
    return pd.DataFrame(rows)


def _share_table(
    settings: TournamentSettings, shares: list[Estimate], order: list[int]
) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"strategy": settings.strategies[i]}
            | _row(shares[i], shares[i].n * _games_of(settings, i))
            | {"fair": 1 / settings.players}
            | {"interval": ALL_TOGETHER}
            for i in order
        ]
    )


def _difference(estimate: Estimate) -> dict[str, float]:
    """The columns that say how far a share is from that elsewhere."""
    names = ("difference", "difference_low", "difference_high")
    return dict(zip(names, (estimate.value, estimate.low, estimate.high), strict=True))


def _seat_table(settings: TournamentSettings, found: Standings, order: list[int]) -> pd.DataFrame:
    """Wins of every strategy by seat, and by how much they are more there than in other seats."""
    k, n = len(settings.strategies), settings.players
    shares = share_intervals(found.seats)
    elsewhere = np.eye(n) - (1 - np.eye(n)) / (n - 1)
    differences = mean_intervals(
        found.seats.combine(np.kron(np.eye(k), elsewhere)), BUDGET.level(SEATS)
    )
    places = [place for line_up in settings.line_ups() for place in line_up]
    return pd.DataFrame(
        [
            {"strategy": settings.strategies[i], "seat": seat}
            | _row(shares[i * n + seat], found.seats.count * places.count(i))
            | _difference(differences[i * n + seat])
            | {"is_established": not differences[i * n + seat].covers(0.0)}
            | {"interval": "95 % intervals that hold for all of them together"}
            for i in order
            for seat in range(n)
        ]
    )


def _setup_table(
    settings: TournamentSettings, found: Standings, screened: list[dict[str, Any]], order: list[int]
) -> pd.DataFrame:
    """Wins of every strategy by every value of every choice of the set-up, and by how much they
    are more than with all other values."""
    columns = {column.name: column for column in columns_of(get_game(settings.game), SETUP)}
    picked = {(row["strategy"], row["setup_choice"]) for row in screened if row["is_picked"]}
    rows = []
    for (factor, code), tally in sorted(found.setups.items()):
        others = [t for key, t in found.setups.items() if key[0] == factor and key[1] != code]
        choice = columns[factor].words
        for index in order:
            strategy = settings.strategies[index]
            rows.append(
                {"setup_choice": choice, "value": columns[factor].categories[code]}
                | {"strategy": strategy}
                | _row(share_interval(tally, index), tally.count * _games_of(settings, index))
                | _difference(_from_others(tally, others, index))
                | {"fair": 1 / settings.players, "is_tested": tally.count >= _FEWEST_DEALS}
                | {"is_picked": (strategy, choice) in picked, "interval": "95 % intervals"}
            )
    return pd.DataFrame(rows)


def _from_others(tally: BlockTally, others: list[BlockTally], index: int) -> Estimate:
    """A strategy's wins in some deals minus those in all others."""
    rest = merge_tallies(others) if others else BlockTally.empty(tally.k)
    return unpaired_difference(rest.subset([index]), tally.subset([index]))
