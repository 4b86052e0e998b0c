"""The kernel's set-up: what chance deals has the right chances, and stays when players change."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.rules import COLOURS, RULESETS, make_rules
from analyzer.games.encounter.settings import rules_vector
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.setup import set_up_board
from kernels.encounter.state import new_state
from kernels.encounter.streams import new_streams, seed_streams
from tests.kernel.convert import cell_of, unpacked
from tests.kernel.wild import other_strategies

GAME = get_game("encounter")
ALPHA = 1e-6
CHANCE = ("rocks", "star_up", "first_space", "open_sea", "hands", "alga_space")


def boards(cell: Cell, n_deals: int) -> list[np.ndarray]:
    """The states of many deals after steps 1 to 6 of the set-up."""
    vector, rng, found = rules_vector(cell), new_streams(), []
    with np.errstate(over="ignore"):
        for deal in range(n_deals):
            s = new_state()
            seed_streams(rng, np.uint64(8), deal, 0)
            set_up_board(s, vector, cell.players, rng)
            found.append(s)
    return found


def is_even(counts: Counter, n_kinds: int) -> bool:
    values = list(counts.values())
    return len(values) == n_kinds and chisquare(values).pvalue > ALPHA


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_rocks_sides_and_first_spaces_are_equally_likely(n_players):
    found = boards(cell_of(make_rules("basic", n_players)), 6000)
    rocks = Counter(tuple(s[S.ROCK_ID : S.ROCK_ID + n_players]) for s in found)
    n_sets = {2: 6, 3: 4, 4: 1}[n_players]
    assert len(rocks) == 1 if n_sets == 1 else is_even(rocks, n_sets)
    assert is_even(Counter(int(s[S.STAR_UP]) for s in found), 2)
    assert {int(s[S.STAR_UP]) for s in found} == {0, 1023}
    assert is_even(Counter(int(s[S.FIRST_SPACE]) for s in found), 5)
    together = Counter((int(s[S.STAR_UP]), int(s[S.FIRST_SPACE])) for s in found)
    assert is_even(together, 10)


def test_tiles_are_drawn_without_favour_and_without_putting_back():
    found = boards(cell_of(make_rules("basic", 4, {"start_tiles": [12, 12, 12, 12]})), 4000)
    on_sea = np.array([[s[S.SEA + k] for k in range(5)] for s in found])
    hands = np.array([[s[S.HAND + k] for k in range(4)] for s in found])
    for words in (*on_sea.T, *hands.T):
        drawn = Counter[str]()
        for word in words:
            drawn.update(unpacked(word))
        assert chisquare(list(drawn.values())).pvalue > ALPHA
    # the variance of white tiles among 48 drawn of 175 with 35 white, without putting back
    white = np.array([sum(unpacked(word)["w"] for word in row) for row in hands])
    due = 48 * 0.2 * 0.8 * (175 - 48) / 174
    assert abs(white.var() / due - 1) < 5 * np.sqrt(2 / white.size)


def test_the_first_space_decides_where_three_two_and_one_tiles_lie():
    for s in boards(cell_of(make_rules("basic", 3)), 50):
        sizes = [sum(unpacked(s[S.SEA + k]).values()) for k in range(5)]
        first = int(s[S.FIRST_SPACE])
        assert [sizes[(first + k) % 5] for k in range(5)] == [3, 3, 3, 2, 1]


def test_the_manual_tosses_every_tile_and_lays_an_alga():
    found = boards(cell_of(make_rules("manual", 2)), 6000)
    for tile in range(10):
        assert is_even(Counter(int(s[S.STAR_UP]) >> tile & 1 for s in found), 2)
        if tile:
            pairs = Counter(int(s[S.STAR_UP]) >> (tile - 1) & 3 for s in found)
            assert is_even(pairs, 4)
    assert is_even(Counter(int(s[S.ALGA_SPACE]) for s in found), 4)
    for s in found[:50]:
        supply = s[S.ALGA_SUPPLY : S.ALGA_SUPPLY + 4].tolist()
        assert supply == [4 if a == s[S.ALGA_SPACE] else 5 for a in range(4)]
        assert unpacked(s[S.HAND]) == dict.fromkeys(COLOURS, 1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_set_up_is_the_same_whoever_plays_and_in_every_rotation(ruleset):
    line_ups = [("random",) * 3, *(("random", name, "random") for name in other_strategies())]
    for deal in range(5):
        setups = []
        for line_up in line_ups:
            rotated = GAME.check(Cell("encounter", 3, ruleset, line_up, rotate=True))
            plain = GAME.check(Cell("encounter", 3, ruleset, line_up))
            records = [GAME.record(rotated, 6, 3 * deal + k) for k in range(3)]
            records.append(GAME.record(plain, 6, deal))
            assert records[0]["turns"] != records[1]["turns"]
            assert records[0]["turns"] == records[3]["turns"]
            setups += [{k: record["setup"].get(k) for k in CHANCE} for record in records]
        assert all(setup == setups[0] for setup in setups)


def test_rules_that_do_not_touch_the_set_up_leave_it_alone():
    plain = GAME.record(Cell("encounter", 2, "basic", ("random",) * 2), 6, 4)["setup"]
    for name, value in (("grow_limit", 2), ("eat_return", 5), ("extra_growth", False)):
        cell = Cell("encounter", 2, "basic", ("random",) * 2, ((name, value),))
        assert GAME.record(cell, 6, 4)["setup"] == plain


@pytest.mark.parametrize(
    ("choice", "value", "key", "recorded"),
    [
        ("rocks", "AC", "rocks", "AC"),
        ("rocks", "BD", "rocks", "BD"),
        ("side", "star", "star_up", True),
        ("side", "plain", "star_up", False),
        ("first_space", "p", "first_space", "p"),
    ],
)
def test_a_choice_that_is_fixed_leaves_the_other_chances_alone(choice, value, key, recorded):
    free = Cell("encounter", 2, "basic", ("random",) * 2)
    fixed = Cell("encounter", 2, "basic", ("random",) * 2, setup=((choice, value),))
    for game in range(6):
        one, other = (GAME.record(cell, 9, game)["setup"] for cell in (free, fixed))
        assert other[key] == recorded
        same = set(CHANCE) - {key} - ({"open_sea"} if choice == "first_space" else set())
        if choice == "first_space":
            same -= {"hands"}  # what lies on the open sea is not in the bag
            letters = ["".join(record["open_sea"].values()) for record in (one, other)]
            assert len(letters[0]) == len(letters[1]) == 12
        assert {k: one.get(k) for k in same} == {k: other.get(k) for k in same}


def test_bag_and_stocks_after_the_set_up():
    for n in (2, 3, 4):
        rules = make_rules("basic", n)
        for s in boards(cell_of(rules), 20):
            n_bag = sum(unpacked(s[S.BAG]).values())
            assert n_bag == 5 * (40 - n - 1) - 12 - sum(rules.start_tile_counts())
            assert unpacked(s[S.BONUS]) == dict.fromkeys(COLOURS, 1)
            assert unpacked(s[S.CUBE_SUPPLY]) == dict.fromkeys(COLOURS, 9)
            assert s[S.ALGA_SUPPLY : S.ALGA_SUPPLY + 4].tolist() == [5] * 4
            assert s[S.BEHIND : S.BEHIND + 4].tolist() == [4] * n + [0] * (4 - n)
