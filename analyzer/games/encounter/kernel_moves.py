"""What passes between judge and kernel: actions as events, and what a state remembers."""

from __future__ import annotations

import numpy as np

from analyzer.games.encounter.judge import Action, actions
from analyzer.games.encounter.judge.components import COLUMNS, ROWS
from analyzer.games.encounter.records import Event
from analyzer.games.encounter.rules import ALGAE, COLOURS
from analyzer.games.encounter.view import Secrets
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter import trace
from kernels.encounter.counts import amount


def events_of_action(action: Action, rocks: str) -> list[Event]:
    """The decisions of an action other than a draft, for `kernels.encounter.replaying`.

    rocks: letters of the rocks in play, in order. What follows by the rules (extra growths, what
    an attack consumes) is left to the kernel.
    """

    def at(cell: str) -> tuple[int, int]:
        return rocks.index(cell[0]), cell_index(cell)

    match action:
        case actions.Eat(cell):
            return [(trace.EAT, *at(cell), 0, 0)]
        case actions.Introduce(cell):
            return [(trace.INTRODUCE, *at(cell), 0, 0)]
        case actions.Move(start, target):
            return [(trace.MOVE, *at(start), *(at(target) if target else (trace.SCREEN, 0)))]
        case actions.LarvaExchange(colour):
            return [(trace.LARVA, COLOURS.index(colour), 0, 0, 0)]
        case actions.TileExchange(colour):
            return [(trace.TILE, COLOURS.index(colour), 0, 0, 0)]
        case actions.AlgaPlay(alga, lock, paying):
            tile = -1 if lock is None else lock - 1
            return [(trace.ALGA, ALGAE.index(alga), tile, COLOURS.index(paying), 0)]
        case actions.Grow():
            return _growth(action, rocks)
        case actions.Draft():
            raise ValueError("a draft needs chance and is no event to be played")


def _growth(action: actions.Grow, rocks: str) -> list[Event]:
    events: list[Event] = [(trace.GROW, COLOURS.index(action.colour), int(action.free), 0, 0)]
    n_placed = 0
    for step in action.steps:
        if isinstance(step, actions.Placement):
            slot, index = rocks.index(step.cell[0]), cell_index(step.cell)
            events.append((trace.PLACE, slot, index, -1, int(n_placed < action.n_behind)))
            n_placed += 1
        elif isinstance(step, actions.Move):
            events += events_of_action(step, rocks)
    return events


def cell_index(cell: str) -> int:
    """The kernel's index of a cell within its rock."""
    return 8 * ROWS.index(cell[2]) + COLUMNS.index(cell[1])


def secrets_of(state: np.ndarray) -> Secrets:
    """Who knows what: the kernel remembers, the judge's position does not."""
    seats = range(int(state[S.N_PLAYERS]))
    known = (int(state[S.KNOWN_HAND + k]) for k in seats)
    fed = (int(state[S.FED + k]) for k in seats)
    return Secrets(
        tuple({colour: int(amount(n, c)) for c, colour in enumerate(COLOURS)} for n in known),
        tuple(COLOURS[c] if c >= 0 else None for c in fed),
    )
