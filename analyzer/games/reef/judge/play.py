"""Playing actions: each is checked whole before anything changes."""

from __future__ import annotations

from collections import Counter
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
from analyzer.games.reef.judge.board import (
    CENTRE,
    OUTER,
    STACK_LIMIT,
    Board,
    height,
    open_cells,
    place,
)
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.rules import COLOURS
from analyzer.records.errors import IllegalAction

if TYPE_CHECKING:
    from analyzer.games.reef.judge.position import Position

CHOICES = {
    Phase.START: "start pieces are placed first",
    Phase.TURNS: "a turn is take, deck, play or pass",
    Phase.FINAL: "play has stopped: cards in hand are scored",
    Phase.OVER: "the game is over",
}
"""Why an action of another phase is refused, by phase."""


def apply_action(position: Position, action: Action) -> None:
    """Play an action of the seat to play; IllegalAction, and nothing changes, if forbidden."""
    if _phase_of(action) is not position.phase:
        raise IllegalAction(CHOICES[position.phase])
    assert position.to_play is not None
    match action:
        case Start():
            _place_start(position, position.to_play, action.placements)
        case Score():
            _score(position, position.to_play, action)
        case _:
            _take_turn(position, position.to_play, action)


def _phase_of(action: Action) -> Phase:
    match action:
        case Start():
            return Phase.START
        case Score():
            return Phase.FINAL
        case _:
            return Phase.TURNS


# --- set-up ----------------------------------------------------------------------------------


def _place_start(position: Position, seat: int, placements: Placements) -> None:
    colours = Counter(colour for colour, _ in placements)
    if colours != Counter(COLOURS):
        raise IllegalAction(f"seat {seat} places one piece of each colour at the start")
    cells = [cell for _, cell in placements]
    if position.rules.start_placement == "centre":
        if sorted(cells) != sorted(CENTRE):
            raise IllegalAction(f"seat {seat} places one start piece on each centre cell")
    elif not set(cells) <= set(OUTER):
        raise IllegalAction(f"seat {seat} places start pieces on outer cells only")
    _place_pieces(position, seat, placements)
    if seat + 1 < position.rules.n_players:
        position.to_play = seat + 1
    else:
        _lay_out_display(position)


def _lay_out_display(position: Position) -> None:
    shown = [position.deck.pop(0) for _ in range(position.rules.display)]
    # In a view the cards are not known yet, and the display stays empty.
    position.display = {card: 0 for card in shown if card is not None}
    position.phase = Phase.TURNS
    position.to_play = 0


# --- turns -----------------------------------------------------------------------------------


def _take_turn(position: Position, seat: int, action: Action) -> None:
    had_deck = bool(position.deck)
    match action:
        case Take():
            _take(position, seat, action)
        case TakeDeck():
            _take_deck(position, seat, action)
        case Play():
            _play(position, seat, action)
        case Pass():
            _check_pass(position, seat)
    if had_deck and not position.deck:
        position.deck_ender = seat
    if position.supply_ender is None and not all(position.supply.values()):
        position.supply_ender = seat
    _end_turn(position)


def _end_turn(position: Position) -> None:
    position.turn += 1
    n_players = position.rules.n_players
    is_round_complete = position.turn % n_players == 0
    stops_at_once = position.deck_ender is not None and position.rules.deck_end == "at_once"
    is_last_round = position.deck_ender is not None or position.supply_ender is not None
    if stops_at_once or (is_last_round and is_round_complete):
        _begin_final_scoring(position)
    else:
        position.to_play = position.turn % n_players


def _check_room_in_hand(position: Position, seat: int) -> None:
    if not position.can_take(seat):
        limit = position.rules.hand_limit
        raise IllegalAction(f"seat {seat} has {limit} cards in hand and may not take another")


def _take(position: Position, seat: int, action: Take) -> None:
    _check_room_in_hand(position, seat)
    if action.card not in position.display:
        raise IllegalAction(f"card {action.card} is not on display")
    lying = position.display[action.card]
    if action.points != lying:
        raise IllegalAction(
            f"{lying} points lie on card {action.card}, not {action.points}"
            if lying
            else f"no points lie on card {action.card}"
        )
    _check_fill(position, action.fill)
    player = position.players[seat]
    del position.display[action.card]
    player.taken.append(action.card)
    player.points += lying
    if action.fill is not None:
        position.display[action.fill] = 0
        position.deck.pop(0)


def _check_fill(position: Position, fill: int | None) -> None:
    if not position.deck:
        if fill is not None:
            raise IllegalAction(f"the deck is empty, so card {fill} cannot fill the gap")
        return
    top = _top_card(position)
    if fill is None:
        raise IllegalAction(f"the deck's top card {top} fills the gap")
    if fill != top:
        raise IllegalAction(f"the deck's top card {top} fills the gap, not card {fill}")


def _top_card(position: Position) -> int:
    top = position.deck[0]
    if top is None:
        raise IllegalAction("the deck that was dealt stops before the card that leaves it now")
    return top


def _take_deck(position: Position, seat: int, action: TakeDeck) -> None:
    _check_room_in_hand(position, seat)
    player = position.players[seat]
    if not position.deck:
        raise IllegalAction("the deck is empty")
    if not player.points:
        raise IllegalAction(f"seat {seat} has no point to pay for the deck's top card")
    top = _top_card(position)
    if action.card != top:
        raise IllegalAction(f"the deck's top card is {top}, not {action.card}")
    if action.onto not in position.display:
        raise IllegalAction(f"card {action.onto} is not on display")
    cheapest = position.cheapest_on_display()
    if action.onto not in cheapest:
        names = " or ".join(str(card) for card in sorted(cheapest))
        raise IllegalAction(
            f"the point goes onto a display card of the lowest value ({names}), not {action.onto}"
        )
    position.deck.pop(0)
    player.taken.append(top)
    player.points -= 1
    position.display[action.onto] += 1


def _play(position: Position, seat: int, action: Play) -> None:
    player = position.players[seat]
    if action.card not in player.hand:
        raise IllegalAction(f"seat {seat} does not have card {action.card} in hand")
    card = cards()[action.card]
    due = sorted(position.pieces_due(card))
    placed = sorted(colour for colour, _ in action.placements)
    if placed != due:
        raise IllegalAction(
            f"with this supply card {action.card} gives the pieces {''.join(due) or 'none'},"
            f" not {''.join(placed) or 'none'}"
        )
    board = board_with(player.board, action.placements)
    points = position.points_for(board, action.card)
    if action.points != points:
        raise IllegalAction(f"card {action.card} scores {points}, not {action.points}")
    _place_pieces(position, seat, action.placements)
    player.discard(action.card)
    player.played.append(action.card)
    player.points += points


def board_with(board: Board, placements: Placements) -> Board:
    """A copy of a board with pieces placed on it; IllegalAction if a stack gets too high."""
    after = dict(board)
    for colour, cell in placements:
        if height(after, cell) >= STACK_LIMIT:
            raise IllegalAction(f"{cell} holds {STACK_LIMIT} pieces already")
        place(after, colour, cell)
    return after


def _place_pieces(position: Position, seat: int, placements: Placements) -> None:
    player = position.players[seat]
    player.board = board_with(player.board, placements)
    for colour, _ in placements:
        position.supply[colour] -= 1


def _check_pass(position: Position, seat: int) -> None:
    if can_play(position, seat):
        raise IllegalAction(f"seat {seat} may not pass: it can play a card")
    if position.can_take(seat) and (position.display or position.can_take_deck(seat)):
        raise IllegalAction(f"seat {seat} may not pass: it can take a card")


def can_play(position: Position, seat: int) -> bool:
    """Whether the seat has a card in hand (and room for its pieces, which games never lack)."""
    player = position.players[seat]
    n_free = sum(STACK_LIMIT - height(player.board, cell) for cell in open_cells(player.board))
    return any(
        number is None or len(position.pieces_due(cards()[number])) <= n_free
        for number in player.hand
    )


# --- the end ---------------------------------------------------------------------------------


def _begin_final_scoring(position: Position) -> None:
    position.phase = Phase.FINAL
    _next_to_score(position)


def _next_to_score(position: Position) -> None:
    waiting = [seat for seat, player in enumerate(position.players) if player.hand]
    if waiting:
        position.to_play = waiting[0]
    else:
        position.to_play = None
        position.phase = Phase.OVER


def _score(position: Position, seat: int, action: Score) -> None:
    player = position.players[seat]
    if action.card not in player.hand:
        raise IllegalAction(f"seat {seat} does not have card {action.card} in hand")
    points = position.final_points_for(player.board, action.card)
    if action.points != points:
        raise IllegalAction(
            f"card {action.card} scores {points} at the end of the game, not {action.points}"
        )
    player.discard(action.card)
    player.scored.append(action.card)
    player.points += points
    _next_to_score(position)
