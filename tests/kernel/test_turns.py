"""Whole turns of every strategy from positions that its own games seldom reach.

The stocks there are often empty and the rivals' hands hold what is missing: a strategy that plans
with more than it can know, or counts on a tile that is not there, plays an illegal turn.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from analyzer.games.encounter.judge import IllegalAction, Position, play_action
from analyzer.games.encounter.judge.components import components
from analyzer.games.encounter.records import RecordWriter
from analyzer.games.encounter.rules import ROCKS, RULESETS, make_rules
from analyzer.games.encounter.strategies import get_strategy, line_up_of
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.policy import new_room, play_turn
from kernels.encounter.turn import begin_turn
from tests.judge.helpers import hide_bag, sketch
from tests.kernel.convert import differences, state_of
from tests.kernel.duel import streams_of
from tests.kernel.test_uniform import start_of_turn
from tests.kernel.wild import HURRIED, line_up_names, random_overrides

SPECS = sorted(set(line_up_names()))


def played_turn(position: Position, spec: str, seed: int) -> tuple[np.ndarray, list[str]]:
    """The kernel's state after a strategy's turn, and the turn as records write it."""
    n = position.rules.n_players
    strategy = get_strategy(spec)
    state = state_of(position, 1000)
    state[S.N_EVENTS] = 0
    play_turn(state, *line_up_of([strategy] * n), streams_of(seed), *new_room())
    (turn,) = RecordWriter(state, position.rules).turns()[0]
    return state, turn["actions"]


def assert_legal_turn(position: Position, spec: str, seed: int) -> None:
    state, texts = played_turn(position, spec, seed)
    after = position.copy()
    for k, text in enumerate(texts):
        try:
            play_action(after, position.seat, text)
        except IllegalAction as illegal:
            pytest.fail(f"{spec}, seed {seed}, action {k} of {texts}: {illegal}\n{position}")
    if state[S.ENDED_BY] == S.RUNNING:
        begin_turn(state)
    assert differences(state, after) == [], f"{spec}, seed {seed}: {texts}\n{position}"


def check_turns(spec: str, seeds: range) -> None:
    for seed in seeds:
        rng = Random(f"turn {seed}")
        n = rng.randint(2, 4)
        rules = make_rules(rng.choice(sorted(RULESETS)), n, random_overrides(rng, n))
        assert_legal_turn(start_of_turn(rng, rules), spec, seed)


@pytest.mark.parametrize("spec", SPECS)
def test_turns_from_wild_positions_are_legal(spec):
    check_turns(spec, range(60))


@pytest.mark.proof
@pytest.mark.parametrize("spec", SPECS)
def test_turns_from_many_wild_positions_are_legal(spec):
    check_turns(spec, range(1000, 2500))


def starved_position(seed: int) -> Position:
    """A position in which the bag has run out of what the active seat grows.

    One bonus tile of the colour lies there and will not be replaced, since a rival holds all
    others behind the screen. So one extra growth or one tile for a cube is possible, not two.
    """
    rng = Random(f"starved {seed}")
    n = rng.choice([2, 3, 4])
    unlimited = {"shrimps_per_rock": 4, "shrimps_on_rocks": 4}
    rules = make_rules(rng.choice(["basic", "online", "manual"]), n, unlimited)
    rocks = "".join(sorted(rng.sample(ROCKS, n)))
    tiles = []
    for rock in rocks:
        free = [c for c in components().rocks[rock].cells if c[1:] != "d4"]
        tiles += [c + rng.choice("wyo") for c in rng.sample(free, rng.randint(2, 10))]
    colour = rng.choice("wyo")
    position = sketch(
        " ".join(tiles),
        rules=rules,
        rocks=rocks,
        hands=[colour * rng.randint(2, 6) + "".join(rng.choices("wyo", k=2))],
        larvae=[colour * 2 + rng.choice("wyo")],
        consumed=["".join(rng.choices("wyo", k=rng.randint(0, 4)))],
        eaten=[rng.choice([0, 1])],
    )
    hide_bag(position, keep="opg".replace(colour, ""))
    return position


@pytest.mark.parametrize("spec", SPECS)
def test_turns_with_a_bag_that_has_run_out_are_legal(spec):
    for seed in range(400 if spec in HURRIED.values() else 40):
        assert_legal_turn(starved_position(seed), spec, seed)


@pytest.mark.proof
@pytest.mark.parametrize("spec", [*SPECS, "planner"])
def test_many_turns_with_a_bag_that_has_run_out_are_legal(spec):
    for seed in range(1000, 3000):
        assert_legal_turn(starved_position(seed), spec, seed)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("ruleset", ["basic", "advanced"])
def test_nobody_takes_a_tile_that_only_a_rival_has(spec, ruleset):
    """One bonus tile of each colour, nothing in the bag, all else in the rival's hidden hand."""
    position = sketch(
        "Bd6w0 Be6w Dd5y De5y Dd4o", rules=make_rules(ruleset, 2), hands=["wwy"],
        larvae=["wwwwyyyoo"], consumed=["wy"],
    )  # fmt: skip
    hide_bag(position, "wyopg")
    for seed in range(20):
        assert_legal_turn(position, spec, seed)


def test_the_strategies_that_look_ahead_are_among_them():
    assert set(HURRIED.values()) <= set(SPECS)
