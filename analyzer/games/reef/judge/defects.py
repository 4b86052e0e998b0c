"""What can be wrong with a position by counting: a list of named defects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.games.reef.cards import N_CARDS, cards
from analyzer.games.reef.judge.board import CELLS, STACK_LIMIT, pieces_on
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.rules import COLOURS

if TYPE_CHECKING:
    from analyzer.games.reef.judge.position import Position


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that cannot be: a name for programs, a sentence for humans."""

    name: str
    detail: str


def position_defects(position: Position) -> list[Defect]:
    """All defects of a position, none for a sound one."""
    return [
        *_piece_defects(position),
        *_card_defects(position),
        *_display_defects(position),
        *_seat_defects(position),
        *_phase_defects(position),
    ]


def _piece_defects(position: Position) -> Iterator[Defect]:
    on_boards = sum((pieces_on(player.board) for player in position.players), Counter[str]())
    for colour in COLOURS:
        n = position.supply[colour] + on_boards[colour]
        if n != position.rules.supply:
            yield Defect("piece_count", f"{n} of {colour} instead of {position.rules.supply}")
        if position.supply[colour] < 0:
            yield Defect("negative_count", f"the supply holds fewer than none of {colour}")
    for seat, player in enumerate(position.players):
        for cell, stack in player.board.items():
            if cell not in CELLS or not 1 <= len(stack) <= STACK_LIMIT:
                yield Defect("stack", f"seat {seat} has {stack!r} on {cell}")


def _all_cards(position: Position) -> list[int | None]:
    piles: list[int | None] = [*position.deck, *position.display]
    for player in position.players:
        piles += [*player.hand, *player.played, *player.scored]
    return piles


def _card_defects(position: Position) -> Iterator[Defect]:
    everywhere = _all_cards(position)
    if len(everywhere) != N_CARDS:
        yield Defect("card_count", f"{len(everywhere)} cards instead of {N_CARDS}")
    for card, n in Counter(everywhere).items():
        if card is not None and n > 1:
            yield Defect("card_twice", f"card {card} is in {n} places")
        if card is not None and card not in cards():
            yield Defect("no_such_card", f"there is no card {card}")


def _display_defects(position: Position) -> Iterator[Defect]:
    n, due = len(position.display), position.rules.display
    is_laid_out = position.phase is not Phase.START
    if n > due or (is_laid_out and position.deck and n != due):
        yield Defect("display_size", f"{n} cards on display instead of {due}")
    if any(points < 0 for points in position.display.values()):
        yield Defect("negative_count", "fewer than no points lie on a card")


def _seat_defects(position: Position) -> Iterator[Defect]:
    for seat, player in enumerate(position.players):
        if len(player.hand) > position.rules.hand_limit:
            yield Defect("hand_size", f"seat {seat} has {len(player.hand)} cards in hand")
        if player.points < 0:
            yield Defect("negative_count", f"seat {seat} has fewer than no points")


def _phase_defects(position: Position) -> Iterator[Defect]:
    if (position.to_play is None) != (position.phase is Phase.OVER):
        yield Defect("to_play", f"seat {position.to_play} is to play in phase {position.phase}")
    if (
        position.phase is Phase.TURNS
        and position.to_play != position.turn % position.rules.n_players
    ):
        yield Defect("to_play", f"seat {position.to_play} is to play after {position.turn} turns")
    is_empty = not all(position.supply.values())
    if position.phase is not Phase.START and is_empty != (position.supply_ender is not None):
        yield Defect("ender", f"the supply was emptied by {position.supply_ender}")
    if (not position.deck) != (position.deck_ender is not None):
        yield Defect("ender", f"the deck was emptied by {position.deck_ender}")
