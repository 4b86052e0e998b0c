"""Figures of how games went: the course of the game, and points."""

from __future__ import annotations

import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer

from reports import figures
from tests.reports import tables
from tests.reports.drawn import error_points
from tests.reports.test_figures import TOLD, distribution, endings, winners_and_others

# --- the course of the game ----------------------------------------------------------------------


def test_endings_are_bars_of_their_share():
    figure = endings(tables.ended())
    (axes,) = figure.get_axes()
    bars = next(c for c in axes.containers if isinstance(c, BarContainer))
    assert [bar.get_width() for bar in bars] == pytest.approx([20, 60, 19, 1])
    assert figure.finding == "The games ended most often by a fourth shrimp eaten (60.0 %)"
    assert figure.note.endswith("No game ended by no placement left.")


def test_game_length_counts_every_game():
    figure = figures.game_length(tables.lengths())
    (axes,) = figure.get_axes()
    heights = [bar.get_height() for bar in axes.containers[0]]
    assert sum(heights) == pytest.approx(100)
    assert "at most 30 turns" in figure.finding


def test_wide_histograms_put_values_together():
    table = pd.DataFrame({"turns": range(20, 420), "games": 1})
    (axes,) = figures.game_length(table).get_axes()
    bars = axes.containers[0]
    assert len(bars) <= 60
    assert sum(bar.get_height() for bar in bars) == pytest.approx(100)


def test_lead_development_draws_a_line_for_every_group():
    figure = figures.lead_development(tables.leads())
    (axes,) = figure.get_axes()
    assert len(error_points(axes)) == 8
    styles = {container.lines[0].get_linestyle() for container in axes.containers}
    assert len(styles) == 2
    assert figure.finding == "After round 4 the winner was not yet clearly ahead of the best other"
    behind = tables.leads().replace({"winner": "best other", "best other": "winner"})
    behind = behind[behind["round"] == 8].sort_values("score")
    assert figures.lead_development(behind).finding == (
        "After round 8 the winner was 3.00 points behind the best other on average"
    )
    late = tables.leads()[lambda t: t["round"] > 4]
    assert (
        "was 3.00 points ahead of the best other on average"
        in figures.lead_development(late).finding
    )


def test_rounds_of_few_games_are_left_out_of_the_lead():
    table = tables.leads()
    table["n"] = table["round"].map({4: 400, 8: 30, 12: 29, 16: 1})
    figure = figures.lead_development(table)
    (axes,) = figure.get_axes()
    assert {point[0] for point in error_points(axes)} == {4, 8}
    assert "Left out, with fewer than 30 games: rounds 12 and 16." in figure.note
    assert "round 12" not in figure.alt_text
    assert "Left out" not in figures.lead_development(tables.leads()).note


def test_the_lead_of_a_single_game_has_no_interval():
    figure = figures.lead_development(tables.leads().assign(n=1))
    (axes,) = figure.get_axes()
    points = error_points(axes)
    assert len(points) == 8
    assert all(low == high for _, _, low, high in points)
    assert "Fewer than 30 games" in figure.note
    assert "no known end" in figure.note
    assert figure.finding == "After round 4 the winner was not yet clearly ahead of the best other"


def test_lead_decided():
    figure = figures.lead_decided(tables.decided())
    assert figure.finding == (
        "The lead is settled in half of the games once 70 % of the turns are played, in 18 % of"
        " the games only in the last tenth"
    )
    late = tables.decided().assign(games=[0] * 9 + [50])
    assert figures.lead_decided(late).finding == (
        "The lead is settled in 100 % of the games only in the last tenth of the turns"
    )
    assert "2.3 times a game" in figure.note


# --- points --------------------------------------------------------------------------------


def test_scores_have_a_panel_for_every_seat():
    figure = figures.scores(tables.score_counts(3))
    assert len(figure.get_axes()) == 3
    assert figure.finding == ("Points on average: 30.0 (start player) to 32.0 (last player)")


def test_margins():
    finding = figures.margins(tables.margin_counts()).finding
    assert finding == (
        "Half of the games are won by at most 6 points; in 10 % the first two are level on points"
    )
    clear = tables.margin_counts()[lambda t: t["margin"] > 0]
    assert figures.margins(clear).finding == "Half of the games are won by at most 6 points"


def test_distributions_fill_the_width_in_the_looks_of_the_game():
    figure = distribution(tables.values())
    (axes,) = figure.get_axes()
    rows: dict[int, float] = {}
    for bar in axes.patches:
        row = round(bar.get_y() + bar.get_height() / 2)
        rows[row] = rows.get(row, 0) + bar.get_width()
    assert rows == pytest.approx(dict.fromkeys(range(5), 100.0))
    assert figure.finding.startswith("Points on average: ")
    fills = {bar.get_hatch(): to_hex(bar.get_facecolor()) for bar in axes.patches}
    assert fills["--"] == TOLD.drawing.looks["y"].fill
    level = tables.values().assign(games=1)
    assert distribution(level).finding == "Points: about 3.0 on average for every colour"


def test_winners_are_compared_with_others():
    assert winners_and_others(tables.eaten_tiles()).finding == (
        "Winners and others were farthest apart in white: 2.00 against 1.20 (tiles)"
    )
    figure = figures.winners_and_others(tables.actions())
    assert "attacks made: 6.00 against 3.00" in figure.finding
    assert len(error_points(figure.get_axes()[0])) == 6
    level = tables.actions().assign(low=0.0, high=9.0)
    assert "do not differ beyond the intervals" in figures.winners_and_others(level).finding
    winners = tables.actions()[lambda t: t["group"] == "winners"]
    assert figures.winners_and_others(winners).finding.startswith(
        "Most frequent in these games: attacks made, 6"
    )


# --- titles state what is drawn --------------------------------------------------------------


def test_seats_that_make_the_same_points_are_not_ranked():
    table = tables.score_counts(2)
    same = pd.concat([table[table["seat"] == 0].assign(seat=seat) for seat in (0, 1)])
    assert figures.scores(same).finding == "Everybody made about 30.0 points on average"
    noisy = pd.DataFrame(
        [(0, 2, 50), (0, 4, 52), (1, 2, 52), (1, 4, 50)], columns=["seat", "score", "games"]
    )
    assert figures.scores(noisy).finding == "Everybody made about 3.00 points on average"


def test_the_most_frequent_ending_of_every_group_is_named():
    groups = [tables.ended().assign(group="basic"), tables.ended().assign(group="advanced")]
    groups[1]["share"] = groups[1]["share"].to_numpy()[::-1]
    groups[1] = groups[1].assign(low=groups[1]["share"] - 0.01, high=groups[1]["share"] + 0.01)
    groups[1].loc[0, ["share", "low", "high"]] = [0.7, 0.69, 0.71]
    assert endings(pd.concat(groups)).finding == (
        "The games ended most often by a fourth shrimp eaten with basic (60.0 %); all coral tiles"
        " locked with advanced (70.0 %)"
    )
    alike = pd.concat([tables.ended().assign(group=group) for group in ("basic", "advanced")])
    assert endings(alike).finding == (
        "The games ended most often by a fourth shrimp eaten, everywhere (in 60.0 % or more)"
    )
    many = pd.concat([*groups[:1], *(groups[1].assign(group=str(k)) for k in range(4))])
    assert endings(many).finding.startswith("The games ended most often by all coral")


def test_lengths_of_groups_are_told_apart():
    long = tables.lengths().assign(group="advanced", turns=lambda t: t["turns"] + 20)
    both = pd.concat([tables.lengths().assign(group="basic"), long])
    assert figures.game_length(both).finding == (
        "Half of the games last at most so many turns: 30 (basic) and 50 (advanced)"
    )
