"""Game records written from the kernel's event trace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.games.reef.judge.actions import (
    Action,
    Pass,
    Placements,
    Play,
    Score,
    Take,
    TakeDeck,
    write_action,
    write_placements,
)
from analyzer.games.reef.judge.board import Board, place, write_board
from analyzer.games.reef.judge.record import written_head
from analyzer.games.reef.judge.setup import cut_deck
from analyzer.games.reef.rules import COLOURS, Rules
from kernels.reef import state as S  # noqa: N812
from kernels.reef import trace
from kernels.reef.board import NO_PIECE
from kernels.reef.cards import N_CELLS, cell_name
from kernels.reef.rows import GAME_COLUMNS, SEAT_COLUMNS

Event = tuple[int, ...]
"""Kind, seat and four details of `kernels.reef.trace`."""


def events_of(state: np.ndarray, first: int = 0) -> list[Event]:
    """The events traced in a state, from number `first` on."""
    n = int(state[S.N_EVENTS])
    words = state[S.EVENTS + S.EVENT_WORDS * first : S.EVENTS + S.EVENT_WORDS * n]
    return [tuple(row) for row in words.reshape(-1, S.EVENT_WORDS).tolist()]


def placements_of(*pieces: int) -> Placements:
    """The kernel's pieces as colours and cells, those that are none left out."""
    return tuple(
        (COLOURS[piece // N_CELLS], cell_name(piece % N_CELLS))
        for piece in pieces
        if piece != NO_PIECE
    )


def action_of(event: Event) -> Action:
    """The action of a turn or of the final scoring that an event is."""
    kind, _, a, b, c, d = event
    match kind:
        case trace.TAKE:
            return Take(a, b, c or None)
        case trace.DECK:
            return TakeDeck(a, b)
        case trace.PLAY:
            return Play(a, placements_of(b, c), d)
        case trace.SCORE:
            return Score(a, b)
        case _:
            return Pass()


def write_record(
    rules: Rules,
    players: Sequence[str],
    state: np.ndarray,
    deck: Sequence[int],
    rows: tuple[np.ndarray, np.ndarray],
) -> dict[str, Any]:
    """The record of a finished, traced game.

    deck: all cards in order, those dealt first; rows: the kernel's rows of the game.
    """
    events = events_of(state)
    seats = range(rules.n_players)
    deal = cut_deck(rules, [int(card) for card in deck])
    start = [placements_of(*(e[2] for e in events if e[:2] == (trace.START, k))) for k in seats]
    turns = [e for e in events if e[0] not in (trace.START, trace.SCORE)]
    scores = [[e for e in events if e[:2] == (trace.SCORE, k)] for k in seats]
    return {
        **written_head(rules, players, deal, [write_placements(each) for each in start]),
        "turns": [{"seat": e[1], "actions": [write_action(action_of(e))]} for e in turns],
        "final": [
            {"seat": k, "actions": [write_action(action_of(e)) for e in scores[k]]} for k in seats
        ],
        "result": {**result_of(*rows), "boards": _boards(start, turns)},
    }


def result_of(game_row: np.ndarray, seat_rows: np.ndarray) -> dict[str, Any]:
    """The result block, without the boards, from the kernel's rows of a game."""
    game = dict(zip(GAME_COLUMNS, game_row.tolist(), strict=True))
    seats = [dict(zip(SEAT_COLUMNS, row, strict=True)) for row in seat_rows.tolist()]
    return {
        "ended_by": S.ENDINGS[game["ended_by"]],
        "ender": game["ender"],
        "scores": [row["score"] for row in seats],
        "tiebreaks": [[row["tie_covered"], row["tie_fours"]] for row in seats],
        "ranks": [row["rank"] for row in seats],
    }


def _boards(start: Sequence[Placements], turns: Sequence[Event]) -> list[str]:
    """The final boards: the kernel keeps no more of a stack than its top and its height."""
    boards: list[Board] = [{} for _ in start]
    placed = [(seat, placements) for seat, placements in enumerate(start)]
    placed += [(e[1], placements_of(e[3], e[4])) for e in turns if e[0] == trace.PLAY]
    for seat, placements in placed:
        for colour, cell in placements:
            place(boards[seat], colour, cell)
    return [write_board(board) for board in boards]
