"""What moves when a rule parameter moves? Values of parameters on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import isnan, nan
from typing import Any

import numpy as np
import pandas as pd

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.game import Quantity
from analyzer.games import get_game
from analyzer.statistics import (
    ALPHA,
    BlockTally,
    Estimate,
    holm,
    linearity_test,
    mean_interval,
    mean_test,
)
from analyzer.studies.common import Amount, Context, Results
from analyzer.studies.compare import play_cells
from analyzer.studies.differences import (
    BASIS,
    Difference,
    Measure,
    bonferroni_p,
    compared,
    difference_text,
    measured_value,
    measures_of,
    shifted,
)
from analyzer.tables import Shown
from analyzer.tally.quantities import game_ratios
from analyzer.wording import counted, listed, p_text, percentage_points

PRECISION = 0.01
"""Half width of the differences of the seats' shares unless told."""
OWN = "ruleset"
_NAMED = 3
"""Quantities that are named where they move unevenly; more of them are counted."""
METHOD = (
    "The ruleset and every value of every parameter are played on the same deals. Differences from"
    " the ruleset and trends (least squares over the values of a parameter, per unit of it) are"
    " means over deals with Student's intervals that hold for all differences, or for all trends,"
    " together (Bonferroni); established is what has such an interval without 0. Where a straight"
    " line is rejected (Hotelling's test of what is left beside it, Holm over all trends) the"
    " smallest and the largest step between neighbouring values are told instead of the trend,"
    " with intervals that hold for all steps together."
)


@dataclass(frozen=True, slots=True)
class Sweep:
    """A parameter and the values it takes, as written."""

    parameter: str
    values: tuple[str, ...]

    def numbers(self) -> list[float] | None:
        """The values as numbers; None if some are words."""
        try:
            return [float(value) for value in self.values]
        except ValueError:
            return None


def parse_sweep(text: str) -> Sweep:
    """`PARAMETER=4,5,6` or `PARAMETER=4..7`."""
    name, is_setting, values = text.partition("=")
    first, is_range, last = values.partition("..")
    if is_range and first.isdigit() and last.isdigit() and int(first) < int(last):
        found = tuple(str(value) for value in range(int(first), int(last) + 1))
    else:
        found = tuple(values.split(","))
    if not is_setting or not name or not all(found) or (is_range and len(found) < 2):
        raise UsageError(
            f"{text!r} is not of the form PARAMETER=VALUE,VALUE,... or PARAMETER=FIRST..LAST"
        )
    if len(set(found)) < len(found):
        raise UsageError(f"{text!r} names a value twice")
    return Sweep(name, found)


@dataclass(frozen=True, slots=True)
class SensitivitySettings:
    """What is asked: sweeps around a ruleset. strategies: one a seat, rotated if different."""

    game: str
    players: int
    ruleset: str
    sweeps: tuple[Sweep, ...]
    strategies: tuple[str, ...]
    overrides: tuple[tuple[str, object], ...] = ()

    def points(self) -> list[tuple[str, str]]:
        """Every parameter with every value that it takes."""
        return [(sweep.parameter, value) for sweep in self.sweeps for value in sweep.values]

    def cell(self, change: tuple[str, str] | None = None) -> Cell:
        """The ruleset, or the ruleset with one parameter changed."""
        kept = tuple(p for p in self.overrides if change is None or p[0] != change[0])
        overrides = kept if change is None else (*kept, change)
        rotate = len(set(self.strategies)) > 1
        cell = Cell(
            self.game, self.players, self.ruleset, self.strategies, overrides, rotate=rotate
        )
        return get_game(self.game).check(cell)

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return {**asdict(self), "overrides": dict(self.overrides)}


@dataclass(frozen=True, slots=True)
class Step:
    """Change of a measure from a value to the next larger one, for one unit of the parameter."""

    first: str
    last: str
    slope: Estimate

    def text(self, unit: str) -> str:
        """The change and where it is."""
        return f"{difference_text(self.slope, unit)} from {self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Trend:
    """Change of a measure for one unit of a parameter, and Bonferroni's p-value.

    linearity_p: Holm's p-value of the test that the measure follows a straight line, NaN of two
    values, which always do. steps: between neighbouring values.
    """

    parameter: str
    name: str
    unit: str
    slope: Estimate
    adjusted_p: float
    linearity_p: float
    steps: tuple[Step, ...]

    @property
    def is_established(self) -> bool:
        """Whether there is a trend, all trends considered."""
        return self.adjusted_p <= ALPHA and not self.slope.covers(0.0)

    @property
    def is_linear(self) -> bool:
        """Whether nothing speaks against a straight line."""
        return isnan(self.linearity_p) or self.linearity_p > ALPHA

    def uneven_sentence(self) -> str:
        """That there is no single slope, and how far the steps differ."""
        least = min(self.steps, key=lambda step: step.slope.value)
        most = max(self.steps, key=lambda step: step.slope.value)
        return (
            f"{self.parameter}: {self.name} does not move evenly ({p_text(self.linearity_p)}):"
            f" for one more by {least.text(self.unit)}, but by {most.text(self.unit)}."
        )


def sensitivity(settings: SensitivitySettings, amount: Amount, context: Context) -> Results:
    """Plays the study and says what it shows."""
    names = [sweep.parameter for sweep in settings.sweeps]
    if not names or len(set(names)) < len(names):
        raise UsageError("sensitivity needs at least one parameter, and each only once")
    cells, places = cells_of(settings)
    joint, quantities, games = play_cells(
        context, "sensitivity", settings.as_json(), amount, "values", cells, PRECISION
    )
    return _results(settings, places, joint, quantities, games)


def cells_of(settings: SensitivitySettings) -> tuple[tuple[Cell, ...], list[int]]:
    """What is played, the ruleset first, and for every point which of these cells it is.

    A value that the ruleset has anyway is the first cell. UsageError if a value is named twice, or
    if a parameter takes no other value than its own.
    """
    game = get_game(settings.game)
    cells, places = [settings.cell()], []
    for parameter, value in settings.points():
        cell = settings.cell((parameter, value))
        same = [k for k, other in enumerate(cells) if game.is_same(cell, other)]
        if same and same[0] > 0:
            raise UsageError(f"{parameter}={value} is named twice; leave it out of the sweep")
        places.append(same[0] if same else len(cells))
        cells += [] if same else [cell]
    at = 0
    for sweep in settings.sweeps:
        if not any(places[at : at + len(sweep.values)]):
            raise UsageError(
                f"{sweep.parameter}={sweep.values[0]} is the value of the ruleset itself;"
                " name another one to compare it with"
            )
        at += len(sweep.values)
    return tuple(cells), places


def _results(
    settings: SensitivitySettings,
    places: Sequence[int],
    joint: BlockTally,
    quantities: list[Quantity],
    games: int,
) -> Results:
    ratios = game_ratios(get_game(settings.game), quantities)
    points = settings.points()
    measures = [measures_of(joint, quantities, ratios, cell) for cell in (0, *places)]
    is_own = [place == 0 for place in places]
    differences = _differences(joint, measures, is_own)
    trends = _trends(settings, joint, measures)
    verdicts, open_questions = _sentences(settings, points, differences, trends, is_own)
    return Results(
        study="sensitivity",
        title=f"Sensitivity of {settings.ruleset} to"
        f" {listed([sweep.parameter for sweep in settings.sweeps])}, {settings.players} players",
        finding=_finding(settings, points, differences, trends),
        verdicts=verdicts,
        not_established=open_questions,
        settings=settings.as_json(),
        method=METHOD,
        tables={
            "differences": _difference_table(settings, points, differences),
            "values": _value_table(joint, points, measures, is_own),
            "trends": _trend_table(trends),
        },
        figures={"differences": Shown("differences"), "values": Shown("sweep", split="parameter")},
        games=games,
        intervals=BASIS,
        outlook=[_outlook(differences, games), *_own_values(points, is_own)],
    )


def _differences(
    joint: BlockTally, measures: list[list[Measure]], is_own: list[bool]
) -> list[list[Difference]]:
    """For every value its differences from the ruleset, none for the ruleset's own value."""
    pairs, owners = [], []
    for index, others in enumerate(measures[1:]):
        if not is_own[index]:
            pairs += list(zip(measures[0], others, strict=True))
            owners += [index] * len(others)
    found: list[list[Difference]] = [[] for _ in is_own]
    for index, difference in zip(owners, compared(joint, pairs), strict=True):
        if difference is not None:
            found[index].append(difference)
    return found


def _trends(
    settings: SensitivitySettings, joint: BlockTally, measures: list[list[Measure]]
) -> list[Trend]:
    """Least-squares slopes over the values of every numeric parameter."""
    raw: list[tuple[Sweep, tuple[Measure, ...], BlockTally, float]] = []
    at = 1
    for sweep in settings.sweeps:
        cells = measures[at : at + len(sweep.values)]
        at += len(sweep.values)
        numbers = sweep.numbers()
        if numbers is None or len(numbers) < 2:
            continue
        centred = np.array(numbers) - np.mean(numbers)
        shares = centred / float(centred @ centred)
        for column in zip(*cells, strict=True):
            combined, constant = _weighted(joint, column, shares)
            is_moving = combined.variance[0] > 0 or abs(combined.mean[0] + constant) > 1e-12
            if np.isfinite(constant) and is_moving:
                raw.append((sweep, column, combined, constant))
    each = 1 - ALPHA / max(len(raw), 1)
    each_step = 1 - ALPHA / max(sum(len(column) - 1 for _, column, _, _ in raw), 1)
    straight = _linearity_p_values(joint, [(sweep, column) for sweep, column, _, _ in raw])
    return [
        Trend(
            sweep.parameter,
            column[0].name,
            column[0].unit,
            shifted(mean_interval(combined, level=each), constant),
            bonferroni_p(mean_test(combined, -constant).p_value, len(raw)),
            p,
            _steps(joint, sweep, column, each_step),
        )
        for (sweep, column, combined, constant), p in zip(raw, straight, strict=True)
    ]


def _weighted(
    joint: BlockTally, column: Sequence[Measure], shares: np.ndarray
) -> tuple[BlockTally, float]:
    """The tally of a weighted sum of measures, and the constant to be added to its mean."""
    weights = shares @ np.array([measure.weights for measure in column])
    return joint.combine(weights), float(shares @ [measure.constant for measure in column])


def _linearity_p_values(
    joint: BlockTally, columns: Sequence[tuple[Sweep, tuple[Measure, ...]]]
) -> list[float]:
    """By trend Holm's p-value of the straight line; NaN where there are two values only."""
    found = [nan] * len(columns)
    tested = [k for k, (_, column) in enumerate(columns) if len(column) > 2]
    p_values = []
    for k in tested:
        sweep, column = columns[k]
        numbers = sweep.numbers()
        assert numbers is not None
        tally = joint.combine(np.array([measure.weights for measure in column]))
        constants = [measure.constant for measure in column]
        p_values.append(linearity_test(tally, numbers, constants).p_value)
    for k, p in zip(tested, holm(p_values), strict=True):
        found[k] = float(p)
    return found


def _steps(
    joint: BlockTally, sweep: Sweep, column: tuple[Measure, ...], level: float
) -> tuple[Step, ...]:
    """Slopes between neighbouring values, the smallest values first."""
    numbers = sweep.numbers()
    assert numbers is not None
    order = [int(k) for k in np.argsort(numbers)]
    found = []
    for a, b in pairwise(order):
        shares = np.zeros(len(column))
        shares[[a, b]] = np.array([-1.0, 1.0]) / (numbers[b] - numbers[a])
        combined, constant = _weighted(joint, column, shares)
        slope = shifted(mean_interval(combined, level=level), constant)
        found.append(Step(sweep.values[a], sweep.values[b], slope))
    return tuple(found)


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
) -> tuple[list[str], list[str]]:
    verdicts, open_questions = [], []
    for trend in sorted(trends, key=lambda trend: -_weight(trend.slope)):
        if not trend.is_linear:
            verdicts.append(trend.uneven_sentence())
            continue
        text = f"{trend.name} moves by {difference_text(trend.slope, trend.unit)}"
        said = f"{trend.parameter}: for one more, {text}"
        if trend.is_established:
            verdicts.append(f"{said}.")
        else:
            open_questions.append(f"{said} ({p_text(trend.adjusted_p)}).")
    numeric = {sweep.parameter for sweep in settings.sweeps if sweep.numbers() is not None}
    for (parameter, value), family, own in zip(points, differences, is_own, strict=True):
        if own:
            continue
        if parameter in numeric:
            said = _value_sentence(settings, f"{parameter}={value}", family)
            (verdicts if any(d.is_established for d in family) else open_questions).append(said)
        else:
            names = (settings.ruleset, f"{parameter}={value}")
            verdicts += [d.sentence(names) for d in family if d.is_established]
            open_questions += [
                f"{parameter}={value}: {d.open_sentence()}" for d in family if not d.is_established
            ]
    return verdicts, open_questions


def _value_sentence(settings: SensitivitySettings, name: str, family: list[Difference]) -> str:
    """All established differences of one value from the ruleset, the clearest first."""
    changed = [d for d in family if d.is_established]
    changed.sort(key=lambda d: -_weight(d.difference))
    what = f"{name} instead of {settings.ruleset}"
    if not changed:
        return f"{what}: none of {len(family)} differences is established."
    shown = "; ".join(f"{d.name} {difference_text(d.difference, d.unit)}" for d in changed)
    return f"{what} changes {len(changed)} of {len(family)} quantities: {shown}."


def _finding(
    settings: SensitivitySettings,
    points: Sequence[tuple[str, str]],
    differences: list[list[Difference]],
    trends: list[Trend],
) -> str:
    """One sentence for every parameter."""
    parts = []
    for sweep in settings.sweeps:
        mine = [t for t in trends if t.parameter == sweep.parameter]
        moved = sorted(
            (t for t in mine if t.is_established and t.is_linear),
            key=lambda trend: -_weight(trend.slope),
        )
        uneven = [t.name for t in mine if not t.is_linear]
        if uneven:
            many = f"{len(uneven)} of {len(mine)} quantities"
            what = listed(uneven) if len(uneven) <= _NAMED else many
            parts.append(f"{sweep.parameter} moves {what} unevenly")
        if moved:
            shown = [f"{t.name} {difference_text(t.slope, t.unit)}" for t in moved[:3]]
            parts.append(
                f"one more {sweep.parameter} moves {len(moved)} of {len(mine)} quantities"
                f"{' evenly' if uneven else ''}, most clearly {listed(shown)}"
            )
        if moved or uneven:
            continue
        changed = {
            d.name
            for (parameter, _), family in zip(points, differences, strict=True)
            for d in family
            if parameter == sweep.parameter and d.is_established
        }
        parts.append(
            f"{sweep.parameter} changes {counted(len(changed), 'quantity', 'quantities')}"
            if changed
            else f"{sweep.parameter} is not established to change anything"
        )
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


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


def _own_values(points: Sequence[tuple[str, str]], is_own: list[bool]) -> list[str]:
    """Which values are the ruleset's own."""
    return [
        f"{parameter}={value} is the value of the ruleset itself, which is played once."
        for (parameter, value), own in zip(points, is_own, strict=True)
        if own
    ]


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
            | difference.row()
            for (parameter, value), family in zip(points, differences, strict=True)
            for difference in family
        ]
    )


def _value_table(
    joint: BlockTally,
    points: Sequence[tuple[str, str]],
    measures: list[list[Measure]],
    is_own: list[bool],
) -> pd.DataFrame:
    """Every measure at every value, each interval standing for itself."""
    rows = []
    labels = [(OWN, ""), *points]
    for (parameter, value), own, cell in zip(labels, [True, *is_own], measures, strict=True):
        for measure in cell:
            e = measured_value(joint, measure)
            rows.append(
                {"parameter": parameter, "value": value, "is_ruleset": own}
                | {"quantity": measure.name, "unit": measure.unit, "mean": e.value}
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
