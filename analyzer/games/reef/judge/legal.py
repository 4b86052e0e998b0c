"""The legal actions of a position, one for every outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING

from analyzer.games.reef.cards import cards
from analyzer.games.reef.judge.actions import (
    Action,
    Pass,
    Placements,
    Play,
    Score,
    Start,
    Take,
    TakeDeck,
)
from analyzer.games.reef.judge.board import CENTRE, OUTER, STACK_LIMIT, Board, height, open_cells
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.judge.play import board_with, can_play
from analyzer.games.reef.rules import COLOURS

if TYPE_CHECKING:
    from analyzer.games.reef.judge.position import Position


def legal_actions(position: Position) -> Iterator[Action]:
    """The actions of the seat to play; none when the game is over."""
    seat = position.to_play
    if seat is None:
        return
    if position.phase is Phase.START:
        yield from _starts(position)
    elif position.phase is Phase.FINAL:
        yield from _scores(position, seat)
    else:
        yield from _turns(position, seat)


def _starts(position: Position) -> Iterator[Start]:
    if position.rules.start_placement == "centre":
        for order in permutations(COLOURS):
            yield Start(tuple(zip(order, CENTRE, strict=True)))
    else:
        for placements in distinct_placements(COLOURS, {}, OUTER):
            yield Start(placements)


def _scores(position: Position, seat: int) -> Iterator[Score]:
    player = position.players[seat]
    for card in _seen(player.hand):
        yield Score(card, position.final_points_for(player.board, card))


def _turns(position: Position, seat: int) -> Iterator[Action]:
    is_stuck = not can_play(position, seat)
    if position.can_take(seat):
        top = _seen(position.deck[:1])
        for card, points in position.display.items():
            is_stuck = False
            yield Take(card, points, top[0] if top else None)
        if position.can_take_deck(seat):
            is_stuck = False
            for onto in position.cheapest_on_display():
                yield TakeDeck(top[0], onto)
    for card in _seen(position.players[seat].hand):
        yield from _plays(position, seat, card)
    if is_stuck:
        yield Pass()


def _plays(position: Position, seat: int, number: int) -> Iterator[Play]:
    board = position.players[seat].board
    pieces = position.pieces_due(cards()[number])
    for placements in distinct_placements(pieces, board, open_cells(board)):
        points = position.points_for(board_with(board, placements), number)
        yield Play(number, placements, points)


def distinct_placements(
    pieces: Sequence[str], board: Board, cells: Sequence[str]
) -> Iterator[Placements]:
    """The ways to place pieces on some of the cells, one for every board that can result.

    Only the order within a cell makes a difference, so cells come in their own order.
    """
    for order in dict.fromkeys(permutations(pieces)):
        for chosen in combinations_with_replacement(cells, len(pieces)):
            if all(height(board, c) + chosen.count(c) <= STACK_LIMIT for c in chosen):
                yield tuple(zip(order, chosen, strict=True))


def _seen(hidden_or_not: Sequence[int | None]) -> list[int]:
    """The cards, all of which must be known."""
    if None in hidden_or_not:
        raise ValueError("the actions depend on a card that is not known here")
    return [card for card in hidden_or_not if card is not None]
