"""Games that are learned from: positions after a seat's own turn, and how the games went out."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.encounter.family import turn as family
from kernels.encounter.family.plan import take_best_actions, take_best_meal
from kernels.encounter.kinds import FAMILY, LEARNED, PLANNER, SEARCH, UNIFORM
from kernels.encounter.open_sea import is_bag_spent, refill, take_space
from kernels.encounter.planner.beam import FINISHED, N_FINISHED, drafted_space
from kernels.encounter.planner.turn import play_finished
from kernels.encounter.policy import (
    feed_first_tile,
    new_room,
    play_final_round,
    play_turn,
    take_first_cubes,
)
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from kernels.encounter.scoring import follow_lead
from kernels.encounter.setup import set_up_board
from kernels.encounter.state import (
    ENDED_BY,
    ENDED_BY_REFILL,
    ENDED_BY_SHRIMPS,
    ENDER,
    RUNNING,
    SEAT,
    TURN,
    new_state,
)
from kernels.encounter.streams import DECISIONS, new_streams, seed_streams
from kernels.encounter.turn import begin_turn, end_turn
from kernels.encounter.value.choice import choose_turn, find_turns
from kernels.encounter.value.features import fill_features, n_features
from kernels.encounter.value.judge import draft_logit, network_for
from kernels.encounter.value.numbers import CANDIDATES, PRIOR
from kernels.encounter.value.search import (
    N_SEARCH_WORDS,
    OUTER_NUMBERS,
    WORLDS,
    race_turns,
    think_outside,
    tried_chance,
)
from kernels.jit import inlined, jit, merged, rebound
from kernels.rng import unit

# columns of what is noted of a position besides its features
GAME = 0  # index of the game in the call
SEAT_OF = 1
TURN_OF = 2
CHANCE = 3  # of a win, as search found it; not a number where it did not try
IS_PLAYED = 4  # 1, or 0 for a turn that search tried only
N_NOTES = 5

OPEN = np.nan
NOTES_SEARCH = True


@jit
def note_position(seat, turn, game, chance, is_played, share, rng, work, features, notes, counts):
    """Append the features in `work` to the list, with a chance of `share`, while there is room."""
    n = counts[0]
    if n >= features.shape[0] or unit(rng, DECISIONS + seat) >= share:
        return
    for k in range(features.shape[1]):
        features[n, k] = work[k]
    notes[n, GAME] = game
    notes[n, SEAT_OF] = seat
    notes[n, TURN_OF] = turn
    notes[n, CHANCE] = chance
    notes[n, IS_PLAYED] = is_played
    counts[0] = n + 1


@inlined
def is_learned_from(kind):
    """Whether positions of the seat's strategy are noted."""
    return kind == LEARNED or kind == FAMILY or (NOTES_SEARCH and kind == SEARCH)


@jit
def take_family_turn(s, rng, seat, w, room, scratch, work):
    """The family's turn with the features of its last position before the refill.

    Whether there is such a position: not if the turn ended the game.
    """
    take_best_meal(s, rng, seat, w, room, scratch)
    if not s[ENDED_BY]:
        take_best_actions(s, rng, seat, w, room, scratch)
    if s[ENDED_BY]:
        return False
    space = family.choose_draft(s, rng, seat, w)
    take_space(s, seat, space)
    fill_features(s, seat, work)
    if not refill(s, rng, space) or is_bag_spent(s):
        s[ENDED_BY] = ENDED_BY_REFILL
        s[ENDER] = seat
        return False
    return True


@jit
def take_learned_turn(s, rng, seat, w, networks, room, scratch, work):
    """The turn with the best odds, with the features of its position before the refill.

    Whether there is such a position: not if the turn ended the game.
    """
    find_turns(s, rng, seat, w, networks, room, scratch, work)
    plan = room[FINISHED + choose_turn(rng, seat, w, scratch)]
    space = drafted_space(plan)
    if space >= 0:
        draft_logit(plan, seat, space, networks, network_for(s, w, networks), work)
    play_finished(s, rng, seat, plan, w, room, scratch)
    return space >= 0 and s[ENDED_BY] == RUNNING


@jit
def take_searched_turn(
    s, rng, seat, w, networks, room, scratch, work, share, game, features, notes, counts
):
    """The turn that search finds; the position after every turn that it tried is noted."""
    think_outside(w, scratch)
    outer = scratch[OUTER_NUMBERS:N_SEARCH_WORDS]
    find_turns(s, rng, seat, outer, networks, room, scratch, work)
    best = race_turns(s, rng, seat, outer, networks, room, scratch, work)
    at = network_for(s, w, networks)
    for k in range(int(scratch[N_FINISHED])):
        plan = room[FINISHED + k]
        space = drafted_space(plan)
        if space >= 0 and scratch[WORLDS + k] > 0.0:
            draft_logit(plan, seat, space, networks, at, work)
            chance = tried_chance(scratch, k, w[PRIOR])
            note_position(
                seat, s[TURN], game, chance, k == best, share, rng, work, features, notes, counts
            )
    play_finished(s, rng, seat, room[FINISHED + best], w, room, scratch)


@jit
def take_noted_turn(
    s, kinds, numbers, networks, rng, room, scratch, work, share, game, features, notes, counts
):
    """One turn; the position after it is noted if the seat's strategy allows it."""
    seat = s[SEAT]
    w = numbers[seat]
    begin_turn(s)
    is_noted = False
    if kinds[seat] == FAMILY:
        is_noted = take_family_turn(s, rng, seat, w, room, scratch, work)
    elif NOTES_SEARCH and kinds[seat] == SEARCH:
        take_searched_turn(
            s, rng, seat, w, networks, room, scratch, work, share, game, features, notes, counts
        )
    else:
        is_noted = take_learned_turn(s, rng, seat, w, networks, room, scratch, work)
    if is_noted:
        note_position(seat, s[TURN], game, OPEN, 1, share, rng, work, features, notes, counts)
    if s[ENDED_BY] == RUNNING or s[ENDED_BY] > ENDED_BY_SHRIMPS:
        end_turn(s)
    else:
        s[TURN] += 1
    follow_lead(s)


@jit
def play_noted_games(
    rules, line_ups, kinds, numbers, networks, seed, first, share, games, seats,
    features, notes, counts, s, rng, seated, room, scratch, work,
):  # fmt: skip
    """The loop of `play_positions`."""
    n = line_ups.shape[1]
    for game in range(line_ups.shape[0]):
        seed_streams(rng, seed, first + game, 0)
        for seat in range(n):
            strategy = line_ups[game, seat]
            seated[0][seat] = kinds[strategy]
            for k in range(numbers.shape[1]):
                seated[1][seat, k] = numbers[strategy, k]
        set_up_board(s, rules[game], n, rng)
        for seat in range(n):
            feed_first_tile(s, seated[0], seated[1], networks, rng, seat, work)
            if is_learned_from(seated[0][seat]):
                fill_features(s, seat, work)
                note_position(seat, 0, game, OPEN, 1, share, rng, work, features, notes, counts)
        for seat in range(n):
            take_first_cubes(s, seated[0], seated[1], networks, rng, seat, work)
            if is_learned_from(seated[0][seat]):
                fill_features(s, seat, work)
                note_position(seat, 0, game, OPEN, 1, share, rng, work, features, notes, counts)
        while s[ENDED_BY] == RUNNING:
            if is_learned_from(seated[0][s[SEAT]]):
                take_noted_turn(
                    s, seated[0], seated[1], networks, rng, room, scratch, work, share, game,
                    features, notes, counts,
                )  # fmt: skip
            else:
                play_turn(s, seated[0], seated[1], networks, rng, room, scratch, work)
        if s[ENDED_BY] <= ENDED_BY_SHRIMPS:
            play_final_round(s, seated[0], rng)
        fill_rows(s, 0, games[game], seats[game])


def _program(name: str, with_search: bool) -> Any:
    """`play_noted_games` with or without the kinds that play games on in thought."""
    switches = {"NOTES_SEARCH": with_search, "PLAYS_ROLLOUTS": with_search, "PLAYS_SEARCH": False}
    names: dict[str, Any] = {
        "play_turn": rebound(
            play_turn,
            f"play_turn_noted_{name}",
            merged,
            {"PLAYS_FAMILY": False, "PLAYS_LEARNED": False} | switches,
        ),
        "is_learned_from": rebound(is_learned_from, f"is_learned_from_{name}", inlined, switches),
        "take_noted_turn": rebound(take_noted_turn, f"take_noted_turn_{name}", jit, switches),
    }
    return rebound(play_noted_games, f"play_noted_games_{name}", jit, names)


play_noted_games_fast = _program("fast", with_search=False)
play_noted_games_any = _program("any", with_search=True)


def play_positions(
    rules: np.ndarray,
    line_ups: np.ndarray,
    kinds: np.ndarray,
    numbers: np.ndarray,
    networks: np.ndarray,
    seed: int,
    first: int,
    share: float = 1.0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Play a game for each row of `rules` and `line_ups`, noting positions of learnable seats.

    rules: int64 (games, RULES_SIZE); line_ups: int64 (games, seats), indices into `kinds` and
    `numbers`; share: of the positions, how many are noted. Game g is deal `first` + g.
    Returns features float32 (m, F), notes float32 (m, N_NOTES), the game rows and the seat rows.
    """
    m, n = line_ups.shape
    games = np.zeros((m, len(GAME_COLUMNS)), dtype=np.int32)
    seats = np.zeros((m, n, len(SEAT_COLUMNS)), dtype=np.int32)
    tried = int(numbers[kinds == SEARCH, CANDIDATES].max()) if SEARCH in kinds else 1
    room = int(m * (n + 14 * n * share * tried + 10))
    features = np.zeros((room, n_features(n)), dtype=np.float32)
    notes = np.zeros((room, N_NOTES), dtype=np.float32)
    counts = np.zeros(1, dtype=np.int64)
    seated = (np.zeros(n, dtype=np.int64), np.zeros((n, numbers.shape[1])))
    is_fast = set(kinds.tolist()) <= {UNIFORM, FAMILY, PLANNER, LEARNED}
    program = play_noted_games_fast if is_fast else play_noted_games_any
    with np.errstate(over="ignore"):
        program(
            rules, line_ups, kinds, numbers, networks, np.uint64(seed), first, share, games, seats,
            features, notes, counts, new_state(), new_streams(), seated, *new_room(),
        )  # fmt: skip
    return features[: counts[0]], notes[: counts[0]], games, seats
