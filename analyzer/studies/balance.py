"""Is the printed handicap by seat fair, what would be fair, and does that depend on skill?

Phases: `printed` measures the printed vector at every skill level on the same deals; `map-L-R` is
round R of the race of vectors at level L, all vectors of a round on the same deals; `confirm-L`
plays the fairest vector and the printed one on deals that nothing was chosen by.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.playing.run import Run
from analyzer.statistics import (
    ALPHA,
    BlockTally,
    HandicapWorth,
    RaceStanding,
    blocks_for_half_width,
    candidate_columns,
    handicap_worth,
    race,
)
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
from analyzer.studies.vectors import (
    Vector,
    default_range,
    neighbourhood,
    printed_vector,
    with_vector,
)
from analyzer.tally.cell_tally import tally_unit
from analyzer.tally.quantities import of_seat, seat_wins
from analyzer.tally.runs import tally

PRECISION = 0.005
"""Half width of every seat's share unless told."""
FEWEST_GAMES = 320
"""Games that a time budget is never too short for."""
FEWEST_ASKED = 100
"""Games below which the test of equal seats claims too much."""
_ROUNDS = 5
_MAP_SHARE = 4
"""A vector that stays in the race to the end gets 1/4 of the printed one's games."""


@dataclass(frozen=True, slots=True)
class BalanceSettings:
    """What is asked. strategies: skill levels, each played by all seats. parameter: the handicap
    by seat, by default what the game declares; without any the seats are measured as they are.
    reach, step: which vectors are tried around the printed one (reach None: by default, 0: none).
    """

    game: str
    players: int
    ruleset: str
    strategies: tuple[str, ...]
    overrides: tuple[tuple[str, object], ...] = ()
    setup: tuple[tuple[str, str], ...] = ()
    parameter: str = ""
    reach: int | None = None
    step: int = 1
    any_order: bool = False

    def cell(self, level: int) -> Cell:
        """The printed game at a skill level.

        Not rotated: all seats play alike, so that every game may be a deal of its own.
        """
        line_up = (self.strategies[level],) * self.players
        cell = Cell(self.game, self.players, self.ruleset, line_up, self.overrides, self.setup)
        return get_game(self.game).check(cell)

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        values = asdict(self)
        values["overrides"], values["setup"] = dict(self.overrides), dict(self.setup)
        return values


@dataclass(slots=True)
class Level:
    """What one skill level showed. `vectors` and `tallies` belong together; `standing` is of the
    vectors `racing` at the end; `confirmed` tallies the printed seats and then the fairest's."""

    strategy: str
    wins: BlockTally
    scores: BlockTally
    ranks: BlockTally
    vectors: list[Vector] = field(default_factory=list)
    tallies: list[BlockTally] = field(default_factory=list)
    racing: list[int] = field(default_factory=list)
    standing: RaceStanding | None = None
    worth: HandicapWorth | None = None
    confirmed: BlockTally | None = None
    games: int = 0

    @property
    def contenders(self) -> list[Vector]:
        """The vectors that the race did not establish to be less fair than another one."""
        out = self.standing.out if self.standing else []
        return [self.vectors[k] for place, k in enumerate(self.racing) if place not in out]

    @property
    def fairest(self) -> Vector | None:
        """The contender that the model of all vectors expects to be fairest; None without a map.

        The race has shown no difference between contenders, and what each of them won on its own
        is mostly noise: the model knows more, as it has learnt from the games of all vectors.
        """
        if self.worth is None:
            return None
        shares = self.worth.predicted_shares(self.contenders)
        return self.contenders[int(((shares - 1 / self.wins.k) ** 2).sum(axis=1).argmin())]

    @property
    def rivals(self) -> list[Vector]:
        """The other contenders."""
        return [vector for vector in self.contenders if vector != self.fairest]


def checked(settings: BalanceSettings) -> BalanceSettings:
    """The settings with everything canonical; UsageError if they cannot be played."""
    if not settings.strategies:
        raise UsageError("a balance study needs at least one strategy")
    if settings.step < 1 or (settings.reach is not None and settings.reach < 0):
        raise UsageError("the range must be at least 0 and the step at least 1")
    if settings.reach and settings.step > settings.reach:
        raise UsageError(
            f"a step of {settings.step} leaves nothing to map within a range of {settings.reach}"
        )
    cells = [settings.cell(level) for level in range(len(settings.strategies))]
    specs = tuple(cell.strategies[0] for cell in cells)
    if len(set(specs)) < len(specs):
        raise UsageError(f"a skill level is named twice in {', '.join(specs)}")
    parameter, reach = _mapped(settings)
    return replace(
        settings,
        strategies=specs,
        overrides=cells[0].overrides,
        parameter=parameter,
        reach=reach,
    )


def _mapped(settings: BalanceSettings) -> tuple[str, int]:
    """The handicap that is varied, empty if the game has none, and how far."""
    game = get_game(settings.game)
    parameter = settings.parameter or (game.handicap.parameter if game.handicap else "")
    if not parameter and settings.reach:
        raise UsageError(f"{game.title} has no handicap by seat: there is nothing to map")
    if settings.reach is not None or not parameter:
        return parameter, settings.reach or 0
    return parameter, default_range(settings.players, settings.step)


def vectors_of(settings: BalanceSettings) -> list[Vector]:
    """The printed vector, and those of the map after it; an empty one without a handicap."""
    if not settings.parameter:
        return [()]
    printed = printed_vector(settings.cell(0), settings.parameter)
    assert settings.reach is not None
    return neighbourhood(
        settings.cell(0),
        settings.parameter,
        printed,
        settings.reach,
        settings.step,
        settings.any_order,
    )


def games_for_precision(players: int, precision: float) -> int:
    """Games of the printed vector after which every seat's share is known this well.

    A share of one half varies most: whatever the shares are, these are enough.
    """
    return blocks_for_half_width(precision, 0.25, n_claims=players)


def make_sizes(
    settings: BalanceSettings, amount: Amount, context: Context, n_vectors: int
) -> dict[str, Any]:
    """Games of the printed vector, of every round of the map, and of the confirmation."""
    if amount.games is not None:
        games = amount.games
    elif amount.budget is not None:
        units = 3 + (n_vectors / _MAP_SHARE if n_vectors > 1 else 0)
        games = min(
            affordable_games(
                context, amount.budget / len(settings.strategies), settings.cell(level)
            )
            for level in range(len(settings.strategies))
        )
        games = max(int(games / units), FEWEST_GAMES)
    else:
        games = games_for_precision(settings.players, amount.precision or PRECISION)
    longest = max(games // _MAP_SHARE, 2 * 2 ** (_ROUNDS - 1))
    first = longest // 2 ** (_ROUNDS - 1)
    rounds = [first, *(first * 2**k for k in range(_ROUNDS - 1))] if n_vectors > 1 else []
    return {"printed": games, "rounds": rounds, "confirm": games}


def plan(settings: BalanceSettings, sizes: dict[str, Any], n_vectors: int) -> list[Phase]:
    """The phases as far as they are known before; the race ends early for most vectors."""
    levels = range(len(settings.strategies))
    cells = [settings.cell(level) for level in levels]
    phases = [Phase("printed", tuple(cells), sizes["printed"])]
    if n_vectors > 1:
        for level in levels:
            most = (cells[level],) * n_vectors
            phases.append(Phase(f"map-{level + 1}", most, sum(sizes["rounds"]), is_most=True))
            pair = (cells[level],) * 2
            phases.append(Phase(f"confirm-{level + 1}", pair, sizes["confirm"], is_most=True))
    return phases


def balance(settings: BalanceSettings, amount: Amount, context: Context) -> Results:
    """Plays the study and says what it shows."""
    from analyzer.studies.balance_results import balance_results, next_precision

    settings = checked(settings)
    vectors = vectors_of(settings)
    check_enough(amount, settings.cell(0), FEWEST_ASKED)
    asked = {"settings": settings.as_json(), "amount": amount.as_json()}
    with study_folder(
        context,
        "balance",
        asked,
        lambda: make_sizes(settings, amount, context, len(vectors)),
    ) as sizes:
        context.show_plan(plan(settings, sizes, len(vectors)))
        levels = _printed(settings, context, sizes)
        for index, level in enumerate(levels):
            if len(vectors) > 1:
                _map(settings, context, sizes, index, level, vectors)
                _confirm(settings, context, sizes, index, level, vectors[0])
        results = balance_results(settings, vectors[0], levels)
        wanted = Amount(precision=next_precision(levels))
        sizes = make_sizes(settings, wanted, context, len(vectors))
        results.further = tuple(plan(settings, sizes, len(vectors)))
        return results


def _unit(settings: BalanceSettings) -> int:
    return tally_unit(settings.cell(0))


def _printed(settings: BalanceSettings, context: Context, sizes: dict[str, Any]) -> list[Level]:
    """Every skill level with the printed vector, on the same deals."""
    cells = tuple(settings.cell(level) for level in range(len(settings.strategies)))
    run = play_phase(context, Phase("printed", cells, sizes["printed"]))
    n, levels = settings.players, []
    for index, strategy in enumerate(settings.strategies):
        scores = tally(run, [index], [of_seat("score", seat, "points") for seat in range(n)])
        ranks = tally(run, [index], [of_seat("rank", seat, "place") for seat in range(n)])
        wins = _wins(settings, run, [index])
        levels.append(Level(strategy, wins, scores, ranks, games=run.games(index)))
    return levels


def _wins(settings: BalanceSettings, run: Run, cells: list[int]) -> BlockTally:
    return tally(run, cells, seat_wins(settings.players), _unit(settings))


def _map(
    settings: BalanceSettings,
    context: Context,
    sizes: dict[str, Any],
    index: int,
    level: Level,
    vectors: list[Vector],
) -> None:
    """The race of the vectors at one level, and the model over all of them; fills the level."""
    n, cell = settings.players, settings.cell(index)
    empty = BlockTally.empty(n, _unit(settings))
    level.vectors, level.tallies = vectors, [empty] * len(vectors)
    level.racing = list(range(len(vectors)))
    joint = BlockTally.empty(n * len(vectors), _unit(settings))
    for number, games in enumerate(sizes["rounds"]):
        cells = tuple(
            with_vector(cell, settings.parameter, vectors[k], vectors[0]) for k in level.racing
        )
        run = play_phase(context, Phase(f"map-{index + 1}-{number + 1}", cells, games))
        played = _wins(settings, run, list(range(len(cells))))
        joint += played
        for place, k in enumerate(level.racing):
            level.tallies[k] = level.tallies[k] + played.subset(candidate_columns([place], n))
        level.games += run.total_games()
        level.standing = race(joint, n, len(vectors))
        if number + 1 < len(sizes["rounds"]):
            joint = _drop_out(level, joint, n)
    each = 1 - ALPHA / (n * len(settings.strategies))  # to hold for all seats and levels together
    level.worth = handicap_worth(vectors, level.tallies, vectors[0], level=each)


def _drop_out(level: Level, joint: BlockTally, n: int) -> BlockTally:
    """Takes what the race sent out from the vectors racing; their tally without it."""
    assert level.standing is not None
    kept = [k for k in range(len(level.racing)) if k not in level.standing.out]
    level.racing = [level.racing[k] for k in kept]
    return joint.subset(candidate_columns(kept, n))


def _confirm(
    settings: BalanceSettings,
    context: Context,
    sizes: dict[str, Any],
    index: int,
    level: Level,
    printed: Vector,
) -> None:
    """The fairest vector against the printed one on fresh deals; nothing if they are the same."""
    fairest = level.fairest
    if fairest is None or fairest == printed:
        return
    cell = settings.cell(index)
    changed = with_vector(cell, settings.parameter, fairest, printed)
    run = play_phase(context, Phase(f"confirm-{index + 1}", (cell, changed), sizes["confirm"]))
    level.confirmed = _wins(settings, run, [0, 1])
    level.games += run.total_games()
