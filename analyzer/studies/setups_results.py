"""The answer of a study of set-ups: effects with intervals, and interactions screened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pandas as pd

from analyzer.game import Quantity
from analyzer.statistics import (
    MARGIN,
    BlockTally,
    Budget,
    Estimate,
    Relevance,
    mean_interval,
    share_interval,
)
from analyzer.studies.claims import Claim
from analyzer.studies.common import ALL_CLAIMS, Results
from analyzer.studies.differences import difference_text, value_pair
from analyzer.studies.players import among, unlearnt_sentences
from analyzer.studies.setups import SEAT_WINS, Factor, SetupSettings, SetupSums
from analyzer.studies.setups_tests import (
    BUDGET,
    FEWEST_DEALS,
    interactions_of,
    seen_by,
    tests_of,
    values_of,
    varies,
)
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
    sentence,
    spoken,
)
from analyzer.wording.digits import narrower_side

HANDS = "what the seats were dealt"
"""What all hands together are called."""
_RESULTS = 3
"""Other results that the headline names; more of them are counted."""
_NAMED = 2
"""Further choices that the headline names; more of them are counted."""
_MOST_TOLD = 4
"""Effects that the answer in short tells."""
METHOD = (
    "The set-up is left to chance, and deals are compared by what chance gave; all games of a deal"
    " are one observation. Whether a choice matters is tested by equal means over its values for"
    " each kind of result (of Welch's test and that with a common covariance the one that rejects"
    " less), corrected by Holm over all choices and kinds. How far a choice moves a result is read"
    " from intervals of each value's distance from the mean of all deals, which hold for all values"
    " and kinds together (Bonferroni): within the margin it is too small to matter. Tests and"
    " intervals have half each of the 5 % by which all that is established may be wrong. The"
    " distance of extremes holds for all pairs of values together and is counted with them. One"
    " value stands out if its distance from the mean excludes 0. Intervals of a value in the"
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
    budget = BUDGET.of_one_of(n_reports)
    tests = tests_of(factors, targets, sums, margin, budget)
    interactions = interactions_of(settings, factors, targets, sums)
    quantities = [q for group in targets.values() for q in group]
    told = _Told(factors, quantities, sums, tests, budget, margin, settings.players)
    verdicts, open_questions = told.lists()
    unlearnt = unlearnt_sentences([settings.cell()])
    picked: list[str] = []
    _interaction_sentences(interactions, picked, open_questions, settings.players)
    return Results(
        study="setups",
        title=f"Set-ups, {settings.players} players, {settings.ruleset}",
        finding=told.headline(among(settings.strategies)),
        summary=[*told.summary(games), *unlearnt],
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
        policy=unlearnt,
        claims=told.claims(),
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


# --- sentences -----------------------------------------------------------------------------------


class _Told:
    """The tests of a study in words."""

    def __init__(
        self,
        factors: Sequence[Factor],
        quantities: list[Quantity],
        sums: SetupSums,
        tests: list[dict[str, Any]],
        budget: Budget,
        margin: float,
        players: int,
    ) -> None:
        self._factors, self._quantities, self._sums = factors, quantities, sums
        self._tests, self._budget, self._margin = tests, budget, margin
        self._players = players

    def _is_hand(self, test: dict[str, Any]) -> bool:
        return self._factors[test["factor"]].is_hand

    def _of_seats(self) -> list[dict[str, Any]]:
        return [test for test in self._tests if test["result"] == SEAT_WINS]

    def _choice(self, test: dict[str, Any]) -> str:
        return spoken(self._factors[test["factor"]].words, self._players)

    def _what(self, test: dict[str, Any]) -> str:
        """What a test is about, with its p-value where it decides: sizes have claims."""
        is_size = test["relevance"] is not Relevance.OPEN and not test["is_established"]
        p = "" if is_size else f" ({p_text(test['adjusted_p'])})"
        return sentence(f"{self._choice(test)} and {test['result']}{p}")

    def _tallies(self, test: dict[str, Any]) -> dict[str, BlockTally]:
        return values_of(self._factors, self._sums, test["factor"])

    def headline(self, who: str) -> str:
        """What moves the seats' wins, or that nothing does; then what else is moved."""
        if not self._tests:
            return (
                "Too few games to compare set-ups: no choice has two values with at least"
                f" {FEWEST_DEALS} deals each."
            )
        seats, most = self._of_seats(), percentage_points(f"{100 * self._margin:.3g}")
        clear = _matters(seats)
        others = _matters(test for test in self._tests if test["result"] != SEAT_WINS)
        if clear:
            first = min(clear, key=lambda test: test["p_value"])
            named = [self._choice(test) for test in clear if test is not first]
            more = listed(named) if len(named) <= _NAMED else f"{len(named)} more choices or hands"
            said = f"{who} the seats' wins depend on {self._choice(first)}{self._in_short(first)}"
            said += f", and on {more}" if named else ""
        elif all(test["within"] <= self._margin for test in seats):
            said = f"{who} nothing in the set-up moves a seat's wins by more than {most}"
        else:
            said = f"{who} nothing in the set-up is shown to move a seat's wins"
        results = list(dict.fromkeys(test["result"] for test in others))
        if results:
            rest = len(results) - _RESULTS
            told = [*results[:_RESULTS], f"{rest} more"] if rest > 0 else results
            said += f"; {'the set-up also moves' if clear else 'but it moves'} {listed(told)}"
        return f"{sentence(said)}."

    def _in_short(self, test: dict[str, Any]) -> str:
        """The extremes of what a choice moves most, where they are known to differ."""
        if test["gap"][2].covers(0.0):
            return ""
        words = self._quantities[test["column"]].words
        (first, low_name), (last, high_name) = self._ends(test)
        return f" ({words}: {first} with {low_name}, {last} with {high_name})"

    def _ends(self, test: dict[str, Any]) -> list[tuple[str, str]]:
        """The smallest and the largest mean of what a choice moves most, each with its value."""
        tallies, column = self._tallies(test), test["column"]
        names, (low, high, gap) = list(tallies), test["gap"]
        first, last = (mean_interval(tallies[names[k]], column) for k in (low, high))
        half = narrower_side(gap.value, gap.low, gap.high)
        texts = value_pair(first, last, self._quantities[column].unit, half)
        return [(text, names[k]) for text, k in zip(texts, (low, high), strict=True)]

    def _power(self) -> list[str]:
        """What of the seats' wins would have been seen, where nothing was."""
        seats = self._of_seats()
        if _matters(seats) or all(test["within"] <= self._margin for test in seats):
            return []
        seen = [self._seen(test) for test in seats if not self._is_hand(test)]
        most = percentage_points(plus_minus_up(max(seen, default=0.0)))
        said = f"A difference of {most} in a seat's wins between two values of a choice would have"
        return [f"{said} been seen with a chance of 80 %."] if seen else []

    def summary(self, games: int) -> list[str]:
        """The clearest effects with their numbers, what is too small to matter, what is open."""
        real = [test for test in self._tests if test["relevance"].is_real]
        real.sort(key=lambda test: (test["result"] != SEAT_WINS, test["p_value"]))
        said = [self._moved(test) for test in real[:_MOST_TOLD]]
        quiet = [
            self._choice(test)
            for test in self._of_seats()
            if test["within"] <= self._margin and not self._is_hand(test)
        ]
        if quiet:
            most = percentage_points(f"{100 * self._margin:.3g}")
            said.append(f"No value of {listed(quiet)} moves a seat's wins by more than {most}.")
        unclear = [
            f"{percentage_points(plus_minus_up(test['within']))} for {self._choice(test)}"
            for test in self._of_seats()
            if test["relevance"] is Relevance.OPEN and not self._is_hand(test)
        ]
        if unclear:
            said.append(
                f"What a choice does to a seat's wins is open; it is at most {listed(unclear)}."
            )
        said += self._power()
        hands = [test for test in self._tests if self._is_hand(test)]
        if hands and not _matters(hands):
            said.append(
                "Nothing that the seats were dealt is shown to matter"
                f" ({counted(len(hands), 'test')}, {counted(games, 'game')})."
            )
        return said

    def lists(self) -> tuple[list[str], list[str]]:
        """A sentence for every test: claims and open ones. All hands without an established effect
        share one."""
        verdicts, open_questions = [], []
        for test in self._tests:
            if test["relevance"].is_real:
                verdicts.append(self._moved(test))
            elif test["relevance"] is Relevance.WITHIN:
                verdicts.append(
                    f"{self._what(test)}: no value moves that by more than {_within_text(test)}."
                )
        unclear = [test for test in self._tests if test["relevance"] is Relevance.OPEN]
        for result in dict.fromkeys(test["result"] for test in self._tests):
            choices = [t for t in unclear if t["result"] == result and not self._is_hand(t)]
            open_questions += self._open(result, choices)
        hands = [test for test in self._tests if self._is_hand(test)]
        unclear = [test for test in hands if test["relevance"] is Relevance.OPEN]
        if unclear:
            open_questions.append(self._hands(unclear, len(hands)))
        return verdicts, [*open_questions, *self._left_out()]

    def claims(self) -> dict[str, Claim]:
        """What other skill levels are asked too: whether a choice matters for a result, and for
        every seat how far its extremes are apart, so that all levels tell it of the same seat."""
        found: dict[str, Claim] = {}
        for test in self._tests:
            key, is_seats = f"{test['setup_choice']}/{test['result']}", test["result"] == SEAT_WINS
            found[key] = Claim(
                f"what {self._choice(test)} does to {test['result']}",
                test["gap"][2],
                self._difference_in(test["column"]),
                int(test["relevance"].is_real),
                is_told=bool(_matters([test])),
                way=self._way(test),
                unit=self._quantities[test["column"]].unit,
            )
            for column, (_, _, gap) in test["gaps"].items() if is_seats else ():
                found[f"{key}/{column}"] = Claim(
                    f"the widest gap in {self._quantities[column].words} between values of"
                    f" {self._choice(test)}",
                    gap,
                    self._difference_in(column),
                    sign=0,
                    is_asked=column == test["column"] and not self._is_hand(test),
                    unit=self._quantities[column].unit,
                )
        return found

    def _difference_in(self, column: int) -> Callable[[Estimate], str]:
        """How differences of a quantity are written."""
        unit = self._quantities[column].unit
        return lambda e: difference_text(e, unit)

    def _way(self, test: dict[str, Any]) -> str:
        """Which values are apart and in what; empty where that is open."""
        low, high, gap = test["gap"]
        if gap.covers(0.0):
            return ""
        names = list(self._tallies(test))
        return f"{self._quantities[test['column']].name}: {names[low]} to {names[high]}"

    def _extremes(self, test: dict[str, Any]) -> str:
        """The smallest and the largest mean of what a choice moves most."""
        quantity, (_, _, gap) = self._quantities[test["column"]], test["gap"]
        (first, low_name), (last, high_name) = self._ends(test)
        said = f"{quantity.words} from {first} with {low_name} to {last} with {high_name}"
        if gap.covers(0.0):  # no two of the values differ for certain
            why = "which of its values differ is open"
            alone = "one of its values differs from the mean of all games"
            return f"{said} ({why if test['is_established'] else alone})"
        return f"{said}, apart by {difference_text(gap, quantity.unit)}"

    def _moved(self, test: dict[str, Any]) -> str:
        """The extremes of a quantity, how far they are apart, and whether that matters."""
        said = f"{self._what(test)}: {self._extremes(test)}"
        if test["relevance"] is Relevance.SMALL:
            most = _within_text(test)
            return f"{said}; real, but no value moves it by more than {most}, too small to matter."
        if test["relevance"] is Relevance.BEYOND:
            return f"{said}; more than the margin of {self._margin_text(test)}."
        margin = self._margin_text(test)
        return f"{said}; whether any value moves it by more than the margin of {margin} is open."

    def _margin_text(self, test: dict[str, Any]) -> str:
        """What is too small to matter: so many points of a share, so many percent of a mean."""
        number = f"{100 * self._margin:.3g}"
        return percentage_points(number) if test["is_share"] else f"{number} %"

    def _seen(self, test: dict[str, Any]) -> float:
        """The difference between two values that would have been seen with a chance of 80 %."""
        tallies = self._tallies(test)
        return seen_by(tallies, test["column"], test["degrees"], len(self._tests), self._budget)

    def _open(self, result: str, tests: list[dict[str, Any]]) -> list[str]:
        """What is known of a result although no effect of some choices on it is established."""
        if not tests:
            return []
        moving = [test for test in tests if varies(self._tallies(test), test["column"])]
        if not moving:
            return [f"{sentence(result)}: never varied in these games, so nothing can be said."]
        names = listed([self._choice(test) for test in moving], "or")
        most = listed([plus_minus_up(test["within"]) for test in moving])
        is_share, unit = moving[0]["is_share"], self._quantities[moving[0]["column"]].unit
        factor, unit = (100.0, "percentage points") if is_share else (1.0, unit)
        seen = listed([plus_minus_up(self._seen(test), factor) for test in moving])
        return [
            f"{sentence(result)}: no effect of {names} is established; it is at most {most}"
            f" {'percentage points' if is_share else '% of the mean'}, and a difference of {seen}"
            f" {unit} between two values would have been seen with a chance of 80 %."
        ]

    def _left_out(self) -> list[str]:
        """The values of choices that too few deals had to be compared."""
        found = []
        for index, factor in enumerate(self._factors):
            compared = values_of(self._factors, self._sums, index)
            seen = {factor.values[code] for f, code in self._sums.by_value if f == index}
            left = [value for value in factor.values if value in seen - set(compared)]
            if left and not factor.is_hand:
                found.append(f"{factor.words} {listed(left)}")
        few = f"Not compared, with fewer than {FEWEST_DEALS} deals"
        return [f"{few}: {listed(found)}."] if found else []

    def _hands(self, unclear: list[dict[str, Any]], n_hands: int) -> str:
        """All hands without an established effect: what of wins would have been seen."""
        nearest = min(unclear, key=lambda test: test["p_value"])
        said = (
            f"{sentence(HANDS)} ({len(unclear)} of {counted(n_hands, 'test')}): no effect"
            f" established; the smallest p-value is that of {self._choice(nearest)} and"
            f" {nearest['result']} ({p_text(nearest['adjusted_p'])})"
        )
        seen = [
            (self._seen(test), self._quantities[test["column"]])
            for test in unclear
            if test["is_share"] and varies(self._tallies(test), test["column"])
        ]
        if not seen:
            return f"{said}."
        text = _seen_text(*max(seen, key=lambda pair: pair[0]))
        return (
            f"{said}; a difference of {text} in any share of wins between two values would have"
            " been seen with a chance of 80 %."
        )


def _matters(tests: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that matter, or may: what is known to be too small does not."""
    return [t for t in tests if t["relevance"] in (Relevance.BEYOND, Relevance.REAL)]


def _within_text(test: dict[str, Any]) -> str:
    """How far a choice moves a result at most."""
    most = plus_minus_up(test["within"])
    return percentage_points(most) if test["is_share"] else f"{most} % of the mean"


def _seen_text(seen: float, quantity: Quantity) -> str:
    is_share = quantity.unit == SHARE
    unit = "percentage points" if is_share else quantity.unit
    return f"{plus_minus_up(seen, 100.0 if is_share else 1.0)} {unit}"


def _interaction_sentences(
    interactions: list[dict[str, Any]], told: list[str], open_questions: list[str], players: int
) -> None:
    picked = [row for row in interactions if row["is_picked"]]
    for row in picked:
        estimate = Estimate(row["share"], row["low"], row["high"], 0.95, row["n"])
        told.append(
            f"{sentence(row['first'])} together with {row['second']} changes the"
            f" {spoken(row['quantity'], players)} by {points(estimate)} beyond what both do alone."
        )
    if interactions and len(picked) < len(interactions):
        widest = max((row["high"] - row["low"]) / 2 for row in interactions)
        rest = counted(len(interactions) - len(picked), "interaction")
        open_questions.append(
            f"{rest} of two choices screened without being picked; each is known to"
            f" ± {percentage_points(plus_minus(widest))} or better."
        )


def _plain(test: dict[str, Any]) -> dict[str, Any]:
    hidden = ("factor", "columns", "family", "is_share", "column", "gap", "gaps", "apart")
    return {name: value for name, value in test.items() if name not in hidden}


# --- tables --------------------------------------------------------------------------------------


def _start_player_table(
    factors: Sequence[Factor], sums: SetupSums, tests: list[dict[str, Any]], games: int
) -> pd.DataFrame:
    """The start player's wins by every value of every choice and hand.

    is_drawn: of choices, and of the hand that matters most.
    is_established: that the value is apart from the mean of all deals, as one of the claims of the
    report.
    """
    size = games / sums.overall.count
    by_seat = {test["factor"]: test for test in tests if test["result"] == SEAT_WINS}
    hands = [test for index, test in by_seat.items() if factors[index].is_hand]
    strongest = min(hands, key=lambda test: test["p_value"])["factor"] if hands else None
    rows: list[dict[str, Any]] = []
    for index, factor in enumerate(factors):
        if index not in by_seat:
            continue
        is_drawn = not factor.is_hand or index == strongest
        tallies, apart = values_of(factors, sums, index), by_seat[index]["apart"]
        for (value, tally), is_apart in zip(tallies.items(), apart, strict=True):
            share = share_interval(tally, 0)
            rows.append(
                {
                    "group": factor.words,
                    "setup": factor.value_name(value),
                    "share": share.value,
                    "low": share.low,
                    "high": share.high,
                    "n": round(tally.count * size),
                    "reference": float(sums.overall.mean[0]),
                    "column": factor.column,
                    "value": value,
                    "interval": "95 % intervals",
                    "is_established": is_apart,
                    "is_drawn": is_drawn,
                }
            )
    return pd.DataFrame(rows)


def _effect_table(
    factors: Sequence[Factor], quantities: Sequence[Quantity], sums: SetupSums, games: int
) -> pd.DataFrame:
    """Every quantity by every value of every choice."""
    size = games / sums.overall.count
    rows = []
    for index, factor in enumerate(factors):
        for value, tally in values_of(factors, sums, index).items():
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
        for tally in values_of(factors, sums, index).values()
    ]
    if not halves:
        return ["Too few games to tell the values of any choice apart."]
    return [
        f"With every value the start player's share is known to ±"
        f" {percentage_points(plus_minus(max(halves)))}"
        f" or better; half of that takes four times the games (--games {4 * games})."
    ]
