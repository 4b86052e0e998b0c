"""The turn of `planner`: every placement of both pieces, and the own turn after this one."""

from __future__ import annotations

from kernels.bits import lowest_index
from kernels.jit import inlined, jit, merged
from kernels.reef import parameters as P
from kernels.reef.board import NO_PIECE, card_points, laid, open_cells
from kernels.reef.cards import N_CELLS
from kernels.reef.family.choices import (
    ACTION,
    CHOICES_SIZE,
    COUNT,
    FIRST_CHOICE,
    LEAST,
    MAX_CHOICES,
    PIECE_1,
    PIECE_2,
    PLAY,
    TAKE,
    WHICH,
    WORTH,
    best_choice,
    choice_at,
    clear_choices,
    keep_choice,
    make_choice,
)
from kernels.reef.family.thought import (
    begin_worth,
    copy_open,
    known_top,
    play_worth,
    think_deck,
    think_play,
    think_take,
)
from kernels.reef.family.turn import consider_plays, consider_takes
from kernels.reef.planner import weights as PW
from kernels.reef.state import HAND, HEIGHTS, LAST_ROUND, N_DISPLAY, POINTS, RULES, TOPS

AFTER = 1  # row of room: the position after a choice


@inlined
def consider_placement(v, seat, card, begun, tops, heights, first, second, scratch, w):
    """Consider a play that leaves this board."""
    value = play_worth(v, seat, card, begun, v[N_DISPLAY], tops, heights, scratch, w)
    if value > scratch[LEAST]:
        keep_choice(scratch, value, PLAY, card, first, second)


@jit
def consider_placements(v, seat, card, scratch, w):
    """Consider every way to place a card's pieces; changes `v`."""
    colour_1, colour_2 = think_play(v, seat, card)
    begun = begin_worth(v, seat, scratch, w)
    tops = v[TOPS + seat]
    heights = v[HEIGHTS + seat]
    if colour_1 == NO_PIECE:
        consider_placement(v, seat, card, begun, tops, heights, NO_PIECE, NO_PIECE, scratch, w)
        return
    cells = open_cells(heights)
    while cells:
        cell = lowest_index(cells)
        cells &= cells - 1
        first = N_CELLS * colour_1 + cell
        tops_1, heights_1 = laid(tops, heights, first)
        if colour_2 == NO_PIECE:
            consider_placement(v, seat, card, begun, tops_1, heights_1, first, NO_PIECE, scratch, w)
            continue
        second_cells = open_cells(heights_1)
        if colour_1 == colour_2:
            second_cells &= ~((1 << cell) - 1)  # the order makes no difference
        while second_cells:
            second = N_CELLS * colour_2 + lowest_index(second_cells)
            second_cells &= second_cells - 1
            tops_2, heights_2 = laid(tops_1, heights_1, second)
            consider_placement(v, seat, card, begun, tops_2, heights_2, first, second, scratch, w)
        if colour_1 != colour_2 and open_cells(heights_1) >> cell & 1:
            # on one cell the other order leaves another top
            second = N_CELLS * colour_2 + cell
            tops_2, heights_2 = laid(tops, heights, second)
            tops_2, heights_2 = laid(tops_2, heights_2, first)
            consider_placement(v, seat, card, begun, tops_2, heights_2, second, first, scratch, w)


@jit
def think_choice(s, seat, scratch, k, v):
    """The position after choice k, as far as it can be foreseen, into `v`."""
    copy_open(s, v)
    at = choice_at(k)
    which = int(scratch[at + WHICH])
    if scratch[at + ACTION] == TAKE:
        think_take(v, seat, which, known_top(s))
    elif scratch[at + ACTION] == PLAY:
        think_play(v, seat, which)
        tops = v[TOPS + seat]
        heights = v[HEIGHTS + seat]
        for piece in (int(scratch[at + PIECE_1]), int(scratch[at + PIECE_2])):
            if piece != NO_PIECE:
                tops, heights = laid(tops, heights, piece)
        v[TOPS + seat] = tops
        v[HEIGHTS + seat] = heights
        v[POINTS + seat] += card_points(tops, heights, which, v[RULES + P.PRINTED])
    else:
        think_deck(v, seat, which, known_top(s))


@jit
def look_ahead(s, rng, seat, w, room, scratch):
    """Judge each kept choice also by the best own turn after it, as if nobody came between."""
    share = w[PW.NEXT_SHARE]
    after = room[AFTER]
    own_next = scratch[CHOICES_SIZE:]
    for k in range(int(scratch[COUNT])):
        think_choice(s, seat, scratch, k, after)
        if after[LAST_ROUND]:
            continue
        clear_choices(own_next, 1)
        consider_plays(after, rng, seat, w, room[0], own_next)
        consider_takes(after, rng, seat, w, 0, room[0], own_next)
        at = choice_at(k) + WORTH
        if own_next[COUNT] > 0:
            scratch[at] += share * (own_next[FIRST_CHOICE + WORTH] - scratch[at])


@jit
def find_choices(s, rng, seat, w, room, scratch):
    """The best choices of a turn, judged with a look at the next one."""
    clear_choices(scratch, min(MAX_CHOICES, max(1, int(w[PW.CHOICES]))))
    hand = s[HAND + seat]
    while hand:
        copy_open(s, room[0])
        consider_placements(room[0], seat, lowest_index(hand), scratch, w)
        hand &= hand - 1
    consider_takes(s, rng, seat, w, known_top(s), room[0], scratch)
    if w[PW.NEXT_SHARE] > 0.0:
        look_ahead(s, rng, seat, w, room, scratch)


@merged
def take_turn(s, rng, seat, w, room, scratch):
    """Make the choice that is worth most."""
    find_choices(s, rng, seat, w, room, scratch)
    make_choice(s, rng, seat, scratch, best_choice(scratch))
