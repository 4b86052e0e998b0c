"""Who wins? All strategies against each other, every line-up and rotation on the same deals."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.game import setup_columns
from analyzer.games import get_game
from analyzer.playing.run import Run
from analyzer.statistics import BlockTally, RankingTally, blocks_for_half_width
from analyzer.studies.common import (
    Amount,
    Context,
    Phase,
    Results,
    affordable_games,
    play_phase,
    raised_note,
    study_folder,
)
from analyzer.tally.blocks import Rows, Tallies, exact_wins
from analyzer.tally.runs import pieces

PRECISION = 0.01
"""Half width of every pair's score unless told."""
_GROUPS = 100
"""Groups of deals that the bootstrap of the ratings draws from."""
MOST_LINE_UPS = 2000


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """What is asked: all line-ups of `players` of these strategies.

    every_order: also the different orders around the table, not only the rotations of one.
    """

    game: str
    players: int
    ruleset: str
    strategies: tuple[str, ...]
    overrides: tuple[tuple[str, object], ...] = ()
    every_order: bool = True

    def line_ups(self) -> list[tuple[int, ...]]:
        """Strategy numbers by place; rotations of a line-up are not listed, as cells rotate.

        With fewer strategies than seats a strategy sits several times, but never everywhere.
        """
        k, n = len(self.strategies), self.players
        choose = itertools.combinations if k >= n else itertools.combinations_with_replacement
        found: dict[tuple[int, ...], None] = {}
        for chosen in choose(range(k), n):
            if len(set(chosen)) < 2:
                continue
            orders = itertools.permutations(chosen) if self.every_order else [chosen]
            for order in orders:
                found[min(order[i:] + order[:i] for i in range(n))] = None
        return list(found)

    def cells(self) -> tuple[Cell, ...]:
        """One rotated cell for every line-up."""
        game = get_game(self.game)
        return tuple(
            game.check(
                Cell(
                    self.game,
                    self.players,
                    self.ruleset,
                    tuple(self.strategies[k] for k in line_up),
                    self.overrides,
                    rotate=True,
                )
            )
            for line_up in self.line_ups()
        )

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return {**asdict(self), "overrides": dict(self.overrides)}


@dataclass(slots=True)
class Standings:
    """Sums over the deals of a tournament of k strategies.

    pairs: by pair of strategies the score of the first against the second in each deal. seats:
    wins of strategy s in seat i, column s * players + i. wins: wins of each strategy for each seat
    it held. setups: the same by (choice of the set-up, its value). orders: finishing orders, a
    tally for each group of deals.
    """

    seats: BlockTally
    wins: BlockTally
    pairs: Tallies = field(default_factory=Tallies)
    setups: Tallies = field(default_factory=Tallies)
    orders: list[RankingTally] = field(default_factory=list)


def make_sizes(cells: Sequence[Cell], k: int, amount: Amount, context: Context) -> dict[str, Any]:
    """Deals of every line-up."""
    n = cells[0].players
    if amount.games is not None:
        deals = -(-amount.games // n)
    elif amount.budget is not None:
        seconds = amount.budget / len(cells)
        deals = min(affordable_games(context, seconds, cell) for cell in _kinds(cells)) // n
    else:
        # A deal's two games of a pair, seats swapped, are taken as independent.
        wanted, n_pairs = amount.precision or PRECISION, k * (k - 1) // 2
        deals = blocks_for_half_width(wanted, 0.25 / 2, n_claims=n_pairs)
    return {"deals": max(deals, 20)}


def _kinds(cells: Sequence[Cell]) -> list[Cell]:
    """One cell of every set of strategies."""
    return list({tuple(sorted(cell.strategies)): cell for cell in cells}.values())


def checked(settings: TournamentSettings) -> None:
    """UsageError if there is no such tournament."""
    if len(settings.strategies) < 2:
        raise UsageError("a tournament needs at least two strategies")
    game = get_game(settings.game)
    if settings.players not in game.player_counts or settings.players < 2:
        allowed = ", ".join(str(n) for n in game.player_counts if n > 1)
        raise UsageError(f"{settings.players} players are not possible; allowed: {allowed}")
    if len(settings.line_ups()) > MOST_LINE_UPS:
        raise UsageError(
            f"{len(settings.line_ups()):,} line-ups are too many; name fewer strategies, or one"
            " order around the table only (--one-order)"
        )
    specs = [spec for cell in settings.cells() for spec in cell.strategies]
    if len(set(specs)) < len(settings.strategies):
        raise UsageError(f"a strategy is named twice in {', '.join(settings.strategies)}")


def tournament(settings: TournamentSettings, amount: Amount, context: Context) -> Results:
    """Plays the study and says what it shows."""
    from analyzer.studies.tournament_results import tournament_results

    checked(settings)
    cells, k = settings.cells(), len(settings.strategies)
    asked = {"settings": settings.as_json(), "amount": amount.as_json()}
    with study_folder(
        context, "tournament", asked, lambda: make_sizes(cells, k, amount, context)
    ) as sizes:
        games = sizes["deals"] * settings.players
        phase = Phase("line-ups", cells, games, note=raised_note(amount, games))
        context.show_plan([phase])
        run = play_phase(context, phase)
        found = standings(run, settings.line_ups(), k)
        return tournament_results(settings, found, run.total_games())


def standings(run: Run, line_ups: Sequence[tuple[int, ...]], k: int) -> Standings:
    """Adds up a finished tournament, deal by deal over all line-ups."""
    game = get_game(run.cells[0].game)
    factors = list(setup_columns(game))
    deals = min(run.deals(cell) for cell in range(len(line_ups)))
    found = Standings(BlockTally.empty(k * run.cells[0].players), BlockTally.empty(k))
    columns = ["strategy", "win", "rank", *factors]
    cells = range(len(line_ups))
    for piece in pieces(run, cells, columns, piece=max(-(-deals // _GROUPS), 1)):
        _add_piece(found, piece, line_ups, k, factors)
    return found


def _add_piece(
    found: Standings,
    piece: Sequence[Rows],
    line_ups: Sequence[tuple[int, ...]],
    k: int,
    factors: Sequence[str],
) -> None:
    """Adds some deals of all line-ups."""
    n = len(line_ups[0])
    deals = len(piece[0]["win"]) // n
    pairs = {pair: _Mean(deals) for pair in itertools.combinations(range(k), 2)}
    seats = {place: _Mean(deals) for place in itertools.product(range(k), range(n))}
    orders = RankingTally.empty(k)
    for rows, line_up in zip(piece, line_ups, strict=True):
        seated = np.asarray(line_up)[rows["strategy"]]
        orders += RankingTally.of_games(seated, rows["rank"], k)
        wins = exact_wins(rows["win"])
        for strategy in set(line_up):
            is_there = seated == strategy
            for seat in range(n):
                seats[strategy, seat].add(wins[:, seat], is_there[:, seat])
        for pair in itertools.combinations(sorted(set(line_up)), 2):
            _add_pair(pairs[pair], seated, rows["rank"], pair)
    found.orders.append(orders)
    for pair, mean in pairs.items():
        if mean.is_known:
            found.pairs.add(pair, mean.blocks())
    by_seat = np.column_stack([seats[place].blocks() for place in sorted(seats)])
    wins_of = by_seat.reshape(deals, k, n).mean(axis=2)
    found.seats += BlockTally.of_blocks(by_seat)
    found.wins += BlockTally.of_blocks(wins_of)
    for factor in factors:
        found.setups.add_by(factor, piece[0][factor][::n, 0], wins_of)


class _Mean:
    """Mean over the games of each deal in which something was there, over all line-ups."""

    def __init__(self, deals: int) -> None:
        self._total = np.zeros(deals)
        self._count = np.zeros(deals)

    @property
    def is_known(self) -> bool:
        """Whether it was there at all."""
        return bool(self._count.all())

    def add(self, values: np.ndarray, is_there: np.ndarray) -> None:
        """Adds the games of one line-up, (games,)."""
        self._total += np.where(is_there, values, 0.0).reshape(len(self._total), -1).sum(axis=1)
        self._count += is_there.reshape(len(self._total), -1).sum(axis=1)

    def blocks(self) -> np.ndarray:
        """One mean a deal."""
        return np.asarray(self._total / self._count)


def _add_pair(mean: _Mean, seated: np.ndarray, rank: np.ndarray, pair: tuple[int, int]) -> None:
    """Adds how the first of a pair did against the second: 1 ahead, 1/2 same place, 0 behind."""
    for a, b in itertools.permutations(range(seated.shape[1]), 2):
        meets = (seated[:, a] == pair[0]) & (seated[:, b] == pair[1])
        score = (rank[:, a] < rank[:, b]) + 0.5 * (rank[:, a] == rank[:, b])
        mean.add(score, meets)
