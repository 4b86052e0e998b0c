"""Whole games: one game, or a batch that fills one row a game and one a seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.encounter.kinds import FAMILY, LEARNED, PLANNER, ROLLOUTS, SEARCH, UNIFORM
from kernels.encounter.policy import (
    feed_first_tile,
    new_room,
    play_final_round,
    play_turn,
    set_up,
    take_first_cubes,
)
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from kernels.encounter.state import (
    ENDED_BY,
    ENDED_BY_SHRIMPS,
    EVENT_WORDS,
    EVENTS,
    N_EVENTS,
    RUNNING,
    new_state,
)
from kernels.encounter.streams import new_streams, seed_streams
from kernels.jit import jit, merged, rebound

MAX_EVENTS = 50_000


@merged
def play_game(s, rules, n, kinds, numbers, networks, rng, room, scratch, work):
    """One whole game, from the set-up to the end; `kinds` and `numbers` are by seat."""
    set_up(s, rules, n, kinds, numbers, networks, rng, work)
    while s[ENDED_BY] == RUNNING:
        play_turn(s, kinds, numbers, networks, rng, room, scratch, work)
    if s[ENDED_BY] <= ENDED_BY_SHRIMPS:
        play_final_round(s, kinds, rng)


@jit
def seat_line_up(kinds, numbers, rotation, seat_kinds, seat_numbers):
    """Seat k gets strategy (k + rotation) % n of the line-up; networks stay where they are."""
    n = kinds.size
    for seat in range(n):
        strategy = (seat + rotation) % n
        seat_kinds[seat] = kinds[strategy]
        for k in range(numbers.shape[1]):
            seat_numbers[seat, k] = numbers[strategy, k]


@jit
def play_chunk(
    rules, kinds, numbers, networks, seed, first, last, rotate, games, seats,
    s, rng, seated, room, scratch, work,
):  # fmt: skip
    """The loop of `play_games`; the last six arguments are room to work in."""
    n = kinds.size
    for game in range(first, last):
        deal = game // n if rotate else game
        rotation = game % n if rotate else 0
        seat_line_up(kinds, numbers, rotation, seated[0], seated[1])
        seed_streams(rng, seed, deal, rotation)
        play_game(s, rules, n, seated[0], seated[1], networks, rng, room, scratch, work)
        fill_rows(s, rotation, games[game - first], seats[game - first])


_KINDS = {
    "PLAYS_FAMILY": FAMILY,
    "PLAYS_PLANNER": PLANNER,
    "PLAYS_ROLLOUTS": ROLLOUTS,
    "PLAYS_LEARNED": LEARNED,
    "PLAYS_SEARCH": SEARCH,
}


def _program(name: str, kinds: set[int]) -> Any:
    """`play_chunk` for fewer kinds of strategy: what is not played is not compiled either."""
    names: dict[str, Any] = {switch: kind in kinds for switch, kind in _KINDS.items()}
    for template in TEMPLATES:
        names[template.__name__] = rebound(template, f"{template.__name__}_{name}", merged, names)
    return rebound(play_chunk, f"play_chunk_{name}", jit, names)


TEMPLATES = (
    feed_first_tile,
    take_first_cubes,
    set_up,
    play_turn,
    play_final_round,
    play_game,
)
_PROGRAMS = [
    ({UNIFORM, *kinds}, _program(name, kinds))
    for name, kinds in (
        ("uniform", set()),
        ("family", {FAMILY}),
        ("planner", {FAMILY, PLANNER}),
        ("learned", {FAMILY, LEARNED}),
        ("fast", {FAMILY, PLANNER, LEARNED}),
        ("search", {FAMILY, PLANNER, LEARNED, SEARCH}),
        ("rollouts", {FAMILY, PLANNER, ROLLOUTS}),
    )
]
"""Programs with the kinds that each can play, smaller ones first."""


def program_for(kinds: np.ndarray) -> Any:
    """The smallest program that plays all kinds of a line-up."""
    wanted = set(kinds.tolist())
    return next((program for played, program in _PROGRAMS if wanted <= played), play_chunk)


def play_games(
    rules: np.ndarray,
    kinds: np.ndarray,
    numbers: np.ndarray,
    networks: np.ndarray,
    seed: int,
    first: int,
    last: int,
    rotate: bool = False,
    state: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Play games [first, last) without Python in between and without holding the GIL.

    rules: the rules vector; kinds: int64 (n,), numbers: float64 (n, N_NUMBERS): the line-up;
    networks: float32, each network where the numbers of its strategy say. With `rotate` game g
    is rotation g % n of deal g // n: seat k is played by strategy (k + rotation) % n; otherwise
    game g is deal g. `state` is where they are played, a new state if none is given.
    Returns int32 arrays (games, GAME_COLUMNS) and (games, n, SEAT_COLUMNS).
    """
    n = len(kinds)
    games = np.zeros((last - first, len(GAME_COLUMNS)), dtype=np.int32)
    seats = np.zeros((last - first, n, len(SEAT_COLUMNS)), dtype=np.int32)
    seated = (np.zeros_like(kinds), np.zeros_like(numbers))
    s = new_state() if state is None else state
    with np.errstate(over="ignore"):  # only felt where the compiler is switched off
        program_for(kinds)(
            rules, kinds, numbers, networks, np.uint64(seed), first, last, rotate, games, seats,
            s, new_streams(), seated, *new_room(),
        )  # fmt: skip
    return games, seats


def play_traced_game(
    rules: np.ndarray,
    kinds: np.ndarray,
    numbers: np.ndarray,
    networks: np.ndarray,
    seed: int,
    deal: int,
    rotation: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One game with its trace: the final state and the game's two rows.

    `kinds` and `numbers` are by seat, already rotated.
    """
    n = len(kinds)
    s = new_state(MAX_EVENTS)
    line_up = [(k - rotation) % n for k in range(n)]  # the seat of each strategy
    game = n * deal + rotation
    games, seats = play_games(
        rules, kinds[line_up], numbers[line_up], networks, seed, game, game + 1, True, s
    )
    if s[EVENTS + EVENT_WORDS * s[N_EVENTS] :].size < EVENT_WORDS:
        raise OverflowError(f"game {deal} has more than {MAX_EVENTS} events")
    return s, games[0], seats[0]
