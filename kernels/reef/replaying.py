"""Single steps of a game for those who decide outside the kernel: start pieces and actions."""

from __future__ import annotations

from kernels.jit import jit, merged
from kernels.reef import setup, trace, uniform
from kernels.reef.family import turn as family
from kernels.reef.policy import UNIFORM
from kernels.reef.turn import (
    end_turn,
    follow_lead,
    pass_turn,
    play_card,
    take_deck,
    take_display,
)


@jit
def place_start_piece(s, seat, piece):
    """Lay one of the four start pieces, 16 * colour + cell."""
    setup.place_start_piece(s, seat, piece)


@merged
def choose_start_pieces(s, rng, seat, kind, w, room, scratch):
    """The start pieces of a strategy of the kernel."""
    if kind == UNIFORM:
        uniform.choose_setup(s, rng, seat)
    else:
        family.choose_setup(s, rng, seat, w, room, scratch)


@jit
def open_display(s, rng):
    """Turn the deck up and lay out the display."""
    setup.open_display(s, rng)


@jit
def take_action(s, rng, seat, kind, which, first, second):
    """A whole turn: an action by its kind in the trace, with the endings it brings.

    which: the slot of the display (TAKE, DECK) or the card (PLAY); first, second: pieces.
    """
    if kind == trace.TAKE:
        take_display(s, rng, seat, which)
    elif kind == trace.DECK:
        take_deck(s, rng, seat, which)
    elif kind == trace.PLAY:
        play_card(s, seat, which, first, second)
    else:
        pass_turn(s, seat)
    end_turn(s)
    follow_lead(s)
