"""Measures strategies against each other: ratings, and how each of them plays.

Knows games only through the `Game` interface. Every line-up is played on rotated deals of its own,
so that all deals are independent of each other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.cell import Cell
from analyzer.games import get_game
from analyzer.tally.cell_tally import endings

if TYPE_CHECKING:
    import numpy as np

    from analyzer.statistics import BlockTally, Estimate

GROUPS = 20
"""Groups of deals that the ratings' bootstrap draws from; each holds deals of every line-up."""

BASELINE = "random"
"""The strategy against which nobody shows how it plays: its games are left out of profiles."""

DECISIVE = ("locks", "shrimps")
"""The endings that players bring about; the others happen to them."""

PROFILE = {
    "score": "points",
    "turns": "turns of all seats together",
    "growths": "growths",
    "placements": "tiles placed",
    "attacks_made": "attacks made",
    "attacks_suffered": "attacks suffered",
    "extra_growths": "extra growths",
    "shrimps_moved": "shrimps moved",
    "larva_exchanges": "tiles for cubes",
    "tile_exchanges": "cubes for tiles",
    "space_algas": "cylinders onto the alga space",
    "locks": "coral tiles locked",
    "corals_eaten": "corals eaten",
    "tie_hand": "tiles left behind the screen",
}
"""What a profile tells, per seat and game: column of the game, and its words."""
_EATEN_SIZE = "eaten_size_"


@dataclass(frozen=True, slots=True)
class Match:
    """One of a strategy against rivals of another one, in every seat; games of all rotations."""

    strategy: str
    rival: str
    players: int
    games: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: each pair (or three, or four) of strategies, and each among its like.

    games: of each pair; larger line-ups are more and play fewer, so that the total is about the
    same. slow: by strategy, the games of pairs that it is in; it plays in pairs only. matches:
    what is played besides.
    """

    game: str
    ruleset: str
    strategies: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int
    slow: Mapping[str, int]
    matches: tuple[Match, ...] = ()

    def cells(self, players: int) -> list[tuple[Cell, int]]:
        """The line-ups of a number of players, and the deals of each."""
        names = [s for s in self.strategies if players == 2 or s not in self.slow]
        mixed = list(itertools.combinations(names, players))
        n_pairs = len(names) * (len(names) - 1) // 2
        alike = [(name,) * players for name in names]
        planned = []
        for line_up in (*mixed, *alike):
            cell = Cell(self.game, players, self.ruleset, line_up, rotate=True)
            games = min([self.games, *(self.slow[s] for s in line_up if s in self.slow)])
            share = 1.0 if line_up in alike else n_pairs / len(mixed)
            groups = max(1, round(games * share / (players * GROUPS)))
            planned.append((cell, groups * GROUPS))
        return planned

    def match_cell(self, match: Match) -> tuple[Cell, int]:
        """The line-up of a match, and its deals."""
        line_up = (match.strategy, *(match.rival,) * (match.players - 1))
        cell = Cell(self.game, match.players, self.ruleset, line_up, rotate=True)
        return cell, max(2, -(-match.games // match.players))


class Tallies:
    """Running sums over line-ups of one number of players, by strategy."""

    def __init__(self, names: tuple[str, ...]) -> None:
        from analyzer.statistics import RankingTally

        self.names = names
        self.games = 0
        self.groups = [RankingTally.empty(len(names)) for _ in range(GROUPS)]
        self.seats: dict[str, list[BlockTally]] = {name: [] for name in names}
        self.against: dict[tuple[str, str], Estimate] = {}
        self.decisive_alike: dict[str, Estimate] = {}
        self.decisive_mixed: list[BlockTally] = []

    def add(self, cell: Cell, rows: Mapping[str, np.ndarray]) -> None:
        """Count the rows of one line-up."""
        self.games += len(rows["win"]) // cell.players
        is_alike = len(set(cell.strategies)) == 1
        decisive = _decisive(cell, rows)
        if is_alike:
            from analyzer.statistics import share_interval

            self.decisive_alike[cell.strategies[0]] = share_interval(decisive)
            return
        self._rank(cell, rows)
        if cell.players == 2:
            self._match(cell, rows)
        if BASELINE not in cell.strategies:
            self.decisive_mixed.append(decisive)
            for place, name in enumerate(cell.strategies):
                self.seats[name].append(_seat_tally(cell, rows, place))

    def _rank(self, cell: Cell, rows: Mapping[str, np.ndarray]) -> None:
        import numpy as np

        from analyzer.statistics import RankingTally

        n = cell.players
        number = np.array([self.names.index(name) for name in cell.strategies])
        line_ups = number[rows["strategy"].reshape(GROUPS, -1, n)]
        places = rows["rank"].reshape(GROUPS, -1, n)
        for k in range(GROUPS):
            self.groups[k] += RankingTally.of_games(line_ups[k], places[k], len(self.names))

    def _match(self, cell: Cell, rows: Mapping[str, np.ndarray]) -> None:
        from analyzer.statistics import BlockTally, share_interval, share_unit

        first, second = cell.strategies
        for place, (own, other) in enumerate(((first, second), (second, first))):
            shares = _by_deal(cell, rows["win"], rows["strategy"] == place)
            tally = BlockTally.of_blocks(shares, share_unit(cell.players))
            self.against[own, other] = share_interval(tally)


def measure(plan: Plan, jobs: int, report: Callable[[int, int], None]) -> dict[str, Any]:
    """Play a plan and tell what it shows as a JSON object.

    jobs: line-ups played at a time; the result does not depend on it. report: line-ups done, of
    how many.
    """
    planned = {n: plan.cells(n) for n in plan.players}
    matches = [plan.match_cell(match) for match in plan.matches]
    total, done = sum(map(len, planned.values())) + len(matches), 0
    told: dict[str, Any] = {"players": {}, "matches": []}
    for players, cells in planned.items():
        tallies = Tallies(plan.strategies)
        for cell, rows in _played(cells, (plan.seed, players), jobs):
            tallies.add(cell, rows)
            done += 1
            report(done, total)
        told["players"][str(players)] = _told(tallies)
    played = _played(matches, (plan.seed, 0), jobs)
    for match, (cell, rows) in zip(plan.matches, played, strict=True):
        told["matches"].append(_match_told(match, cell, rows))
        done += 1
        report(done, total)
    return told


def _played(
    cells: Sequence[tuple[Cell, int]], seed: tuple[int, int], jobs: int
) -> Iterator[tuple[Cell, Mapping[str, np.ndarray]]]:
    """The cells with their rows, in their order."""
    from joblib import Parallel, delayed

    def play(k: int, cell: Cell, deals: int) -> tuple[Cell, Mapping[str, np.ndarray]]:
        game = get_game(cell.game)
        rows = game.play(game.check(cell), _line_up_seed(*seed, k), 0, deals * cell.players)
        return cell, rows

    # The kernel lets go of Python's lock while it plays, so threads are as good as processes.
    pool = Parallel(n_jobs=jobs, backend="threading", return_as="generator")
    return iter(pool(delayed(play)(k, cell, deals) for k, (cell, deals) in enumerate(cells)))


def _match_told(match: Match, cell: Cell, rows: Mapping[str, np.ndarray]) -> dict[str, Any]:
    from analyzer.statistics import BlockTally, share_interval, share_unit

    wins = _by_deal(cell, rows["win"], rows["strategy"] == 0)
    share = share_interval(BlockTally.of_blocks(wins, share_unit(cell.players)))
    return {
        "strategy": match.strategy,
        "rival": match.rival,
        "players": match.players,
        "deals": share.n,
        "share": _numbers(share, 4),
    }


def _told(tallies: Tallies) -> dict[str, Any]:
    from analyzer.statistics import merge_tallies, plackett_luce, share_interval

    played = [k for k, name in enumerate(tallies.names) if name in tallies.decisive_alike]
    ratings = plackett_luce(tallies.groups)
    strategies: dict[str, Any] = {}
    for k in played:
        name = tallies.names[k]
        about: dict[str, Any] = {"rating": _numbers(ratings.elo[k], 1)}
        about["decisive_alike"] = _numbers(tallies.decisive_alike[name], 4)
        against = {b: _numbers(e, 4) for (a, b), e in tallies.against.items() if a == name}
        if against:
            about["against"] = against
        if tallies.seats[name]:
            about["profile"] = _profile(merge_tallies(tallies.seats[name]))
        strategies[name] = about
    told: dict[str, Any] = {"games": tallies.games, "strategies": strategies}
    if tallies.decisive_mixed:
        told["decisive_mixed"] = _numbers(share_interval(merge_tallies(tallies.decisive_mixed)), 4)
    return told


def _numbers(estimate: Estimate, decimals: int) -> list[float | None]:
    """Value, low and high end; None for an end that is open."""
    ends = (estimate.value, estimate.low, estimate.high)
    return [round(x, decimals) if abs(x) != float("inf") else None for x in ends]


def _profile(tally: BlockTally) -> dict[str, list[float | None]]:
    """Means per seat and game, each with its interval.

    `rivals_suffered` are attacks on guarded corals of the others, `eaten_size` tiles per coral
    eaten (tiles that went back included).
    """
    from analyzer.statistics import Estimate, mean_interval

    told = {name: _numbers(mean_interval(tally, k), 3) for k, name in enumerate(PROFILE)}
    told["rivals_suffered"] = _numbers(mean_interval(tally, len(PROFILE)), 3)
    tiles, corals = len(PROFILE) + 1, list(PROFILE).index("corals_eaten")
    n_corals = float(tally.mean[corals])
    if n_corals > 0:
        ratio = float(tally.mean[tiles]) / n_corals
        # A ratio of means: its error is that of tiles - ratio * corals, per coral.
        weights = [0.0] * tally.k
        weights[tiles], weights[corals] = 1.0, -ratio
        half = mean_interval(tally.combine(weights)).half_width / n_corals
        size = Estimate(ratio, ratio - half, ratio + half, 0.95, tally.count)
        told["eaten_size"] = _numbers(size, 3)
    return told


def _seat_tally(cell: Cell, rows: Mapping[str, np.ndarray], place: int) -> BlockTally:
    """By deal the columns of a profile, attacks that the others suffered, and tiles eaten."""
    import numpy as np

    from analyzer.statistics import BlockTally

    is_own = rows["strategy"] == place
    suffered = rows["attacks_suffered"].reshape(-1, cell.players).astype(float)
    others = (suffered.sum(axis=1, keepdims=True) - suffered).ravel()
    tiles = sum(rows[name].astype(float) for name in rows if name.startswith(_EATEN_SIZE))
    columns = [rows[name] for name in PROFILE] + [others, np.asarray(tiles)]
    blocks = [_by_deal(cell, column, is_own) for column in columns]
    return BlockTally.of_blocks(np.column_stack(blocks), cell.players)


def _decisive(cell: Cell, rows: Mapping[str, np.ndarray]) -> BlockTally:
    """The share of each deal's games that players ended."""
    import numpy as np

    from analyzer.statistics import BlockTally

    kinds = endings(get_game(cell.game).columns)
    is_decisive = np.isin(rows["ended_by"], [kinds.index(name) for name in DECISIVE])
    return BlockTally.of_blocks(_by_deal(cell, is_decisive, rows["seat"] == 0), cell.players)


def _by_deal(cell: Cell, column: np.ndarray, is_wanted: np.ndarray) -> np.ndarray:
    """The mean of a column over each deal's games, one wanted row a game."""
    means: np.ndarray = column[is_wanted].astype(float).reshape(-1, cell.players).mean(axis=1)
    return means


def _line_up_seed(seed: int, players: int, line_up: int) -> int:
    import numpy as np

    state = np.random.SeedSequence((seed, players, line_up)).generate_state(1, np.uint64)
    return int(state[0])
