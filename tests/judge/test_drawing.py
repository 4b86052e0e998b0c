"""Positions drawn as text and as JSON, and the list of defects."""

from __future__ import annotations

import json

import pytest

from analyzer.games.encounter.judge import Position, replay
from analyzer.games.encounter.judge.drawing import draw_rock, read_rock
from analyzer.games.encounter.rules import make_rules
from tests.judge.helpers import human_game, sketch, uniform_game


def test_a_rock_at_the_start():
    position = Position(make_rules("basic", 2), "BD")
    assert draw_rock(position, "D").splitlines() == [
        "   a  b  c  d  e  f  g",
        "1  .  #  #  #  #  #  .",
        "2  #  #  #  o  .  #  #",
        "3  #  #  .  #  g  #  #",
        "4  #  w  #  *  #  #  #",
        "5  .  #  p  #  y  #  .",
        "6  .  #  #  .  #  #  .",
    ]


def test_drawings_read_back_in_every_position_of_a_game():
    for step in replay(uniform_game("basic", 4)):
        tiles, shrimps = {}, {}
        for rock in step.position.rocks:
            rock_tiles, rock_shrimps = read_rock(rock, draw_rock(step.position, rock))
            tiles.update(rock_tiles)
            shrimps.update(rock_shrimps)
        assert tiles == step.position.tiles
        assert shrimps == step.position.shrimps


@pytest.mark.parametrize("text", ["# # #", "\n".join(["# # # # # # #"] * 6)])
def test_ill_drawn_rocks(text):
    with pytest.raises(ValueError, match=r"rock|drawn"):
        read_rock("B", text)


def test_the_text_of_a_position_names_everything():
    position = sketch("Bd5w0 Ba2g", bare={"Bd6": 0}, hands=["wwy", "p"], larvae=["o"])
    text = str(position)
    assert "5  #  #  #  w0 #  #  #" in text
    assert "seat 0  hand wwy  consumed -  larvae o" in text
    assert "1:w>y(nb)" in text


def test_the_snapshot():
    position = sketch("Bd5w0 Bd4w Ba2g", hands=["wwy", "p"], parrotfish=["ww"], eaten=[1])
    position.coral_tiles[1].locked = "n"
    position.alga_supply["n"] -= 1
    data = json.loads(json.dumps(position.snapshot()))
    assert data["rocks"]["B"] == {
        "cells": {"a2": "g", "d4": "w", "d5": "w"},
        "shrimps": {"d5": 0},
        "protected": ["d4", "d5"],
    }
    assert data["rocks"]["D"]["cells"] == {}
    assert data["open_sea"]["w"] == {"tiles": "w", "cube": True}
    assert data["coral_tiles"][0] == {
        "id": 1,
        "star_up": True,
        "stronger": "w",
        "weaker": "y",
        "large": "n",
        "small": "b",
        "locked": "n",
    }
    assert data["alga_supply"] == {"r": 5, "n": 4, "b": 5, "u": 5}
    assert data["players"][0] == {
        "hand": "wwy",
        "consumed": "",
        "larvae": "",
        "parrotfish": "ww",
        "shrimps_behind": 2,
        "shrimps_eaten": 1,
        "score": 6,
    }
    assert (data["bonus"], data["alga_space"], data["turn"], data["seat"]) == ("wyopg", None, 2, 0)


def test_snapshots_of_a_game_differ_and_stay():
    snapshots = [json.dumps(step.position.snapshot()) for step in replay(human_game())]
    assert len(set(snapshots)) == len(snapshots)


def test_defects_are_named():
    def defects(change):
        position = sketch("Bd5w0 Bd4w Ba2g", consumed=["w"])
        change(position)
        return {defect.name for defect in position.defects()}

    assert defects(Position.copy) == set()
    assert defects(lambda p: p.put_tile("Bd6", "w")) == {"tile_count"}
    assert defects(lambda p: p.larva_supply.update(w=3)) == {"cube_count"}
    assert defects(lambda p: p.alga_supply.update(r=6)) == {"cylinder_count"}
    assert defects(lambda p: p.shrimps.update(Ba2=0)) == {"shrimp_count"}
    assert "shrimps_on_coral" in defects(lambda p: p.shrimps.update(Bd4=1))
    assert "shrimps_per_rock" in defects(lambda p: p.shrimps.update(Ba2=0, Bd6=0))
    assert "shrimp_on_bare_rock" in defects(lambda p: p.shrimps.update(Bd6=1))
    assert "off_the_rocks" in defects(lambda p: p.shrimps.update(Bb4=0))
    assert "values_sum" in defects(lambda p: p.coral_tiles.pop(1))
    assert "bonus_stock" in defects(lambda p: p.bonus.update(w=0))
    assert "negative_count" in defects(lambda p: p.players[0].consumed.update(y=-1))
    assert "sea_space_full" in defects(lambda p: p.open_sea["w"].tiles.update(w=4))
