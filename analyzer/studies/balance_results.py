"""The answer of a balance study: tables, tests and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyzer.games import get_game
from analyzer.statistics import (
    ALPHA,
    LEVEL,
    MARGIN,
    BlockTally,
    Budget,
    Deviations,
    Estimate,
    Relevance,
    deviation,
    fairness_gain,
    goodman_intervals,
    judge,
    mean_intervals,
    predicted,
    seats_test,
    unfairness,
)
from analyzer.studies.balance import (
    CONFIRMATION,
    SEATS,
    BalanceSettings,
    Level,
    budget_of,
    games_for_precision,
)
from analyzer.studies.common import ALL_CLAIMS, Results, policy_sentences
from analyzer.studies.vectors import Vector, vector_text
from analyzer.tables import Shown
from analyzer.wording import (
    counted,
    listed,
    p_text,
    percent,
    percentage_points,
    plus_minus,
    plus_minus_up,
    points,
    scaled,
    seat_text,
)

TOGETHER = "95 % intervals that hold for all seats together"
SINGLE = "95 % intervals"
_NAMED_RIVALS = 4
"""Vectors that are named where they may be fairest too; more of them are counted."""
MODEL = "95 % intervals of the model of all vectors"
METHOD = (
    "All seats play the same strategy and every game is a deal of its own. Win shares: Goodman's"
    " simultaneous 95 % intervals. Everything that is established shares one chance of 5 % to be"
    " wrong: half of it goes to the seats, a quarter each to the worth of one more and to the"
    " comparison with the fairest vector (all of it to the seats without a map), and each part is"
    " shared equally by skill levels and seats. Fair within a margin: all intervals of a level,"
    " corrected so, lie inside it; unfair: one of them lies beyond it. The map is a multinomial"
    " logit model of all vectors, its games put where they tell most about the fairest; a"
    " chi-square test says whether the model fits. Fairest is the vector that the model expects to"
    " be fairest; the typical (root mean square) deviation of its seats is compared with that of"
    " the printed one on deals that nothing was chosen by, one-sided."
)

FIGURES = {
    "seats": Shown("seat_shares"),
    "map": Shown("handicap_map", split="group"),
    "worth": Shown("handicap_worth"),
    "confirmation": Shown("seat_shares"),
}


def shares_of(wins: BlockTally) -> list[Estimate]:
    """Win shares by seat of independent games, with intervals that hold together."""
    return goodman_intervals(wins.total / wins.unit)


@dataclass(frozen=True, slots=True)
class Judged:
    """What is claimed of a skill level: its shares with intervals that hold for all levels and
    seats together within the budget, what they say of the margin, and the p-value of equality."""

    shares: list[Estimate]
    seats: Deviations
    p_value: float

    @property
    def farthest(self) -> int:
        """The seat whose share is farthest from the fair one."""
        fair = 1 / len(self.shares)
        return max(range(len(self.shares)), key=lambda seat: abs(self.shares[seat].value - fair))


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
    seen = judged(levels, margin, budget)
    confirmed = _confirmations(levels, budget)
    verdicts: list[str] = []
    open_questions: list[str] = []
    differences = sum(level.seats.relevance.is_real for level in seen)
    for level, told in zip(levels, seen, strict=True):
        said = _printed_sentence(settings, printed, level, told)
        (verdicts if told.seats.relevance.is_claim else open_questions).append(said)
        if level.worth is not None:
            for is_claim, said in _worth_sentences(settings, level).items():
                (verdicts if is_claim else open_questions).append(said)
                differences += is_claim
            claim, is_claim = _fairest_sentence(settings, printed, level, confirmed)
            (verdicts if is_claim else open_questions).append(claim)
            differences += is_claim
    _compare_levels(levels, seen, verdicts, open_questions)
    if not settings.parameter:
        open_questions.append(_no_handicap(settings))
    return Results(
        study="balance",
        title=f"Balance of {_words(settings)[1]}, {settings.players} players, {settings.ruleset}",
        finding=_finding(settings, printed, levels, seen, confirmed),
        verdicts=verdicts,
        not_established=open_questions,
        settings={**settings.as_json(), "printed": list(printed), "margin": margin},
        method=METHOD,
        tables=_tables(settings, printed, levels, confirmed),
        figures=FIGURES,
        games=sum(level.games for level in levels),
        outlook=_outlook(settings, printed, levels),
        policy=policy_sentences(
            "the start player wins",
            [level.strategy for level in levels],
            [told.shares[0] for told in seen],
        ),
        intervals=ALL_CLAIMS,
        numbers={
            **_numbers(levels, seen, confirmed),
            "margin": margin,
            "fair_within": seen[0].seats.within,
            "differences_claimed": differences,
        },
    )


def _words(settings: BalanceSettings) -> tuple[str, str]:
    """One and many of the handicap in words; without one it is about the seats."""
    handicap, name = get_game(settings.game).handicap, settings.parameter.replace("_", " ")
    if handicap and handicap.parameter == settings.parameter:
        return handicap.one, handicap.many
    return (name, name) if name else ("seat", "seats")


def _no_handicap(settings: BalanceSettings) -> str:
    return (
        f"{get_game(settings.game).title} has no handicap by seat: the seats were measured as they"
        " are, and nothing was tried that would make up for their order."
    )


# --- tests ---------------------------------------------------------------------------------------


def _confirmations(levels: Sequence[Level], budget: Budget) -> dict[str, tuple[Estimate, float]]:
    """By strategy: how much fairer the fairest vector was on fresh deals, and Holm's p-value."""
    tested = [level for level in levels if level.confirmed is not None]
    if not tested:
        return {}
    alpha = budget.alpha_of(CONFIRMATION) / len(tested)
    found = [
        fairness_gain(level.confirmed, alpha) for level in tested if level.confirmed is not None
    ]
    adjusted = budget.holm(CONFIRMATION, [p for _, p in found])
    return {
        level.strategy: (gain, p)
        for level, (gain, _), p in zip(tested, found, adjusted, strict=True)
    }


def _numbers(
    levels: Sequence[Level],
    seen: Sequence[Judged],
    confirmed: dict[str, tuple[Estimate, float]],
) -> dict[str, Any]:
    """The numbers behind the sentences, by skill level."""
    told = {}
    for level, mine in zip(levels, seen, strict=True):
        size = unfairness(level.wins)
        gain = confirmed.get(level.strategy)
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
            "confirmation_p_value": gain[1] if gain else None,
            "fairer_by": [gain[0].value, gain[0].low] if gain else None,
        }
    return told


# --- sentences -----------------------------------------------------------------------------------


def _printed_sentence(
    settings: BalanceSettings, printed: Vector, level: Level, told: Judged
) -> str:
    fair = 1 / settings.players
    what = f"{level.strategy}:{f' with {vector_text(printed)}' if printed else ''}"
    return f"{what} {_fairness_text(told, fair)}."


def _fairness_text(told: Judged, fair: float) -> str:
    """What the intervals say of the margin, with the numbers that show it."""
    seat = told.farthest
    share, margin = told.shares[seat], percentage_points(f"{100 * told.seats.margin:.3g}")
    wins = f"{seat_text(seat)} wins {percent(share, fair)} instead of {100 * fair:.4g} %"
    within = f"± {percentage_points(plus_minus_up(told.seats.within))}"
    match told.seats.relevance:
        case Relevance.WITHIN:
            return f"the seats are fair within {within}, inside the margin of {margin}"
        case Relevance.SMALL:
            return (
                f"a deviation is real, but too small to matter: {wins}; every seat is within"
                f" {within} of its fair share, inside the margin of {margin}"
            )
        case Relevance.BEYOND:
            return f"the seats are unfair, by more than the margin of {margin}: {wins}"
        case Relevance.REAL:
            return (
                f"the seats are not equal: {wins}; whether that is more than the margin of"
                f" {margin} is open"
            )
        case _:
            return (
                f"neither a difference between the seats nor that they are fair within {margin} is"
                f" established: every seat is within {within} of its fair share"
            )


def _worth_sentences(settings: BalanceSettings, level: Level) -> dict[bool, str]:
    """What one more is worth to each seat, by whether it is established to be worth something."""
    assert level.worth is not None
    worths: dict[bool, list[str]] = {}
    for seat, share in enumerate(level.worth.share):
        said = f"{points(_possible(share))} to seat {seat}"
        worths.setdefault(not share.covers(0.0), []).append(said)
    unit, _ = _words(settings)
    return {
        is_claim: f"{level.strategy}: one more {unit} is worth {listed(texts)}."
        for is_claim, texts in worths.items()
    }


def _possible(change: Estimate) -> Estimate:
    """A change of a share without what no change can be: more than all of it."""
    value, low, high = (min(max(x, -1.0), 1.0) for x in (change.value, change.low, change.high))
    return Estimate(value, low, high, change.level, change.n)


def _fairest_sentence(
    settings: BalanceSettings,
    printed: Vector,
    level: Level,
    confirmed: dict[str, tuple[Estimate, float]],
) -> tuple[str, bool]:
    """What is fairest, and whether that it is fairer than the printed vector is established."""
    fairest = level.fairest
    assert fairest is not None
    tried = f"of {counted(len(level.vectors), 'vector')} around {vector_text(printed)}"
    rest = _rivals_text(level)
    if fairest == printed:
        return (
            f"{level.strategy}: {tried} none was found fairer than the printed one{rest}.",
            False,
        )
    gain, p = confirmed[level.strategy]
    assert level.confirmed is not None
    before, after = _confirmed_parts(settings, level.confirmed)
    names = [vector_text(vector) for vector in (fairest, printed)]
    fresh = f"with {counted(level.confirmed.count, 'fresh game')} each"
    numbers = (
        f"largest deviation {scaled(unfairness(after).largest, 100.0, ' percentage points')}"
        f" instead of {scaled(unfairness(before).largest, 100.0, ' percentage points')}"
    )
    if p <= ALPHA:
        return (
            f"{level.strategy}: {names[0]} is fairer than the printed {names[1]} ({p_text(p)}"
            f" {fresh}): {numbers}; it was the fairest {tried}{rest}.",
            True,
        )
    came = "is not established to be" if gain.value > 0 else "did not come out"
    return (
        f"{level.strategy}: {names[0]} looked fairest {tried}{rest}, but {fresh} it {came} fairer"
        f" than {names[1]} ({p_text(p)}): {numbers}.",
        False,
    )


def _rivals_text(level: Level) -> str:
    """In brackets, what else may be fairest: by name if it is a few."""
    rivals = level.rivals
    if not rivals:
        return ""
    few = listed([vector_text(vector) for vector in rivals])
    who = few if len(rivals) <= _NAMED_RIVALS else f"{len(rivals)} others"
    return f" ({who} could not be ruled out as fairest)"


def _confirmed_parts(settings: BalanceSettings, both: BlockTally) -> tuple[BlockTally, BlockTally]:
    n = settings.players
    return both.subset(range(n)), both.subset(range(n, 2 * n))


def _compare_levels(
    levels: Sequence[Level],
    seen: Sequence[Judged],
    verdicts: list[str],
    open_questions: list[str],
) -> None:
    """Whether the seats' advantages change their sign between skill levels."""
    if len(levels) < 2:
        return
    fair, changes = 1 / levels[0].wins.k, []
    names = [level.strategy for level in levels]
    for seat in range(levels[0].wins.k):
        shares = [told.shares[seat] for told in seen]
        gains = [name for name, e in zip(names, shares, strict=True) if e.low > fair]
        loses = [name for name, e in zip(names, shares, strict=True) if e.high < fair]
        if gains and loses:
            changes.append(
                f"{seat_text(seat)} has an advantage among {listed(gains)} players and a"
                f" disadvantage among {listed(loses)} players"
            )
    if changes:
        verdicts.append(f"The seat advantage changes its sign with skill: {'; '.join(changes)}.")
    else:
        open_questions.append(
            "No seat was established to have an advantage at one skill level and a disadvantage"
            f" at another ({listed(names)})."
        )


def _finding(
    settings: BalanceSettings,
    printed: Vector,
    levels: Sequence[Level],
    seen: Sequence[Judged],
    confirmed: dict[str, tuple[Estimate, float]],
) -> str:
    """One sentence for all levels, the strongest first."""
    parts, fair = [], 1 / settings.players
    what = f"with {vector_text(printed)} " if printed else ""
    for level, told in zip(levels, seen, strict=True):
        part = f"{what}{_fairness_text(told, fair)}"
        gain = confirmed.get(level.strategy)
        if gain and gain[1] <= ALPHA and level.fairest:
            part += f", and {vector_text(level.fairest)} is fairer"
        parts.append(f"among {level.strategy} players {part}")
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _widest(level: Level) -> Estimate:
    """The share that is known least."""
    return max(shares_of(level.wins), key=lambda share: share.half_width)


def next_precision(levels: Sequence[Level]) -> float:
    """Half of what the shares of the least known level are known to, as the outlook names it."""
    return max(_half_of(_widest(level)) for level in levels)


def _half_of(share: Estimate) -> float:
    """Half of the half width, with two digits."""
    return float(f"{share.half_width / 2:.2g}")


def _outlook(settings: BalanceSettings, printed: Vector, levels: Sequence[Level]) -> list[str]:
    """By skill level how well the shares are known, and what half of that takes."""
    said = []
    for level in levels:
        worst = _widest(level)
        half = _half_of(worst)
        games = games_for_precision(settings.players, half)
        text = (
            f"very seat's share is known to ±"
            f" {percentage_points(plus_minus(worst.half_width))} after"
            f" {counted(level.wins.count, 'game')}; ± {plus_minus(half)} needs {games:,}"
            f" (--precision {half:g})."
        )
        said.append(f"{level.strategy}: e{text}" if len(levels) > 1 else f"E{text}")
    return said + _edges(settings, printed, levels)


def _edges(settings: BalanceSettings, printed: Vector, levels: Sequence[Level]) -> list[str]:
    """Fairest vectors at the edge of the map, and how to look beyond it."""
    assert settings.reach is not None
    edge = settings.reach // settings.step * settings.step
    fairest = [level.fairest for level in levels if level.fairest]
    found = {
        vector_text(vector)
        for vector in fairest
        if any(abs(a - b) == edge for a, b in zip(vector, printed, strict=True))
    }
    wider = edge + settings.step
    said = f"The map ends at {listed(sorted(found))}; --range {wider} looks beyond it."
    return [said] if found else []


# --- tables --------------------------------------------------------------------------------------


def _row(estimate: Estimate, name: str = "share") -> dict[str, Any]:
    ends = {"low": estimate.low, "high": estimate.high}
    return {name: estimate.value, **ends, "n": estimate.n}


def _tables(
    settings: BalanceSettings,
    printed: Vector,
    levels: Sequence[Level],
    confirmed: dict[str, tuple[Estimate, float]],
) -> dict[str, pd.DataFrame]:
    tables = {"seats": _seats(printed, levels), "seat_means": _seat_means(levels)}
    if levels[0].worth is not None:
        tables["map"] = _map_table(printed, levels)
        tables["map_seats"] = _map_seats(levels)
        tables["worth"] = _worth_table(levels)
    if confirmed:
        tables["confirmation"] = _confirmation_table(settings, printed, levels)
    return tables


def _seats(printed: Vector, levels: Sequence[Level]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"group": level.strategy, "seat": seat}
            | _handicap(printed[seat : seat + 1])
            | _row(share)
            | {"fair": 1 / level.wins.k, "interval": TOGETHER}
            for level in levels
            for seat, share in enumerate(shares_of(level.wins))
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


def _map_table(printed: Vector, levels: Sequence[Level]) -> pd.DataFrame:
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
                    "is_printed": vector == printed,
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
            | _row(_possible(share))
            | {
                "log_odds": odds.value,
                "log_odds_low": odds.low,
                "log_odds_high": odds.high,
                "interval": TOGETHER,
            }
            for level in levels
            if level.worth is not None
            for seat, (share, odds) in enumerate(
                zip(level.worth.share, level.worth.log_odds, strict=True)
            )
        ]
    )


def _confirmation_table(
    settings: BalanceSettings, printed: Vector, levels: Sequence[Level]
) -> pd.DataFrame:
    rows = []
    for level in levels:
        if level.confirmed is None or level.fairest is None:
            continue
        parts = _confirmed_parts(settings, level.confirmed)
        names = (("printed", printed), ("fairest", level.fairest))
        for (role, vector), wins in zip(names, parts, strict=True):
            for seat, share in enumerate(shares_of(wins)):
                rows.append(
                    {"group": f"{level.strategy}, {vector_text(vector)} ({role})"}
                    | {"strategy": level.strategy, "role": role, "seat": seat}
                    | {"handicap": vector_text(vector)}
                    | _row(share)
                    | {"interval": TOGETHER}
                )
    return pd.DataFrame(rows)
