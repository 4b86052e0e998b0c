"""Set-up: components, the deal, the choices, in all rulesets."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.games.encounter.judge import judge_game
from analyzer.games.encounter.judge.chance import random_deal
from analyzer.games.encounter.judge.components import components
from analyzer.games.encounter.judge.setup import deal_position, feed, must_feed, take_start_larvae
from analyzer.games.encounter.rules import COLOURS, RULESETS, make_rules
from tests.judge.helpers import human_game, uniform_game


def test_the_rocks():
    for rock in components().rocks.values():
        assert len(rock.cells) == 33
        assert sorted(rock.start_corals.values()) == sorted(COLOURS)
        assert rock.growth_cell == f"{rock.name}d4"


def test_neighbours_are_mutual_and_on_one_rock():
    table = components().neighbours
    for cell, around in table.items():
        for other in around:
            assert cell in table[other]
            assert other[0] == cell[0]
            steps = abs(ord(cell[1]) - ord(other[1])) + abs(ord(cell[2]) - ord(other[2]))
            assert steps == 1


def test_the_coral_tiles_pair_all_colours_once():
    parts = components()
    assert sorted(parts.star_faces) == list(range(1, 11))
    assert len(parts.tile_of_pair) == 10


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_the_start_of_a_printed_game(n_players):
    rules = make_rules("basic", n_players)
    position = deal_position(rules, random_deal(rules, Random(5)))
    n_drawn = 12 + sum(rules.start_tile_counts())
    assert sum(position.bag.values()) == 5 * (40 - n_players - 1) - n_drawn
    assert len(position.tiles) == 5 * n_players
    assert position.larva_supply == dict.fromkeys(COLOURS, 9)
    assert position.alga_space is None
    assert len({tile.star_up for tile in position.coral_tiles.values()}) == 1
    assert [p.shrimps_behind for p in position.players] == [4] * n_players
    for seat in range(n_players):
        hand = position.players[seat].hand
        feed(position, seat, next(c for c in COLOURS if hand[c]))
        take_start_larvae(position, seat, "ww")
    assert position.defects() == []
    assert position.larva_supply["w"] == 9 - 2 * n_players


def test_the_start_of_the_manuals_game():
    rules = make_rules("manual", 3)
    position = deal_position(rules, random_deal(rules, Random(5)))
    assert all(p.hand == dict.fromkeys(COLOURS, 1) for p in position.players)
    assert not must_feed(position, 0)
    assert position.alga_space is not None
    assert position.alga_supply[position.alga_space] == 4
    assert position.defects() == []


def test_chance_reaches_every_outcome_of_a_deal():
    rules = make_rules("manual", 2)
    deals = [random_deal(rules, Random(seed)) for seed in range(200)]
    assert len({deal.rocks for deal in deals}) == 6
    assert {deal.first_space for deal in deals} == set(COLOURS)
    assert {deal.alga_space for deal in deals} == set("rnbu")
    assert {up for deal in deals for up in deal.star_up} == {True, False}
    assert len({deal.star_up for deal in deals}) > 100


@pytest.mark.parametrize("ruleset", RULESETS)
def test_seats_without_start_tiles_feed_nothing(ruleset):
    record = uniform_game(ruleset, 3, start_tiles=[0, 5, 0], fed_tiles=1)
    assert record["setup"]["fed"][::2] == "--"
    assert judge_game(record).accepted
    record["setup"]["fed"] = "ww" + record["setup"]["fed"][2:]
    assert "feeds nothing" in str(judge_game(record))


def test_where_nobody_feeds_fed_is_empty_or_all_dashes():
    record = uniform_game(n_players=2, start_tiles=[0, 0])
    assert record["setup"]["fed"] == ""
    assert judge_game(record).accepted
    record["setup"]["fed"] = "--"
    assert judge_game(record).accepted
    record["setup"]["fed"] = "w"
    assert "fed must be empty" in str(judge_game(record))


def test_words_of_tiles_are_in_any_order():
    record = human_game()
    setup = record["setup"]
    setup["rocks"] = setup["rocks"][::-1]
    setup["open_sea"] = {c: word[::-1] for c, word in reversed(setup["open_sea"].items())}
    setup["hands"] = [word[::-1] for word in setup["hands"]]
    setup["larvae"] = [word[::-1] for word in setup["larvae"]]
    record["result"]["parrotfish"] = [word[::-1] for word in record["result"]["parrotfish"]]
    actions = record["turns"][0]["actions"]
    actions[-1] = actions[-1].replace("ypp;", "pyp;")
    assert judge_game(record).accepted


def test_optional_parts_may_be_left_out():
    record = uniform_game(seed=2)
    assert record["result"]["ended_by"] == "refill"
    del record["final"]
    del record["overrides"]
    assert judge_game(record).accepted
