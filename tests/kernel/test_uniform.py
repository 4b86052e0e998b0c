"""The kernel's uniform player does what its definition says, choice by choice.

At a position the probability of every first action follows from the judge's legal sets and the
definition; the kernel's own choices from there, many times over, must fit it.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.judge.position import TurnUse
from analyzer.games.encounter.rules import ALGAE, COLOURS, RULESETS, Rules, make_rules
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter import trace, uniform
from kernels.encounter.geometry import cell_name
from kernels.encounter.turn import begin_turn
from tests.judge.helpers import sketch
from tests.kernel.convert import state_of
from tests.kernel.duel import streams_of
from tests.kernel.wild import random_overrides, wild_position

ALPHA = 1e-7
ROOM = 400
Choice = tuple[object, ...]


# --- what the definition says ------------------------------------------------------------------


def first_actions(position: Position) -> dict[Choice, float]:
    """The probability of every first action of the active seat, a growth by its first cell."""
    seat = position.seat
    meals = list(position.edible_corals(seat))
    chances: dict[Choice, float] = {("eat", cell): 1 / (len(meals) + 1) for cell in meals}
    kinds = [kind for kind in all_kinds(position, seat) if kind]
    for kind in kinds:
        for choice, share in kind.items():
            chances[choice] = share / len(kinds) / (len(meals) + 1)
    assert abs(sum(chances.values()) - 1) < 1e-9
    return chances


def evenly(choices: list[Choice]) -> dict[Choice, float]:
    return {choice: 1 / len(choices) for choice in choices}


def all_kinds(position: Position, seat: int) -> list[dict[Choice, float]]:
    """By kind of action: its instances and their chances once the kind is chosen."""
    player = position.players[seat]
    held = {c: player.hand[c] + player.consumed[c] for c in COLOURS}
    legal = {c: sorted(position.legal_placements(c)) for c in COLOURS}
    growable = [c for c in COLOURS if player.larvae[c] and held[c] and legal[c]]
    grow = {("grow", c, x): 1 / len(growable) / len(legal[c]) for c in growable for x in legal[c]}
    move: dict[Choice, float] = {}
    for start in (shrimps := position.shrimps_of(seat)):
        targets = [x for x in position.move_targets(seat, start) if x in position.tiles]
        for target in [*targets, None]:
            move["move", start, target] = 1 / len(shrimps) / (len(targets) + 1)
    larvae = position.larva_exchanges(seat)
    if position.rules.larva_use == "same_turn":
        larvae = [c for c in larvae if held[c] > 1 and legal[c]]
    paying = [c for c in COLOURS if player.consumed[c]]
    algae = [("alga", *play, c) for play in position.alga_plays(seat) for c in paying]
    return [
        grow,
        evenly([("shrimp", cell) for cell in position.introduce_targets(seat)]),
        move,
        evenly([("larva", c) for c in larvae]),
        evenly(algae),
        evenly([("tile", c) for c in position.tile_exchanges(seat)]),
        evenly([("draft", c) for c in COLOURS]),
    ]


# --- what the kernel does ----------------------------------------------------------------------


def turns(position: Position, n: int, seed: int = 1) -> list[np.ndarray]:
    """The events of n turns that the kernel plays from a position."""
    start = state_of(position, ROOM)
    begin_turn(start)
    start[S.N_EVENTS] = 0
    rng = streams_of(seed)
    found = []
    with np.errstate(over="ignore"):
        for _ in range(n):
            s = start.copy()
            uniform.take_turn(s, rng, position.seat)
            n_events = int(s[S.N_EVENTS])
            words = s[S.EVENTS : S.EVENTS + S.EVENT_WORDS * n_events]
            found.append(words.reshape(n_events, S.EVENT_WORDS).tolist())
    return found


def first_choice(position: Position, events: list[list[int]]) -> Choice:
    """The first action of a turn in the words of `first_actions`."""

    def cell(slot: int, index: int) -> str:
        return position.rocks[slot] + cell_name(index)

    kind, a, b, c, d = events[0]
    if kind == trace.GROW:
        return ("grow", COLOURS[a], cell(events[1][1], events[1][2]))
    if kind == trace.MOVE:
        return ("move", cell(a, b), None if c == trace.SCREEN else cell(c, d))
    if kind == trace.ALGA:
        return ("alga", ALGAE[a], None if b < 0 else b + 1, COLOURS[c])
    if kind in (trace.EAT, trace.INTRODUCE):
        return ("eat" if kind == trace.EAT else "shrimp", cell(a, b))
    names = {trace.LARVA: "larva", trace.TILE: "tile", trace.DRAFT: "draft"}
    return (names[kind], COLOURS[a])


def fits(counts: Counter, chances: dict[Choice, float], n: int) -> float:
    """The p-value of counts under chances; rare choices are put together."""
    assert set(counts) <= set(chances), set(counts) - set(chances)
    observed, expected, rare_observed, rare_expected = [], [], 0, 0.0
    for choice, chance in chances.items():
        if chance * n >= 8:
            observed.append(counts[choice])
            expected.append(chance * n)
        else:
            rare_observed += counts[choice]
            rare_expected += chance * n
    if rare_expected:
        observed.append(rare_observed)
        expected.append(rare_expected)
    if len(observed) == 1:
        return 1.0
    return float(chisquare(observed, np.array(expected) * (n / sum(expected))).pvalue)


def start_of_turn(rng: Random, rules: Rules) -> Position:
    """A wild position as a turn may begin with it: no shrimp on bare rock, nothing used."""
    position = wild_position(rng, rules)
    for cell, seat in list(position.shrimps.items()):
        if cell not in position.tiles:
            del position.shrimps[cell]
            position.players[seat].shrimps_behind += 1
    position.use = TurnUse()
    return position


def check_first_actions(seed: int, n: int) -> None:
    rng = Random(seed)
    n_players = rng.randint(2, 4)
    rules = make_rules(
        rng.choice(list(RULESETS)), n_players, random_overrides(rng, n_players)
    )  # fmt: skip
    position = start_of_turn(rng, rules)
    counts = Counter(first_choice(position, events) for events in turns(position, n, seed))
    assert fits(counts, first_actions(position), n) > ALPHA, str(position)


@pytest.mark.parametrize("seed", range(12))
def test_first_actions_have_the_chances_of_the_definition(seed):
    check_first_actions(seed, 6000)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(100, 200))
def test_first_actions_have_the_chances_of_the_definition_everywhere(seed):
    check_first_actions(seed, 30_000)


# --- within a growth, after a duty, in the final round -----------------------------------------


def growths(position: Position, n: int) -> list[list[list[int]]]:
    """The placements of every first growth that n turns begin with."""
    found = []
    for events in turns(position, n):
        if events[0][0] == trace.GROW:
            placed = []
            for event in events[1:]:
                if event[0] not in (trace.PLACE, trace.EXTRA):
                    break
                if event[0] == trace.PLACE:
                    placed.append(event)
            found.append(placed)
    return found


def test_a_growth_stops_with_a_quarter_after_each_placement():
    # rock cells far from the growth cell do not matter; six tiles from behind are two too many
    position = sketch(hands=["wwwwww"], consumed=["ww"], larvae=["w"])
    found = growths(position, 20_000)
    sizes = Counter(len(placed) for placed in found)
    n = len(found)
    expected = [n * 0.25 * 0.75**k for k in range(5)] + [n * 0.75**5]
    assert set(sizes) == set(range(1, 7))
    assert chisquare([sizes[k] for k in range(1, 7)], expected).pvalue > ALPHA
    for placed in found:
        behind = [event[4] for event in placed]
        assert behind == [1, 1, 1, 1, 0, 0][: len(behind)]


def test_a_growth_ends_when_no_placement_is_left():
    full = " ".join(f"{c}g" for c in sketch(rocks="BD").rock_cells if c[0] == "B")
    full_d = " ".join(f"{c}p" for c in sketch(rocks="BD").rock_cells if c not in ("Dd4", "Da2"))
    tiles = full + " " + " ".join(t for t in full_d.split() if t[0] == "D")
    position = sketch(tiles, hands=["wwww"], larvae=["w"])
    sizes = Counter(len(placed) for placed in growths(position, 2000))
    assert set(sizes) == {1, 2}


def test_a_cube_owed_is_grown_with_before_anything_else():
    position = sketch(
        "Ba2y", rules=make_rules("online", 2), consumed=["www"], hands=["wyy"], larvae=["yo"]
    )
    n_larvae = 0
    for events in turns(position, 5000):
        kinds = [event[0] for event in events]
        for k, kind in enumerate(kinds):
            if kind == trace.LARVA:
                n_larvae += 1
                assert kinds[k + 1] == trace.GROW
                assert events[k + 1][1] == events[k][1]
    assert n_larvae > 500


def test_a_cylinder_that_is_not_in_supply_is_not_played():
    position = sketch(consumed=["w"])
    for number in (3, 6, 10, 1):  # all that show a large blue alga, and one turned so that it does
        tile = position.coral_tiles[number]
        tile.star_up = number != 1
        tile.locked = "b"
    position.alga_space = "b"
    position.alga_supply["b"] = 0
    found = Counter(first_choice(position, events) for events in turns(position, 2000))
    assert {choice[1] for choice in found if choice[0] == "alga"} == set("rnu")


def test_at_most_two_growths_one_introduction_and_one_lock_a_turn():
    position = sketch(
        "Ba2y Bc2w Dd2g Df2p", hands=["wwwwyyyyoo"], larvae=["wwwyyyo"], consumed=["wwwyyyy"],
        eaten=[1], parrotfish=["ww"],
    )  # fmt: skip
    most: Counter[int] = Counter()
    locks = 0
    for events in turns(position, 4000):
        kinds = Counter(event[0] for event in events)
        most |= kinds
        locks = max(locks, sum(e[0] == trace.ALGA and e[2] >= 0 for e in events))
    assert most[trace.GROW] == 2
    assert most[trace.INTRODUCE] == 1
    assert locks == 1
    assert most[trace.DRAFT] == 1
    assert most[trace.MOVE] > 2
    assert most[trace.TILE] > 2


FIVE = "Bc5w0 Bd5w Be5w Bd6w Be6w"
MORE = " Dc1y0 Dd1y De1y Dc2y Db1y Df1y"


@pytest.mark.parametrize(("ruleset", "corals"), [("basic", {"Bc5", "Dc1"}), ("online", {"Dc1"})])
def test_one_of_k_and_one_choices_in_the_final_round(ruleset, corals):
    position = sketch(FIVE + MORE, rules=make_rules(ruleset, 2))
    start = state_of(position, 10)
    start[S.ENDED_BY], start[S.ENDER] = S.ENDED_BY_LOCKS, 1
    least, returned = start[S.RULES + P.FINAL_MIN_EDIBLE], start[S.RULES + P.FINAL_RETURN]
    rng, counts, n = streams_of(4), Counter(), 3000
    for _ in range(n):
        s = start.copy()
        uniform.maybe_eat(s, rng, 0, least, returned)
        eaten = [position.rocks[e[1]] + cell_name(e[2]) for e in s[S.EVENTS :].reshape(-1, 5)]
        counts[eaten[0] if s[S.N_EVENTS] else None] += 1
    assert set(counts) == corals | {None}
    assert chisquare(list(counts.values())).pvalue > ALPHA


# --- the set-up --------------------------------------------------------------------------------


def test_tiles_are_fed_uniformly_and_cubes_taken_by_colour():
    position = sketch(hands=["wwwy"])
    position.larva_supply.update(w=1, y=9, o=0, p=0, g=0)
    start, rng, n = state_of(position), streams_of(2), 6000
    fed: Counter[str] = Counter()
    taken: Counter[tuple[int, ...]] = Counter()
    for _ in range(n):
        s = start.copy()
        uniform.choose_fed_tile(s, rng, 0)
        uniform.choose_start_cubes(s, rng, 0)
        fed[COLOURS[s[S.FED]]] += 1
        taken[int(s[S.CUBES]) & 0xFFF, int(s[S.CUBES]) >> 12] += 1
    assert chisquare([fed["w"], fed["y"]], [0.75 * n, 0.25 * n]).pvalue > ALPHA
    # white first and then yellow, or yellow first and then either: two yellow with 1/4
    assert set(taken) == {(1, 1), (0, 2)}
    assert chisquare([taken[1, 1], taken[0, 2]], [0.75 * n, 0.25 * n]).pvalue > ALPHA
