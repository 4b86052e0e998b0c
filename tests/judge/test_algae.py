"""Alga cylinders and coral tiles."""

from __future__ import annotations

from analyzer.games.encounter.judge import Position
from tests.judge.helpers import play, refused, sketch


def turned(position: Position) -> set[int]:
    return {tile.number for tile in position.coral_tiles.values() if not tile.star_up}


def locked(position: Position, *numbers: int) -> Position:
    """Lock coral tiles with their own large algae, turning nothing."""
    for number in numbers:
        tile = position.coral_tiles[number]
        tile.locked = tile.face.large
        position.alga_supply[tile.face.large] -= 1
    return position


def test_a_cylinder_on_the_space_turns_all_tiles_with_its_large_alga():
    position = play(sketch(consumed=["w"]), "alga b space paying w")
    assert turned(position) == {3, 6, 10}
    assert position.alga_space == "b"
    assert position.alga_supply["b"] == 4
    assert position.players[0].consumed["w"] == 0


def test_turning_swaps_corals_and_algae():
    position = play(sketch(consumed=["w"]), "alga b space paying w")
    face = position.coral_tiles[3].face
    assert (face.stronger, face.weaker, face.large, face.small) == ("o", "y", "r", "b")


def test_blue_on_the_space_then_red_on_a_tile():
    """The order of the rulebook's example; which tile it locks is in a picture only, 9 is ours."""
    position = sketch(consumed=["ww"], eaten=[1])
    play(position, "alga b space paying w")  # 3, 6 and 10 turn; 3 and 10 now show a large red alga
    play(position, "alga r lock 9 paying w")  # 2, 3 and 10 turn; 9 stays
    assert turned(position) == {2, 6}
    assert position.coral_tiles[9].locked == "r"


def test_the_cylinder_before_on_the_space_returns_to_the_supply():
    position = play(sketch(consumed=["www"]), "alga b space paying w", "alga u space paying w")
    assert position.alga_supply == {"r": 5, "n": 5, "b": 5, "u": 4}
    play(position, "alga u space paying w")
    assert position.alga_supply["u"] == 4


def test_a_cylinder_may_turn_nothing():
    position = sketch(consumed=["w"])
    locked(position, 3, 6, 10)
    play(position, "alga b space paying w")
    assert turned(position) == set()


def test_the_colour_must_be_in_supply_and_one_on_the_board_is_not():
    position = locked(sketch(consumed=["ww"]), 3, 6, 10)
    position.coral_tiles[1].star_up = False
    locked(position, 1)
    position.alga_space = "b"
    position.alga_supply["b"] -= 1
    assert position.alga_supply["b"] == 0
    refused(position, "alga b space paying w", "no blue alga cylinder is in supply")
    assert ("b", None) not in position.alga_plays(0)
    play(position, "alga r space paying w", "alga b space paying w")


def test_a_consumed_tile_pays_and_goes_to_the_bag():
    position = sketch(consumed=["w"])
    n_in_bag = position.bag["w"]
    refused(position, "alga b space paying y", "consumed tiles of seat 0: 1 yellow needed")
    play(position, "alga b space paying w")
    assert position.bag["w"] == n_in_bag + 1
    assert position.alga_plays(0) == []


def test_only_who_has_eaten_may_lock():
    position = sketch(consumed=["w"])
    refused(position, "alga b lock 3 paying w", "has not eaten yet")
    assert all(lock is None for _, lock in position.alga_plays(0))


def test_a_lock_keeps_its_tile_and_turns_the_others():
    position = play(sketch(consumed=["ww"], eaten=[1]), "alga b lock 3 paying w")
    assert turned(position) == {6, 10}
    play(position, "alga b space paying w")
    assert turned(position) == {6, 10}
    assert position.coral_tiles[3].locked == "b"


def test_one_lock_a_turn_but_any_number_of_cylinders_on_the_space():
    position = sketch(consumed=["wwwwww"], eaten=[1])
    play(position, "alga b lock 3 paying w")
    refused(position, "alga n lock 1 paying w", "only one coral tile may be locked")
    play(position, *["alga n space paying w", "alga u space paying w"] * 2)
    play(position, "draft w: w; w=w y=y o=o p=p g=g", "draft w: w; w=w y=y o=o p=p g=g")
    assert position.use.has_locked is False


def test_a_lock_needs_the_tiles_large_alga_and_an_uncovered_tile():
    position = sketch(consumed=["ww"], eaten=[1])
    refused(position, "alga r lock 3 paying w", "the large alga of coral tile 3 is blue, not red")
    refused(position, "alga r lock 11 paying w", "there is no coral tile 11")
    refused(position, "alga r lock 0 paying w", "there is no coral tile 0")
    locked(position, 3)
    refused(position, "alga b lock 3 paying w", "coral tile 3 is already locked")


def test_a_lock_needs_its_cylinder_in_supply():
    position = sketch(consumed=["w"], eaten=[1])
    position.alga_supply["b"] = 0
    refused(position, "alga b lock 3 paying w", "no blue alga cylinder is in supply")


def test_the_last_lock_needs_two_tiles_in_the_parrotfish():
    for fish, can_lock in (("", False), ("w", False), ("wy", True)):
        position = locked(
            sketch(consumed=["w"], eaten=[1], parrotfish=[fish]), 1, 2, 3, 4, 5, 6, 7, 8, 9
        )
        assert (("b", 10) in position.alga_plays(0)) is can_lock
        if can_lock:
            play(position, "alga b lock 10 paying w")
            assert (position.ended_by, position.ender) == ("locks", 0)
        else:
            refused(position, "alga b lock 10 paying w", "the last coral tile may be locked only")


def test_the_ninth_lock_does_not():
    position = locked(sketch(consumed=["w"], eaten=[1]), 1, 2, 3, 4, 5, 6, 7, 8)
    play(position, "alga b lock 10 paying w")
    assert position.ended_by is None


def test_all_legal_plays_are_listed():
    position = sketch(consumed=["w"], eaten=[1])
    plays = position.alga_plays(0)
    assert len(plays) == 4 + 10
    for alga, lock in plays:
        where = "space" if lock is None else f"lock {lock}"
        play(position.copy(), f"alga {alga} {where} paying w")
