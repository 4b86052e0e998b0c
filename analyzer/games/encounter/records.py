"""Game records written from the kernel's event trace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyzer.games.encounter.rules import ALGAE, COLOURS, ROCKS, Rules
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter import trace
from kernels.encounter.counts import amount
from kernels.encounter.geometry import cell_name
from kernels.encounter.rows import SEAT_COLUMNS

FORMAT = "reef-encounter/1"
Event = tuple[int, int, int, int, int]


def events_of(state: np.ndarray) -> list[Event]:
    """The events traced in a state."""
    n = int(state[S.N_EVENTS])
    words = state[S.EVENTS : S.EVENTS + S.EVENT_WORDS * n].reshape(n, S.EVENT_WORDS)
    return [tuple(int(w) for w in row) for row in words]  # type: ignore[misc]


class RecordWriter:
    """Turns the trace of one finished game into a record."""

    def __init__(self, state: np.ndarray, rules: Rules) -> None:
        self.state = state
        self.rules = rules
        self.rocks = [ROCKS[state[S.ROCK_ID + slot]] for slot in range(rules.n_players)]
        self.events = events_of(state)

    def cell(self, slot: int, index: int) -> str:
        """The full name of a cell; `screen` for the slot that means behind the screen."""
        return "screen" if slot == trace.SCREEN else self.rocks[slot] + cell_name(index)

    def setup(self) -> dict[str, Any]:
        """The set-up block."""
        n = self.rules.n_players
        sea = dict.fromkeys(COLOURS, "")
        hands, fed, larvae = [""] * n, ["-"] * n, [""] * n
        star_up, alga = (int(w) for w in self.state[S.FIRST_STAR_UP : S.FIRST_STAR_UP + 2])
        for kind, a, b, _, _ in self.events:
            if kind == trace.SEA:
                sea[COLOURS[a]] += COLOURS[b]
            elif kind == trace.DEAL:
                hands[a] += COLOURS[b]
            elif kind == trace.FEED:
                fed[a] = COLOURS[b]
            elif kind == trace.TAKE_CUBE:
                larvae[a] += COLOURS[b]
        block: dict[str, Any] = {
            "rocks": "".join(self.rocks),
            "star_up": bool(star_up),
            "first_space": COLOURS[self.state[S.FIRST_SPACE]],
            "open_sea": sea,
            "hands": hands,
            "fed": "" if set(fed) == {"-"} else "".join(fed),
            "larvae": larvae,
        }
        if self.rules.coral_toss == "each":
            block["star_up"] = [bool(star_up >> tile & 1) for tile in range(10)]
        if self.rules.start_alga == "random":
            block["alga_space"] = ALGAE[alga]
        return block

    def turns(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The turns and the final round: lists of seat and actions."""
        turns: list[dict[str, Any]] = []
        final: list[dict[str, Any]] = []
        block: list[Event] = []
        for event in [*self.events, (trace.TURN, 0, 0, 0, 0)]:
            if event[0] not in (trace.TURN, trace.FINAL):
                block.append(event)
                continue
            if block and block[0][0] in (trace.TURN, trace.FINAL):
                actions = list(self.actions(block[1:]))
                kind, seat = block[0][:2]
                (turns if kind == trace.TURN else final).append({"seat": seat, "actions": actions})
            block = [event]
        return turns, final

    def actions(self, events: list[Event]) -> Iterator[str]:
        """The actions of one turn in the notation of records."""
        k = 0
        while k < len(events):
            kind = events[k][0]
            if kind == trace.GROW:
                end = self.growth_end(events, k)
                yield self.growth(events[k:end])
                k = end
            elif kind == trace.DRAFT:
                yield self.draft(events[k:])
                return
            else:
                yield self.simple_action(events[k])
                k += 1

    @staticmethod
    def growth_end(events: list[Event], start: int) -> int:
        """Where a growth ends: after its last placement, later moves being actions of their own."""
        end = start + 1
        for k in range(start + 1, len(events)):
            if events[k][0] in (trace.PLACE, trace.EXTRA):
                end = k + 1
            elif events[k][0] != trace.MOVE:
                break
        return end

    def growth(self, events: list[Event]) -> str:
        """A growth with its placements, extra growths and moves in between."""
        _, colour, free, _, _ = events[0]
        words = []
        from_behind = from_front = 0
        for kind, a, b, c, d in events[1:]:
            if kind == trace.PLACE:
                words.append(self.cell(a, b) + ("x" + COLOURS[c] if c >= 0 else ""))
                from_behind += d
                from_front += 1 - d
            elif kind == trace.EXTRA:
                words.append("+" + self.cell(a, b))
            else:
                words.append(f"[{self.cell(a, b)}>{self.cell(c, d)}]")
        how = f"{from_behind}+{from_front}" + (" free" if free else "")
        return f"grow {COLOURS[colour]} {how}: {' '.join(words)}"

    def draft(self, events: list[Event]) -> str:
        """The draft with the refill that chance gave."""
        space = COLOURS[events[0][1]]
        taken = "".join(COLOURS[c] * amount(events[0][2], c) for c in range(5))
        refill = " ".join(f"{COLOURS[a]}={COLOURS[b]}" for _, a, b, _, _ in events[1:])
        return f"draft {space}: {taken}" + (f"; {refill}" if refill else "")

    def simple_action(self, event: Event) -> str:
        """Any action but growing and drafting."""
        kind, a, b, c, d = event
        if kind == trace.EAT:
            return f"eat {self.cell(a, b)}"
        if kind == trace.INTRODUCE:
            return f"shrimp {self.cell(a, b)}"
        if kind == trace.MOVE:
            return f"move {self.cell(a, b)}>{self.cell(c, d)}"
        if kind == trace.LARVA:
            return f"larva {COLOURS[a]}"
        if kind == trace.TILE:
            return f"tile {COLOURS[a]}"
        where = "space" if b < 0 else f"lock {b + 1}"
        return f"alga {ALGAE[a]} {where} paying {COLOURS[c]}"

    def result(self, game: dict[str, int], seats: np.ndarray) -> dict[str, Any]:
        """The result block from the kernel's rows of the game."""
        column = {name: k for k, name in enumerate(SEAT_COLUMNS)}
        ties = [column[t] for t in ("tie_consumed", "tie_larvae", "tie_hand", "tie_guarded")]
        ender = game["ender"]
        return {
            "ended_by": S.ENDINGS[game["ended_by"]],
            "ender": ender if ender >= 0 else None,
            "values": {c: game[f"value_{c}"] for c in COLOURS},
            "parrotfish": [
                "".join(c * int(row[column[f"fish_{c}"]]) for c in COLOURS) for row in seats
            ],
            "scores": [int(row[column["score"]]) for row in seats],
            "tiebreaks": [[int(row[k]) for k in ties] for row in seats],
            "ranks": [int(row[column["rank"]]) for row in seats],
        }


def write_record(
    rules: Rules, players: list[str], state: np.ndarray, game: dict[str, int], seats: np.ndarray
) -> dict[str, Any]:
    """The record of a finished, traced game; `game` and `seats` are the kernel's rows."""
    writer = RecordWriter(state, rules)
    turns, final = writer.turns()
    record: dict[str, Any] = {"format": FORMAT, "ruleset": rules.ruleset}
    if rules.overrides():
        record["overrides"] = rules.overrides()
    return {
        **record,
        "players": players,
        "setup": writer.setup(),
        "turns": turns,
        "final": final,
        "result": writer.result(game, seats),
    }
