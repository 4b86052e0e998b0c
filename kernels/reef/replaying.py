"""Single steps of a game for those who decide outside the kernel: start pieces and actions."""

from __future__ import annotations

from kernels.jit import jit
from kernels.reef import policy, setup, trace
from kernels.reef.state import POINTS
from kernels.reef.turn import pass_turn, play_card, take_deck, take_display


@jit
def place_start_piece(s, seat, piece):
    """Lay one of the four start pieces, 16 * colour + cell."""
    setup.place_start_piece(s, seat, piece)


@jit
def begin_play(s, rng):
    """What follows when all start pieces are laid."""
    policy.begin_play(s, rng)


@jit
def take_action(s, rng, seat, kind, which, first, second):
    """A whole turn: an action by its kind in the trace, with the endings it brings.

    which: the slot of the display (TAKE, DECK) or the card (PLAY); first, second: pieces.
    """
    points = s[POINTS + seat]
    if kind == trace.TAKE:
        take_display(s, rng, seat, which)
    elif kind == trace.DECK:
        take_deck(s, rng, seat, which)
    elif kind == trace.PLAY:
        play_card(s, seat, which, first, second)
    else:
        pass_turn(s, seat)
    policy.complete_turn(s, seat, points)
