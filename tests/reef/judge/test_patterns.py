"""How many completions fit beside each other, against a count by brute force."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from analyzer.games.reef.cards import cards
from analyzer.games.reef.judge.board import CELLS
from analyzer.games.reef.judge.patterns import completions, largest_packing


def by_brute_force(found):
    """The largest number of disjoint completions, by looking at every set of them."""
    for n in range(len(found), 0, -1):
        for chosen in combinations(found, n):
            if len(frozenset().union(*chosen)) == sum(map(len, chosen)):
                return n
    return 0


@given(st.lists(st.frozensets(st.sampled_from(CELLS), min_size=1, max_size=4), max_size=9))
def test_packing_agrees_with_brute_force(found):
    assert largest_packing(found) == by_brute_force(found)


def test_packing_agrees_with_brute_force_on_boards():
    rng = Random(7)
    n_compared = 0
    for _ in range(150):
        stacks = {c: "".join(rng.choices("rg", k=rng.randint(1, 3))) for c in rng.sample(CELLS, 12)}
        for number in (1, 7, 17, 22, 27, 30, 34, 40, 41, 48, 49):
            found = completions(stacks, cards()[number], "any")
            if len(found) <= 12:
                assert largest_packing(found) == by_brute_force(found), (number, stacks)
                n_compared += len(found) > 1
    assert n_compared > 300


def test_a_full_board_of_one_colour_is_counted_at_once():
    for number, most in ((27, 8), (30, 8), (40, 5), (41, 4), (48, 5), (49, 4)):
        stacks = dict.fromkeys(CELLS, "rr")
        assert largest_packing(completions(stacks, cards()[number], "any")) == most
