"""Games that are learned from: positions after a seat's own turn, and how the games went out."""

from __future__ import annotations

import numpy as np

from kernels.jit import jit
from kernels.reef.family.choices import (
    COUNT,
    best_choice,
    clear_choices,
    make_choice,
)
from kernels.reef.family.thought import known_top
from kernels.reef.family.turn import consider_plays, consider_takes
from kernels.reef.planner import turn as planner
from kernels.reef.policy import (
    FAMILY,
    LEARNED,
    PLANNER,
    UNIFORM,
    complete_turn,
    new_room,
    set_up,
)
from kernels.reef.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from kernels.reef.scoring import score_hands
from kernels.reef.state import ENDED_BY, POINTS, RUNNING, SEAT, new_state
from kernels.reef.streams import DECISIONS, new_streams, seed_streams
from kernels.reef.uniform import take_turn as take_any_turn
from kernels.reef.value import choice as learned
from kernels.reef.value.features import fill_features, n_features
from kernels.reef.worlds import unseen_cards
from kernels.rng import unit

# columns of what is noted of a position besides its features
GAME = 0  # index of the game in the call
SEAT_OF = 1
N_NOTES = 2
_TURNS = 120  # more than a game has, but for a few

NOTED_KINDS = frozenset((UNIFORM, FAMILY, PLANNER, LEARNED))
"""The kinds that can take part; positions of all but the uniform one are noted."""


@jit
def find_choice(s, kind, w, networks, rng, seat, room, scratch, work):
    """The choices of a strategy's turn, and the number of the one it makes."""
    if kind == LEARNED:
        learned.find_choices(s, rng, seat, w, networks, room, scratch, work)
        return learned.choose(rng, seat, w, scratch)
    if kind == PLANNER:
        planner.find_choices(s, rng, seat, w, room, scratch)
    else:
        clear_choices(scratch, 1)
        consider_plays(s, rng, seat, w, room[0], scratch)
        consider_takes(s, rng, seat, w, known_top(s), room[0], scratch)
    return best_choice(scratch)


@jit
def note_position(s, seat, k, game, room, scratch, work, features, notes, counts):
    """Append the position after choice k, as the seat foresees it."""
    n = counts[0]
    v = room[learned.AFTER]
    planner.think_choice(s, seat, scratch, k, v)
    fill_features(v, seat, learned.top_after(s, v), unseen_cards(s, seat), work)
    for j in range(features.shape[1]):
        features[n, j] = work[j]
    notes[n, GAME] = game
    notes[n, SEAT_OF] = seat
    counts[0] = n + 1


@jit
def take_noted_turn(
    s, kinds, weights, networks, rng, room, scratch, work, share, game, features, notes, counts
):
    """One turn; with a chance of `share` the position after it is noted, while there is room."""
    seat = s[SEAT]
    points = s[POINTS + seat]
    if kinds[seat] == UNIFORM:
        take_any_turn(s, rng, seat)
    else:
        k = find_choice(s, kinds[seat], weights[seat], networks, rng, seat, room, scratch, work)
        is_noted = unit(rng, DECISIONS + seat) < share and counts[0] < features.shape[0]
        if is_noted and scratch[COUNT] > 0:
            note_position(s, seat, k, game, room, scratch, work, features, notes, counts)
        make_choice(s, rng, seat, scratch, k)
    complete_turn(s, seat, points)


@jit
def play_noted_games(
    rules, line_ups, kinds, weights, networks, seed, first, share, games, seats,
    features, notes, counts, s, rng, seated, room, scratch, work,
):  # fmt: skip
    """The loop of `play_positions`."""
    n = line_ups.shape[1]
    for game in range(line_ups.shape[0]):
        seed_streams(rng, seed, first + game, 0, n)
        for seat in range(n):
            strategy = line_ups[game, seat]
            seated[0][seat] = kinds[strategy]
            for k in range(weights.shape[1]):
                seated[1][seat, k] = weights[strategy, k]
        set_up(s, rules[game], n, seated[0], seated[1], rng, room, scratch)
        while s[ENDED_BY] == RUNNING:
            take_noted_turn(
                s, seated[0], seated[1], networks, rng, room, scratch, work, share, game,
                features, notes, counts,
            )  # fmt: skip
        score_hands(s)
        fill_rows(s, 0, games[game], seats[game])


def play_positions(
    rules: np.ndarray,
    line_ups: np.ndarray,
    kinds: np.ndarray,
    weights: np.ndarray,
    networks: np.ndarray,
    seed: int,
    first: int,
    share: float = 1.0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Play a game for each row of `rules` and `line_ups`, noting positions after seats' turns.

    rules: int64 (games, RULES_SIZE); line_ups: int64 (games, seats), indices into `kinds` and
    `weights`; share: of the positions, how many are noted. Game g is deal `first` + g.
    Returns features float32 (m, F), notes float32 (m, N_NOTES), the game rows and the seat rows.
    """
    m, n = line_ups.shape
    games = np.zeros((m, len(GAME_COLUMNS)), dtype=np.int32)
    seats = np.zeros((m, n, len(SEAT_COLUMNS)), dtype=np.int32)
    most = int(m * _TURNS * share)
    features = np.zeros((most, n_features(n)), dtype=np.float32)
    notes = np.zeros((most, N_NOTES), dtype=np.float32)
    counts = np.zeros(1, dtype=np.int64)
    seated = (np.zeros(n, dtype=np.int64), np.zeros((n, weights.shape[1])))
    with np.errstate(over="ignore"):
        play_noted_games(
            rules, line_ups, kinds, weights, networks, np.uint64(seed), first, share, games, seats,
            features, notes, counts, new_state(), new_streams(), seated, *new_room(),
        )  # fmt: skip
    return features[: counts[0]], notes[: counts[0]], games, seats
