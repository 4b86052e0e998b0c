"""Every rule parameter in its values, on positions made by hand: kernel and judge at once.

A board plays each action on both and compares them; what one of the two refuses is asked of both.
Parameters of the set-up are at the end, on deals.
"""

from __future__ import annotations

import pytest

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.games.encounter.judge import judge_game
from analyzer.games.encounter.judge.components import components
from analyzer.games.encounter.rules import COLOURS, PARAMETERS, Rules, make_rules
from kernels.encounter import state as S  # noqa: N812
from tests.judge.helpers import hide_bag, hide_bonus, sketch
from tests.kernel.board import Board
from tests.kernel.convert import unpacked
from tests.kernel.wild import VALUES

GAME = get_game("encounter")
FIVE = "Bc5w0 Bd5w Be5w Bd6w Be6w"
SIX_MORE = " Dc1y1 Dd1y De1y Dc2y Db1y Df1y"
DRAFT = "draft w"


def basic(**overrides: object) -> Rules:
    return make_rules("basic", 2, overrides)


@pytest.mark.parametrize("least", VALUES["min_edible"])
def test_min_edible(least):
    board = Board(FIVE, rules=basic(min_edible=least))
    assert board.edible() == set(board.position.edible_corals(0)) == edible_if(least <= 5, "Bc5")
    if least > 5:
        board.refused("eat Bc5", f"has 5 tiles; {least} are needed")


@pytest.mark.parametrize("least", VALUES["final_min_edible"])
def test_final_min_edible(least):
    board = Board(FIVE + SIX_MORE, eaten=[3], rules=basic(final_min_edible=least))
    board.play("eat Bc5")
    judge = set(board.position.edible_corals(1, final=True))
    assert board.edible(1, final=True) == judge == edible_if(least <= 6, "Dc1")
    if least > 6:
        board.refused("eat Dc1", f"has 6 tiles; {least} are needed", seat=1)


def edible_if(is_edible: bool, cell: str) -> set[str]:
    return {cell} if is_edible else set()


@pytest.mark.parametrize("returned", VALUES["eat_return"])
def test_eat_return(returned):
    board = Board(FIVE, rules=basic(eat_return=returned)).play("eat Bc5")
    assert board.heap(S.FISH) == "w" * max(0, 5 - returned)


@pytest.mark.parametrize("returned", VALUES["final_return"])
def test_final_return(returned):
    board = Board(FIVE + SIX_MORE, eaten=[3], rules=basic(final_return=returned))
    board.play("eat Bc5").play("eat Dc1", seat=1)
    assert board.heap(S.FISH, 0) == "w"  # as in every turn
    assert board.heap(S.FISH, 1) == "y" * max(0, 6 - returned)


@pytest.mark.parametrize("limit", VALUES["grow_limit"])
def test_grow_limit(limit):
    far_away = [c for c in components().rocks["B"].cells if c[1] not in "cde"]  # no extra growth
    cells = far_away[: limit + 1]
    board = Board(hands=["w" * 13], consumed=["w"], larvae=["ww"], rules=basic(grow_limit=limit))
    too_many = f"grow w {limit + 1}+0: {' '.join(cells)}"
    board.refused(too_many, f"at most {limit} tiles from behind the screen")
    board.play(f"grow w {limit}+1: {' '.join(cells)}")
    assert board.heap(S.HAND) == "w" * (13 - limit)


@pytest.mark.parametrize("is_there", VALUES["extra_growth"])
def test_extra_growth(is_there):
    board = Board(hands=["w"], larvae=["w"], rules=basic(extra_growth=is_there))
    written = ("grow w 1+0: Bd5", "grow w 1+0: Bd5 +Bd4")
    board.refused(written[not is_there], "extra growth")
    board.play(written[is_there])
    assert board.tiled() == ({"Bd5", "Bd4"} if is_there else {"Bd5"})


@pytest.mark.parametrize("use", VALUES["larva_use"])
def test_larva_use(use):
    board = Board(hands=["w"], consumed=["w"], rules=basic(larva_use=use)).play("larva w")
    is_owed = use == "same_turn"
    assert board.heap(S.OWED) == "w" * is_owed
    assert board.tile_exchanges() == "w" * (not is_owed)
    if is_owed:
        board.refused("tile w", "must pay for a growth this turn")
        board.refused("draft w: w; w=w y=y o=o p=p g=g", "must still pay for a growth")
        board.play("grow w 1+0: Ba2")
    board.play(DRAFT)


@pytest.mark.parametrize("is_free", VALUES["free_growth"])
def test_free_growth(is_free):
    board = Board(hands=["w"], consumed=["ww"], larvae=["w"], rules=basic(free_growth=is_free))
    if not is_free:
        board.refused("grow w 0+1 free: Ba2", "no growth without a larva cube")
        return
    board.refused("grow w 1+0 free: Ba2", "takes consumed tiles only")
    board.play("grow w 0+1 free: Ba2", "grow w 1+1: Bb2 Bc2")
    assert (board.heap(S.CUBES), board.heap(S.CONSUMED)) == ("", "")
    assert board.state[S.GROWTHS] == 2


@pytest.mark.parametrize("most", VALUES["shrimps_per_rock"])
def test_shrimps_per_rock(most):
    standing = " ".join(f"{cell}0" for cell in ("Ba2w", "Bc2y", "Be2o")[:most])
    board = Board(f"{standing} Bg3p Dd4g", rules=basic(shrimps_per_rock=most))
    is_full = most < 4  # three stand there at most, so that one is left to introduce
    targets = {"Dd4"} if is_full else {"Bg3", "Dd4"}
    assert board.introductions() == board.position.introduce_targets(0) == targets
    if is_full:
        board.refused("shrimp Bg3", f"already has {most} shrimps on rock B")
    board.play("shrimp Dd4")
    assert board.moves("Dd4") == targets - {"Dd4"}
    if is_full:
        board.refused("move Dd4>Bd6", f"already has {most} shrimps on rock B")
    board.play("move Ba2>Bg3")  # within the rock all may move


@pytest.mark.parametrize("most", VALUES["shrimps_on_rocks"])
def test_shrimps_on_rocks(most):
    standing = " ".join(("Ba2w0", "Bc2y0", "Da3o0")[: min(most, 3)])
    board = Board(f"{standing} Dd4g", rules=basic(shrimps_on_rocks=most))
    targets = set() if most < 4 else {"Dd4"}
    assert board.introductions() == board.position.introduce_targets(0) == targets
    if most < 4:
        board.refused("shrimp Dd4", f"already has {most} shrimps on the rocks")
    board.play("move Ba2>Dd4")  # moving adds none


@pytest.mark.parametrize("refill", VALUES["refill"])
def test_refill(refill):
    board = Board(rules=basic(refill=refill)).play(DRAFT)
    sizes = [sum(unpacked(board.state[S.SEA + k]).values()) for k in range(5)]
    assert sizes == ([3, 1, 1, 1, 1] if refill == "taken_to_three" else [1, 2, 2, 2, 2])


@pytest.mark.parametrize(("tiebreak", "ranks"), [("standard", [1, 2]), ("fewest_tiles", [2, 1])])
def test_tiebreak(tiebreak, ranks):
    board = Board(parrotfish=["w", "w"], consumed=["y"], rules=basic(tiebreak=tiebreak))
    assert board.position.ranks() == ranks


@pytest.mark.parametrize("end_bag", VALUES["end_bag"])
@pytest.mark.parametrize("n_left", [1, 2, 3])
def test_end_bag(end_bag, n_left):
    """A refill leaves so many white tiles in the bag, and one is in the bonus stock."""
    position = sketch(rules=basic(end_bag=end_bag))
    hide_bag(position, "w" * (5 + n_left))
    hide_bonus(position, "yopg")
    board = Board.of(position).play(DRAFT)
    is_low = end_bag == "fewer_than_three" and n_left < 3
    assert board.state[S.ENDED_BY] == (S.ENDED_BY_REFILL if is_low and n_left == 1 else S.RUNNING)
    assert board.state[S.BONUS_OPEN] == (not is_low)
    assert len(board.heap(S.BAG)) == n_left + is_low


# --- the set-up ---------------------------------------------------------------------------------


def dealt(n_players: int = 2, **overrides: object) -> dict:
    """The set-up of the kernel's game, which the judge accepts."""
    cell = Cell("encounter", n_players, "basic", ("random",) * n_players, tuple(overrides.items()))
    record = GAME.record(GAME.check(cell), 5, 0)
    assert judge_game(record).accepted
    return record["setup"]


@pytest.mark.parametrize("tiles", [(0, 12), (12, 0), (0, 0), (12, 12), "one_each"])
def test_start_tiles(tiles):
    setup = dealt(start_tiles=tiles)
    sizes = [5, 5] if tiles == "one_each" else list(tiles)
    assert [len(hand) for hand in setup["hands"]] == sizes
    if tiles == "one_each":
        assert [sorted(hand) for hand in setup["hands"]] == [sorted(COLOURS)] * 2
    fed = [letter != "-" for letter in setup["fed"]]
    assert fed == ([] if not any(sizes) else [size > 0 for size in sizes])


@pytest.mark.parametrize("n_fed", VALUES["fed_tiles"])
def test_fed_tiles(n_fed):
    setup = dealt(3, fed_tiles=n_fed)
    assert len(setup["fed"]) == 3 * n_fed
    assert all(letter in hand for letter, hand in zip(setup["fed"], setup["hands"], strict=False))


@pytest.mark.parametrize("n_larvae", VALUES["start_larvae"])
def test_start_larvae(n_larvae):
    for cubes in dealt(4, start_larvae=n_larvae)["larvae"]:
        if n_larvae == "one_each":
            assert sorted(cubes) == sorted(COLOURS)
        else:
            assert len(cubes) == n_larvae


def test_coral_toss():
    assert isinstance(dealt(coral_toss="all")["star_up"], bool)
    assert set(dealt(coral_toss="each")["star_up"]) == {True, False}


def test_start_alga():
    assert "alga_space" not in dealt(start_alga="none")
    assert dealt(start_alga="random")["alga_space"] in "rnbu"


def test_every_parameter_has_its_test():
    names = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert set(PARAMETERS) <= names
