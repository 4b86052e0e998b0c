"""Worlds that a seat cannot tell apart: what it does not know of, dealt anew.

A seat does not know the start tiles that rivals still hold, what they fed, and the bag. Of a colour
that is about to run out the bag keeps its number: whether action 8 is possible, and whether a bonus
tile is replaced, is seen by everybody in the course of a turn.
"""

from __future__ import annotations

import numpy as np

from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.judge.tiles import Tiles
from analyzer.games.encounter.rules import COLOURS
from analyzer.games.encounter.view import Secrets
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.counts import amount, one

TRIES = 200
SEEN_IN_A_TURN = 3
"""Tiles of one colour that a turn may take out of the bag: action 8, and a bonus tile or two."""


def letters(packed: int) -> list[int]:
    """The colours of a packed count, one entry a tile."""
    return [c for c in range(5) for _ in range(amount(packed, c))]


def packed(colours: list[int]) -> int:
    """The packed count of some tiles."""
    return sum(one(c) for c in colours)


def running_out(bag: list[int]) -> list[int]:
    """By colour the tiles in the bag as far as a turn can find out."""
    return [min(bag.count(c), SEEN_IN_A_TURN) for c in range(5)]


def reshuffled(state: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray | None:
    """A state that differs only in what the seat cannot know; None if none was found."""
    n = int(state[S.N_PLAYERS])
    rivals = [k for k in range(n) if k != seat]
    hidden = {k: letters(int(state[S.HAND + k]) - int(state[S.KNOWN_HAND + k])) for k in rivals}
    fed = [k for k in rivals if state[S.FED + k] >= 0]
    bag = letters(int(state[S.BAG]))
    pool = [*bag, *(c for k in rivals for c in hidden[k]), *(int(state[S.FED + k]) for k in fed)]
    for _ in range(TRIES):
        dealt = rng.permutation(pool).tolist()
        if running_out(dealt[: len(bag)]) == running_out(bag):
            break
    else:
        return None
    twin = state.copy()
    twin[S.BAG] = packed(dealt[: len(bag)])
    at = len(bag)
    for k in rivals:
        held = dealt[at : at + len(hidden[k])]
        at += len(held)
        twin[S.HAND + k] = state[S.KNOWN_HAND + k] + packed(held)
    for k in fed:
        twin[S.FISH + k] += one(dealt[at]) - one(int(state[S.FED + k]))
        twin[S.FED + k] = dealt[at]
        at += 1
    assert at == len(pool)
    return twin


def shuffled_position(
    position: Position, seat: int, secrets: Secrets, rng: np.random.Generator
) -> tuple[Position, Secrets]:
    """The same for the judge's position."""
    rivals = [k for k in range(len(position.players)) if k != seat]
    twin = position.copy()
    pool = _take_all(twin.bag)
    sizes = {}
    for k in rivals:
        player = twin.players[k]
        for colour, n in secrets.known[k].items():
            player.hand[colour] -= n
        held = _take_all(player.hand)
        sizes[k] = len(held)
        pool += held
        if secrets.fed[k] is not None:
            player.parrotfish[secrets.fed[k]] -= 1
            pool.append(secrets.fed[k])
    rng.shuffle(pool)
    fed = list(secrets.fed)
    for k in rivals:
        player = twin.players[k]
        player.hand = dict(secrets.known[k])
        for _ in range(sizes[k]):
            player.hand[pool.pop()] += 1
        if fed[k] is not None:
            fed[k] = pool.pop()
            player.parrotfish[fed[k]] += 1
    for colour in pool:
        twin.bag[colour] += 1
    return twin, Secrets(secrets.known, tuple(fed))


def _take_all(tiles: Tiles) -> list[str]:
    found = [c for c in COLOURS for _ in range(tiles[c])]
    for c in COLOURS:
        tiles[c] = 0
    return found
