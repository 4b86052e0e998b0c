"""The answer of a study of set-ups: effects with intervals, and interactions screened."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer.game import Quantity
from analyzer.statistics import (
    ALPHA,
    BlockTally,
    Estimate,
    benjamini_hochberg,
    detectable_difference,
    holm,
    levels_test,
    mean_interval,
    mean_test,
    share_interval,
)
from analyzer.studies.common import Results
from analyzer.studies.differences import shifted, value_text
from analyzer.studies.setups import SEAT_WINS, Factor, SetupSettings, SetupSums, n_wins
from analyzer.tables import Shown
from analyzer.tally.quantities import SHARE
from analyzer.wording import (
    counted,
    listed,
    p_text,
    percentage_points,
    plus_minus,
    points,
)

HANDS = "what the seats were dealt"
"""What all hands together are called."""
FEWEST_DEALS = 60
"""Deals of a value, or of a combination of two, below which it is not tested."""
METHOD = (
    "The set-up is left to chance, and deals are compared by what chance gave; all games of a deal"
    " are one observation. Whether a choice matters is tested by equal means over its values for"
    " each kind of result (of Welch's test and that with a common covariance the one that rejects"
    " less), corrected by Holm over all choices and kinds; that one value of it stands out is"
    " tested against all others, corrected by Holm over all values. Intervals of a value stand for"
    " themselves at 95 %. Interactions of two choices, hands left out, are"
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
) -> Results:
    """Tables and sentences of a finished study."""
    tests = _tests(factors, targets, sums)
    interactions = _interactions(settings, factors, targets, sums)
    verdicts, open_questions = _test_sentences(factors, targets, sums, tests)
    _interaction_sentences(interactions, verdicts, open_questions)
    quantities = [q for group in targets.values() for q in group]
    return Results(
        study="setups",
        title=f"Set-ups, {settings.players} players, {settings.ruleset}",
        finding=_finding(factors, tests),
        verdicts=verdicts,
        not_established=open_questions,
        settings=settings.as_json(),
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
    factors: Sequence[Factor], targets: dict[str, list[Quantity]], sums: SetupSums
) -> list[dict[str, Any]]:
    """Does a choice matter for a kind of result? One family, corrected by Holm."""
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
                }
            )
    adjusted = holm([test["p_value"] for test in found])
    for test, p in zip(found, adjusted, strict=True):
        test |= {"adjusted_p": float(p), "is_established": bool(p <= ALPHA)}
    return found


def _plain(test: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in test.items() if name not in ("factor", "columns")}


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
        if test["is_established"]:
            ends = _extremes(tallies, column)
            (low, low_e), (high, high_e) = [(name, mean_interval(t, column)) for name, t in ends]
            verdicts.append(
                f"{what}: {quantity.name} from {value_text(low_e, quantity.unit)} with {low} to"
                f" {value_text(high_e, quantity.unit)} with {high}."
            )
        elif not factors[test["factor"]].is_hand:
            open_questions.append(f"{what}: {_open_text(tallies, quantity, column, len(tests))}.")
    hands = [test for test in tests if factors[test["factor"]].is_hand]
    unclear = [test for test in hands if not test["is_established"]]
    if unclear:
        sizes = len(hands), len(tests)
        open_questions.append(_hands_sentence(factors, quantities, sums, unclear, sizes))
    return verdicts, open_questions


def _open_text(
    tallies: dict[str, BlockTally], quantity: Quantity, column: int, n_tests: int
) -> str:
    """What is known of a quantity although no effect on it is established."""
    if not _varies(tallies, column):
        return f"{quantity.name} never varied in these games, so that nothing can be said"
    seen = _seen_text(_seen(tallies, column, n_tests), quantity)
    return (
        f"no effect established; between two values one of {seen} in {quantity.name} would have"
        " been seen"
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
    for index in {test["factor"] for test in unclear}:
        tallies = _values(factors, sums, index)
        for column, quantity in enumerate(quantities):
            if quantity.unit == SHARE and _varies(tallies, column):
                seen.append((_seen(tallies, column, sizes[1]), quantity))
    if not seen:
        return f"{said}."
    text = _seen_text(*max(seen, key=lambda pair: pair[0]))
    return f"{said}; between two values one of {text} in any share of wins would have been seen."


def _varies(tallies: dict[str, BlockTally], column: int) -> bool:
    return any(float(tally.variance[column]) > 0 for tally in tallies.values())


def _seen(tallies: dict[str, BlockTally], column: int, n_tests: int) -> float:
    """The difference between two values that would have been seen with power 80 %, corrected for
    the number of tests."""
    fewest = min(tallies.values(), key=lambda tally: tally.count)
    variance = 2 * max(float(tally.variance[column]) for tally in tallies.values())
    return detectable_difference(fewest.count, variance, alpha=ALPHA / n_tests)


def _seen_text(seen: float, quantity: Quantity) -> str:
    is_share = quantity.unit == SHARE
    unit = "percentage points" if is_share else quantity.unit
    return f"{plus_minus(seen, 100.0 if is_share else 1.0)} {unit}"


def _spread(tallies: dict[str, BlockTally], column: int) -> float:
    """Largest minus smallest mean, in standard deviations of a deal."""
    means = [float(tally.mean[column]) for tally in tallies.values()]
    scale = max(float(tally.variance[column]) for tally in tallies.values()) ** 0.5
    return (max(means) - min(means)) / max(scale, 1e-12)


def _extremes(
    tallies: dict[str, BlockTally], column: int
) -> tuple[tuple[str, BlockTally], tuple[str, BlockTally]]:
    ordered = sorted(tallies.items(), key=lambda item: float(item[1].mean[column]))
    return ordered[0], ordered[-1]


def _finding(factors: Sequence[Factor], tests: list[dict[str, Any]]) -> str:
    """What matters and for what; the hands are told together."""
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
    return [test for test in tests if test["is_established"]]


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
    interactions: list[dict[str, Any]], verdicts: list[str], open_questions: list[str]
) -> None:
    picked = [row for row in interactions if row["is_picked"]]
    for row in picked:
        estimate = Estimate(row["share"], row["low"], row["high"], 0.95, row["n"])
        verdicts.append(
            f"{row['first']} together with {row['second']} changes {row['quantity']} by"
            f" {points(estimate)} beyond what both do alone (screening)."
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
