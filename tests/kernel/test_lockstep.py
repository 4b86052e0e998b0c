"""Kernel and judge play the same games side by side and are compared after every action."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.games import get_game
from analyzer.games.encounter.judge import Position, replay
from analyzer.games.encounter.judge.chance import random_deal
from analyzer.games.encounter.judge.setup import deal_position, feed, must_feed, take_start_larvae
from analyzer.games.encounter.rules import COLOURS, ONE_EACH, RULESETS, Rules, make_rules
from analyzer.games.encounter.settings import rules_vector
from analyzer.games.encounter.strategies import get_strategy, line_up_of
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.playout import play_traced_game
from kernels.encounter.turn import begin_turn
from tests.kernel.convert import cell_of, differences, field_sizes
from tests.kernel.duel import Deal, Duel
from tests.kernel.legal import disagreements
from tests.kernel.rover import Rover, rovers
from tests.kernel.test_records import GROUPS, odd_cell
from tests.kernel.wild import HURRIED, line_up_names, random_overrides, rules_of_any_kind

GAME = get_game("encounter")
seeds = st.integers(0, 2**64 - 1)
line_ups = st.lists(st.sampled_from(line_up_names()), min_size=4, max_size=4)
quick_names = [name for name in line_up_names() if name not in HURRIED.values()]
quick_line_ups = st.lists(st.sampled_from(quick_names), min_size=4, max_size=4)


def final_state(game: Deal, turn_limit: int = 1000) -> np.ndarray:
    """The kernel's own state at the end of a game, or after some turns of it."""
    n = game.cell.players
    line_up = [get_strategy(name) for name in game.cell.strategies]
    seated = [line_up[(seat + game.rotation) % n] for seat in range(n)]
    vector = rules_vector(game.cell)
    vector[P.TURN_LIMIT] = turn_limit
    state, _, _ = play_traced_game(vector, *line_up_of(seated), *game.chance)
    return state


@settings(max_examples=15)
@given(rules=rules_of_any_kind(), names=line_ups, seed=seeds, game=st.integers(0, 10**9))
def test_every_action_of_a_kernel_game_changes_both_alike(rules, names, seed, game):
    play_beside(Deal(cell_of(rules, tuple(names[: rules.n_players])), seed, game, 0), game)


def play_beside(deal: Deal, game: int) -> None:
    """Play a kernel's game again, action by action on both, and compare after each."""
    record = GAME.record(deal.cell, deal.seed, game)
    steps = replay(record)
    duel = Duel.of_kernel_game(next(steps).position, record, deal)
    for step in steps:
        while duel.position.final_seats and duel.position.final_seats[0] != step.seat:
            duel.decline(duel.position.final_seats[0])
        duel.play(step.action, seat=step.seat)
        # the duel draws its own chance: that must be the chance of the game
        assert differences(duel.state, step.position) == []
    assert record["result"]["ended_by"] == duel.position.ended_by
    same_as_the_kernels_own(duel.state, final_state(deal))


def same_as_the_kernels_own(state: np.ndarray, own: np.ndarray) -> None:
    """What the duel's actions left is what the kernel's own game left, all counts included."""
    for name, (at, size) in field_sizes().items():
        if name in ("SEAT", "TURN", "GUARDED", "RULES"):
            continue
        assert state[at : at + size].tolist() == own[at : at + size].tolist(), name
    counts = slice(S.GROWTH_COUNT, S.GROWTH_COUNT + S.COUNT_SIZE * S.MAX_PLAYERS)
    assert state[counts].tolist() == own[counts].tolist()


@settings(max_examples=15)
@given(rules=rules_of_any_kind(), names=quick_line_ups, seed=seeds, game=st.integers(0, 10**9))
def test_the_kernels_own_state_after_every_turn_is_the_judges(rules, names, seed, game):
    """A turn limit shows the position after that many turns.

    Not so with strategies that play on in thought: they see the limit coming and play differently.
    """
    deal = Deal(cell_of(rules, tuple(names[: rules.n_players])), seed, game, 0)
    record = GAME.record(deal.cell, seed, game)
    for step in replay(record):
        position = step.position
        if step.part != "turns" or position.use.n_actions or position.ended_by is not None:
            continue
        assert position.defects() == []
        state = final_state(deal, turn_limit=position.turn)
        assert state[S.ENDED_BY] == S.ENDED_BY_TURN_LIMIT
        state[S.ENDED_BY], state[S.ENDER] = S.RUNNING, 0
        begin_turn(state)
        assert differences(state, position) == []


def set_up_by_rovers(rules: Rules, seed: int) -> tuple[Position, list[Rover]]:
    """A position after the set-up, and players for it."""
    rng = Random(seed)
    players = rovers(rules.n_players, seed)
    position = deal_position(rules, random_deal(rules, rng))
    for seat, player in enumerate(players):
        if must_feed(position, seat):
            feed(position, seat, player.fed_tile(position, seat))
        n_larvae = rules.start_larvae
        one_each = n_larvae == ONE_EACH
        larvae = COLOURS if one_each else player.start_larvae(position, seat, n_larvae)
        take_start_larvae(position, seat, larvae)
    return position, players


def roam(rules: Rules, seed: int, n_turns: int = 400) -> Duel:
    """A game of rovers on both engines, chance by the kernel; legal sets compared on the way."""
    position, players = set_up_by_rovers(rules, seed)
    duel, rng = Duel(position), Random(seed)
    while duel.position.ended_by is None and duel.position.turn < n_turns:
        seat = duel.position.seat
        duel.play(players[seat].action(duel.position, seat))
        if rng.random() < 0.05:
            assert disagreements(duel.state, duel.position) == []
    for seat in list(duel.position.final_seats):
        cell = players[seat].final_meal(duel.position, seat)
        if cell is None:
            duel.decline(seat)
        else:
            duel.play(f"eat {cell}", seat=seat)
    assert disagreements(duel.state, duel.position) == []
    return duel


@settings(max_examples=16)
@given(rules=rules_of_any_kind(), seed=seeds)
def test_rovers_take_both_engines_to_the_same_places(rules, seed):
    roam(rules, seed)


def test_rovers_really_do_the_odd_things():
    texts: list[str] = []
    for seed in range(6):
        rules = make_rules("manual" if seed % 2 else "basic", 2 + seed % 3)
        position, players = set_up_by_rovers(rules, seed)
        duel = Duel(position)
        while duel.position.ended_by is None:
            text = players[duel.position.seat].action(duel.position, duel.position.seat)
            target = text.split(">")[-1]
            is_bare = text.startswith("move") and target in duel.position.rock_cells
            texts.append("bare" if is_bare and target not in duel.position.tiles else text)
            duel.play(text)
    growths = [text for text in texts if text.startswith("grow")]
    assert texts.count("bare") > 5
    assert sum(" free:" in text for text in growths) > 5
    assert sum("[" in text for text in growths) > 20
    assert sum("screen]" in text for text in growths) > 0
    assert sum("x" in text for text in growths) > 50
    assert sum("+D" in text or "+B" in text for text in growths) > 5


@pytest.mark.proof
@pytest.mark.parametrize("block", range(10))
def test_rovers_take_both_engines_to_the_same_places_often(block):
    for seed in range(20 * block, 20 * block + 20):
        rng = Random(seed)
        n = rng.randint(2, 4)
        roam(make_rules(rng.choice(sorted(RULESETS)), n, random_overrides(rng, n)), seed)


@pytest.mark.proof
@pytest.mark.parametrize(("ruleset", "n_players"), GROUPS)
def test_every_action_of_many_kernel_games_changes_both_alike(ruleset, n_players):
    for k in range(15):
        play_beside(Deal.of_game(odd_cell(ruleset, n_players, 4000 + k), 21, k), k)
