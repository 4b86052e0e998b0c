"""What moves when a rule parameter moves? Values of parameters on the same deals."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.studies.common import Amount, Context, Results
from analyzer.studies.compare import play_cells

PRECISION = 0.01
"""Half width of the differences of the seats' shares unless told."""


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
    if is_range and first.isdigit() and last.isdigit():
        if int(first) >= int(last):
            raise UsageError(f"{text!r}: the first value must be below the last")
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


def sensitivity(settings: SensitivitySettings, amount: Amount, context: Context) -> Results:
    """Plays the study and says what it shows."""
    from analyzer.studies.sensitivity_results import sensitivity_results
    from analyzer.studies.trends import BUDGET

    names = [sweep.parameter for sweep in settings.sweeps]
    if not names or len(set(names)) < len(names):
        raise UsageError("sensitivity needs at least one parameter, and each only once")
    cells, places = cells_of(settings)
    joint, quantities, games = play_cells(
        context, "sensitivity", settings.as_json(), amount, "values", cells, PRECISION, BUDGET
    )
    return sensitivity_results(settings, cells, places, joint, quantities, games, amount)


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
