"""The uniform player in plain Python: the baseline strategy `random`, exactly as it is defined.

A turn is one uniform choice among the cards in hand (play), the cards on display (take) and the
deck. Pieces are placed in random order, each on a uniformly chosen cell that has room.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from analyzer.games.reef.cards import cards
from analyzer.games.reef.judge.actions import Action, Pass, Placements, Play, Start, Take, TakeDeck
from analyzer.games.reef.judge.board import CENTRE, OUTER, Board, open_cells, place
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.judge.position import Position
from analyzer.games.reef.judge.setup import random_deal
from analyzer.games.reef.records import Recording
from analyzer.games.reef.rules import COLOURS, Rules

DECK = "deck"


class UniformPlayer:
    """Chooses uniformly; `rng` is the only source of its choices."""

    name = "random"

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def action(self, position: Position) -> Action:
        """What the seat to play does, in the phases `start` and `turns`."""
        seat = position.to_play
        assert seat is not None
        if position.phase is Phase.START:
            return Start(self._start_pieces(position.rules))
        options = self._options(position, seat)
        if not options:
            return Pass()
        verb, card = self.rng.choice(options)
        if verb == "play":
            return self._play(position, seat, card)
        top = position.deck[0] if position.deck else None
        if verb == "take":
            return Take(card, position.display[card], top)
        assert top is not None
        return TakeDeck(top, self.rng.choice(position.cheapest_on_display()))

    def _start_pieces(self, rules: Rules) -> Placements:
        colours = self.rng.sample(COLOURS, len(COLOURS))
        if rules.start_placement == "centre":
            return tuple(zip(colours, CENTRE, strict=True))
        return tuple((colour, self.rng.choice(OUTER)) for colour in colours)

    def _options(self, position: Position, seat: int) -> list[tuple[str, int]]:
        """What is chosen among: a verb and its card (0 for the deck's)."""
        options = [("play", card) for card in position.players[seat].hand if card is not None]
        if position.can_take(seat):
            options += [("take", card) for card in position.display]
        if position.can_take_deck(seat):
            options.append((DECK, 0))
        return options

    def _play(self, position: Position, seat: int, number: int) -> Play:
        board = dict(position.players[seat].board)
        pieces = position.pieces_due(cards()[number])
        placements = self._placements(board, pieces)
        return Play(number, placements, position.points_for(board, number))

    def _placements(self, board: Board, pieces: Sequence[str]) -> Placements:
        """The pieces placed on the board, which changes."""
        placements = []
        for colour in self.rng.sample(pieces, len(pieces)):
            cell = self.rng.choice(open_cells(board))
            place(board, colour, cell)
            placements.append((colour, cell))
        return tuple(placements)


def play_uniform_game(rules: Rules, rng: Random) -> dict[str, object]:
    """One game of uniform players, recorded; chance is drawn from `rng` too."""
    player = UniformPlayer(rng)
    recording = Recording(rules, [player.name] * rules.n_players, random_deal(rules, rng))
    while not recording.position.has_stopped:
        recording.play(player.action(recording.position))
    return recording.finished()
