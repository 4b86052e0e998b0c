"""Records that the kernel did not write, played on the kernel with the chance they name."""

from __future__ import annotations

import numpy as np

from analyzer.games.encounter.judge import actions as A  # noqa: N812
from analyzer.games.encounter.judge import parse_action
from analyzer.games.encounter.rules import COLOURS
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.open_sea import refill, take_space
from kernels.encounter.state import EVENTS, new_state
from kernels.encounter.streams import OPEN_SEA
from kernels.jit import jit
from kernels.rng import seed_stream
from tests.kernel.convert import packed
from tests.kernel.duel import Duel

TRIES = 20_000_000


@jit
def seed_that_lays(s, rng, seat, space, wanted, room, tries):
    """The first seed of the open-sea stream with which the refill lays the wanted tiles, or -1.

    wanted: int64 (5,), packed tiles of the spaces after the refill; room: int64, as long as the
    state without its trace.
    """
    for seed in range(tries):
        for at in range(room.size):
            room[at] = s[at]
        room[S.N_EVENTS] = -1
        seed_stream(rng, OPEN_SEA, seed)
        take_space(room, seat, space)
        refill(room, rng, space)
        same = True
        for each in range(5):
            same &= room[S.SEA + each] == wanted[each]
        if same:
            return seed
    return -1


class ForcedDuel(Duel):
    """Looks for random numbers with which the kernel draws what the record says."""

    def force(self, text: str, seat: int) -> None:
        """Seed the open-sea stream so that the next draft refills as written."""
        action = parse_action(text)
        assert isinstance(action, A.Draft)
        sea = {c: dict(space.tiles) for c, space in self.position.open_sea.items()}
        sea[action.space] = dict.fromkeys(COLOURS, 0)
        for space, colour in action.refill:
            sea[space][colour] += 1
        wanted = np.array([packed(sea[c]) for c in COLOURS], dtype=np.int64)
        room = np.zeros_like(new_state()[:EVENTS])
        space = COLOURS.index(action.space)
        with np.errstate(over="ignore"):
            seed = seed_that_lays(self.state, self.rng, seat, space, wanted, room, TRIES)
            assert seed >= 0, f"no random numbers found that give {text}"
            seed_stream(self.rng, OPEN_SEA, np.uint64(seed))
