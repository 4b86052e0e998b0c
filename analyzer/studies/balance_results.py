"""The answer of a balance study: tables, tests and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.games import get_game
from analyzer.statistics import (
    LEVEL,
    MARGIN,
    Budget,
    Estimate,
    deviation,
    fairness_gain,
    goodman_intervals,
    judge,
    mean_intervals,
    predicted,
    seats_test,
    tellable_deviation,
    unfairness,
)
from analyzer.statistics.planning import POWER
from analyzer.studies.balance import CONFIRMATION, SEATS, BalanceSettings, Level, budget_of
from analyzer.studies.balance_sentences import (
    PRINTED,
    Confirmed,
    Judged,
    Words,
    answer,
    confirmed_parts,
    fairest_sentence,
    headline,
    level_sentences,
    outlook,
    possible,
    printed_sentence,
    shares_of,
    words_of,
    worth_sentences,
)
from analyzer.studies.claims import Claim, policy_sentences
from analyzer.studies.common import ALL_CLAIMS, ALL_TOGETHER, Results
from analyzer.studies.strongest import are_rated
from analyzer.studies.vectors import Vector, vector_text
from analyzer.tables import Shown
from analyzer.wording import percent

TOGETHER = "95 % intervals that hold for all seats together"
MODEL = "95 % intervals of the model of all scales"
METHOD = (
    "All seats play the same strategy and every game is a deal of its own. Win shares: Goodman's"
    " simultaneous 95 % intervals. Everything that is established shares one chance of 5 % to be"
    " wrong: half of it goes to the seats, a quarter each to the worth of one more and to the"
    " comparison with the fairest scale (all of it to the seats without a map), and each part is"
    " shared equally by skill levels and seats. Fair within a margin: all intervals of a level,"
    " corrected so, lie inside it; unfair: one of them lies beyond it. The map is a multinomial"
    " logit model of all scales, its games put where they tell most about the fairest; a"
    " chi-square test says whether the model fits. Fairest is the scale that the model expects to"
    " be fairest; the typical (root mean square) deviation of its seats is compared with that of"
    " the printed (or given) one on deals that nothing was chosen by, one-sided."
)

FIGURES = {
    "seats": Shown("seat_shares"),
    "map": Shown("handicap_map"),
    "worth": Shown("handicap_worth"),
    "confirmation": Shown("confirmation"),
}


def judged(levels: Sequence[Level], margin: float, budget: Budget) -> list[Judged]:
    """Every level by the margin."""
    each = budget.level(SEATS, len(levels))
    p_values = budget.holm(SEATS, [seats_test(level.wins).p_value for level in levels])
    found = []
    for level, p in zip(levels, p_values, strict=True):
        shares = goodman_intervals(level.wins.total / level.wins.unit, each)
        deviations = [deviation(share, 1 / level.wins.k) for share in shares]
        found.append(Judged(shares, judge(deviations, margin), p))
    return found


def balance_results(
    settings: BalanceSettings, printed: Vector, levels: Sequence[Level], margin: float = MARGIN
) -> Results:
    """Tables and sentences of a finished study."""
    budget = budget_of(any(level.worth is not None for level in levels))
    words = words_of(settings, printed)
    seen = judged(levels, margin, budget)
    confirmed = _confirmations(levels, budget)
    verdicts: list[str] = []
    open_questions: list[str] = []
    differences = sum(level.seats.relevance.is_real for level in seen)
    for level, told in zip(levels, seen, strict=True):
        said = printed_sentence(words, level, told)
        (verdicts if told.seats.relevance.is_claim else open_questions).append(said)
        if level.worth is not None:
            for is_claim, said in worth_sentences(words, level).items():
                (verdicts if is_claim else open_questions).append(said)
                differences += is_claim
            claim, is_claim = fairest_sentence(words, level, confirmed)
            (verdicts if is_claim else open_questions).append(claim)
            differences += is_claim
    turned, not_turned = level_sentences(words, levels, seen)
    if not settings.parameter:
        not_turned = [*not_turned, _no_handicap(settings)]
    policy = policy_sentences(
        [level.strategy for level in levels],
        [[Claim("wins of the start player", told.shares[0], percent, 0) for told in seen]],
        are_rated(settings.game, settings.players, settings.strategies),
    )
    return Results(
        study="balance",
        title=f"Balance of {words.many}, {settings.players} players, {settings.ruleset}",
        finding=headline(words, levels, seen, confirmed),
        summary=answer(words, levels, seen, confirmed, policy),
        verdicts=[*verdicts, *turned],
        not_established=[*open_questions, *not_turned],
        settings={**settings.as_json(), "printed": list(printed), "margin": margin},
        method=METHOD,
        tables=_tables(words, levels, seen, confirmed),
        figures=FIGURES,
        games=sum(level.games for level in levels),
        outlook=outlook(settings, words, levels),
        policy=policy,
        intervals=ALL_CLAIMS,
        numbers={
            **_numbers(levels, seen, confirmed),
            "margin": margin,
            "fair_within": seen[0].seats.within,
            "differences_claimed": differences,
        },
    )


def _no_handicap(settings: BalanceSettings) -> str:
    return (
        f"{get_game(settings.game).title} has no handicap by seat: the seats were measured as they"
        " are, and nothing was tried that would make up for their order."
    )


# --- tests ---------------------------------------------------------------------------------------


def _confirmations(levels: Sequence[Level], budget: Budget) -> dict[str, Confirmed]:
    """By strategy how the fairest vector did on fresh deals."""
    tested = [(level, level.confirmed) for level in levels if level.confirmed is not None]
    if not tested:
        return {}
    alpha = budget.alpha_of(CONFIRMATION) / len(tested)
    found = [fairness_gain(wins, alpha) for _, wins in tested]
    adjusted = budget.holm(CONFIRMATION, [p for _, p in found])
    return {
        level.strategy: Confirmed(
            gain, p, tellable_deviation(wins.count, wins.k // 2, POWER, alpha)
        )
        for (level, wins), (gain, _), p in zip(tested, found, adjusted, strict=True)
    }


def _numbers(
    levels: Sequence[Level], seen: Sequence[Judged], confirmed: dict[str, Confirmed]
) -> dict[str, Any]:
    """The numbers behind the sentences, by skill level."""
    told = {}
    for level, mine in zip(levels, seen, strict=True):
        size = unfairness(level.wins)
        found = confirmed.get(level.strategy)
        told[level.strategy] = {
            "p_value": mine.p_value,
            "verdict": str(mine.seats.relevance),
            "fair_within": mine.seats.within,
            "largest_deviation": [size.largest.value, size.largest.low, size.largest.high],
            "rms_deviation": [size.rms.value, size.rms.low, size.rms.high],
            "half_width": max(share.half_width for share in shares_of(level.wins)),
            "fairest": list(level.fairest) if level.fairest else None,
            "still_in_race": len(level.contenders),
            "fit_p_value": level.fit.p_value if level.fit else None,
            "confirmation_p_value": found.p_value if found else None,
            "fairer_by": [found.gain.value, found.gain.low] if found else None,
            "tellable": found.tellable if found else None,
        }
    return told


# --- tables --------------------------------------------------------------------------------------


def _row(estimate: Estimate, name: str = "share") -> dict[str, Any]:
    ends = {"low": estimate.low, "high": estimate.high}
    return {name: estimate.value, **ends, "n": estimate.n}


def _tables(
    words: Words, levels: Sequence[Level], seen: Sequence[Judged], confirmed: dict[str, Confirmed]
) -> dict[str, pd.DataFrame]:
    printed = words.printed
    tables = {"seats": _seats(printed, levels, seen), "seat_means": _seat_means(levels)}
    if levels[0].worth is not None:
        tables["map"] = _map_table(printed, levels, words.role == PRINTED)
        tables["map_seats"] = _map_seats(levels)
        tables["worth"] = _worth_table(levels)
    if confirmed:
        tables["confirmation"] = _confirmation_table(words, levels, confirmed)
    return tables


def _seats(printed: Vector, levels: Sequence[Level], seen: Sequence[Judged]) -> pd.DataFrame:
    """The shares of which is said whether they are fair, with the intervals that decide it."""
    return pd.DataFrame(
        [
            {"group": level.strategy, "level": level.strategy, "seat": seat}
            | _handicap(printed[seat : seat + 1])
            | _row(share)
            | {"fair": 1 / level.wins.k, "interval": ALL_TOGETHER}
            for level, told in zip(levels, seen, strict=True)
            for seat, share in enumerate(told.shares)
        ]
    )


def _handicap(of_seat: Vector) -> dict[str, int]:
    """What a seat has as its handicap; nothing in games without one."""
    return {"handicap": of_seat[0]} if of_seat else {}


def _seat_means(levels: Sequence[Level]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"group": level.strategy, "quantity": name, "seat": seat}
            | _row(mean, "mean")
            | {"interval": TOGETHER}
            for level in levels
            for name, means in (("score", level.scores), ("rank", level.ranks))
            for seat, mean in enumerate(mean_intervals(means))
        ]
    )


def _map_table(printed: Vector, levels: Sequence[Level], is_printed: bool) -> pd.DataFrame:
    rows = []
    for level in levels:
        assert level.worth is not None
        in_race = set(level.contenders)
        model = predicted(level.worth.model, level.vectors, LEVEL)
        for vector, wins, told in zip(level.vectors, level.tallies, model, strict=True):
            rows.append(
                {"group": level.strategy, "handicap": vector_text(vector)}
                | _row(told.largest, "unfairness")
                | {
                    "n": wins.count,
                    "rms": told.rms.value,
                    "rms_low": told.rms.low,
                    "rms_high": told.rms.high,
                    "advantage": told.shares[0].value - 1 / wins.k,
                    "is_printed": vector == printed and is_printed,
                    "is_fairest": vector == level.fairest,
                    "is_in_race": vector in in_race,
                    "interval": MODEL,
                }
            )
    return pd.DataFrame(rows)


def _map_seats(levels: Sequence[Level]) -> pd.DataFrame:
    rows = []
    for level in levels:
        assert level.worth is not None
        model = predicted(level.worth.model, level.vectors, LEVEL)
        for vector, wins, told in zip(level.vectors, level.tallies, model, strict=True):
            for seat, share in enumerate(told.shares):
                rows.append(
                    {"group": level.strategy, "handicap": vector_text(vector), "seat": seat}
                    | _row(share)
                    | {"n": wins.count, "measured": float(wins.mean[seat]), "interval": MODEL}
                )
    return pd.DataFrame(rows)


def _worth_table(levels: Sequence[Level]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"group": level.strategy, "seat": seat}
            | _row(possible(share))
            | {
                "log_odds": odds.value,
                "log_odds_low": odds.low,
                "log_odds_high": odds.high,
                "interval": ALL_TOGETHER,
            }
            for level in levels
            if level.worth is not None
            for seat, (share, odds) in enumerate(
                zip(level.worth.share, level.worth.log_odds, strict=True)
            )
        ]
    )


def _confirmation_table(
    words: Words, levels: Sequence[Level], confirmed: dict[str, Confirmed]
) -> pd.DataFrame:
    rows = []
    for level in levels:
        if level.confirmed is None or level.fairest is None:
            continue
        parts = confirmed_parts(words, level.confirmed)
        names = ((words.role, words.printed), ("fairest", level.fairest))
        for (role, vector), wins in zip(names, parts, strict=True):
            for seat, share in enumerate(shares_of(wins)):
                rows.append(
                    {"group": f"{level.strategy}, {vector_text(vector)} ({role})"}
                    | {"is_confirmed": confirmed[level.strategy].is_fairer}
                    | {"level": level.strategy, "role": role, "seat": seat}
                    | {"handicap": vector_text(vector)}
                    | _row(share)
                    | {"interval": TOGETHER}
                )
    return pd.DataFrame(rows)
