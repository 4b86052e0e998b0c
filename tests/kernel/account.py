"""Every number of the result rows, counted again from the judge's replay of a game's record."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from analyzer.games.encounter.judge import Position, parse_action, replay
from analyzer.games.encounter.judge import actions as A  # noqa: N812
from analyzer.games.encounter.judge.play import begin_growth, move_shrimp, place_tile
from analyzer.games.encounter.rules import COLOURS, ROCKS
from kernels.encounter.state import ENDINGS

CHECKPOINTS = (4, 8, 12, 16)


class Account:
    """Counts what happens in one recorded game."""

    def __init__(self, record: dict[str, Any]) -> None:
        n = len(record["players"])
        self.record = record
        self.counts: list[Counter[str]] = [Counter() for _ in range(n)]
        self.eaten: list[list[int]] = [[] for _ in range(n)]
        self.looks: list[tuple[int, list[int]]] = []
        """Turn (from 1) and points by seat: after each turn, and once more after a final round."""
        self.position: Position
        self.before: Position
        self._replay()

    def _replay(self) -> None:
        n_turns = 0
        for step in replay(self.record):
            if step.part == "setup":
                self.position = step.position
            else:
                self._count(step.seat, parse_action(step.action), step.position)
            self.before = step.position.copy()
            is_last_action = step.part == "turns" and (
                step.action_index == len(self.record["turns"][step.turn]["actions"]) - 1
            )
            if is_last_action:
                n_turns += 1
                self.looks.append((n_turns, step.position.scores()))
        if self.record["final"]:
            self.looks.append((n_turns, self.position.scores()))

    def _count(self, seat: int, action: A.Action, after: Position) -> None:
        counts, before = self.counts[seat], self.before
        match action:
            case A.Eat(cell):
                coral = before.coral_at(cell)
                counts["corals_eaten"] += 1
                self.eaten[seat].append(len(coral.cells))
            case A.Grow():
                counts["growths"] += 1
                self._count_growth(seat, action)
            case A.Introduce():
                counts["shrimps_introduced"] += 1
            case A.Move():
                counts["shrimps_moved"] += 1
            case A.LarvaExchange():
                counts["larva_exchanges"] += 1
            case A.TileExchange():
                counts["tile_exchanges"] += 1
            case A.Draft(space):
                counts[f"drafts_{space}"] += 1
            case A.AlgaPlay(_, lock, _):
                counts["space_algas" if lock is None else "locks"] += 1
                counts["flips"] += sum(
                    tile.star_up != after.coral_tiles[number].star_up
                    for number, tile in before.coral_tiles.items()
                )

    def _count_growth(self, seat: int, action: A.Grow) -> None:
        """Go through a growth tile by tile: who owned what was attacked is known only then."""
        trial = self.before.copy()
        begin_growth(trial, seat, action.colour, action.free)
        n_placed = 0
        for step in action.steps:
            if isinstance(step, A.Move):
                self.counts[seat]["shrimps_moved"] += 1
                move_shrimp(trial, seat, step.start, step.target)
            if not isinstance(step, A.Placement):
                continue
            attacked = trial.coral_at(step.cell)
            if attacked is not None:
                self.counts[seat]["attacks_made"] += 1
                guard = trial.shrimp_on(attacked)
                if guard is not None:
                    self.counts[trial.shrimps[guard]]["attacks_suffered"] += 1
            placed = place_tile(trial, seat, step.cell, n_placed >= action.n_behind)
            n_placed += 1
            self.counts[seat]["placements"] += 1
            self.counts[seat]["extra_growths"] += placed.extra is not None

    # --- rows ------------------------------------------------------------------------------------

    def leads(self) -> list[tuple[int, int]]:
        """Turn and leader on points of every look; a tie at the top leaves the lead where it was.

        Nobody leads before the first coral is eaten or the first cylinder is played: what was fed
        at set-up is not a lead yet.
        """
        found: list[tuple[int, int]] = []
        start = self.first_standing()
        for turn, scores in self.looks:
            best = [seat for seat, points in enumerate(scores) if points == max(scores)]
            if turn >= start and len(best) == 1:
                found.append((turn, best[0]))
            elif found:
                found.append((turn, found[-1][1]))
        return found

    def first_standing(self) -> int:
        """The first turn (from 1) in which a coral was eaten or a cylinder played."""
        for k, turn in enumerate(self.record["turns"]):
            if any(text.split()[0] in ("eat", "alga") for text in turn["actions"]):
                return k + 1
        return len(self.record["turns"]) + 1

    def game_row(self) -> dict[str, int]:
        """The columns that all seats share, but the rotation."""
        setup, result = self.record["setup"], self.record["result"]
        tossed = setup["star_up"] if isinstance(setup["star_up"], list) else [setup["star_up"]]
        ranks = self.position.ranks()
        row = {
            "rocks": sum(1 << ROCKS.index(rock) for rock in setup["rocks"]),
            "side": 1 if all(tossed) else 2 if any(tossed) else 0,
            "first_space": COLOURS.index(setup["first_space"]),
            "turns": len(self.record["turns"]),
            "ended_by": ENDINGS.index(self.position.ended_by or ""),
            "ender": -1 if result["ender"] is None else result["ender"],
            "winners": ranks.count(1),
            **self.lead_columns(),
        }
        return row | {f"value_{c}": v for c, v in self.position.values().items()}

    def lead_columns(self) -> dict[str, int]:
        """How the lead went to and fro, and the turn (from 1) that decided the game."""
        leads = self.leads()
        changes = sum(a != b for (_, a), (_, b) in pairwise(leads))
        ranks = self.position.ranks()
        decided = len(self.record["turns"])
        if ranks.count(1) == 1 and leads and leads[-1][1] == ranks.index(1):
            for turn, leader in reversed(leads):
                if leader != leads[-1][1]:
                    break
                decided = turn
        return {"lead_changes": changes, "decided_turn": decided}

    def seat_row(self, seat: int) -> dict[str, int]:
        """The columns of one seat."""
        n = self.position.rules.n_players
        player, counts = self.position.players[seat], self.counts[seat]
        row = {"rank": self.position.ranks()[seat], "score": self.position.scores()[seat]}
        ties = ("tie_consumed", "tie_larvae", "tie_hand", "tie_guarded")
        row |= dict(zip(ties, self.position.tiebreaks()[seat], strict=True))
        row |= {f"fish_{c}": player.parrotfish[c] for c in COLOURS}
        dealt = self.record["setup"]["hands"][seat]
        row |= {f"start_{c}": dealt.count(c) for c in COLOURS}
        after = dict(self.looks)  # a final round belongs to the turn it follows
        for rounds in CHECKPOINTS:
            scores = after.get(rounds * n)
            row[f"score_r{rounds}"] = -1 if scores is None else scores[seat]
        for name in COUNTED:
            row[name] = counts[name]
        for k in range(4):
            meals = self.eaten[seat]
            row[f"eaten_size_{k + 1}"] = meals[k] if k < len(meals) else 0
        return row


COUNTED = (
    "growths", "placements", "attacks_made", "attacks_suffered", "extra_growths",
    "shrimps_introduced", "shrimps_moved", "larva_exchanges", "tile_exchanges", "space_algas",
    "flips", "locks", "corals_eaten", *(f"drafts_{c}" for c in COLOURS),
)  # fmt: skip
