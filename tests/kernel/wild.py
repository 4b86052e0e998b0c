"""Positions and settings that games of uniform players seldom reach, from a seeded generator."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from analyzer.cells import Cell
from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.judge.components import components
from analyzer.games.encounter.rules import COLOURS, ROCKS, RULESETS, Rules, make_rules
from analyzer.games.encounter.strategies import strategy_names
from tests.judge.helpers import settle_bag, sketch

VALUES: dict[str, tuple[object, ...]] = {
    "fed_tiles": (0, 1),
    "start_larvae": (0, 1, 2, 3, 5, "one_each"),
    "coral_toss": ("all", "each"),
    "start_alga": ("none", "random"),
    "extra_growth": (True, False),
    "eat_return": (0, 1, 3, 4, 5, 6, 20),
    "final_return": (0, 1, 4, 5, 6, 20),
    "min_edible": (1, 2, 3, 5, 7),
    "final_min_edible": (1, 3, 5, 6, 9),
    "grow_limit": (1, 2, 4, 6, 12),
    "larva_use": ("keep", "same_turn"),
    "free_growth": (True, False),
    "shrimps_per_rock": (1, 2, 3, 4),
    "shrimps_on_rocks": (1, 2, 3, 4),
    "refill": ("one_each", "taken_to_three"),
    "tiebreak": ("standard", "fewest_tiles"),
    "end_bag": ("cannot_refill", "fewer_than_three"),
}
"""Values to override every parameter but start_tiles with."""


def random_overrides(rng: Random, n_players: int) -> dict[str, object]:
    """A few parameters with other values than usual."""
    names = rng.sample(sorted(VALUES), rng.randint(1, 5))
    chosen = {name: rng.choice(VALUES[name]) for name in names}
    if rng.random() < 0.4:
        tiles = tuple(rng.randint(0, 12) for _ in range(n_players))
        chosen["start_tiles"] = rng.choice([tiles, (0,) * n_players, "one_each"])
    return chosen


def random_cell(rng: Random, ruleset: str, n_players: int, names: tuple[str, ...]) -> Cell:
    """Settings around a ruleset: overrides, set-up choices, rotation and line-up at random."""
    setup: dict[str, str] = {}
    if rng.random() < 0.25:
        setup["rocks"] = "".join(rng.sample(ROCKS, n_players))
    if rng.random() < 0.25:
        setup["side"] = rng.choice(["star", "plain"])
    if rng.random() < 0.25:
        setup["first_space"] = rng.choice(COLOURS)
    overrides = random_overrides(rng, n_players)
    line_up = tuple(rng.choice(names) for _ in range(n_players))
    return Cell(
        "encounter",
        n_players,
        ruleset,
        line_up,
        tuple(sorted(overrides.items())),
        tuple(sorted(setup.items())),
        rng.random() < 0.3,
    )


HURRIED = {
    "planner": "planner:rounds=1:turns=2:width=2",
    "rollouts": "rollouts:budget=2:rounds=1:turns=2:width=2",
    "search": "search:budget=2:turns=2:width=2:breadth=2",
}
"""Strategies that look ahead, told to think briefly: the same rules, a fraction of the time."""


def other_strategies() -> list[str]:
    """Specs of all strategies that ship with the program but `random`, quick ones."""
    return [HURRIED.get(name, name) for name in strategy_names() if name != "random"]


def line_up_names() -> tuple[str, ...]:
    """The strategies that line-ups are drawn from, `random` half the time."""
    others = other_strategies()
    return (*(["random"] * max(1, len(others))), *others)


@st.composite
def rules_of_any_kind(draw: st.DrawFn) -> Rules:
    """Rules with any parameters overridden."""
    n_players = draw(st.integers(2, 4))
    optional = {name: st.sampled_from(values) for name, values in VALUES.items()}
    overrides = draw(st.fixed_dictionaries({}, optional=optional))
    tiles = st.lists(st.integers(0, 12), min_size=n_players, max_size=n_players)
    start = draw(st.none() | st.just("one_each") | tiles)
    if start is not None:
        overrides["start_tiles"] = start
    return make_rules(draw(st.sampled_from(sorted(RULESETS))), n_players, overrides)


def wild_position(rng: Random, rules: Rules) -> Position:
    """A sound position in the middle of a turn: corals, shrimps, stocks and sides at random."""
    n = rules.n_players
    rocks = "".join(sorted(rng.sample(ROCKS, n)))
    palette = rng.sample(COLOURS, rng.randint(1, 5)) if rng.random() < 0.5 else COLOURS
    density = rng.choice([0.2, 0.5, 0.8, 0.95, 1.0])
    left = dict.fromkeys(COLOURS, 25)
    tiles = []
    for rock in rocks:
        for cell in components().rocks[rock].cells:
            colour = rng.choice(palette)
            if rng.random() < density and left[colour]:
                left[colour] -= 1
                tiles.append(f"{cell}{colour}")

    def words(most: int) -> list[str]:
        return ["".join(rng.choices(COLOURS, k=rng.randint(0, most))) for _ in range(n)]

    position = sketch(
        " ".join(tiles),
        rules=rules,
        rocks=rocks,
        seat=rng.randrange(n),
        hands=["".join(rng.choices("wyopg", k=rng.randint(0, 3))) for _ in range(n)],
        consumed=words(3),
        larvae=words(2),
        parrotfish=words(2),
        eaten=[rng.choice([0, 0, 1, 2, 3]) for _ in range(n)],
    )
    put_shrimps(rng, position)
    lock_some_tiles(rng, position)
    empty_some_stocks(rng, position)
    position.use.n_growths = rng.choice([0, 1, 2])
    position.use.has_introduced = rng.random() < 0.2
    position.use.has_locked = rng.random() < 0.2
    position.use.n_actions = 1
    assert position.defects() == []
    return position


def put_shrimps(rng: Random, position: Position) -> None:
    """Shrimps of all seats wherever they may stand, the active seat's on bare rock too."""
    per_rock, on_rocks = position.rules.shrimps_per_rock, position.rules.shrimps_on_rocks
    targets = list(position.rock_cells)
    rng.shuffle(targets)
    for cell in targets:
        seat = rng.randrange(position.rules.n_players)
        player, own = position.players[seat], position.shrimps_of(seat)
        coral = position.coral_at(cell)
        is_bare = coral is None and (seat != position.seat or rng.random() < 0.8)
        is_taken = coral is not None and position.shrimp_on(coral) is not None
        is_full = sum(c[0] == cell[0] for c in own) >= per_rock or len(own) >= on_rocks
        if is_bare or is_taken or is_full or not player.shrimps_behind or rng.random() < 0.5:
            continue
        player.shrimps_behind -= 1
        position.shrimps[cell] = seat


def lock_some_tiles(rng: Random, position: Position) -> None:
    """Coral tiles on any side, some with cylinders, and perhaps one on the alga space."""
    share = rng.choice([0.0, 0.3, 0.9, 0.9])
    for tile in position.coral_tiles.values():
        tile.star_up = rng.random() < 0.5
        if rng.random() < share:
            tile.locked = tile.face.large
            position.alga_supply[tile.locked] -= 1
    alga = rng.choice([None, *"rnbu"])
    if alga is not None and position.alga_supply[alga]:
        position.alga_space = alga
        position.alga_supply[alga] -= 1
    # a cylinder colour of which none is left: five lie on coral tiles of that colour or the space
    assert all(n >= 0 for n in position.alga_supply.values())


def empty_some_stocks(rng: Random, position: Position) -> None:
    """Take cubes and tiles of some colours out of the supply, into the last seat's hands."""
    last = position.players[-1]
    for colour in COLOURS:
        if rng.random() < 0.2:
            last.larvae[colour] += position.larva_supply[colour]
            position.larva_supply[colour] = 0
    settle_bag(position)
    for colour in COLOURS:
        if rng.random() < 0.3:
            last.hand[colour] += position.bag[colour]
            position.bag[colour] = 0
            if rng.random() < 0.5:
                last.hand[colour] += position.bonus[colour]
                position.bonus[colour] = 0
    if rng.random() < 0.1:
        for colour in COLOURS:
            position.bag[colour] += position.bonus[colour]
            position.bonus[colour] = 0
        position.bonus_in_play = False
