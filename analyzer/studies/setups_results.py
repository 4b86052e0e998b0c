"""The answer of a study of set-ups: effects with intervals, and interactions screened."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer.game import Quantity
from analyzer.statistics import (
    ALPHA,
    MARGIN,
    BlockTally,
    Budget,
    Estimate,
    Relevance,
    benjamini_hochberg,
    detectable_by_levels_test,
    holm,
    judge,
    level_deviations,
    levels_test,
    mean_interval,
    mean_test,
    share_interval,
    widest_gap,
)
from analyzer.studies.common import ALL_CLAIMS, Results
from analyzer.studies.differences import difference_text, shifted, value_text
from analyzer.studies.setups import SEAT_WINS, Factor, SetupSettings, SetupSums, n_wins
from analyzer.tables import Shown
from analyzer.tally.quantities import SHARE
from analyzer.wording import (
    counted,
    listed,
    p_text,
    percentage_points,
    plus_minus,
    plus_minus_up,
    points,
)

TESTS, SIZES = "tests", "sizes"
BUDGET = Budget({TESTS: 1, SIZES: 1})
"""How the families of claims share what the study may be wrong in."""
HANDS = "what the seats were dealt"
"""What all hands together are called."""
FEWEST_DEALS = 60
"""Deals of a value, or of a combination of two, below which it is not tested."""
METHOD = (
    "The set-up is left to chance, and deals are compared by what chance gave; all games of a deal"
    " are one observation. Whether a choice matters is tested by equal means over its values for"
    " each kind of result (of Welch's test and that with a common covariance the one that rejects"
    " less), corrected by Holm over all choices and kinds. How far a choice moves a result is read"
    " from intervals of each value's distance from the mean of all deals, which hold for all values"
    " and kinds together (Bonferroni): within the margin it is too small to matter. Tests and"
    " intervals have half each of the 5 % by which all that is established may be wrong. The"
    " distance of extremes holds for all pairs of values together. That one value stands out is"
    " tested against all others, corrected by Holm over all values. Intervals of a value in the"
    " tables stand for themselves at 95 %. Interactions of two choices, hands left out, are"
    " differences of differences (one value against the others, with one value of another choice"
    " against without), screened with Benjamini and Hochberg's correction: at most 5 % of those"
    " picked are expected to be false."
)


def setups_results(
    settings: SetupSettings,
    factors: Sequence[Factor],
    targets: dict[str, list[Quantity]],
    sums: SetupSums,
    games: int,
    margin: float = MARGIN,
    n_reports: int = 1,
) -> Results:
    """Tables and sentences of a finished study, one of so many that are told together."""
    tests = _tests(factors, targets, sums, margin, BUDGET.of_one_of(n_reports))
    interactions = _interactions(settings, factors, targets, sums)
    verdicts, open_questions = _test_sentences(factors, targets, sums, tests)
    picked: list[str] = []
    _interaction_sentences(interactions, picked, open_questions)
    quantities = [q for group in targets.values() for q in group]
    return Results(
        study="setups",
        title=f"Set-ups, {settings.players} players, {settings.ruleset}",
        finding=_finding(factors, tests, margin),
        verdicts=verdicts,
        not_established=open_questions,
        settings={**settings.as_json(), "margin": margin},
        method=METHOD,
        tables={
            "setups": _start_player_table(factors, sums, tests, games),
            "effects": _effect_table(factors, quantities, sums, games),
            "tests": pd.DataFrame([_plain(test) for test in tests]),
            "interactions": pd.DataFrame(interactions),
        },
        figures={"setups": Shown("setups", split="group")},
        games=games,
        outlook=_outlook(factors, sums, games),
        intervals=ALL_CLAIMS,
        screened=picked,
        numbers={
            "margin": margin,
            "fair_within": {
                test["setup_choice"]: test["within"]
                for test in tests
                if test["result"] == SEAT_WINS
            },
            "differences_claimed": sum(test["relevance"].is_real for test in tests),
        },
    )


def _values(factors: Sequence[Factor], sums: SetupSums, index: int) -> dict[str, BlockTally]:
    """The tallies of a choice by its values, those with too few deals left out."""
    return {
        factors[index].values[code]: tally
        for (factor, code), tally in sorted(sums.by_value.items())
        if factor == index and tally.count >= FEWEST_DEALS
    }


# --- main effects --------------------------------------------------------------------------------


def _tests(
    factors: Sequence[Factor],
    targets: dict[str, list[Quantity]],
    sums: SetupSums,
    margin: float,
    budget: Budget,
) -> list[dict[str, Any]]:
    """Does a choice matter for a kind of result, and by how much? One family, corrected by Holm."""
    found: list[dict[str, Any]] = []
    for index, factor in enumerate(factors):
        tallies = _values(factors, sums, index)
        if len(tallies) < 2:
            continue
        at = 0
        for target, quantities in targets.items():
            columns = range(at, at + len(quantities))
            at += len(quantities)
            result = levels_test([tally.subset(columns) for tally in tallies.values()])
            found.append(
                {
                    "setup_choice": factor.name,
                    "result": target,
                    "values": len(tallies),
                    "statistic": result.statistic,
                    "degrees": result.degrees,
                    "p_value": result.p_value,
                    "factor": index,
                    "columns": columns,
                    "is_share": quantities[0].unit == SHARE,
                }
            )
    adjusted = budget.holm(TESTS, [test["p_value"] for test in found])
    n_claims = sum(test["values"] * len(test["columns"]) for test in found)
    each = budget.level(SIZES, n_claims)
    quantities = [q for group in targets.values() for q in group]
    for test, p in zip(found, adjusted, strict=True):
        test |= {"adjusted_p": p, "is_established": p <= ALPHA, "family": n_claims}
        by_value = _values(factors, sums, test["factor"])
        scaled = [
            _scaled_deviation(e, quantities[column].unit, float(sums.overall.mean[column]))
            for column in test["columns"]
            for e in level_deviations(list(by_value.values()), column, each)
        ]
        size = judge(scaled, margin, test["is_established"])
        test |= {"relevance": size.relevance, "within": size.within}
        if not any(_varies(by_value, column) for column in test["columns"]):
            test |= {"relevance": Relevance.OPEN, "within": math.inf}
    return found


def _scaled_deviation(estimate: Estimate, unit: str, mean: float) -> Estimate:
    """A deviation in points of a share, or as a part of any other mean."""
    scale = 1.0 if unit == SHARE else 1 / max(abs(mean), 1e-12)
    e = estimate
    return Estimate(scale * e.value, scale * e.low, scale * e.high, e.level, e.n)


def _plain(test: dict[str, Any]) -> dict[str, Any]:
    hidden = ("factor", "columns", "family", "is_share")
    return {name: value for name, value in test.items() if name not in hidden}


def _test_sentences(
    factors: Sequence[Factor],
    targets: dict[str, list[Quantity]],
    sums: SetupSums,
    tests: list[dict[str, Any]],
) -> tuple[list[str], list[str]]:
    """A sentence for every test; all hands without an established effect share one."""
    quantities = [q for group in targets.values() for q in group]
    verdicts, open_questions = [], []
    for test in tests:
        tallies = _values(factors, sums, test["factor"])
        column = max(test["columns"], key=lambda c: _spread(tallies, c))
        quantity = quantities[column]
        what = f"{test['setup_choice']} and {test['result']} ({p_text(test['adjusted_p'])})"
        if test["relevance"].is_real:
            verdicts.append(f"{what}: {_moved_text(tallies, quantity, column, test)}.")
        elif test["relevance"] is Relevance.WITHIN:
            verdicts.append(f"{what}: no value of it moves that by more than {_within_text(test)}.")
        elif not factors[test["factor"]].is_hand:
            open_questions.append(f"{what}: {_open_text(tallies, quantity, column, test, tests)}.")
    hands = [test for test in tests if factors[test["factor"]].is_hand]
    unclear = [test for test in hands if test["relevance"] is Relevance.OPEN]
    if unclear:
        sizes = len(hands), len(tests)
        open_questions.append(_hands_sentence(factors, quantities, sums, unclear, sizes))
    return verdicts, open_questions


def _within_text(test: dict[str, Any]) -> str:
    """How far a choice moves a result at most."""
    most = plus_minus_up(test["within"])
    if test["is_share"]:
        return percentage_points(most)
    return f"{most} % of the mean"


def _moved_text(
    tallies: dict[str, BlockTally], quantity: Quantity, column: int, test: dict[str, Any]
) -> str:
    """The extremes of a quantity, how far they are apart, and whether that matters."""
    names = list(tallies)
    low, high, gap = widest_gap(list(tallies.values()), column, BUDGET.level(SIZES, test["family"]))
    means = [
        value_text(mean_interval(tallies[names[k]], column), quantity.unit) for k in (low, high)
    ]
    said = (
        f"{quantity.name} from {means[0]} with {names[low]} to {means[1]} with {names[high]},"
        f" apart by {difference_text(gap, quantity.unit)}"
    )
    if test["relevance"] is Relevance.SMALL:
        most = _within_text(test)
        return f"{said}; real, but no value moves it by more than {most}, too small to matter"
    if test["relevance"] is Relevance.BEYOND:
        return f"{said}; more than the margin"
    return f"{said}; whether any value moves it by more than the margin is open"


def _open_text(
    tallies: dict[str, BlockTally],
    quantity: Quantity,
    column: int,
    test: dict[str, Any],
    tests: list[dict[str, Any]],
) -> str:
    """What is known of a quantity although no effect on it is established."""
    if not _varies(tallies, column):
        return f"{quantity.name} never varied in these games, so that nothing can be said"
    seen = _seen_text(_seen(tallies, column, test["degrees"], len(tests)), quantity)
    return (
        f"no effect established, and no value moves it by more than {_within_text(test)}; a"
        f" difference of {seen} in {quantity.name} between two values would have been seen with"
        " power 80 %"
    )


def _hands_sentence(
    factors: Sequence[Factor],
    quantities: list[Quantity],
    sums: SetupSums,
    unclear: list[dict[str, Any]],
    sizes: tuple[int, int],
) -> str:
    """All hands without an established effect: how small an effect on wins would have been seen.

    sizes: how many tests there are of hands, and of everything.
    """
    nearest = min(unclear, key=lambda test: test["p_value"])
    said = (
        f"{HANDS} ({len(unclear)} of {counted(sizes[0], 'test')}): no effect established; the"
        f" smallest p-value is that of {nearest['setup_choice']} and {nearest['result']}"
        f" ({p_text(nearest['adjusted_p'])})"
    )
    seen = []
    n_seats = max(len(test["columns"]) for test in unclear)
    for index in {test["factor"] for test in unclear}:
        tallies = _values(factors, sums, index)
        for column, quantity in enumerate(quantities):
            if quantity.unit == SHARE and _varies(tallies, column):
                degrees = float((len(tallies) - 1) * ((column < n_seats and n_seats - 1) or 1))
                seen.append((_seen(tallies, column, degrees, sizes[1]), quantity))
    if not seen:
        return f"{said}."
    text = _seen_text(*max(seen, key=lambda pair: pair[0]))
    return (
        f"{said}; a difference of {text} in any share of wins between two values would have been"
        " seen with power 80 %."
    )


def _varies(tallies: dict[str, BlockTally], column: int) -> bool:
    return any(float(tally.variance[column]) > 0 for tally in tallies.values())


def _seen(tallies: dict[str, BlockTally], column: int, degrees: float, n_tests: int) -> float:
    """The difference between two values that the test would have seen with power 80 %, corrected
    for the number of tests."""
    alpha = BUDGET.alpha_of(TESTS) / n_tests
    return detectable_by_levels_test(list(tallies.values()), column, degrees, alpha)


def _seen_text(seen: float, quantity: Quantity) -> str:
    is_share = quantity.unit == SHARE
    unit = "percentage points" if is_share else quantity.unit
    return f"{plus_minus(seen, 100.0 if is_share else 1.0)} {unit}"


def _spread(tallies: dict[str, BlockTally], column: int) -> float:
    """Largest minus smallest mean, in standard deviations of a deal."""
    means = [float(tally.mean[column]) for tally in tallies.values()]
    scale = max(float(tally.variance[column]) for tally in tallies.values()) ** 0.5
    return (max(means) - min(means)) / max(scale, 1e-12)


def _finding(factors: Sequence[Factor], tests: list[dict[str, Any]], margin: float) -> str:
    """What matters and for what; the hands are told together, and what cannot matter too."""
    found = _matters_text(factors, tests)
    quiet = [
        test["setup_choice"]
        for test in tests
        if test["result"] == SEAT_WINS and test["within"] <= margin
    ]
    if not quiet:
        return found
    most = percentage_points(f"{100 * margin:.3g}")
    return f"{found} No seat's wins are moved by more than {most} by {listed(quiet)}."


def _matters_text(factors: Sequence[Factor], tests: list[dict[str, Any]]) -> str:
    if not tests:
        return (
            "Too few games to compare set-ups: no choice has two values with at least"
            f" {FEWEST_DEALS} deals each."
        )
    parts, others = [], []
    choices = [test for test in tests if not factors[test["factor"]].is_hand]
    for name in dict.fromkeys(test["setup_choice"] for test in choices):
        results = _established(test for test in choices if test["setup_choice"] == name)
        if results:
            parts.append(f"{name} (for {listed([test['result'] for test in results])})")
        else:
            others.append(name)
    hands = [test for test in tests if factors[test["factor"]].is_hand]
    clear = _established(hands)
    if clear:
        most = min(clear, key=lambda test: test["p_value"])
        parts.append(
            f"{HANDS} ({len(clear)} of {counted(len(hands), 'test')}, most clearly"
            f" {most['setup_choice']} for {most['result']})"
        )
    elif hands:
        others.append(HANDS)
    if not parts:
        return f"No choice of the set-up is established to matter ({listed(others)})."
    rest = f"; not established for {listed(others)}" if others else ""
    verb = "matter" if len(parts) > 1 else "matters"
    text = f"{listed(parts)} {verb}{rest}."
    return text[0].upper() + text[1:]


def _established(tests: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that matter, or may: what is known to be too small does not."""
    return [t for t in tests if t["relevance"] in (Relevance.BEYOND, Relevance.REAL)]


# --- interactions --------------------------------------------------------------------------------


def _interactions(
    settings: SetupSettings,
    factors: Sequence[Factor],
    targets: dict[str, list[Quantity]],
    sums: SetupSums,
) -> list[dict[str, Any]]:
    """Differences of differences of wins between pairs of choices, screened."""
    quantities = [q for group in targets.values() for q in group][: n_wins(settings.cell())]
    wins = list(range(len(quantities)))
    if settings.players == 2:
        wins.remove(1)  # says the same as seat 0
    found: list[dict[str, Any]] = []
    for (a, b), tally in sums.crossed.items():
        for x, y in itertools.product(_picked(factors, sums, a), _picked(factors, sums, b)):
            for win in wins:
                contrast = _contrast(tally, (a, b), (x, y), win, factors, len(quantities))
                if contrast is None:
                    continue
                estimate, p = contrast
                found.append(
                    {
                        "first": factors[a].value_name(factors[a].values[x]),
                        "second": factors[b].value_name(factors[b].values[y]),
                        "quantity": quantities[win].name,
                        "share": estimate.value,
                        "low": estimate.low,
                        "high": estimate.high,
                        "n": estimate.n,
                        "p_value": p,
                    }
                )
    adjusted = benjamini_hochberg([row["p_value"] for row in found])
    for row, p in zip(found, adjusted, strict=True):
        row |= {"adjusted_p": float(p), "is_picked": bool(p <= ALPHA), "interval": "95 % intervals"}
    return found


def _picked(factors: Sequence[Factor], sums: SetupSums, index: int) -> list[int]:
    """The values of a choice to contrast with the others; of two values one says it all."""
    names = list(_values(factors, sums, index))
    codes = [factors[index].values.index(name) for name in names]
    return codes[:1] if len(codes) == 2 else codes if len(codes) > 2 else []


def _contrast(
    tally: BlockTally,
    pair: tuple[int, int],
    values: tuple[int, int],
    win: int,
    factors: Sequence[Factor],
    n_quantities: int,
) -> tuple[Estimate, float] | None:
    """(with x and y) - (x only) - (y only) + (neither), linearised; None with too few deals.

    Each of the four is a ratio, wins of its deals by number of its deals.
    """
    rows, columns = (len(factors[index].values) for index in pair)
    is_x = np.repeat(np.arange(rows) == values[0], columns)
    is_y = np.tile(np.arange(columns) == values[1], rows)
    size = 1 + n_quantities
    weights, value = np.zeros(tally.k), 0.0
    for group, sign in (
        (is_x & is_y, 1),
        (is_x & ~is_y, -1),
        (~is_x & is_y, -1),
        (~is_x & ~is_y, 1),
    ):
        ones, hits = np.zeros(tally.k), np.zeros(tally.k)
        ones[0::size], hits[1 + win :: size] = group, group
        share = float(tally.mean @ ones)
        if share * tally.count < FEWEST_DEALS:
            return None
        mean = float(tally.mean @ hits) / share
        weights += sign * (hits - mean * ones) / share
        value += sign * mean
    combined = tally.combine(weights)
    return shifted(mean_interval(combined), value), mean_test(combined, -value).p_value


def _interaction_sentences(
    interactions: list[dict[str, Any]], told: list[str], open_questions: list[str]
) -> None:
    picked = [row for row in interactions if row["is_picked"]]
    for row in picked:
        estimate = Estimate(row["share"], row["low"], row["high"], 0.95, row["n"])
        told.append(
            f"{row['first']} together with {row['second']} changes {row['quantity']} by"
            f" {points(estimate)} beyond what both do alone."
        )
    if interactions and len(picked) < len(interactions):
        widest = max((row["high"] - row["low"]) / 2 for row in interactions)
        rest = counted(len(interactions) - len(picked), "interaction")
        open_questions.append(
            f"{rest} of two choices screened without being picked; each is known to"
            f" ± {percentage_points(plus_minus(widest))} or better."
        )


# --- tables --------------------------------------------------------------------------------------


def _start_player_table(
    factors: Sequence[Factor], sums: SetupSums, tests: list[dict[str, Any]], games: int
) -> pd.DataFrame:
    """The start player's wins by every value of every choice, and of the hand that matters most.

    is_established: that the value differs from the others of its choice, with Holm's correction
    over all values of everything, and that its choice matters at all.
    """
    size = games / sums.overall.count
    by_seat = {test["factor"]: test for test in tests if test["result"] == SEAT_WINS}
    hands = [test for index, test in by_seat.items() if factors[index].is_hand]
    strongest = min(hands, key=lambda test: test["p_value"])["factor"] if hands else None
    rows: list[dict[str, Any]] = []
    p_values: list[float] = []
    for index, factor in enumerate(factors):
        tallies = _values(factors, sums, index)
        for value, tally in tallies.items() if len(tallies) > 1 else ():
            others = [other for name, other in tallies.items() if name != value]
            p_values.append(_apart_p_value(tally.subset([0]), [t.subset([0]) for t in others]))
            share = share_interval(tally, 0)
            rows.append(
                {
                    "group": factor.name,
                    "setup": factor.value_name(value),
                    "share": share.value,
                    "low": share.low,
                    "high": share.high,
                    "n": round(tally.count * size),
                    "reference": float(sums.overall.mean[0]),
                    "column": factor.column,
                    "value": value,
                    "interval": "95 % intervals",
                    "factor": index,
                }
            )
    kept = []
    for row, p in zip(rows, holm(p_values), strict=True):
        index = row.pop("factor")
        is_established = bool(p <= ALPHA) and by_seat[index]["is_established"]
        row |= {"adjusted_p": float(p), "is_established": is_established}
        if not factors[index].is_hand or index == strongest:
            kept.append(row)
    return pd.DataFrame(kept)


def _apart_p_value(tally: BlockTally, others: list[BlockTally]) -> float:
    """Whether the deals of one value differ from all others."""
    rest = others[0]
    for other in others[1:]:
        rest = rest + other
    return levels_test([tally, rest]).p_value


def _effect_table(
    factors: Sequence[Factor], quantities: Sequence[Quantity], sums: SetupSums, games: int
) -> pd.DataFrame:
    """Every quantity by every value of every choice."""
    size = games / sums.overall.count
    rows = []
    for index, factor in enumerate(factors):
        for value, tally in _values(factors, sums, index).items():
            for column, quantity in enumerate(quantities):
                is_share = quantity.unit == SHARE
                e = share_interval(tally, column) if is_share else mean_interval(tally, column)
                rows.append(
                    {
                        "setup_choice": factor.name,
                        "value": value,
                        "quantity": quantity.name,
                        "unit": quantity.unit,
                        "mean": e.value,
                        "low": e.low,
                        "high": e.high,
                        "n": round(tally.count * size),
                        "reference": float(sums.overall.mean[column]),
                        "interval": "95 % intervals",
                    }
                )
    return pd.DataFrame(rows)


def _outlook(factors: Sequence[Factor], sums: SetupSums, games: int) -> list[str]:
    halves = [
        share_interval(tally, 0).half_width
        for index in range(len(factors))
        for tally in _values(factors, sums, index).values()
    ]
    if not halves:
        return ["Too few games to tell the values of any choice apart."]
    return [
        f"With every value seat 0's share is known to ±"
        f" {percentage_points(plus_minus(max(halves)))}"
        f" or better; half of that takes four times the games (--games {4 * games})."
    ]
