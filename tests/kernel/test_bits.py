"""Bit operations and packed counts against naive versions."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from analyzer.games.encounter.judge.components import COLUMNS, ROWS, components
from analyzer.games.encounter.rules import ALGAE, COLOURS, ROCKS
from kernels.bits import lowest_index, neighbours, nth_bit, popcount
from kernels.encounter import counts, geometry
from kernels.encounter.coral import attackers_mask, corals_of, lay_tile, linked
from kernels.encounter.state import LINK_DOWN, LINK_RIGHT, ROCK, new_state
from kernels.jit import jit
from tests.kernel.convert import cells, mask, packed

boards = st.integers(0, 2**48 - 1)
amounts = st.lists(st.integers(0, 40), min_size=5, max_size=5)


@jit
def n_bits(x):
    """Intrinsics cannot be called from Python: popcount."""
    return popcount(x)


@jit
def lowest(x):
    """The index of the lowest bit."""
    return lowest_index(x)


@jit
def nth(x, n):
    """The n-th bit."""
    return nth_bit(x, n)


def indices(word: int) -> list[int]:
    return [k for k in range(64) if word >> k & 1]


@given(board=boards)
def test_bits_are_counted_and_found(board):
    found = indices(board)
    assert n_bits(board) == len(found)
    for n, index in enumerate(found):
        assert nth(board, n) == 1 << index
    if found:
        assert lowest(board) == found[0]


def test_every_single_bit_is_found():
    for index in range(62):
        assert lowest(1 << index) == index
        assert nth(1 << index, 0) == 1 << index
        assert n_bits((1 << index) - 1) == index


@given(board=boards)
def test_neighbours_are_orthogonal_and_do_not_wrap(board):
    rock_cells = sum(geometry.cell_bit(row, column) for row in range(6) for column in range(7))
    board &= rock_cells
    expected = set()
    for index in indices(board):
        row, column = divmod(index, 8)
        steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        expected |= {8 * r + c for r, c in steps if 0 <= r < 6 and 0 <= c < 7}
    assert set(indices(int(neighbours(board)) & rock_cells)) == expected


# --- corals ------------------------------------------------------------------------------------


@given(colours=st.lists(st.integers(-1, 4), min_size=33, max_size=33), rock=st.sampled_from(ROCKS))
def test_corals_are_connected_tiles_of_one_colour(colours, rock):
    parts = components()
    tiles = dict(zip(parts.rocks[rock].cells, colours, strict=True))
    s = new_state()
    s[ROCK] = mask(tiles)
    for cell, c in tiles.items():
        if c >= 0:
            lay_tile(s, 0, mask([cell]), c)
    for cell, c in tiles.items():
        if c < 0:
            continue
        coral, edge = {cell}, [cell]
        while edge:
            more = {x for x in parts.neighbours[edge.pop()] if tiles[x] == c} - coral
            coral |= more
            edge += more
        assert cells(rock, corals_of(s, 0, mask([cell]))) == coral
        beside = {x for x in parts.neighbours[cell] if tiles[x] == c} | {cell}
        assert cells(rock, linked(mask([cell]), s[LINK_RIGHT], s[LINK_DOWN])) == beside
    for c in range(5):
        own = {cell for cell, d in tiles.items() if d == c}
        in_company = {cell for cell in own if set(parts.neighbours[cell]) & own}
        assert cells(rock, attackers_mask(mask(own))) == in_company


# --- packed counts -----------------------------------------------------------------------------


@given(numbers=amounts)
def test_packed_counts_hold_five_numbers(numbers):
    word = packed(dict(zip(COLOURS, numbers, strict=True)))
    with np.errstate(over="ignore"):
        assert [counts.amount(word, c) for c in range(5)] == numbers
        assert counts.total(word) == sum(numbers)
        assert counts.present(word) == sum(counts.one(c) for c in range(5) if numbers[c])
        drawn = [c for c in range(5) for _ in range(numbers[c])]
        assert [counts.nth_tile(word, r) for r in range(len(drawn))] == drawn


def test_a_set_with_one_member_names_its_colour():
    assert [counts.colour_of(counts.one(c)) for c in range(5)] == list(range(5))
    assert packed(dict.fromkeys(COLOURS, 1)) == counts.ONE_OF_EACH


@given(numbers=st.lists(st.integers(0, 1), min_size=5, max_size=5), n=st.integers(0, 4))
def test_the_nth_member_of_a_set_of_colours(numbers, n):
    members = [c for c in range(5) if numbers[c]]
    if n < len(members):
        word = packed(dict(zip(COLOURS, numbers, strict=True)))
        assert counts.colour_of(nth(word, n)) == members[n]


# --- tables ------------------------------------------------------------------------------------


def test_the_kernels_rocks_are_the_judges():
    for k, rock in enumerate(ROCKS):
        parts = components().rocks[rock]
        assert cells(rock, geometry.ROCK_CELLS[k]) == set(parts.cells)
        assert cells(rock, geometry.GROWTH_CELLS[k]) == {parts.growth_cell}
        starts = {
            cell: COLOURS[c] for c in range(5) for cell in cells(rock, geometry.START_CELLS[k, c])
        }
        assert starts == parts.start_corals


def test_the_kernels_coral_tiles_are_the_judges():
    for number, face in components().star_faces.items():
        t = number - 1
        assert COLOURS[geometry.STAR_STRONGER[t]] == face.stronger
        assert COLOURS[geometry.STAR_WEAKER[t]] == face.weaker
        large = [a for k, a in enumerate(ALGAE) if geometry.STAR_LARGE[k] >> t & 1]
        small = [a for k, a in enumerate(ALGAE) if geometry.STAR_SMALL[k] >> t & 1]
        assert (large, small) == ([face.large], [face.small])


def test_cells_have_names():
    names = [geometry.cell_name(8 * r + c) for r in range(6) for c in range(7)]
    assert names == [f"{column}{row}" for row in ROWS for column in COLUMNS]


def test_sets_of_rocks_are_all_there_is():
    for n in (2, 3, 4):
        sets = geometry.ROCK_SETS[n, : geometry.N_ROCK_SETS[n]].tolist()
        assert sorted(sets) == [m for m in range(16) if m.bit_count() == n]
