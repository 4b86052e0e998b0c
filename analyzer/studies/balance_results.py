"""The answer of a balance study: tables, tests and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.games import get_game
from analyzer.statistics import (
    ALPHA,
    BlockTally,
    Estimate,
    compare_unfairness,
    goodman_intervals,
    holm,
    mean_intervals,
    seats_test,
    unfairness,
)
from analyzer.studies.balance import BalanceSettings, Level, games_for_precision
from analyzer.studies.common import Results
from analyzer.studies.vectors import Vector, vector_text
from analyzer.tables import Shown
from analyzer.wording import (
    counted,
    listed,
    p_text,
    percent,
    percentage_points,
    plus_minus,
    points,
    scaled,
    seat_text,
)

TOGETHER = "95 % intervals that hold for all seats together"
SINGLE = "95 % intervals"
_NAMED_RIVALS = 4
"""Vectors that are named where they may be fairest too; more of them are counted."""
METHOD = (
    "All seats play the same strategy and every game is a deal of its own. Win shares: Goodman's"
    " simultaneous 95 % intervals; equality of seats: Hotelling's likelihood-ratio test; all tests"
    " over skill levels corrected by Holm. The vectors of the map are played on the same deals and"
    " leave the race by confidence sequences that may be looked at after every round, with 95 %"
    " certainty of keeping the fairest. The worth of one more is from a multinomial logit over all"
    " vectors, its errors as if these had been played on different deals, which makes them a"
    " little too large. Fairest is the vector left in the race that this model expects to be"
    " fairest; it is compared with the printed one on deals that nothing was chosen by."
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


def balance_results(settings: BalanceSettings, printed: Vector, levels: Sequence[Level]) -> Results:
    """Tables and sentences of a finished study."""
    p_values = holm([seats_test(level.wins).p_value for level in levels])
    confirmed = _confirmations(levels)
    verdicts: list[str] = []
    open_questions: list[str] = []
    for level, p in zip(levels, p_values, strict=True):
        said = _printed_sentence(settings, printed, level, float(p))
        (verdicts if p <= ALPHA else open_questions).append(said)
        if level.worth is not None:
            for is_claim, said in _worth_sentences(settings, level).items():
                (verdicts if is_claim else open_questions).append(said)
            claim, is_claim = _fairest_sentence(settings, printed, level, confirmed)
            (verdicts if is_claim else open_questions).append(claim)
    _compare_levels(levels, verdicts, open_questions)
    if not settings.parameter:
        open_questions.append(_no_handicap(settings))
    return Results(
        study="balance",
        title=f"Balance of {_words(settings)[1]}, {settings.players} players, {settings.ruleset}",
        finding=_finding(settings, printed, levels, [float(p) for p in p_values], confirmed),
        verdicts=verdicts,
        not_established=open_questions,
        settings={**settings.as_json(), "printed": list(printed)},
        method=METHOD,
        tables=_tables(settings, printed, levels, confirmed),
        figures=FIGURES,
        games=sum(level.games for level in levels),
        outlook=_outlook(settings, printed, levels),
        numbers=_numbers(levels, [float(p) for p in p_values], confirmed),
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


def _confirmations(levels: Sequence[Level]) -> dict[str, tuple[Estimate, float]]:
    """By strategy: how much fairer the fairest vector was on fresh deals, and Holm's p-value."""
    tested = [level for level in levels if level.confirmed is not None]
    found = [compare_unfairness(level.confirmed) for level in tested if level.confirmed is not None]
    adjusted = holm([p for _, p in found])
    return {
        level.strategy: (gap, float(p))
        for level, (gap, _), p in zip(tested, found, adjusted, strict=True)
    }


def _numbers(
    levels: Sequence[Level],
    p_values: Sequence[float],
    confirmed: dict[str, tuple[Estimate, float]],
) -> dict[str, Any]:
    """The numbers behind the sentences, by skill level."""
    told = {}
    for level, p in zip(levels, p_values, strict=True):
        size = unfairness(level.wins)
        gap = confirmed.get(level.strategy)
        told[level.strategy] = {
            "p_value": p,
            "largest_deviation": [size.largest.value, size.largest.low, size.largest.high],
            "rms_deviation": [size.rms.value, size.rms.low, size.rms.high],
            "half_width": max(share.half_width for share in shares_of(level.wins)),
            "fairest": list(level.fairest) if level.fairest else None,
            "still_in_race": len(level.contenders),
            "confirmation_p_value": gap[1] if gap else None,
        }
    return told


# --- sentences -----------------------------------------------------------------------------------


def _extremes(level: Level) -> tuple[int, Estimate]:
    """The seat farthest from the fair share, and its share."""
    seat = unfairness(level.wins).largest_seat
    return seat, shares_of(level.wins)[seat]


def _printed_sentence(settings: BalanceSettings, printed: Vector, level: Level, p: float) -> str:
    seat, share = _extremes(level)
    fair, size = 1 / settings.players, unfairness(level.wins)
    what = f"{level.strategy}:{f' with {vector_text(printed)}' if printed else ''}"
    if p > ALPHA:
        half = max(e.half_width for e in shares_of(level.wins))
        return (
            f"{what} no seat is established to be better than another ({p_text(p)}); every share"
            f" is known to ± {percentage_points(plus_minus(half))}, and the largest deviation from"
            f" {100 * fair:.4g} % is at most {plus_minus(size.largest.high)}."
        )
    return (
        f"{what} the seats are not equal ({p_text(p)}): {_off_text(seat, share, fair)}; root mean"
        f" square deviation {scaled(size.rms, 100.0, ' percentage points')}."
    )


def _off_text(seat: int, share: Estimate, fair: float) -> str:
    """What the farthest seat wins; the test may know that the seats differ before any interval
    tells which one does."""
    wins = f"{seat_text(seat)} wins {percent(share, fair)}"
    if share.covers(fair):
        return (
            f"{wins}, farthest from the fair {100 * fair:.4g} %, which no seat's interval excludes"
        )
    return f"{wins}, {'more' if share.value > fair else 'less'} than the fair {100 * fair:.4g} %"


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
    gap, p = confirmed[level.strategy]
    assert level.confirmed is not None
    before, after = _confirmed_parts(settings, level.confirmed)
    names = [vector_text(vector) for vector in (fairest, printed)]
    fresh = f"with {counted(level.confirmed.count, 'fresh game')} each"
    numbers = (
        f"largest deviation {scaled(unfairness(after).largest, 100.0, ' percentage points')}"
        f" instead of {scaled(unfairness(before).largest, 100.0, ' percentage points')}"
    )
    if p <= ALPHA and gap.value > 0:
        return (
            f"{level.strategy}: {names[0]} is fairer than the printed {names[1]} ({p_text(p)}"
            f" {fresh}): {numbers}; it was the fairest {tried}{rest}.",
            True,
        )
    return (
        f"{level.strategy}: {names[0]} looked fairest {tried}{rest}, but {fresh} it"
        f" {_not_fairer_text(gap, p)} {names[1]} ({p_text(p)}): {numbers}.",
        p <= ALPHA,
    )


def _not_fairer_text(gap: Estimate, p: float) -> str:
    """What fresh games say of a vector that they do not establish to be fairer."""
    if gap.value > 0:
        return "is not established to be fairer than"
    return "is less fair than" if p <= ALPHA else "did not come out fairer than"


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


def _established_signs(level: Level, alpha: float) -> list[int]:
    """By seat: 1 if established above the fair share, -1 if below, 0 if neither."""
    fair = 1 / level.wins.k
    shares = goodman_intervals(level.wins.total / level.wins.unit, 1 - alpha)
    return [(e.low > fair) - (e.high < fair) for e in shares]


def _compare_levels(
    levels: Sequence[Level], verdicts: list[str], open_questions: list[str]
) -> None:
    """Whether the seats' advantages change their sign between skill levels."""
    if len(levels) < 2:
        return
    signs = {level.strategy: _established_signs(level, ALPHA / len(levels)) for level in levels}
    changes = []
    for seat in range(levels[0].wins.k):
        gains = [name for name, sign in signs.items() if sign[seat] > 0]
        loses = [name for name, sign in signs.items() if sign[seat] < 0]
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
            f" at another ({listed([level.strategy for level in levels])})."
        )


def _finding(
    settings: BalanceSettings,
    printed: Vector,
    levels: Sequence[Level],
    p_values: Sequence[float],
    confirmed: dict[str, tuple[Estimate, float]],
) -> str:
    """One sentence for all levels."""
    parts, fair = [], 1 / settings.players
    what = vector_text(printed) or "the order of the seats"
    for level, p in zip(levels, p_values, strict=True):
        seat, share = _extremes(level)
        if p > ALPHA:
            part = f"{what} is not established to be unfair"
        else:
            part = f"{what} is unfair: {_off_text(seat, share, fair)}"
        gap = confirmed.get(level.strategy)
        if gap and gap[1] <= ALPHA and gap[0].value > 0 and level.fairest:
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
        in_race = set(level.contenders)
        for vector, wins in zip(level.vectors, level.tallies, strict=True):
            size = unfairness(wins)
            rows.append(
                {"group": level.strategy, "handicap": vector_text(vector)}
                | _row(size.largest, "unfairness")
                | {
                    "rms": size.rms.value,
                    "rms_low": size.rms.low,
                    "rms_high": size.rms.high,
                    "advantage": float(wins.mean[0]) - 1 / wins.k,
                    "is_printed": vector == printed,
                    "is_fairest": vector == level.fairest,
                    "is_in_race": vector in in_race,
                    "interval": SINGLE,
                }
            )
    return pd.DataFrame(rows)


def _map_seats(levels: Sequence[Level]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"group": level.strategy, "handicap": vector_text(vector), "seat": seat}
            | _row(share)
            | {"interval": TOGETHER}
            for level in levels
            for vector, wins in zip(level.vectors, level.tallies, strict=True)
            for seat, share in enumerate(shares_of(wins))
        ]
    )


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
