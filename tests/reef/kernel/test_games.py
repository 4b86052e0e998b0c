"""Whole random games: what is conserved, how they end, what the uniform player does."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from kernels.reef import parameters as P  # noqa: N812
from kernels.reef import state as S  # noqa: N812
from kernels.reef import trace
from kernels.reef.playout import play_games, play_traced_game
from kernels.reef.policy import new_room, play_turn, set_up
from kernels.reef.rows import GAME_COLUMNS, SEAT_COLUMNS
from kernels.reef.scoring import score_hands
from kernels.reef.streams import new_streams, seed_streams
from tests.reef.kernel.boards import line_up, make_rules

PLAYERS = (2, 3, 4)
VARIANTS = [
    {},
    {"START_POINTS": [0, 1, 0, 50]},
    {"SUPPLY": 5},
    {"SUPPLY": 60},
    {"SUPPLY": 60, "FINISH_ROUND": 1, "DISPLAY": 1},
    {"SUPPLY": 60, "FINISH_ROUND": 1, "DISPLAY": 2, "HAND_LIMIT": 12},
    {"HAND_LIMIT": 2},
    {"HAND_LIMIT": 12},
    {"DISPLAY": 1},
    {"DISPLAY": 6},
    {"FREE_START": 1},
    {"PRINTED": 1},
    {"FINISH_ROUND": 1},
    {"FINAL_ALL": 1},
]


def bits(mask: int) -> set[int]:
    return {k for k in range(63) if int(mask) >> k & 1}


def lanes(word: int) -> list[int]:
    return [int(word) >> (16 * k) & 0xFFFF for k in range(4)]


def counts(s: np.ndarray, field: int, n: int, size: int = 1) -> np.ndarray:
    """A count of every seat, (n, size)."""
    return np.array([s[field + S.COUNT_SIZE * seat :][:size] for seat in range(n)])


def check_pieces(s: np.ndarray, n: int, rules: np.ndarray) -> None:
    """Stacks are whole, and every piece is on a board or in the supply."""
    placed = counts(s, S.PIECE_COUNT, n, 4)
    for seat in range(n):
        levels = lanes(s[S.HEIGHTS + seat])
        assert all(upper & ~lower == 0 for lower, upper in pairwise(levels))
        assert sum(level.bit_count() for level in levels) == placed[seat].sum()
        tops = lanes(s[S.TOPS + seat])
        assert sum(tops) == tops[0] | tops[1] | tops[2] | tops[3] == levels[0]
    supply = s[S.SUPPLY : S.SUPPLY + 4]
    assert (supply >= 0).all()
    assert (placed.sum(0) + supply == rules[P.SUPPLY]).all()


def check_cards(s: np.ndarray, n: int, rules: np.ndarray) -> None:
    """Every card is in one place."""
    hands = [bits(s[S.HAND + seat]) for seat in range(n)]
    assert all(len(hand) <= rules[P.HAND_LIMIT] for hand in hands)
    display = s[S.DISPLAY : S.DISPLAY + s[S.N_DISPLAY]].tolist()
    deck = s[S.DECK + s[S.N_LEFT] : S.DECK + 60].tolist()
    places = [*(card for hand in hands for card in hand), *bits(s[S.PLAYED]), *display, *deck]
    assert sorted(places) == list(range(1, 61))
    assert len(display) == rules[P.DISPLAY] or not deck


def check_points(s: np.ndarray, n: int, rules: np.ndarray) -> None:
    """Points come from patterns and from the display, which has what was paid."""
    scored = counts(s, S.FAMILY_POINTS, n, len(S.FAMILIES)).sum(1)
    scored += counts(s, S.FINAL_POINTS, n)[:, 0]
    from_display = (counts(s, S.GAINED, n) - counts(s, S.PAID, n))[:, 0]
    points = s[S.POINTS : S.POINTS + n]
    assert (points == rules[P.START_POINTS : P.START_POINTS + n] + scored + from_display).all()
    assert (points >= 0).all()
    assert s[S.POINTS_ON : S.POINTS_ON + s[S.N_DISPLAY]].sum() == -from_display.sum()


def check_position(s: np.ndarray, n: int, rules: np.ndarray) -> None:
    check_pieces(s, n, rules)
    check_cards(s, n, rules)
    check_points(s, n, rules)


def check_end(s: np.ndarray, n: int, rules: np.ndarray) -> None:
    is_deck_empty = s[S.N_LEFT] == 60
    assert s[S.ENDED_BY] == (S.ENDED_BY_DECK if is_deck_empty else S.ENDED_BY_SUPPLY)
    assert is_deck_empty or (s[S.SUPPLY : S.SUPPLY + 4] == 0).any()
    if rules[P.FINISH_ROUND] or not is_deck_empty:
        assert s[S.TURN] % n == 0
    else:
        assert s[S.ENDER] == (s[S.TURN] - 1) % n


@pytest.mark.parametrize("n", PLAYERS)
@pytest.mark.parametrize("changes", VARIANTS, ids=str)
def test_pieces_cards_and_points_are_conserved(n, changes):
    rules = make_rules(n, **{k: v[:n] if isinstance(v, list) else v for k, v in changes.items()})
    kinds, weights, networks = line_up(n)
    for game in range(6):
        s, rng, room = S.new_state(), new_streams(), new_room()
        seed_streams(rng, np.uint64(5), game, 0, n)
        set_up(s, rules, n, kinds, weights, rng, *room[:2])
        check_position(s, n, rules)
        assert s[S.N_LEFT] == 2 * n + rules[P.DISPLAY]
        while s[S.ENDED_BY] == S.RUNNING:
            turn, seat = s[S.TURN], s[S.SEAT]
            play_turn(s, kinds, weights, networks, rng, *room)
            check_position(s, n, rules)
            assert s[S.TURN] == turn + 1
            assert s[S.SEAT] == (seat + 1) % n
        score_hands(s)
        check_position(s, n, rules)
        check_end(s, n, rules)


def played(n: int, size: int = 2000, **changes: int) -> tuple[dict, dict]:
    """Columns of random games: by game, and by game and seat."""
    games, seats = play_games(make_rules(n, **changes), *line_up(n), 14, 0, size)
    by_game = {name: games[:, k] for k, name in enumerate(GAME_COLUMNS)}
    return by_game, {name: seats[:, :, k] for k, name in enumerate(SEAT_COLUMNS)}


def test_the_deck_ends_a_game_at_once_or_after_the_round():
    games, _ = played(4, SUPPLY=60)
    assert (games["ended_by"] == S.ENDED_BY_DECK).all()
    assert (games["deck_left"] == 0).all()
    assert len(set(games["turns"] % 4)) == 4
    games, seats = played(4, SUPPLY=60, FINISH_ROUND=1)
    assert (games["turns"] % 4 == 0).all()
    assert (seats["passes"] == 0).all()


def test_passing_needs_a_small_display_that_is_not_refilled():
    _, seats = played(4, SUPPLY=60, FINISH_ROUND=1, DISPLAY=1, size=20_000)
    assert seats["passes"].sum() > 0
    assert seats["passes"].max() == 1


def test_both_ends_in_one_round_count_as_the_deck():
    games, _ = played(4, FINISH_ROUND=1, size=20_000)
    supply_left = np.array([games[f"supply_{c}"] for c in "rygp"]).min(0)
    both = (supply_left == 0) & (games["deck_left"] == 0)
    assert both.any()
    assert (games["ended_by"][both] == S.ENDED_BY_DECK).all()
    assert (games["ended_by"] == S.ENDED_BY_DECK).tolist() == (games["deck_left"] == 0).tolist()


def test_hand_limit_and_display_are_kept():
    games, seats = played(2, HAND_LIMIT=2, DISPLAY=5)
    assert seats["final_cards"].max() == 2
    assert (games["display_5"] > 0).all()
    assert (games["display_6"] == 0).all()
    _, seats = played(2, HAND_LIMIT=12)
    assert seats["final_cards"].max() > 4


def test_nobody_without_a_point_takes_from_the_deck():
    _, seats = played(2, START_POINTS=[0, 3])
    paid_by_start = seats["points_paid"] > seats["pattern_points"] + seats["points_gained"]
    assert not paid_by_start[:, 0].any()
    assert paid_by_start[:, 1].any()


def test_start_pieces_lie_where_the_rules_say():
    for is_free, cells in ((0, {5, 6, 9, 10}), (1, set(range(16)) - {5, 6, 9, 10})):
        seen = set()
        for game in range(60):
            s, *_ = play_traced_game(make_rules(2, FREE_START=is_free), *line_up(2), 3, game, 0)
            pieces = [event[2] for event in events(s) if event[0] == trace.START]
            assert sorted(piece // 16 for piece in pieces[:4]) == [0, 1, 2, 3]
            seen |= set(pieces)
        assert seen == {16 * c + cell for c in range(4) for cell in cells}


def test_printed_orientation_and_final_specials_change_scores():
    usual = played(2)[1]["score"].mean()
    assert played(2, PRINTED=1)[1]["score"].mean() < usual - 1
    assert played(2, FINAL_ALL=1)[1]["score"].mean() > usual


def events(s: np.ndarray) -> list[list[int]]:
    return s[S.EVENTS :].reshape(-1, S.EVENT_WORDS)[: s[S.N_EVENTS]].tolist()


def test_a_trace_tells_the_whole_game():
    for game in range(20):
        s, game_row, seat_rows, deck = play_traced_game(make_rules(3), *line_up(3), 8, game, 0)
        assert sorted(deck) == list(range(1, 61))
        assert deck[6:9].tolist() == game_row[7:10].tolist()
        for seat in range(3):
            assert sorted(deck[2 * seat : 2 * seat + 2]) == seat_rows[seat, 4:6].tolist()
        turns = [e for e in events(s) if e[0] not in (trace.START, trace.SCORE)]
        assert [e[1] for e in turns] == [k % 3 for k in range(game_row[1])]
        left = 9
        points = [3, 3, 3]
        for kind, seat, card, *details in events(s):
            if kind == trace.TAKE:
                points[seat] += details[0]
                assert details[1] == deck[left]
            elif kind == trace.DECK:
                points[seat] -= 1
                assert card == deck[left]
            elif kind == trace.PLAY:
                points[seat] += details[2]
            elif kind == trace.SCORE:
                points[seat] += details[0]
            left += kind in (trace.TAKE, trace.DECK)
        assert points == seat_rows[:, 1].tolist()


def test_rows_do_not_depend_on_how_games_are_cut():
    rules, strategies = make_rules(3), line_up(3)
    whole = play_games(rules, *strategies, 9, 0, 60, True)
    parts = [play_games(rules, *strategies, 9, a, b, True) for a, b in ((0, 7), (7, 40), (40, 60))]
    for k in range(2):
        assert np.array_equal(whole[k], np.concatenate([part[k] for part in parts]))
    other = play_games(rules, *strategies, 10, 0, 60, True)
    assert not np.array_equal(whole[1], other[1])


def test_a_traced_game_has_the_rows_of_the_batch():
    rules, strategies = make_rules(4), line_up(4)
    games, seats = play_games(rules, *strategies, 3, 0, 40, True)
    for game in range(40):
        _, game_row, seat_rows, _ = play_traced_game(rules, *strategies, 3, game // 4, game % 4)
        assert np.array_equal(game_row, games[game])
        assert np.array_equal(seat_rows, seats[game])


def test_rotations_of_a_deal_share_the_deck_and_nothing_else():
    rules, strategies = make_rules(2), line_up(2)
    decks = [play_traced_game(rules, *strategies, 4, 17, rotation)[3] for rotation in (0, 1)]
    assert np.array_equal(*decks)
    games, seats = play_games(rules, *strategies, 4, 0, 200, True)
    start = SEAT_COLUMNS.index("start_card_1")
    assert np.array_equal(seats[0::2, :, start : start + 2], seats[1::2, :, start : start + 2])
    shown = GAME_COLUMNS.index("display_1")
    assert np.array_equal(games[0::2, shown : shown + 6], games[1::2, shown : shown + 6])
    assert (seats[0::2, 0, 1] != seats[1::2, 0, 1]).mean() > 0.5


def test_ranks_follow_points_covered_cells_and_fours():
    games, seats = play_games(make_rules(4), *line_up(4), 6, 0, 3000)
    n_shared = 0
    for game_row, seat_rows in zip(games, seats, strict=True):
        keys = [tuple(row[1:4]) for row in seat_rows.tolist()]
        ranks = [1 + sum(other > key for other in keys) for key in keys]
        assert ranks == seat_rows[:, 0].tolist()
        assert ranks.count(1) == game_row[GAME_COLUMNS.index("winners")]
        n_shared += len(set(ranks)) < 4
    assert n_shared > 0


@pytest.mark.parametrize(
    ("n", "scores", "turns", "deck"),
    [
        (2, (19.59, 19.65), 49.83, 0.0),
        (3, (18.26, 18.33, 18.37), 70.74, 0.0),
        (4, (15.89, 15.91, 15.94, 15.96), 84.48, 0.051),
    ],
)
def test_uniform_games_have_the_known_averages(n, scores, turns, deck):
    size = 40_000
    games, seats = play_games(make_rules(n), *line_up(n), 21, 0, size)
    score = seats[:, :, 1]
    error = 4.5 * score.std(0) / size**0.5 + 0.005
    assert (np.abs(score.mean(0) - scores) < error).all()
    assert abs(games[:, 1].mean() - turns) < 4.5 * games[:, 1].std() / size**0.5 + 0.005
    share = (games[:, 2] == S.ENDED_BY_DECK).mean()
    assert abs(share - deck) < 4.5 * (deck * (1 - deck) / size) ** 0.5 + 0.0006
