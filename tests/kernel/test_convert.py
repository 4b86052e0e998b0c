"""The helper that turns the judge's positions into kernel states leaves nothing out."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.games.encounter.rules import make_rules
from kernels.encounter import state as S  # noqa: N812
from tests.judge.helpers import sketch
from tests.kernel.convert import (
    HISTORY,
    ONLY_WHILE_GROWING,
    bit,
    cells,
    differences,
    field_sizes,
    mask,
    packed,
    state_of,
    unpacked,
)
from tests.kernel.wild import wild_position


def test_every_word_of_a_position_belongs_to_a_field_that_is_compared():
    covered = [at + k for at, size in field_sizes().values() for k in range(size)]
    assert covered == list(range(S.LEADER))
    assert S.POSITION_SIZE <= S.LEADER


def test_cells_and_counts_go_to_and_fro():
    assert bit("Ba1") == 1
    assert bit("Dd4") == 1 << 27
    assert cells("B", mask({"Bd4", "Bg6"})) == {"Bd4", "Bg6"}
    assert cells("B", 1 << 7) == {"B?7"}
    assert unpacked(packed({"w": 3, "y": 0, "o": 39, "p": 1, "g": 7})) == {
        "w": 3, "y": 0, "o": 39, "p": 1, "g": 7,
    }  # fmt: skip


def test_a_state_is_the_position_it_was_made_from():
    for seed in range(20):
        rng = Random(seed)
        position = wild_position(rng, make_rules("basic", rng.randint(2, 4)))
        assert differences(state_of(position), position) == []


COMPARED = [name for name in field_sizes() if name not in HISTORY | ONLY_WHILE_GROWING]


@pytest.mark.parametrize("name", COMPARED)
def test_a_change_in_any_field_is_seen(name):
    position = sketch("Bd4w0 Bd5w", hands=["w"], consumed=["y"], larvae=["w"])
    at, size = field_sizes()[name]
    for k in range(size):
        state = state_of(position)
        state[at + k] += 2
        assert differences(state, position), f"{name}+{k}"
