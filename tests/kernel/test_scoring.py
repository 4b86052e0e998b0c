"""Values, scores, tie-breaks and ranks, on kernel and judge."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.games.encounter.judge import Position
from analyzer.games.encounter.rules import COLOURS, make_rules
from kernels.encounter import state as S  # noqa: N812
from kernels.encounter.alga import set_strengths
from kernels.encounter.rows import GAME_COLUMNS, SEAT_COLUMNS, fill_rows
from kernels.encounter.scoring import follow_lead, score
from kernels.encounter.state import coral_value, new_state
from tests.judge.helpers import sketch
from tests.kernel.convert import state_of


def rows(position: Position) -> tuple[dict[str, int], dict[str, list[int]]]:
    """The kernel's game row and seat columns for a position taken as final; the judge agrees."""
    n = position.rules.n_players
    game = np.zeros(len(GAME_COLUMNS), dtype=np.int32)
    seats = np.zeros((n, len(SEAT_COLUMNS)), dtype=np.int32)
    fill_rows(state_of(position), 0, game, seats)
    by_seat = {name: seats[:, k].tolist() for k, name in enumerate(SEAT_COLUMNS)}
    by_game = dict(zip(GAME_COLUMNS, game.tolist(), strict=True))
    ties = [by_seat[f"tie_{name}"] for name in ("consumed", "larvae", "hand", "guarded")]
    assert by_seat["score"] == position.scores()
    assert by_seat["rank"] == position.ranks()
    assert [list(seat) for seat in zip(*ties, strict=True)] == position.tiebreaks()
    assert {c: by_game[f"value_{c}"] for c in COLOURS} == position.values()
    assert by_game["winners"] == position.ranks().count(1)
    return by_game, by_seat


def with_values(position: Position, stronger: str) -> Position:
    """Turn the coral tiles so that they show these pairs, stronger colour first."""
    pairs = stronger.split()
    for tile in position.coral_tiles.values():
        tile.star_up = tile.star.stronger + tile.star.weaker in pairs
    return position


def test_the_printed_example():
    position = sketch(rocks="ABCD", parrotfish=["ggwwwy", "pyyyy", "oooowwww", "gggpppy"])
    game, seats = rows(with_values(position, "yw yo yp yg wo wg pw po og gp"))
    assert [game[f"value_{c}"] for c in COLOURS] == [3, 5, 2, 3, 2]
    assert seats["score"] == [18, 23, 20, 20]
    assert seats["rank"] == [4, 1, 2, 2]
    assert game["winners"] == 1


def test_values_of_five_to_one():
    game, _ = rows(with_values(sketch(), "yw yo yp yg wo wp wg po og pg"))
    assert [game[f"value_{c}"] for c in COLOURS] == [4, 5, 2, 3, 1]


def test_values_run_from_one_to_five_and_sum_to_fifteen_on_all_sides():
    s = new_state()
    for star_up in range(1024):
        s[S.STAR_UP] = star_up
        set_strengths(s)
        values = [int(coral_value(s, c)) for c in range(5)]
        assert sum(values) == 15
        assert all(1 <= value <= 5 for value in values)


def test_the_tie_break_numbers():
    position = sketch(
        "Ba2w0 Bb2w Dd2g0 Bf2y1", hands=["wwyog", "p"], consumed=["oo", ""], larvae=["pgy", "w"]
    )
    _, seats = rows(position)
    ties = [seats[f"tie_{name}"] for name in ("consumed", "larvae", "hand", "guarded")]
    assert ties == [[2, 0], [3, 1], [5, 1], [3, 1]]


def test_a_shrimp_on_bare_rock_guards_nothing():
    _, seats = rows(sketch("Bd5w Be5w1", bare={"Bd6": 0}))
    assert seats["tie_guarded"] == [0, 2]


@pytest.mark.parametrize(
    ("more", "ranks"),
    [
        ({"consumed": ["w", ""], "larvae": ["", "wyo"]}, [1, 2]),
        ({"consumed": ["w", "y"], "larvae": ["w", "wy"]}, [2, 1]),
        ({"larvae": ["w", ""], "hands": ["", "wwww"]}, [1, 2]),
        ({"hands": ["w", ""], "tiles": "Bf2y1"}, [1, 2]),
        ({"tiles": "Ba2w0 Bb2w Bf2y1"}, [1, 2]),
        ({"tiles": "Ba2w0 Bf2y1"}, [1, 1]),
        ({"parrotfish": ["w", ""], "consumed": ["", "wyo"]}, [1, 2]),
    ],
)
def test_ties_are_broken_in_order(more, ranks):
    game, seats = rows(sketch(**{"parrotfish": ["w", "y"], **more}))
    assert seats["rank"] == ranks
    assert game["winners"] == ranks.count(1)


def test_shared_places():
    assert rows(sketch(rocks="ABC", parrotfish=["w", "y", ""]))[1]["rank"] == [1, 1, 3]
    assert rows(sketch(rocks="ABC", parrotfish=["", "yy", ""]))[1]["rank"] == [2, 1, 2]
    assert rows(sketch(rocks="ABCD"))[0]["winners"] == 4


@pytest.mark.parametrize(
    ("more", "ranks"),
    [
        ({"hands": ["w", ""], "consumed": ["", "ww"]}, [1, 2]),
        ({"hands": ["w", ""], "consumed": ["", "w"]}, [1, 1]),
        ({"hands": ["www", "w"], "consumed": ["", "w"]}, [2, 1]),
        ({"tiles": "Ba2w0", "larvae": ["w", ""]}, [1, 1]),  # neither counts here
        ({"parrotfish": ["w", ""], "hands": ["wwwww", ""]}, [1, 2]),
    ],
)
def test_fewest_tiles_behind_and_in_front_of_the_screen(more, ranks):
    more = {"parrotfish": ["w", "y"], **more}
    assert rows(sketch(rules=make_rules("manual", 2), **more))[1]["rank"] == ranks


@settings(max_examples=60)
@given(
    fish=st.lists(st.text(COLOURS, max_size=6), min_size=4, max_size=4),
    front=st.lists(st.text(COLOURS, max_size=2), min_size=4, max_size=4),
    cubes=st.lists(st.text(COLOURS, max_size=2), min_size=4, max_size=4),
    tiebreak=st.sampled_from(["standard", "fewest_tiles"]),
    star_up=st.lists(st.booleans(), min_size=10, max_size=10),
)
def test_scores_and_ranks_are_the_judges(fish, front, cubes, tiebreak, star_up):
    rules = make_rules("basic", 4, {"tiebreak": tiebreak})
    position = sketch(rules=rules, rocks="ABCD", parrotfish=fish, consumed=front, larvae=cubes)
    for tile, up in zip(position.coral_tiles.values(), star_up, strict=True):
        tile.star_up = up
    rows(position)


# --- the lead ---------------------------------------------------------------------------------


def look(s: np.ndarray, turn: int, *fish: int) -> tuple[int, int, int]:
    """Give the seats so many white tiles (worth 3 each), then follow the lead."""
    for seat, n in enumerate(fish):
        s[S.FISH + seat] = n
        assert score(s, seat) == 3 * n
    s[S.STANDING_CHANGED] = 1
    s[S.TURN] = turn
    follow_lead(s)
    return int(s[S.LEADER]), int(s[S.LEAD_CHANGES]), int(s[S.LEAD_SINCE])


def test_the_lead_is_followed_through_ties():
    s = state_of(sketch(rocks="ABC"))
    assert look(s, 1, 1, 1, 0) == (-1, 0, 0)  # nobody has led yet
    assert look(s, 2, 1, 2, 0) == (1, 0, 2)  # the first lead is no change
    assert look(s, 3, 2, 2, 0) == (1, 0, 2)  # a tie leaves the lead where it was
    assert look(s, 5, 3, 2, 0) == (0, 1, 5)
    assert look(s, 6, 3, 2, 4) == (2, 2, 6)
    assert look(s, 7, 5, 2, 4) == (0, 3, 7)


@pytest.mark.parametrize(("turn", "checkpoint"), [(12, 0), (24, 1), (36, 2), (48, 3)])
def test_points_are_noted_after_four_eight_twelve_and_sixteen_rounds(turn, checkpoint):
    s = state_of(sketch(rocks="ABC"))
    look(s, turn - 1, 1, 0, 0)
    look(s, turn, 2, 1, 0)
    look(s, turn + 1, 3, 1, 1)
    noted = s[S.SCORE_AFTER : S.SCORE_AFTER + 12].reshape(3, 4)
    assert noted[:, checkpoint].tolist() == [6, 3, 0]
    assert noted.sum() == 9
