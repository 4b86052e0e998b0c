"""A game of Reef Encounter decision by decision: positions that are values, on top of the judge.

Set-up: `feed w`, then `cube w` for each larva cube. A turn: `eat Bd5`, `shrimp Bd5`,
`move Bd5>Be5`, `larva w`, `tile w`, `alga u space paying o` as in records; a growth is begun by
`grow w` (`grow w free` where no cube is needed) and goes on by `place Bc4` and moves until
something else is done; `draft g` ends the turn. Final round: `eat Bd5` or `pass`. Whole growths and
drafts as records write them are accepted too.
"""

from __future__ import annotations

from copy import copy, deepcopy
from random import Random
from typing import Any

from analyzer.games.encounter.judge import actions
from analyzer.games.encounter.judge.actions import write_action
from analyzer.games.encounter.judge.chance import random_deal, random_refill
from analyzer.games.encounter.judge.play import (
    GROWTHS_PER_TURN,
    begin_growth,
    decline_final,
    end_growth,
    move_shrimp,
    place_tile,
    play_action,
    require_draft,
)
from analyzer.games.encounter.judge.record import FORMAT, written_setup
from analyzer.games.encounter.judge.refill import draft
from analyzer.games.encounter.judge.setup import (
    FEEDS_NOTHING,
    deal_position,
    feed,
    must_feed,
    n_start_larvae,
    take_start_larvae,
)
from analyzer.games.encounter.judge.tiles import word
from analyzer.games.encounter.rules import COLOURS, ONE_EACH, Rules
from analyzer.games.encounter.shorthand import is_behind_used_up, written_out
from analyzer.records.errors import IllegalAction
from analyzer.wording import seat_name

PASS = "pass"


class EncounterPosition:
    """A moment of a game; `table` is the judge's position, to be looked at and not changed."""

    def __init__(self, rules: Rules, seed: int = 1) -> None:
        """The first decision of a game whose chance comes from the seed."""
        self._rng = Random(seed)
        self._deal = random_deal(rules, self._rng)
        self.table = deal_position(rules, self._deal)
        self._fed: list[str] = []
        self._larvae: list[str] = []
        self._turns: list[dict[str, Any]] = []
        self._final: list[dict[str, Any]] = []
        self._steps: list[actions.GrowthStep] = []
        self._pass_set_up_without_choice()

    # --- whose decision ------------------------------------------------------------------------

    @property
    def to_play(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        n = self.table.rules.n_players
        if len(self._fed) < n:
            return len(self._fed)
        if len(self._larvae) < n or len(self._larvae[-1]) < n_start_larvae(self.table.rules):
            return self._taking_seat()
        if self.table.ended_by is not None:
            return self.table.final_seats[0] if self.table.final_seats else None
        return self.table.seat

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to do."""
        return self.to_play is None

    @property
    def scores(self) -> list[int]:
        """Points by seat as it stands."""
        return self.table.scores()

    def _taking_seat(self) -> int:
        """The seat that takes larva cubes."""
        is_done = not self._larvae or len(self._larvae[-1]) == n_start_larvae(self.table.rules)
        return len(self._larvae) if is_done else len(self._larvae) - 1

    def _is_setting_up(self) -> bool:
        n, due = self.table.rules.n_players, n_start_larvae(self.table.rules)
        return len(self._fed) < n or len(self._larvae) < n or len(self._larvae[-1]) < due

    # --- what may be done ----------------------------------------------------------------------

    def legal_actions(self) -> list[str]:
        """Everything that `to_play` may do now; a growth tile by tile."""
        seat = self.to_play
        if seat is None:
            return []
        if len(self._fed) < self.table.rules.n_players:
            return [f"feed {c}" for c in COLOURS if self.table.players[seat].hand[c]]
        if self._is_setting_up():
            return [f"cube {c}" for c in COLOURS if self._cubes_left(c)]
        if self.table.ended_by is not None:
            return [PASS, *(f"eat {cell}" for cell in self.table.edible_corals(seat, final=True))]
        return [*self._growth_actions(seat), *self._turn_actions(seat)]

    def _cubes_left(self, colour: str) -> int:
        """Cubes in supply, less those that the seat in the middle of taking has named."""
        is_taking = self._larvae and len(self._larvae[-1]) < n_start_larvae(self.table.rules)
        return self.table.larva_supply[colour] - (
            self._larvae[-1].count(colour) if is_taking else 0
        )

    def _growth_actions(self, seat: int) -> list[str]:
        """Placements of the growth under way."""
        growth = self.table.growth
        if growth is None:
            return []
        consumed = self.table.players[seat].consumed[growth.colour]
        if is_behind_used_up(self.table, seat) and not consumed:
            return []
        return [f"place {cell}" for cell in sorted(self.table.legal_placements(growth.colour))]

    def _turn_actions(self, seat: int) -> list[str]:
        """Everything else of a turn; a growth that has placed nothing yet must place first."""
        table = self.table
        moves = [
            f"move {start}>{target}"
            for start in table.shrimps_of(seat)
            for target in (*sorted(table.move_targets(seat, start)), actions.SCREEN)
        ]
        if table.growth is not None and not self._has_placed():
            return moves
        found = []
        if not table.use.n_actions:
            found += [f"eat {cell}" for cell in table.edible_corals(seat)]
        found += self._growth_starts(seat)
        found += [f"shrimp {cell}" for cell in sorted(table.introduce_targets(seat))]
        found += moves
        found += [f"larva {c}" for c in table.larva_exchanges(seat) if self._can_use_larva(seat, c)]
        found += [f"tile {c}" for c in table.tile_exchanges(seat)]
        paying = [c for c in COLOURS if table.players[seat].consumed[c]]
        found += [
            write_action(actions.AlgaPlay(alga, lock, c))
            for alga, lock in table.alga_plays(seat)
            for c in paying
        ]
        return found + (self._drafts(seat))

    def _has_placed(self) -> bool:
        return any(isinstance(step, actions.Placement) for step in self._steps)

    def _growth_starts(self, seat: int) -> list[str]:
        table, player = self.table, self.table.players[seat]
        if table.use.n_growths >= GROWTHS_PER_TURN:
            return []
        found = []
        for c in COLOURS:
            if not table.has_placement(c):
                continue
            if player.larvae[c] and player.hand[c] + player.consumed[c]:
                found.append(f"grow {c}")
            if table.rules.free_growth and player.consumed[c]:
                found.append(f"grow {c} free")
        return found

    def _can_use_larva(self, seat: int, colour: str) -> bool:
        """Whether a cube got now can still do what the rules ask of it this turn."""
        table, player = self.table, self.table.players[seat]
        if table.rules.larva_use == "keep":
            return True
        has_tile = player.hand[colour] + player.consumed[colour] > 1
        return table.use.n_growths < GROWTHS_PER_TURN and has_tile and table.has_placement(colour)

    def _drafts(self, seat: int) -> list[str]:
        try:
            require_draft(self.table, seat)
        except IllegalAction:
            return []
        return [f"draft {space}" for space in COLOURS]

    # --- doing it ------------------------------------------------------------------------------

    def apply(self, action: str) -> EncounterPosition:
        """The position after an action; IllegalAction with the reason if it is not legal."""
        seat = self.to_play
        if seat is None:
            raise IllegalAction(f"the game has ended ({self.table.ended_by})")
        after = self._copy()
        if after._is_setting_up():
            after._set_up(seat, action)
        elif after.table.ended_by is not None:
            after._eat_at_the_end(seat, action)
        else:
            after._act(seat, action)
        return after

    def _copy(self) -> EncounterPosition:
        """An independent copy; what is never changed is shared."""
        after = copy(self)
        after._rng = Random()
        after._rng.setstate(self._rng.getstate())
        after.table = self.table.copy()
        after._fed, after._larvae = list(self._fed), list(self._larvae)
        after._turns, after._final = deepcopy(self._turns[-1:]), list(self._final)
        after._turns = [*self._turns[:-1], *after._turns]
        after._steps = list(self._steps)
        return after

    def _set_up(self, seat: int, action: str) -> None:
        verb, _, colour = action.partition(" ")
        if len(self._fed) < self.table.rules.n_players:
            if verb != "feed":
                raise IllegalAction(f"seat {seat} must feed a tile (`feed w`), not {action!a}")
            feed(self.table, seat, colour)
            self._fed.append(colour)
        else:
            if verb != "cube" or colour not in tuple(COLOURS) or not self._cubes_left(colour):
                raise IllegalAction(
                    f"seat {seat} must take a larva cube (`cube w`), not {action!a}"
                )
            if seat == len(self._larvae):
                self._larvae.append("")
            self._larvae[seat] += colour
            if len(self._larvae[seat]) == n_start_larvae(self.table.rules):
                take_start_larvae(self.table, seat, self._larvae[seat])
        self._pass_set_up_without_choice()

    def _pass_set_up_without_choice(self) -> None:
        """Seats that have nothing to choose feed nothing, or take one cube of each colour."""
        rules = self.table.rules
        while len(self._fed) < rules.n_players and not must_feed(self.table, len(self._fed)):
            self._fed.append(FEEDS_NOTHING)
        if len(self._fed) < rules.n_players:
            return
        fixed = {ONE_EACH: COLOURS, 0: ""}.get(rules.start_larvae)
        while fixed is not None and len(self._larvae) < rules.n_players:
            take_start_larvae(self.table, len(self._larvae), fixed)
            self._larvae.append(fixed)

    def _act(self, seat: int, action: str) -> None:
        verb, _, rest = action.partition(" ")
        if verb == "place":
            self._place(seat, rest)
            return
        if verb == "move" and self.table.growth is not None:
            self._move_within_growth(seat, action)
            return
        self._close_growth(seat)
        if verb == "grow" and ":" not in action:
            colour, _, free = rest.partition(" ")
            begin_growth(self.table, seat, colour, free == "free")
            self._note(seat, None)
            return
        if verb == "draft" and ":" not in action:
            action = self._drafted(seat, rest)
        else:
            action = written_out(self.table, seat, action)
            play_action(self.table, seat, action)
        self._note(seat, action)

    def _note(self, seat: int, action: str | None) -> None:
        """Put an action into the record; None opens the turn for a growth that goes on."""
        if not self._turns or self._turns[-1]["is_over"]:
            self._turns.append({"seat": seat, "actions": [], "is_over": False})
        if action is not None:
            self._turns[-1]["actions"].append(action)
        self._turns[-1]["is_over"] = self.table.ended_by is not None or (
            action is not None and action.startswith("draft")
        )

    def _place(self, seat: int, cell: str) -> None:
        if self.table.growth is None:
            raise IllegalAction("a tile is placed only within a growth; begin one by `grow w`")
        placed = place_tile(self.table, seat, cell, is_behind_used_up(self.table, seat))
        self._steps.append(actions.Placement(cell, placed.consumed))
        if placed.extra is not None:
            self._steps.append(actions.ExtraGrowth(placed.extra))

    def _move_within_growth(self, seat: int, action: str) -> None:
        move = actions.parse_action(action)
        assert isinstance(move, actions.Move)
        move_shrimp(self.table, seat, move.start, move.target)
        self._steps.append(move)

    def _close_growth(self, seat: int) -> None:
        """End the growth under way, if there is one, and write it down."""
        growth = self.table.growth
        if growth is None:
            return
        end_growth(self.table)
        written = actions.Grow(
            growth.colour, growth.n_behind, growth.n_consumed, tuple(self._steps), growth.free
        )
        self._steps = []
        self._note(seat, write_action(written))

    def _drafted(self, seat: int, space: str) -> str:
        require_draft(self.table, seat)
        if space not in self.table.open_sea:
            raise IllegalAction(f"a draft names one of the spaces {COLOURS}, not {space!a}")
        tiles = word(self.table.open_sea[space].tiles)
        laid: list[tuple[str, str]] = []
        draft(self.table, seat, space, random_refill(self._rng, laid))
        return write_action(actions.Draft(space, tiles, tuple(laid)))

    def _eat_at_the_end(self, seat: int, action: str) -> None:
        if action == PASS:
            decline_final(self.table, seat)
            self._final.append({"seat": seat, "actions": []})
            return
        play_action(self.table, seat, action)
        self._final.append({"seat": seat, "actions": [action]})

    # --- looking at it -------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The record of the game so far; that of a finished game is accepted by the judge."""
        rules = self.table.rules
        record: dict[str, Any] = {
            "format": FORMAT,
            "ruleset": rules.ruleset,
            "overrides": rules.overrides(),
            "players": [seat_name(k, rules.n_players) for k in range(rules.n_players)],
            "setup": written_setup(rules, self._deal, self._fed, self._larvae),
            "turns": [{"seat": t["seat"], "actions": list(t["actions"])} for t in self._turns],
            "final": deepcopy(self._final),
        }
        if self.is_over:
            record["result"] = self.table.result()
        return record

    def __str__(self) -> str:
        return str(self.table)
