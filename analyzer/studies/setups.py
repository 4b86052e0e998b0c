"""Does the set-up matter? Games with set-ups left to chance, compared by what chance gave.

Chance makes the comparison fair: deals with one value of a choice differ from those with another
in nothing else. The deals of one value of a choice are independent of those of another one.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.game import DEALT, SETUP, Quantity, columns_of, setup_columns
from analyzer.games import get_game
from analyzer.playing.memory import warm_up
from analyzer.playing.run import Run
from analyzer.statistics import MARGIN, BlockTally, blocks_for_half_width
from analyzer.studies.common import (
    Amount,
    Context,
    Phase,
    Results,
    affordable_games,
    check_enough,
    play_phase,
    study_folder,
)
from analyzer.tally.blocks import Rows, Tallies, blocks_of, columns_of_quantities
from analyzer.tally.cell_tally import games_per_block
from analyzer.tally.quantities import game_quantities, seat_wins, strategy_wins
from analyzer.tally.runs import pieces

PRECISION = 0.01
"""Half width of a seat's share with one value of a choice unless told."""
MOST_IN_HAND = 3
"""What a seat was dealt is counted as 0, 1, 2, or this many and more."""
SEAT_WINS = "wins by seat"


@dataclass(frozen=True, slots=True)
class SetupSettings:
    """What is asked. strategies: one a seat; different ones are rotated over the seats."""

    game: str
    players: int
    ruleset: str
    strategies: tuple[str, ...]
    overrides: tuple[tuple[str, object], ...] = ()

    def cell(self) -> Cell:
        """The one cell that is played, its set-up left to chance."""
        rotate = len(set(self.strategies)) > 1
        cell = Cell(
            self.game, self.players, self.ruleset, self.strategies, self.overrides, rotate=rotate
        )
        return get_game(self.game).check(cell)

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return {**asdict(self), "overrides": dict(self.overrides)}


@dataclass(frozen=True, slots=True)
class Factor:
    """A choice of the set-up: a column of the game, or (with a seat) of one seat's hand.

    label: what the column is called in tables; spoken: in sentences.
    """

    column: str
    seat: int | None
    values: tuple[str, ...]
    label: str
    spoken: str

    @property
    def is_hand(self) -> bool:
        """Whether it is what one seat holds, not a choice for all."""
        return self.seat is not None

    @property
    def name(self) -> str:
        """As tables name it, a hand with its seat."""
        return self._of_seat(self.label)

    @property
    def words(self) -> str:
        """As sentences name it, a hand with its seat."""
        return self._of_seat(self.spoken)

    def _of_seat(self, text: str) -> str:
        return f"{text} of seat {self.seat}" if self.is_hand else text

    def value_name(self, value: str) -> str:
        """One value of it for reading; a number is told apart from what it counts."""
        return f"{self.words}{': ' if value[:1].isdigit() else ' '}{value}"

    def codes(self, rows: Rows, per_deal: int) -> np.ndarray:
        """The value of every deal, as an index into `values`."""
        if self.seat is None:
            return rows[self.column][::per_deal, 0]
        return np.clip(rows[self.column][::per_deal, self.seat], 0, MOST_IN_HAND)


def factors_of(cell: Cell) -> list[Factor]:
    """The choices of the set-up that a game has columns for."""
    game = get_game(cell.game)
    found = [
        Factor(column.name, None, column.categories, column.name.replace("_", " "), column.words)
        for column in columns_of(game, SETUP)
    ]
    counts = (*(str(n) for n in range(MOST_IN_HAND)), f"{MOST_IN_HAND} or more")
    # How many a seat gets is a rule, and not what chance gave.
    rule = game.handicap.parameter if game.handicap else ""
    for column in columns_of(game, DEALT):
        if column.name != rule:
            seats = range(cell.players)
            words = column.words
            found += [Factor(column.name, seat, counts, words, words) for seat in seats]
    return found


def targets_of(cell: Cell) -> dict[str, list[Quantity]]:
    """What a set-up may change: quantities that are tested together, by name."""
    course = {q.name: q for q in game_quantities(get_game(cell.game))}
    targets = {SEAT_WINS: seat_wins(cell.players), "wins by strategy": strategy_wins(cell)}
    for name in ("mean score", "turns"):
        if name in course:
            targets[name] = [course[name]]
    return {name: quantities for name, quantities in targets.items() if quantities}


@dataclass(slots=True)
class SetupSums:
    """Sums over the deals.

    overall: all quantities. by_value: the same by (factor's index, value). crossed: by pair of
    choices of the set-up, for every combination of values whether a deal had it and, if so, each
    win (wins of seats, then of strategies), column combination * (1 + wins) + which.
    """

    overall: BlockTally
    by_value: Tallies = field(default_factory=Tallies)
    crossed: Tallies = field(default_factory=Tallies)


def make_sizes(cell: Cell, amount: Amount, context: Context) -> dict[str, Any]:
    """Games, so that each value of the choice with the most values gets enough of them."""
    if amount.games is not None:
        return {"games": amount.games}
    if amount.budget is not None:
        return {"games": max(affordable_games(context, amount.budget, cell), 100)}
    game = get_game(cell.game)
    warm_up(cell)
    trial = game.play(cell, context.seed, 0, 200 * games_per_block(cell))
    most = max(len(np.unique(trial[name])) for name in setup_columns(game))
    each = blocks_for_half_width(amount.precision or PRECISION, 0.25, n_claims=most * cell.players)
    return {"games": most * each}


def setups(settings: SetupSettings, amount: Amount, context: Context) -> Results:
    """Plays the study and says what it shows."""
    from analyzer.studies.setups_results import setups_results

    cell = settings.cell()
    factors = factors_of(cell)
    if not factors:
        raise UsageError(f"{get_game(cell.game).title} has no choices of the set-up to study")
    check_enough(amount, cell, 2)
    asked = {"settings": settings.as_json(), "amount": amount.as_json()}
    with study_folder(context, "setups", asked, lambda: make_sizes(cell, amount, context)) as sizes:
        phase = Phase("games", (cell,), sizes["games"])
        context.show_plan([phase])
        run = play_phase(context, phase)
        targets = targets_of(cell)
        sums = add_up(run, factors, [q for group in targets.values() for q in group])
        margin = amount.margin or MARGIN
        return setups_results(
            settings, factors, targets, sums, run.total_games(), margin, amount.n_reports
        )


def n_wins(cell: Cell) -> int:
    """How many of the first quantities are wins."""
    return cell.players + len(strategy_wins(cell))


def add_up(run: Run, factors: Sequence[Factor], quantities: Sequence[Quantity]) -> SetupSums:
    """Sums over all deals of the study's run."""
    cell = run.cells[0]
    per_deal, wins = games_per_block(cell), n_wins(cell)
    needed = {*columns_of_quantities(quantities), *(f.column for f in factors)}
    choices = [index for index, factor in enumerate(factors) if factor.seat is None]
    sums = SetupSums(BlockTally.empty(len(quantities)))
    for (rows,) in pieces(run, [0], sorted(needed)):
        blocks = blocks_of(rows, quantities, per_deal)
        codes = [factor.codes(rows, per_deal) for factor in factors]
        sums.overall += BlockTally.of_blocks(blocks)
        for index, code in enumerate(codes):
            sums.by_value.add_by(index, code, blocks)
        for a, b in itertools.combinations(choices, 2):
            size = len(factors[b].values)
            combined = codes[a].astype(np.int64) * size + codes[b]
            crossed = _crossed(combined, blocks[:, :wins], len(factors[a].values) * size)
            sums.crossed.add((a, b), crossed)
    return sums


def _crossed(combined: np.ndarray, wins: np.ndarray, size: int) -> np.ndarray:
    """(deals, size * (1 + wins)): a deal's 1 and its wins in the columns of its combination."""
    blocks = np.zeros((len(wins), size, 1 + wins.shape[1]))
    blocks[np.arange(len(wins)), combined, 0] = 1
    blocks[np.arange(len(wins)), combined, 1:] = wins
    return blocks.reshape(len(wins), -1)
