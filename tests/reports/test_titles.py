"""Titles of figures: they state what is drawn, of the strongest players first, or nothing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports import figures
from tests.reports import tables
from tests.reports.drawn import drawn_texts, error_points
from tests.reports.test_figures import cells_of_64, handicap_map, handicap_worth, setups

LEVELS = ("expert", "adept", "balanced")


@pytest.mark.parametrize(
    ("draw", "table", "column"),
    [
        (figures.seat_shares, tables.seats(0.5, 0.5), "group"),
        (figures.ruleset_differences, tables.differences(), "level"),
        (figures.parameter_sweep, tables.sweep(), "level"),
        (setups, tables.rock_sets(), "level"),
        (handicap_worth, tables.worth(), "group"),
        (handicap_map, tables.tile_vectors(), "group"),
        (handicap_map, tables.four_seat_vectors(), "group"),
        (figures.endings, tables.ended(), "group"),
        (figures.game_length, tables.lengths(), "group"),
    ],
)
def test_every_level_asked_for_is_in_the_figure(draw, table, column):
    one, three = draw(table), draw(tables.at_levels(table, column))
    words = " ".join(drawn_texts(three))
    assert all(level in words for level in LEVELS)
    if draw is not figures.endings:  # bars have no points
        points = [sum(len(error_points(axes)) for axes in f.get_axes()) for f in (one, three)]
        assert points[1] == 3 * points[0]


def test_the_fairest_of_every_level_is_drawn_in_the_map():
    table = tables.at_levels(tables.tile_vectors(), "group")
    stars = [text for text in drawn_texts(handicap_map(table)) if "★" in text]
    assert stars == ["★ 0"] * 3


def test_the_fairest_of_every_level_is_in_the_list():
    table = tables.at_levels(tables.four_seat_vectors(), "group")
    table["is_fairest"] = table["handicap"] == "6,7,8,9"
    is_weak = table["group"] == "balanced"
    table.loc[is_weak, "is_fairest"] = table["handicap"] == "6,7,11,11"
    figure = handicap_map(table)
    names = [text.get_text() for text in figure.get_axes()[0].get_yticklabels()]
    assert {"★ 6-7-8-9", "★ 6-7-11-11", "□ 6-7-8-12"} <= set(names)
    assert figure.finding == (
        "Start tiles that look fairest: 6-7-8-9 among expert players, 6-7-8-9 among adept players"
        " and 6-7-11-11 among balanced players (printed: 6-7-8-12)"
    )


@pytest.mark.parametrize(
    ("is_confirmed", "finding"),
    [
        (
            (True, False),
            "Confirmed with fresh games: 6-8 fairer than 6-9 (expert); not confirmed with fresh"
            " games: 6-8 fairer than 6-9 (balanced)",
        ),
        (
            (False, False),
            "Not confirmed with fresh games: 6-8 fairer than 6-9 (expert) and 6-8 fairer than 6-9"
            " (balanced)",
        ),
    ],
)
def test_the_confirmation_says_whether_it_was_confirmed(is_confirmed, finding):
    assert figures.confirmation(tables.confirmed(is_confirmed)).finding == finding


def test_seats_are_told_of_the_strongest_first():
    strong = tables.seats(0.46, 0.54, group="expert").assign(level="expert")
    weak = tables.seats(0.4, 0.6, group="balanced").assign(level="balanced")
    assert "wins 46.0 % of the games among expert players" in (
        figures.seat_shares(pd.concat([strong, weak])).finding
    )
    fair = tables.seats(0.5, 0.5, group="expert").assign(level="expert")
    assert "wins 40.0 % of the games among balanced players" in (
        figures.seat_shares(pd.concat([fair, weak])).finding
    )


def test_a_title_names_only_groups_that_are_drawn():
    whole = cells_of_64(tables.seats(0.5, 0.5))
    figure = figures.seat_shares(whole)
    named = figure.finding.partition("(")[2].partition(")")[0][-14:]
    assert any(named in text.replace("\n", " ") for text in drawn_texts(figure))


def test_a_title_names_only_differences_that_are_drawn():
    table = pd.concat(
        [
            tables.differences().assign(quantity=lambda t, k=k: f"{k}: " + t["quantity"])
            for k in range(9)
        ]
    )
    figure = figures.ruleset_differences(table)
    named = figure.finding.partition(": ")[2].partition(" −")[0]
    assert named in {text.replace("\n", " ") for text in drawn_texts(figure)}


def test_differences_are_told_as_means_with_the_relative_change():
    table = tables.differences().assign(first=[20.0, 9, 50, 6], second=[14.8, 8.9, 50.4, 9])
    table.loc[0, "is_by_definition"] = True
    table["is_by_definition"] = table["is_by_definition"].eq(True)
    assert figures.ruleset_differences(table).finding == (
        "advanced instead of basic: turns 6.0 → 9.0 (+50 %); 1 further of 4 differences established"
    )


def test_what_is_too_small_is_not_said_to_be_missing():
    table = tables.differences().assign(relevance="small")
    said = figures.ruleset_differences(table).finding
    assert said.endswith("no difference is established that matters beside what the rule sets")


def test_a_parameter_that_moves_nothing_is_not_said_to():
    table = tables.sweep()
    still = table[table["unit"] == "share"]
    assert figures.parameter_sweep(still).finding == "eat_return is not shown to move anything"
    by_rule = table.assign(is_by_definition=table["unit"] == "turns")
    assert figures.parameter_sweep(by_rule).finding == "eat_return is not shown to move anything"
    not_counted = table.assign(is_established=False)
    assert figures.parameter_sweep(not_counted).finding.endswith("is not shown to move anything")


def test_titles_rarely_rank_what_chance_alone_puts_apart():
    rng = np.random.default_rng(5)
    ranked = 0
    for _ in range(20):
        counts = rng.multinomial(400, [0.2] * 5, size=4)
        rows = [(s, v, counts[s][v]) for s in range(4) for v in range(5)]
        table = pd.DataFrame(rows, columns=["seat", "score", "games"])
        ranked += not figures.scores(table).finding.startswith("Everybody")
    assert ranked <= 1
