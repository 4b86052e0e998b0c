"""Dealing: from the cards as they were dealt to the first position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from analyzer.games.reef.cards import N_CARDS, cards
from analyzer.games.reef.judge.position import Player, Position
from analyzer.games.reef.rules import COLOURS, Rules
from analyzer.records.errors import IllegalAction

CARDS_DEALT = 2


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance gives: two cards a seat, the first display, the rest of the deck from the top.

    The deck may stop early; what it leaves out is not known.
    """

    hands: tuple[tuple[int, ...], ...]
    display: tuple[int, ...]
    deck: tuple[int, ...]


def n_deck_cards(rules: Rules) -> int:
    """Cards in the deck when the first display has been laid out."""
    return N_CARDS - CARDS_DEALT * rules.n_players - rules.display


def deal_position(rules: Rules, deal: Deal) -> Position:
    """The position before anybody has placed start pieces; IllegalAction if it was dealt wrong."""
    _check_deal(rules, deal)
    n_unknown = n_deck_cards(rules) - len(deal.deck)
    return Position(
        rules=rules,
        players=[
            Player({}, points, list(hand))
            for points, hand in zip(rules.start_points, deal.hands, strict=True)
        ],
        supply=dict.fromkeys(COLOURS, rules.supply),
        display={},
        deck=[*deal.display, *deal.deck, *[None] * n_unknown],
    )


def _check_deal(rules: Rules, deal: Deal) -> None:
    if len(deal.hands) != rules.n_players:
        raise IllegalAction(f"{len(deal.hands)} hands were dealt to {rules.n_players} players")
    for seat, hand in enumerate(deal.hands):
        if len(hand) != CARDS_DEALT:
            raise IllegalAction(f"seat {seat} is dealt {CARDS_DEALT} cards, not {len(hand)}")
    if len(deal.display) != rules.display:
        raise IllegalAction(f"the display has {rules.display} cards, not {len(deal.display)}")
    if len(deal.deck) > n_deck_cards(rules):
        raise IllegalAction(f"the deck has {n_deck_cards(rules)} cards, not {len(deal.deck)}")
    _check_cards([*(c for hand in deal.hands for c in hand), *deal.display, *deal.deck])


def _check_cards(dealt: Iterable[int]) -> None:
    seen: set[int] = set()
    for card in dealt:
        if card not in cards():
            raise IllegalAction(f"there is no card {_number(card)}; cards are 1 to {N_CARDS}")
        if card in seen:
            raise IllegalAction(f"card {card} occurs twice")
        seen.add(card)


def _number(card: int) -> str:
    return str(card) if abs(card) < 10**9 else "of so large a number"


def random_deal(rules: Rules, rng: Random) -> Deal:
    """A deal from a well-shuffled deck."""
    return cut_deck(rules, rng.sample(sorted(cards()), N_CARDS))


def cut_deck(rules: Rules, deck: Sequence[int]) -> Deal:
    """The deal from a deck in the order given: hands by seat, display, rest."""
    n_hands = CARDS_DEALT * rules.n_players
    hands = tuple(tuple(deck[k : k + CARDS_DEALT]) for k in range(0, n_hands, CARDS_DEALT))
    n_gone = n_hands + rules.display
    return Deal(hands, tuple(deck[n_hands:n_gone]), tuple(deck[n_gone:]))
