"""Hand-made positions on the kernel: drawn rocks in, drawn rocks and named sets out.

What comes out is read from the kernel's state; the judge plays along and must agree (see Duel), and
both must say the same of all that is legal after every action.
"""

from __future__ import annotations

from typing import Any, Self

from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.judge.components import COLUMNS, ROWS, components
from analyzer.games.encounter.rules import COLOURS
from kernels.encounter import parameters as P  # noqa: N812
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.alga import lockable_tiles
from kernels.encounter.coral import protected_mask
from kernels.encounter.eating import edible_shrimps
from kernels.encounter.exchange import larva_exchanges, tile_exchanges
from kernels.encounter.placement import legal_placements
from kernels.encounter.shrimps import can_introduce, introduce_targets, move_targets
from tests.judge.helpers import refused, sketch
from tests.kernel.convert import bit, cells, slot_of, unpacked
from tests.kernel.forced import ForcedDuel
from tests.kernel.legal import colours_of, disagreements, numbers


def signs(text: str) -> str:
    """A drawing with its white space made regular."""
    lines = (line.split() for line in text.splitlines())
    return "\n".join(" ".join(line) for line in lines if line and line != list(COLUMNS))


class Board(ForcedDuel):
    """A game of two in the middle, on the rocks B and D, with seat 0 to play."""

    def __init__(self, tiles: str = "", *, rock_b: str = "", **made: Any) -> None:
        """`rock_b` draws that rock; all else is made as `sketch` makes it."""
        super().__init__(sketch(tiles, drawn={"B": rock_b} if rock_b else None, **made))

    @classmethod
    def of(cls, position: Position) -> Board:
        """A board around a position that was made or changed by hand."""
        board = object.__new__(cls)
        ForcedDuel.__init__(board, position)
        return board

    # --- both at once -------------------------------------------------------------------------

    def compare(self, when: str) -> None:
        """The two are the same, and say the same of all that is legal."""
        super().compare(when)
        assert disagreements(self.state, self.position) == [], when

    def play(self, *texts: str, seat: int | None = None) -> Self:
        """Play on both; a draft that names its refill gets it."""
        for text in texts:
            who = self.position.seat if seat is None else seat
            if text.startswith("draft ") and ":" in text:
                self.force(text, who)
            super().play(text, seat=who)
        return self

    def refused(self, text: str, reason: str, seat: int | None = None) -> None:
        """The judge refuses an action for a reason; what is legal, both have agreed upon."""
        refused(self.position, text, reason, seat)

    def ended(self) -> tuple[str, int]:
        """How the game has ended, `running` if it has not, and who ended it: the kernel's words."""
        return S.ENDINGS[self.state[S.ENDED_BY]], int(self.state[S.ENDER])

    # --- what the kernel's state holds --------------------------------------------------------

    def drawn(self, rock: str = "B") -> str:
        """A rock as the kernel has it, without white space to spare."""
        slot = self.position.rocks.index(rock)
        return "\n".join(
            " ".join(self._sign(slot, f"{rock}{column}{row}") for column in COLUMNS) for row in ROWS
        )

    def _sign(self, slot: int, cell: str) -> str:
        s, here = self.state, bit(cell)
        if not s[S.ROCK + slot] & here:
            return "."
        colours = [c for k, c in enumerate(COLOURS) if s[S.COLOUR_TILES + 4 * k + slot] & here]
        owners = [str(k) for k in range(4) if s[S.OWN_SHRIMPS + 4 * k + slot] & here]
        assert len(colours) <= 1
        assert bool(owners) == bool(s[S.SHRIMPS + slot] & here)
        bare = "*" if s[S.GROWTH_CELL + slot] & here else "#"
        return (colours[0] if colours else bare) + "".join(owners)

    def heap(self, field: int, seat: int = 0) -> str:
        """A packed count of the state as a word such as `wwy`."""
        return "".join(c * n for c, n in unpacked(self.state[field + seat]).items())

    # --- what the kernel allows ---------------------------------------------------------------

    def cells(self, masks: list[int]) -> set[str]:
        """All cells of one mask a rock."""
        found: set[str] = set()
        for rock, word in zip(self.position.rocks, masks, strict=True):
            found |= cells(rock, word)
        return found

    def all_cells(self) -> set[str]:
        """Every rock cell of the game."""
        return {c for rock in self.position.rocks for c in components().rocks[rock].cells}

    def slots(self) -> range:
        """The slots in play."""
        return range(len(self.position.rocks))

    def placements(self, colour: str) -> set[str]:
        """Legal placements of a colour."""
        c = COLOURS.index(colour)
        return self.cells([legal_placements(self.state, slot, c) for slot in self.slots()])

    def attacks(self, colour: str) -> set[str]:
        """Legal attacks of a colour."""
        return self.placements(colour) & self.tiled()

    def tiled(self) -> set[str]:
        """Cells with a tile."""
        return self.cells([int(self.state[S.OCCUPIED + slot]) for slot in self.slots()])

    def protected(self) -> set[str]:
        """Cells whose tiles are protected."""
        return self.cells([protected_mask(self.state, slot) for slot in self.slots()])

    def introductions(self, seat: int = 0) -> set[str]:
        """Tiles on which a seat may introduce a shrimp now."""
        if not can_introduce(self.state, seat):
            return set()
        return self.cells([introduce_targets(self.state, seat, slot) for slot in self.slots()])

    def moves(self, start: str, seat: int = 0) -> set[str]:
        """Tiles to which a seat may move its shrimp."""
        at = slot_of(self.position, start)
        return self.cells(
            [move_targets(self.state, seat, at, bit(start), slot) for slot in self.slots()]
        )

    def edible(self, seat: int = 0, final: bool = False) -> set[str]:
        """Own shrimps whose corals a seat may eat."""
        least = self.state[S.RULES + (P.FINAL_MIN_EDIBLE if final else P.MIN_EDIBLE)]
        return self.cells([edible_shrimps(self.state, seat, slot, least) for slot in self.slots()])

    def lockable(self, seat: int = 0) -> list[int]:
        """Printed numbers of the coral tiles that a seat may lock."""
        return numbers(lockable_tiles(self.state, seat))

    def larva_exchanges(self, seat: int = 0) -> str:
        """Colours of action 6."""
        return "".join(colours_of(larva_exchanges(self.state, seat)))

    def tile_exchanges(self, seat: int = 0) -> str:
        """Colours of action 8."""
        return "".join(colours_of(tile_exchanges(self.state, seat)))
