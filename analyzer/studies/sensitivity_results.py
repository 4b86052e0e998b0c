"""The answer of a study of rule parameters: differences, trends and sentences."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analyzer.cells import Cell
from analyzer.experiment import settings_text
from analyzer.game import Game, Quantity
from analyzer.games import get_game
from analyzer.statistics import MARGIN, BlockTally, Budget, Estimate
from analyzer.studies.claims import Claim
from analyzer.studies.common import ALL_CLAIMS, Amount, Results
from analyzer.studies.differences import (
    Difference,
    Measure,
    claim_lists,
    compared,
    difference_text,
    measured_value,
    measures_of,
    unchanged_sentence,
)
from analyzer.studies.news import (
    claims_of,
    headlines_of,
    news_text,
    number_sentence,
    seats_of,
    seats_sentence,
)
from analyzer.studies.players import among, unlearnt_sentences
from analyzer.studies.sensitivity import SensitivitySettings
from analyzer.studies.trends import BUDGET, Trend, trends_of
from analyzer.tables import Shown
from analyzer.tally.quantities import game_ratios, seat_wins, win_of_seat
from analyzer.wording import listed, p_text, percentage_points, sentence, small_start

OWN = "ruleset"
_TOLD = 2
"""Values of a parameter that the headline speaks of."""
_CHANGES = 2
"""Changes that the headline tells of each of them."""
_IN_SUMMARY = 5
METHOD = (
    "The ruleset and every value of every parameter are played on the same deals. Differences from"
    " the ruleset and trends (least squares over the values of a parameter, per unit of it) are"
    " means over deals with Student's intervals that hold for all differences, or for all trends,"
    " together (Bonferroni); established is what has such an interval without 0. Everything"
    " established is wrong with a chance of at most 5 %: two fifths each for differences"
    " (with the seats' shares themselves) and trends, a tenth each for straight lines and the steps"
    " told where there is none. Too small to matter is what lies within the margin. Where"
    " a straight line is rejected (Hotelling's test of what is left beside it, Holm over all"
    " trends) the smallest and the largest step between neighbouring values are told instead of"
    " the trend, with intervals that hold for all steps together."
)


def sensitivity_results(
    settings: SensitivitySettings,
    cells: Sequence[Cell],
    places: Sequence[int],
    joint: BlockTally,
    quantities: list[Quantity],
    games: int,
    amount: Amount,
) -> Results:
    """Tables and sentences of a finished study."""
    margin, budget = amount.margin or MARGIN, BUDGET.of_one_of(amount.n_reports)
    ratios = game_ratios(get_game(settings.game), quantities)
    points = settings.points()
    measures = [measures_of(joint, quantities, ratios, cell) for cell in (0, *places)]
    is_own = [place == 0 for place in places]
    differences = _differences(joint, measures, is_own, margin, budget)
    unlearnt = unlearnt_sentences(cells)
    trends = trends_of(settings, joint, measures, budget)
    verdicts, open_questions = _sentences(settings, points, differences, trends, is_own, margin)
    return Results(
        study="sensitivity",
        title=f"Sensitivity of {settings.ruleset} to"
        f" {listed([sweep.parameter for sweep in settings.sweeps])}, {settings.players} players",
        finding=_finding(settings, points, differences, margin),
        summary=[*_summary(settings, points, differences, margin), *unlearnt],
        verdicts=verdicts,
        not_established=open_questions,
        settings={**settings.as_json(), "margin": margin},
        method=METHOD,
        tables={
            "differences": _difference_table(settings, points, differences),
            "values": _value_table(joint, points, measures, is_own, differences),
            "trends": _trend_table(trends),
        },
        figures={"differences": Shown("differences"), "values": Shown("sweep", split="parameter")},
        games=games,
        intervals=ALL_CLAIMS,
        policy=unlearnt,
        claims=_claims(settings, points, differences),
        outlook=[_outlook(differences, games)],
        numbers={
            "margin": margin,
            "fair_within": _seats_within(settings, points, differences),
            "differences_claimed": sum(d.is_established for f in differences for d in f)
            + sum(trend.is_established or not trend.is_linear for trend in trends),
        },
    )


def _seats_within(
    settings: SensitivitySettings,
    points: Sequence[tuple[str, str]],
    differences: list[list[Difference]],
) -> dict[str, float]:
    """By value the smallest margin within which it changes no seat's wins."""
    names = {quantity.name for quantity in seat_wins(settings.players)}
    return {
        f"{parameter}={value}": max(d.size.within for d in family if d.name in names)
        for (parameter, value), family in zip(points, differences, strict=True)
        if any(d.name in names for d in family)
    }


def _claims(
    settings: SensitivitySettings,
    points: Sequence[tuple[str, str]],
    differences: list[list[Difference]],
) -> dict[str, Claim]:
    """What other skill levels are asked too."""
    found: dict[str, Claim] = {}
    for (parameter, value), family in zip(points, differences, strict=True):
        told = headlines_of(family, {parameter}, settings.players, _CHANGES)
        found |= claims_of(f"{parameter}={value}", family, told, settings.players)
    return found


def _differences(
    joint: BlockTally,
    measures: list[list[Measure]],
    is_own: list[bool],
    margin: float,
    budget: Budget,
) -> list[list[Difference]]:
    """For every value its differences from the ruleset, none for the ruleset's own value."""
    pairs, owners = [], []
    for index, others in enumerate(measures[1:]):
        if not is_own[index]:
            pairs += list(zip(measures[0], others, strict=True))
            owners += [index] * len(others)
    found: list[list[Difference]] = [[] for _ in is_own]
    for index, difference in zip(owners, compared(joint, pairs, margin, budget), strict=True):
        if difference is not None:
            found[index].append(difference)
    return found


# --- sentences -----------------------------------------------------------------------------------


def _weight(estimate: Estimate) -> float:
    """How far an effect is from zero, in half widths."""
    return abs(estimate.value) / max(estimate.half_width, 1e-12)


def _sentences(
    settings: SensitivitySettings,
    points: Sequence[tuple[str, str]],
    differences: list[list[Difference]],
    trends: list[Trend],
    is_own: list[bool],
    margin: float,
) -> tuple[list[str], list[str]]:
    verdicts, open_questions = [], []
    mirror = win_of_seat(1, settings.players).name if settings.players == 2 else ""
    for trend in sorted(trends, key=lambda trend: -_weight(trend.slope)):
        if trend.name == mirror:
            continue
        if not trend.is_linear:
            verdicts.append(trend.uneven_sentence())
            continue
        slope = difference_text(trend.slope, trend.unit)
        if trend.is_established:
            verdicts.append(f"{trend.parameter} moves {trend.words} by {slope} for one more.")
        else:
            open_questions.append(
                f"No steady trend of {trend.words} with {trend.parameter} is shown: {slope} for one"
                f" more ({p_text(trend.adjusted_p)})."
            )
    numeric = {sweep.parameter for sweep in settings.sweeps if sweep.numbers() is not None}
    for (parameter, value), family, own in zip(points, differences, is_own, strict=True):
        if own:
            continue
        if parameter in numeric:
            said = _value_sentence(settings, f"{parameter}={value}", family)
            (verdicts if any(d.is_established for d in family) else open_questions).append(said)
            kept = unchanged_sentence([d for d in family if not d.is_established], margin)
            verdicts += [f"With {parameter}={value}, {small_start(text)}" for text in kept]
        else:
            name = f"{parameter}={value}"
            claims, rest = claim_lists(
                family, (settings.ruleset, name), margin, settings.players, f"with {name}, "
            )
            verdicts += claims
            open_questions += rest
    return verdicts, open_questions


def _value_sentence(settings: SensitivitySettings, name: str, family: list[Difference]) -> str:
    """All established differences of one value from the ruleset, the clearest first."""
    changed = [d for d in family if d.is_established]
    changed.sort(key=lambda d: -_weight(d.difference))
    what = f"{name} instead of {settings.ruleset}"
    if not changed:
        return f"{what}: none of {len(family)} differences is established."
    shown = "; ".join(
        f"{d.words} {difference_text(d.difference, d.unit)}"
        f"{', too small to matter' if d.is_small else ''}"
        for d in changed
    )
    return f"{what} changes {len(changed)} of {len(family)} quantities: {shown}."


def _finding(
    settings: SensitivitySettings,
    points: Sequence[tuple[str, str]],
    differences: list[list[Difference]],
    margin: float,
) -> str:
    """A sentence for every parameter: what its values change most."""
    who, said = among(settings.strategies), []
    for sweep in settings.sweeps:
        parts = []
        for (parameter, value), family in zip(points, differences, strict=True):
            told = headlines_of(family, {parameter}, settings.players, _CHANGES)
            if parameter == sweep.parameter and told:
                name = f"with {parameter}={value} the game"
                parts.append((_size(told), news_text(name, told, settings.players, margin)))
        parts.sort(key=lambda part: -part[0])
        texts = [text for _, text in parts[:_TOLD]]
        none = f"no value of {sweep.parameter} is shown to change anything that matters"
        said.append("; ".join(texts) or none)
    return f"{sentence(who)} {'; '.join(said)}."


def _size(told: Sequence[Difference]) -> float:
    """How large the clearest of some changes is, to say first what matters most."""
    return max(abs((d.relative_change() or (2 * d.difference.value, 0))[0]) for d in told)


def _summary(
    settings: SensitivitySettings,
    points: Sequence[tuple[str, str]],
    differences: list[list[Difference]],
    margin: float,
) -> list[str]:
    """What the parameters are, and by value the numbers behind the headline and the seats."""
    game = get_game(settings.game)
    rules = game.rules(settings.cell())
    said, explained = (
        [],
        [
            f"{sweep.parameter} is {_meaning(game, sweep.parameter)}; {settings.ruleset} has"
            f" {settings_text(rules[sweep.parameter])}."
            for sweep in settings.sweeps
        ],
    )
    for (parameter, value), family in zip(points, differences, strict=True):
        name = f"{parameter}={value}"
        told = headlines_of(family, {parameter}, settings.players, _CHANGES)
        seats = {d.name for d in seats_of(family, settings.players)}
        names = (settings.ruleset, name)
        texts = [number_sentence(d, names) for d in told if d.name not in seats][:2]
        seats_told = seats_sentence(family, settings.players, margin)
        texts += [f"With {name}, {text}" for text in seats_told]
        said += [f"{text}." for text in texts]
    return [*explained, *said[:_IN_SUMMARY]]


def _meaning(game: Game, parameter: str) -> str:
    """What a parameter says, in the words of the game."""
    return f"the rule \u201c{game.parameters[parameter].description}\u201d"


def _outlook(differences: list[list[Difference]], games: int) -> str:
    halves = [
        d.difference.half_width for family in differences for d in family if d.name.endswith("wins")
    ]
    if not halves:
        return f"The wins never varied in {games:,} games: nothing can be said about shares."
    if not max(halves):
        return f"Every value gave the wins of the ruleset on every deal ({games:,} games)."
    return (
        "Differences of seats' shares are known to ±"
        f" {percentage_points(f'{100 * max(halves):.2g}')}"
        f" with {games:,} games; half of that takes four times as many."
    )


# --- tables --------------------------------------------------------------------------------------


def _difference_table(
    settings: SensitivitySettings,
    points: Sequence[tuple[str, str]],
    differences: list[list[Difference]],
) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"comparison": f"{parameter}={value} - {settings.ruleset}"}
            | {"parameter": parameter, "value": value}
            | difference.row((parameter,))
            for (parameter, value), family in zip(points, differences, strict=True)
            for difference in family
        ]
    )


def _value_table(
    joint: BlockTally,
    points: Sequence[tuple[str, str]],
    measures: list[list[Measure]],
    is_own: list[bool],
    differences: list[list[Difference]],
) -> pd.DataFrame:
    """Every measure at every value, each interval standing for itself.

    is_established: that the value differs from the ruleset, as one of the claims of the report.
    """
    rows = []
    apart = [set(), *({d.name for d in mine if d.is_established} for mine in differences)]
    labels = [(OWN, ""), *points]
    for (parameter, value), own, cell, told in zip(
        labels, [True, *is_own], measures, apart, strict=True
    ):
        for measure in cell:
            e = measured_value(joint, measure)
            rows.append(
                {"parameter": parameter, "value": value, "is_ruleset": own}
                | {"quantity": measure.name, "label": measure.label or measure.name}
                | {"unit": measure.unit, "mean": e.value}
                | {"is_by_definition": parameter in measure.by_definition}
                | {"is_established": measure.name in told}
                | {"low": e.low, "high": e.high, "n": e.n, "interval": "95 % intervals"}
            )
    return pd.DataFrame(rows)


def _trend_table(trends: list[Trend]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"parameter": trend.parameter, "trend_of": trend.name, "unit": trend.unit}
            | {"slope": trend.slope.value, "low": trend.slope.low, "high": trend.slope.high}
            | {"n": trend.slope.n, "adjusted_p": trend.adjusted_p}
            | {"is_established": trend.is_established}
            | {"is_linear": trend.is_linear, "linearity_p": trend.linearity_p}
            | {"interval": "95 % intervals that hold for all trends together"}
            for trend in trends
        ]
    )
