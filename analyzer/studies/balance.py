"""Is the printed handicap by seat fair, what would be fair, and does that depend on skill?

Phases: `printed` measures the printed vector at every skill level on the same deals (`printed-L`
each level on its own, where a time budget affords them different numbers of games); `map-L-R-P` is
part P of round R of the map at level L, whose games are put where they tell most about the fairest
vector; `confirm-L` plays this and the printed one on deals that nothing was chosen by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.playing.run import Run
from analyzer.statistics import (
    MARGIN,
    BlockTally,
    Budget,
    Favourites,
    HandicapModel,
    HandicapWorth,
    TestResult,
    blocks_for_half_width,
    favourites,
    fit_test,
    handicap_worth,
    next_round,
    tellable_deviation,
)
from analyzer.statistics.estimates import free_shares
from analyzer.statistics.planning import POWER
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
from analyzer.studies.players import unlearnt_sentences
from analyzer.studies.strongest import strongest_first
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
from analyzer.wording import counted

PRECISION = 0.01
"""Half width of every seat's share unless told."""
FEWEST_GAMES = 320
"""Games that a time budget is never too short for."""
FEWEST_ASKED = 100
"""Games below which the intervals of the seats claim too much."""
ROUNDS = (0.1, 0.2, 0.3, 0.4)
"""Shares of the map's games: little is needed to learn where to look."""
_MAP_TIMES = 2
"""The map gets so many times the printed vector's games: all vectors together, by the model."""
_UNITS = 16
"""A round is shared out in units of about this part of it, to vectors 1, 2, 4, 8 or 16 of them."""
_NEAR = 0.5
"""A vector gets a unit, or twice what it has, if it should have at least this part of that."""
SEATS, WORTH, CONFIRMATION = "seats", "worth", "confirmation"
"""The families of claims that share the error budget."""


def budget_of(has_map: bool) -> Budget:
    """How the claims of the study share what it may be wrong in."""
    return Budget({SEATS: 2, WORTH: 1, CONFIRMATION: 1} if has_map else {SEATS: 1})


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
    """What one skill level showed. `vectors` and `tallies` belong together, those not played being
    empty; `confirmed` tallies the printed seats and then the fairest's."""

    strategy: str
    wins: BlockTally
    scores: BlockTally
    ranks: BlockTally
    vectors: list[Vector] = field(default_factory=list)
    tallies: list[BlockTally] = field(default_factory=list)
    worth: HandicapWorth | None = None
    favourites: Favourites | None = None
    fit: TestResult | None = None
    confirmed: BlockTally | None = None
    games: int = 0

    @property
    def contenders(self) -> list[Vector]:
        """The vectors that may be the fairest by all that the map told, the likeliest first."""
        return [self.vectors[k] for k in self.favourites.contenders] if self.favourites else []

    @property
    def fairest(self) -> Vector | None:
        """The vector that the model of all vectors expects to be fairest; None without a map."""
        return self.contenders[0] if self.favourites else None

    @property
    def rivals(self) -> list[Vector]:
        """The other contenders."""
        return self.contenders[1:]


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
    named = [cell.strategies[0] for cell in cells]
    specs = strongest_first(settings.game, settings.players, named)
    parameter, reach = _mapped(settings)
    return replace(
        settings, strategies=specs, overrides=cells[0].overrides, parameter=parameter, reach=reach
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
    """Games after which every seat's share is known this well, if none is far above 1/n.

    A share varies the more the nearer it is to one half: a little is added for chance.
    """
    share = min(1 / players + precision, 0.5)
    return blocks_for_half_width(precision, share * (1 - share), n_claims=free_shares(players))


def make_sizes(
    settings: BalanceSettings, amount: Amount, context: Context, n_vectors: int
) -> dict[str, Any]:
    """By skill level the games of the printed vector and of each vector of the confirmation, and
    those of the map as a whole. A time budget gives every level what its own speed affords."""
    n_levels, has_map = len(settings.strategies), n_vectors > 1
    if amount.games is not None:
        games = [amount.games] * n_levels
    elif amount.budget is not None:
        each, units = amount.budget / n_levels, 3 + _MAP_TIMES if has_map else 1
        games = [
            max(affordable_games(context, each, settings.cell(level)) // units, FEWEST_GAMES)
            for level in range(n_levels)
        ]
    else:
        wanted = amount.precision or PRECISION
        games = [games_for_precision(settings.players, wanted)] * n_levels
    return {"levels": games, "map": [_MAP_TIMES * g if has_map else 0 for g in games]}


def plan(settings: BalanceSettings, sizes: dict[str, Any], n_vectors: int) -> list[Phase]:
    """The phases; of a map the cells are not known before, only how many games it has."""
    phases = _printed_phases(settings, sizes)
    if n_vectors > 1:
        for level, games in enumerate(sizes["levels"]):
            cell = settings.cell(level)
            mapped = sizes["map"][level]
            phases.append(
                Phase(
                    f"map-{level + 1}", (cell,), mapped, is_most=True, pieces=len(ROUNDS) * _UNITS
                )
            )
            note = _power_note(settings, games)
            phases.append(
                Phase(f"confirm-{level + 1}", (cell,) * 2, games, is_most=True, note=note)
            )
    return phases


def _power_note(settings: BalanceSettings, games: int) -> str:
    """What the confirmation is planned to be able to tell."""
    alpha = budget_of(has_map=True).alpha_of(CONFIRMATION) / len(settings.strategies)
    seen = 100 * tellable_deviation(games, settings.players, POWER, alpha)
    return (
        f"tells a scale whose seats are typically off by {seen:.2g} percentage points from a fair"
        f" one with a chance of {100 * POWER:.0f} %"
    )


def _printed_phases(settings: BalanceSettings, sizes: dict[str, Any]) -> list[Phase]:
    """All levels on the same deals where they have equally many games, else each on its own."""
    games = sizes["levels"]
    cells = tuple(settings.cell(level) for level in range(len(games)))
    if len(set(games)) == 1:
        return [Phase("printed", cells, games[0])]
    return [Phase(f"printed-{k + 1}", (cells[k],), games[k]) for k in range(len(games))]


def balance(settings: BalanceSettings, amount: Amount, context: Context) -> Results:
    """Plays the study and says what it shows."""
    from analyzer.studies.balance_results import balance_results
    from analyzer.studies.balance_sentences import next_precision

    settings = checked(settings)
    vectors = vectors_of(settings)
    check_enough(amount, settings.cell(0), FEWEST_ASKED)
    asked = {"settings": settings.as_json(), "amount": amount.as_json()}
    with study_folder(
        context, "balance", asked, lambda: make_sizes(settings, amount, context, len(vectors))
    ) as sizes:
        if "map" not in sizes:
            raise UsageError(
                f"{context.folder} was begun by an older version, which played the map another"
                " way; choose another --name"
            )
        context.show_plan(plan(settings, sizes, len(vectors)))
        levels = _printed(settings, context, sizes)
        for index, level in enumerate(levels):
            if len(vectors) > 1:
                _map(settings, context, sizes, index, level, vectors)
                _confirm(settings, context, sizes, index, level, vectors[0])
        results = balance_results(settings, vectors[0], levels, amount.margin or MARGIN)
        results.policy += _unlearnt(settings, vectors)
        wanted = Amount(precision=next_precision(levels))
        sizes = make_sizes(settings, wanted, context, len(vectors))
        results.further = tuple(plan(settings, sizes, len(vectors)))
        return results


def _unlearnt(settings: BalanceSettings, vectors: list[Vector]) -> list[str]:
    """The scales that players have not met in training."""
    cells = [settings.cell(level) for level in range(len(settings.strategies))]
    return unlearnt_sentences(
        [
            with_vector(cell, settings.parameter, vector, vectors[0])
            for cell in cells
            for vector in vectors
        ]
    )


def _unit(settings: BalanceSettings) -> int:
    return tally_unit(settings.cell(0))


def _printed(settings: BalanceSettings, context: Context, sizes: dict[str, Any]) -> list[Level]:
    """Every skill level with the printed vector."""
    n = settings.players
    levels: list[Level] = []
    for phase in _printed_phases(settings, sizes):
        run = play_phase(context, phase)
        for index in range(len(phase.cells)):
            strategy = settings.strategies[len(levels)]
            scores = tally(run, [index], [of_seat("score", seat, "points", n) for seat in range(n)])
            ranks = tally(run, [index], [of_seat("rank", seat, "place", n) for seat in range(n)])
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
    """Rounds of games where they tell most at one level, and the model of all vectors; fills the
    level."""
    empty = BlockTally.empty(settings.players, _unit(settings))
    level.vectors, level.tallies = vectors, [empty] * len(vectors)
    n_claims = settings.players * len(settings.strategies)
    each = budget_of(has_map=True).level(WORTH, n_claims)
    model: HandicapModel | None = None
    most = f"at most {sizes['map'][index]:,} games in {len(ROUNDS)} rounds"
    context.say(f"map-{index + 1}: {counted(len(vectors), 'cell')}, {most}")
    for number, part in enumerate(ROUNDS):
        played = [tally.count for tally in level.tallies]
        asked = round(part * sizes["map"][index])
        games = next_round(model, vectors, vectors[0], played, asked)
        _play_round(settings, context, index, level, number, games)
        known = [k for k, tally in enumerate(level.tallies) if tally.count >= 2]
        tallies = [level.tallies[k] for k in known]
        level.worth = handicap_worth([vectors[k] for k in known], tallies, vectors[0], level=each)
        model = level.worth.model
    assert model is not None
    level.favourites = favourites(model, vectors)
    level.fit = fit_test(model, [vectors[k] for k in known], tallies)


def in_powers(wanted: Sequence[float]) -> list[int]:
    """Whole numbers 0, 1, 2, 4, 8, ... near the wanted ones, together not more than those.

    Step by step the one that is farthest behind is doubled, as long as that fits.
    """
    left, found = sum(wanted), [0] * len(wanted)
    while True:
        behind = [
            (number / max(2 * size, 1), k)
            for k, (number, size) in enumerate(zip(wanted, found, strict=True))
            if max(size, 1) <= left
        ]
        ratio, k = max(behind, default=(0.0, 0))
        if ratio < _NEAR:
            return found
        left -= max(found[k], 1)
        found[k] = max(2 * found[k], 1)


def _play_round(
    settings: BalanceSettings,
    context: Context,
    index: int,
    level: Level,
    number: int,
    games: list[int],
) -> None:
    """Plays about so many games of each vector and adds them to the level's tallies.

    Games of a vector are 1, 2, 4, ... units, so that a few runs of equally many games for each of
    their vectors play them all.
    """
    cell, n = settings.cell(index), settings.players
    unit = max(sum(games) // _UNITS, 2)
    units = in_powers([g / unit for g in games])
    for part in range(max(units).bit_length()):
        chosen = [k for k, size in enumerate(units) if size >> part]
        cells = tuple(
            with_vector(cell, settings.parameter, level.vectors[k], level.vectors[0])
            for k in chosen
        )
        name = f"map-{index + 1}-{number + 1}-{part + 1}"
        size = unit * max(2 ** (part - 1), 1)
        run = play_phase(context, Phase(name, cells, size, is_piece=True))
        played = _wins(settings, run, list(range(len(cells))))
        for place, k in enumerate(chosen):
            mine = played.subset(range(place * n, (place + 1) * n))
            level.tallies[k] = level.tallies[k] + mine
        level.games += run.total_games()


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
    run = play_phase(
        context, Phase(f"confirm-{index + 1}", (cell, changed), sizes["levels"][index])
    )
    level.confirmed = _wins(settings, run, [0, 1])
    level.games += run.total_games()
