"""Whole games: one game, or a batch that fills one row a game and one a seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.jit import jit, merged, rebound
from kernels.reef.cards import N_CARDS
from kernels.reef.policy import (
    FAMILY,
    LEARNED,
    PLANNER,
    SEARCH,
    UNIFORM,
    new_room,
    play_turn,
    set_up,
)
from kernels.reef.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from kernels.reef.scoring import score_hands
from kernels.reef.setup import draw_card
from kernels.reef.state import DECK, ENDED_BY, N_LEFT, RUNNING, new_state
from kernels.reef.streams import new_streams, seed_streams

MAX_EVENTS = 256  # 16 start pieces, at most 60 takes and 60 plays, passes, cards left in hand


@merged
def play_game(s, rules, n, kinds, weights, networks, rng, room, scratch, work):
    """One whole game, from the set-up to the end; `kinds` and `weights` are by seat."""
    set_up(s, rules, n, kinds, weights, rng, room, scratch)
    while s[ENDED_BY] == RUNNING:
        play_turn(s, kinds, weights, networks, rng, room, scratch, work)
    score_hands(s)


@jit
def seat_line_up(kinds, weights, rotation, seat_kinds, seat_weights):
    """Seat k gets strategy (k + rotation) % n of the line-up."""
    n = kinds.size
    for seat in range(n):
        strategy = (seat + rotation) % n
        seat_kinds[seat] = kinds[strategy]
        for w in range(weights.shape[1]):
            seat_weights[seat, w] = weights[strategy, w]


@jit
def play_chunk(
    rules, kinds, weights, networks, seed, first, last, rotate, games, seats,
    s, rng, seated, room, scratch, work,
):  # fmt: skip
    """The loop of `play_games`; the last six arguments are room to work in."""
    n = kinds.size
    for game in range(first, last):
        deal = game // n if rotate else game
        rotation = game % n if rotate else 0
        if rotate or game == first:
            seat_line_up(kinds, weights, rotation, seated[0], seated[1])
        seed_streams(rng, seed, deal, rotation, n)
        play_game(s, rules, n, seated[0], seated[1], networks, rng, room, scratch, work)
        fill_rows(s, rotation, games[game - first], seats[game - first])


_SWITCHES = {"PLAYS_LEARNED": LEARNED, "PLAYS_SEARCH": SEARCH}


def _program(name: str, kinds: set[int]) -> Any:
    """`play_chunk` without some of the larger kinds: what is not played is not compiled either."""
    names: dict[str, Any] = {switch: kind in kinds for switch, kind in _SWITCHES.items()}
    for template in (play_turn, play_game):
        names[template.__name__] = rebound(template, f"{template.__name__}_{name}", merged, names)
    return rebound(play_chunk, f"play_chunk_{name}", jit, names)


_PROGRAMS = [
    ({UNIFORM, FAMILY, PLANNER, *kinds}, _program(name, kinds))
    for name, kinds in (("planner", set[int]()), ("learned", {LEARNED}))
]
"""Programs with the kinds that each can play, smaller ones first."""


def program_for(kinds: np.ndarray) -> Any:
    """The smallest program that plays all kinds of a line-up."""
    wanted = set(kinds.tolist())
    return next((program for played, program in _PROGRAMS if wanted <= played), play_chunk)


def play_games(
    rules: np.ndarray,
    kinds: np.ndarray,
    weights: np.ndarray,
    networks: np.ndarray,
    seed: int,
    first: int,
    last: int,
    rotate: bool = False,
    table: tuple[np.ndarray, np.ndarray] | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Play games [first, last) without Python in between and without holding the GIL.

    rules: the rules vector; kinds: int64 (n,), weights: float64 (n, W): the line-up; networks:
    float32, each network where the weights of its strategy say. With `rotate` game g is rotation
    g % n of deal g // n: seat k is played by strategy (k + rotation) % n; otherwise game g is
    deal g. `table`, state and streams, is where they are played, a new one if none is given.
    Returns int32 arrays (games, GAME_COLUMNS) and (games, n, SEAT_COLUMNS).
    """
    n = len(kinds)
    games = np.zeros((last - first, len(GAME_COLUMNS)), dtype=np.int32)
    seats = np.zeros((last - first, n, len(SEAT_COLUMNS)), dtype=np.int32)
    seated = (np.zeros_like(kinds), np.zeros_like(weights))
    with np.errstate(over="ignore"):  # only felt where the compiler is switched off
        program_for(kinds)(
            rules, kinds, weights, networks, np.uint64(seed), first, last, rotate, games, seats,
            *(table or (new_state(), new_streams())), seated, *new_room(),
        )  # fmt: skip
    return games, seats


def whole_deck(s: np.ndarray, rng: np.ndarray) -> np.ndarray:
    """All 60 cards in the order in which they leave the deck, those still in it included."""
    rest, streams = s.copy(), rng.copy()
    while rest[N_LEFT] < N_CARDS:
        draw_card(rest, streams)
    return rest[DECK : DECK + N_CARDS]


def play_traced_game(
    rules: np.ndarray,
    kinds: np.ndarray,
    weights: np.ndarray,
    networks: np.ndarray,
    seed: int,
    deal: int,
    rotation: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """One game with its trace: the final state, the game's two rows and the whole deck.

    `kinds` and `weights` are by seat, already rotated. The deck is all 60 cards in their order:
    two for each seat, then the display, then the rest.
    """
    n = len(kinds)
    s, rng = new_state(MAX_EVENTS), new_streams()
    line_up = [(k - rotation) % n for k in range(n)]  # the seat of each strategy
    game = n * deal + rotation
    games, seats = play_games(
        rules, kinds[line_up], weights[line_up], networks, seed, game, game + 1, True, (s, rng)
    )
    with np.errstate(over="ignore"):
        deck = whole_deck(s, rng)
    return s, games[0], seats[0], deck
