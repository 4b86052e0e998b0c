"""How strategies are named in line-ups, and what a name stands for."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.games.encounter.strategies import (
    LINE_UP,
    canonical_spec,
    get_strategy,
    line_up_of,
    strategy_names,
)
from analyzer.games.encounter.strategies.kinds import KINDS, kind_of
from analyzer.games.encounter.strategies.line_up import vector_of
from analyzer.strategies.spec import parse_spec
from kernels.encounter.family.weights import FAMILY, NAMES
from kernels.encounter.kinds import N_NUMBERS, WEIGHT_GRID
from kernels.encounter.numbers import NETWORK, Numbers


def test_the_kernel_gets_every_weight_in_its_place():
    vector = vector_of(get_strategy("balanced:tide=2.5:step=-1"))
    assert vector.shape == (N_NUMBERS,)
    places = {name: number.place for name, number in FAMILY.by_name.items()}
    assert vector[places["tide"]] == 2.5
    assert vector[places["step"]] == -1
    plain = vector_of(get_strategy("balanced"))
    assert [n for n, k in places.items() if vector[k] != plain[k]] == ["tide", "step"]


@pytest.mark.parametrize("name", ["planner", "rollouts", "expert", "search"])
def test_what_looks_ahead_adds_up_alike_in_any_order(name):
    strategy = get_strategy(name)
    vector = vector_of(strategy)
    weights = [vector[strategy.policy.numbers[n].place] for n in NAMES]
    assert all(weight / WEIGHT_GRID == int(weight / WEIGHT_GRID) for weight in weights)
    drawn = Random(7)
    for _ in range(100):
        # a worth is a sum of weights times counts, or times counts and a second weight
        parts = [
            weight * drawn.choice([1.0, vector[strategy.policy.numbers["draft_denial"].place]])
            * drawn.randint(-20, 20)
            for weight in weights
        ]  # fmt: skip
        shuffled = drawn.sample(parts, len(parts))
        assert sum(parts) == sum(shuffled) == math.fsum(parts)


def test_networks_lie_in_one_array_each_once():
    plain = get_strategy("balanced")
    small, large = (np.arange(n, dtype=np.float32) for n in (3, 5))
    seats = [replace(plain, network=network) for network in (small, large, small)]
    line_up = line_up_of([plain, *seats])
    assert line_up.networks.dtype == np.float32
    assert line_up.networks.tolist() == [*range(3), *range(5)]
    assert line_up.numbers[1:, NETWORK].tolist() == [0, 3, 0]
    assert line_up_of([plain]).networks.size == 0


def test_numbers_after_colons_leave_the_comma_to_the_line_up():
    line_up = ["balanced:tide=2:whim=0", "random"]
    assert [parse_spec(word).name for word in line_up] == ["balanced", "random"]
    assert parse_spec(line_up[0]).numbers == (("tide", 2.0), ("whim", 0.0))


def test_spaces_around_a_name_mean_nothing():
    assert str(parse_spec(" random ")) == "random"


@pytest.mark.parametrize("text", ["balanced", "a/b.toml:x=1.5", "my.py:MyBot:n=3#0123abcd"])
def test_a_spec_is_written_as_it_was_read(text):
    assert parse_spec(str(parse_spec(text))) == parse_spec(text)


def test_written_numbers_are_exact():
    spec = LINE_UP.with_numbers("balanced:tide=3", {"pair": 0.1 + 0.2})
    assert dict(parse_spec(spec).numbers) == {"tide": 3.0, "pair": 0.1 + 0.2}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("balanceed", "unknown strategy 'balanceed'; did you mean balanced?"),
        ("xyz", "unknown strategy 'xyz'; known are "),
        ("", "names no strategy"),
        ("balanced:tide", "names no strategy"),
        ("balanced:tide=2=3", "names no strategy"),
        ("balanced:tide=two", "tide=two is not a number"),
        ("balanced:tide=nan", "tide=nan is not a number"),
        ("balanced:tid=2", "has no tid; did you mean tide?"),
        ("balanced:tide=1:tide=2", "sets tide twice"),
        ("random:tide=1", "random has no tide; nothing can be set here"),
        ("none.toml", "cannot read the strategy none.toml: No such file"),
        ("none.py:Bot", "cannot read the strategy none.py: No such file"),
    ],
)
def test_what_names_no_strategy_is_said_in_one_line(text, complaint):
    with pytest.raises(UsageError) as caught:
        get_strategy(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_strategy_from_a_file_is_pinned_by_its_content(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\n[weights]\ntide = 2\n')
    pinned = canonical_spec(str(path))
    assert pinned.startswith(f"{path}#")
    assert canonical_spec(pinned) == pinned
    path.write_text('name = "mine"\n# a remark changes nothing\n[weights]\ntide = 2.0\n')
    assert canonical_spec(str(path)) == pinned
    path.write_text('name = "mine"\n[weights]\ntide = 3\n')
    assert canonical_spec(str(path)) != pinned
    with pytest.raises(UsageError, match="is not what it was"):
        get_strategy(pinned)


def test_a_cell_tells_files_apart_by_content(tmp_path):
    path = tmp_path / "mine.toml"
    cell = Cell("encounter", 2, "basic", (str(path), "random"))
    game = get_game("encounter")
    path.write_text('name = "mine"\n')
    before = game.check(cell)
    path.write_text('name = "mine"\n[weights]\npair = 9\n')
    assert game.check(cell).digest() != before.digest()
    assert game.check(game.check(cell)) == game.check(cell)


def test_shipped_strategies_go_by_their_file_names():
    assert {"random", "balanced"} <= set(strategy_names())
    for name in strategy_names():
        strategy = get_strategy(name)
        assert strategy.name == name
        assert strategy.description
        assert canonical_spec(name) == name


def test_parameters_have_bounds():
    table = Numbers(FAMILY)
    table.add_whole("width", 8, "plans kept", 1, 99)
    kind = kind_of("deep", 7, table)
    assert kind.default_numbers()["width"] == 8.0
    assert kind.numbers["width"].place == len(NAMES) + 1
    assert kind.objection("width", 3.0) is None
    assert kind.objection("tide", 1e9) is None
    assert kind.objection("width", 0.0) == "is not a whole number from 1 to 99"
    assert kind.objection("width", 2.5) == "is not a whole number from 1 to 99"


def test_no_two_numbers_of_a_kind_share_a_place():
    for kind in KINDS.values():
        places = [kind.numbers[name].place for name in kind.default_numbers()]
        assert len(set(places)) == len(places)
        assert all(0 <= place < N_NUMBERS for place in places)
