"""A position of the game: everything on the table, and whose decision is next.

A card that is not known is None: in a view the start cards of the others and the deck below its
top card, in a replayed record the end of a deck that was not written down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from analyzer.games.reef.cards import Card, cards
from analyzer.games.reef.judge import drawing, play, text
from analyzer.games.reef.judge.actions import Action, parse_action, parse_start, write_action
from analyzer.games.reef.judge.board import Board, n_covered, n_full_stacks, write_board
from analyzer.games.reef.judge.defects import Defect, position_defects
from analyzer.games.reef.judge.legal import legal_actions
from analyzer.games.reef.judge.patterns import final_points_for, points_for
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.rules import Rules


@dataclass(slots=True)
class Player:
    """What one seat has.

    start_cards: cards dealt at set-up and still in hand, which the others do not know. taken:
    cards taken in the open and still in hand. scored: cards left in hand that have been scored.
    """

    board: Board
    points: int
    start_cards: list[int | None]
    taken: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    scored: list[int] = field(default_factory=list)

    @property
    def hand(self) -> list[int | None]:
        """All cards in hand."""
        return [*self.start_cards, *self.taken]

    def discard(self, card: int) -> None:
        """Take a card out of the hand."""
        (self.taken if card in self.taken else self.start_cards).remove(card)

    def copy(self) -> Player:
        """A copy that shares nothing that changes."""
        return Player(
            dict(self.board),
            self.points,
            list(self.start_cards),
            list(self.taken),
            list(self.played),
            list(self.scored),
        )


@dataclass(slots=True)
class Position:
    """One moment of a game.

    supply: pieces by colour. display: points lying on each card. deck: from the top, in the phase
    `start` with the cards of the display still on top of it. turn: turns that have been taken.
    to_play: the seat that decides, None when the game is over. supply_ender: the seat that took
    the last piece of a colour first; deck_ender: the seat whose take emptied the deck.
    """

    rules: Rules
    players: list[Player]
    supply: dict[str, int]
    display: dict[int, int]
    deck: list[int | None]
    phase: Phase = Phase.START
    turn: int = 0
    to_play: int | None = 0
    supply_ender: int | None = None
    deck_ender: int | None = None

    # --- playing -----------------------------------------------------------------------------

    def legal_actions(self) -> Iterator[str]:
        """The actions of the seat to play as written in records, one for every outcome.

        Orders of placing that build the same board are given once; `apply` accepts all of them.
        ValueError if what is to be chosen from is not known (the hand of another seat in a view).
        """
        return map(write_action, legal_actions(self))

    def apply(self, action: str) -> None:
        """Play an action as written in records; IllegalAction, and nothing changes, if it is not.

        In the phase `start` the action is the text of the start pieces.
        """
        parse = parse_start if self.phase is Phase.START else parse_action
        self.apply_action(parse(action))

    def apply_action(self, action: Action) -> None:
        """Play an action; IllegalAction, and nothing changes, if the rules forbid it."""
        play.apply_action(self, action)

    # --- asking ------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether everything is decided and scored."""
        return self.phase is Phase.OVER

    @property
    def has_stopped(self) -> bool:
        """Whether there are no further turns."""
        return self.phase in (Phase.FINAL, Phase.OVER)

    @property
    def ended_by(self) -> str | None:
        """`deck` if it is empty when play has stopped, otherwise `supply`; None before."""
        if not self.has_stopped:
            return None
        return "supply" if self.deck else "deck"

    @property
    def ender(self) -> int | None:
        """The seat that brought the end about, None before."""
        if not self.has_stopped:
            return None
        return self.supply_ender if self.deck else self.deck_ender

    def can_take(self, seat: int) -> bool:
        """Whether the seat's hand has room for a card."""
        return len(self.players[seat].hand) < self.rules.hand_limit

    def can_take_deck(self, seat: int) -> bool:
        """Whether the seat may take the deck's top card."""
        return self.can_take(seat) and bool(self.deck) and self.players[seat].points > 0

    def cheapest_on_display(self) -> list[int]:
        """The display cards of the lowest printed value."""
        values = {number: cards()[number].points for number in self.display}
        lowest = min(values.values(), default=0)
        return [number for number, value in values.items() if value == lowest]

    def pieces_due(self, card: Card) -> list[str]:
        """The pieces of a card that the supply can give."""
        given: list[str] = []
        for colour in card.pieces:
            if given.count(colour) < self.supply[colour]:
                given.append(colour)
        return given

    def points_for(self, board: Board, number: int) -> int:
        """What a card scores on a board when it is played."""
        return points_for(board, cards()[number], self.rules)

    def final_points_for(self, board: Board, number: int) -> int:
        """What a card left in hand scores on a board when play has stopped."""
        return final_points_for(board, cards()[number], self.rules)

    # --- the result --------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points by seat."""
        return [player.points for player in self.players]

    def tiebreaks(self) -> list[list[int]]:
        """Covered cells and stacks of four by seat."""
        return [[n_covered(p.board), n_full_stacks(p.board)] for p in self.players]

    def ranks(self) -> list[int]:
        """Places by seat; who is equal in points and both tie-breaks shares a place (1, 1, 3)."""
        keys = [[s, *t] for s, t in zip(self.scores(), self.tiebreaks(), strict=True)]
        return [1 + sum(other > key for other in keys) for key in keys]

    def result(self) -> dict[str, object]:
        """The result block of a record; ValueError before the game is over."""
        if not self.is_over:
            raise ValueError("a game has a result when it is over")
        return {
            "ended_by": self.ended_by,
            "ender": self.ender,
            "boards": [write_board(player.board) for player in self.players],
            "scores": self.scores(),
            "tiebreaks": self.tiebreaks(),
            "ranks": self.ranks(),
        }

    # --- looking at it -----------------------------------------------------------------------

    def copy(self) -> Position:
        """A copy that shares nothing that changes."""
        return replace(
            self,
            players=[player.copy() for player in self.players],
            supply=dict(self.supply),
            display=dict(self.display),
            deck=list(self.deck),
        )

    def view(self, seat: int) -> Position:
        """The position as one seat sees it: what is hidden from it is None.

        Hidden are the start cards in the hands of the others and the deck below its top card; the
        whole deck as long as start pieces are placed.
        """
        seen = self.copy()
        n_known = 0 if self.phase is Phase.START else 1
        seen.deck[n_known:] = [None] * len(seen.deck[n_known:])
        for other, player in enumerate(seen.players):
            if other != seat:
                player.start_cards = [None] * len(player.start_cards)
        return seen

    def defects(self) -> list[Defect]:
        """What is wrong with the position by counting; empty for every sound position."""
        return position_defects(self)

    def snapshot(self) -> dict[str, object]:
        """The position as JSON-able data for viewers."""
        return drawing.snapshot(self)

    def text(self) -> str:
        """The position as text that `from_text` reads back."""
        return text.write_position(self)

    @staticmethod
    def from_text(written: str) -> Position:
        """The position that `text` wrote; UsageError if the text is none."""
        return text.read_position(written)

    def __str__(self) -> str:
        return drawing.draw(self)
