"""What one seat can see: the position with everything hidden taken out of it.

Hidden are the start cards that others hold and the deck below its top card, which are None in the
view's own copy of the position; while start pieces are placed, the whole deck.
"""

from __future__ import annotations

from random import Random

from analyzer.games.reef.cards import Card, cards
from analyzer.games.reef.judge import Phase, Player, Position
from analyzer.games.reef.judge.board import Board
from analyzer.games.reef.rules import Rules
from analyzer.strategies.seat_view import SeatView


class View(SeatView[Position]):
    """The game as one seat sees it when it must decide."""

    def __init__(
        self, position: Position, seat: int, rng: Random, refusal: str | None = None
    ) -> None:
        """The view of a seat on a position, which is copied."""
        super().__init__(position.view(seat), seat, rng, refusal)

    # --- one's own ---------------------------------------------------------------------------

    @property
    def hand(self) -> list[int]:
        """Cards in the own hand, by number."""
        return [card for card in self._own.hand if card is not None]

    @property
    def board(self) -> Board:
        """The own stacks: cell and letters of its pieces from below."""
        return self._own.board

    @property
    def points(self) -> int:
        """Own points."""
        return self._own.points

    def hand_points(self) -> list[int]:
        """What each card in hand would score on the own board as it is."""
        return [self.points_for(card) for card in self.hand]

    def points_for(self, number: int, seat: int | None = None) -> int:
        """What a card would score on a board as it is, by default the own one."""
        player = self._own if seat is None else self._table.players[seat]
        return self._table.points_for(player.board, number)

    @property
    def _own(self) -> Player:
        return self._table.players[self.seat]

    # --- the table ---------------------------------------------------------------------------

    @property
    def rivals(self) -> dict[int, Player]:
        """The others by seat, in order of play: `board`, `points`, `taken`, `played`.

        `start_cards` holds a None for every card that was dealt and not played yet.
        """
        players = self._table.players
        return {seat: players[seat] for seat in self._rival_seats(len(players))}

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self._table.rules

    @property
    def is_start(self) -> bool:
        """Whether start pieces are being placed."""
        return self._table.phase is Phase.START

    @property
    def supply(self) -> dict[str, int]:
        """Pieces left of each colour."""
        return self._table.supply

    @property
    def display(self) -> dict[int, int]:
        """Cards on display and the points lying on each."""
        return self._table.display

    @property
    def deck_top(self) -> int | None:
        """The deck's top card; None if there is none or it does not lie face up."""
        return self._table.deck[0] if self._table.deck else None

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return len(self._table.deck)

    def card(self, number: int) -> Card:
        """A card: its pieces, value and pattern."""
        return cards()[number]

    # --- what may be done --------------------------------------------------------------------

    def legal_actions(self) -> list[str]:
        """Everything that may be done now: start pieces, or the actions of a turn."""
        return list(self._table.legal_actions())

    def _play(self, table: Position, action: str) -> None:
        table.apply(action)
