"""Figures: what they draw is what the table says, and what they say is what they draw."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

from reports import figures
from reports.palette import SERIES
from reports.style import PHONE, WIDE, ReportFigure, drawn_for, inline_svg, png_bytes, svg_text
from tests.reports import tables
from tests.reports.drawn import error_points, text_artists

TOLD = figures.told_of("encounter")
endings = partial(figures.endings, told=TOLD)
distribution = partial(figures.distribution, told=replace(TOLD, axis="colour", unit="points"))
winners_and_others = partial(figures.winners_and_others, told=replace(TOLD, unit="tiles"))
handicap_map = partial(figures.handicap_map, told=TOLD)
handicap_worth = partial(figures.handicap_worth, told=TOLD)
setups = partial(figures.setups, told=TOLD)

EVERY_FIGURE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "seat_shares": (figures.seat_shares, (tables.seats(0.22, 0.24, 0.26, 0.28),)),
    "seat_shares by group": (figures.seat_shares, (tables.grouped_seats(),)),
    "handicap_map": (handicap_map, (tables.tile_vectors(),)),
    "handicap_map of four": (handicap_map, (tables.four_seat_vectors(),)),
    "handicap_map of levels": (handicap_map, (tables.at_levels(tables.tile_vectors(), "group"),)),
    "handicap_worth": (handicap_worth, (tables.worth(),)),
    "confirmation": (figures.confirmation, (tables.confirmed(),)),
    "ruleset_differences of levels": (
        figures.ruleset_differences,
        (tables.at_levels(tables.differences()),),
    ),
    "parameter_sweep of levels": (figures.parameter_sweep, (tables.at_levels(tables.sweep()),)),
    "setups of levels": (setups, (tables.at_levels(tables.rock_sets()),)),
    "parameter_sweep": (figures.parameter_sweep, (tables.sweep(),)),
    "duel_path": (figures.duel_path, (tables.looks(),)),
    "strength_by_budget": (figures.strength_by_budget, (tables.budgets(),)),
    "strength_by_time": (figures.strength_by_time, (tables.times(),)),
    "strength_by_seat": (figures.strength_by_seat, (tables.by_seat(),)),
    "strength_by_setup": (figures.strength_by_setup, (tables.by_rocks(),)),
    "strategy_shares": (figures.strategy_shares, (tables.strategy_table(),)),
    "ruleset_differences": (figures.ruleset_differences, (tables.differences(),)),
    "strategy_matrix": (figures.strategy_matrix, (tables.matrix(),)),
    "ratings": (figures.ratings, (tables.rated(),)),
    "setups": (setups, (tables.rock_sets(),)),
    "endings": (endings, (tables.ended(),)),
    "game_length": (figures.game_length, (tables.lengths(),)),
    "scores": (figures.scores, (tables.score_counts(),)),
    "margins": (figures.margins, (tables.margin_counts(),)),
    "lead_development": (figures.lead_development, (tables.leads(),)),
    "lead_decided": (figures.lead_decided, (tables.decided(),)),
    "distribution": (distribution, (tables.values(),)),
    "winners_and_others": (winners_and_others, (tables.eaten_tiles(),)),
    "winners_and_others of actions": (figures.winners_and_others, (tables.actions(),)),
}


def axis_texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", list(EVERY_FIGURE))
def test_every_figure_says_what_a_reader_needs(name, theme):
    draw, arguments = EVERY_FIGURE[name]
    before = [argument.copy() for argument in arguments[:1]]
    figure = draw(*arguments, theme=theme)
    assert isinstance(figure, ReportFigure)
    assert re.sub(r"\s", " ", figure.get_suptitle()).replace("\u2011", "-") == figure.finding
    assert len(figure.finding) > 20
    assert "games" in figure.note
    assert "interval" in figure.note
    assert len(figure.alt_text) > 40
    shown = [axes for axes in figure.get_axes() if axes.axison]
    assert any(axes.get_xlabel() for axes in shown)
    pd.testing.assert_frame_equal(arguments[0], before[0])


@pytest.mark.parametrize("room", [WIDE, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("name", list(EVERY_FIGURE))
def test_titles_and_labels_stay_inside(name, room):
    draw, arguments = EVERY_FIGURE[name]
    with drawn_for(room):
        figure = draw(*arguments)
    assert figure.get_size_inches()[0] == room.width
    figure.draw_without_rendering()
    width, height = figure.bbox.width, figure.bbox.height
    for text in text_artists(figure):
        box = text.get_window_extent()
        assert box.x0 >= -1, text.get_text()
        assert box.x1 <= width + 1, text.get_text()
        assert box.y0 >= -1, text.get_text()
        assert box.y1 <= height + 1, text.get_text()


@pytest.mark.parametrize("name", list(EVERY_FIGURE))
def test_a_missing_column_and_an_empty_table_are_named(name):
    draw, (table, *others) = EVERY_FIGURE[name]
    needed = next(c for c in ("n", "games") if c in table.columns)
    with pytest.raises(figures.TableError, match=needed):
        draw(table.drop(columns=needed), *others)
    with pytest.raises(figures.TableError, match="at least one row"):
        draw(table.head(0), *others)


def test_drawing_leaves_the_settings_of_the_notebook_alone():
    before = dict(mpl.rcParams)
    figures.seat_shares(tables.seats(0.5, 0.5), theme="dark")
    assert dict(mpl.rcParams) == before


def test_an_unknown_theme_is_refused():
    with pytest.raises(ValueError, match="light, dark"):
        figures.seat_shares(tables.seats(0.5, 0.5), theme="sepia")


# --- seats -------------------------------------------------------------------------------------


def test_seat_shares_draw_the_intervals_and_the_fair_line():
    table = tables.seats(0.22, 0.24, 0.26, 0.28)
    (axes,) = figures.seat_shares(table).get_axes()
    expected = [(100 * s, k, 100 * s - 1, 100 * s + 1) for k, s in enumerate(table["share"])]
    np.testing.assert_allclose(error_points(axes), expected)
    fair = [line.get_xdata()[0] for line in axes.lines if line.get_linestyle() == "--"]
    assert fair == [25.0]
    markers = {c.lines[0].get_marker() for c in axes.containers}
    assert len(markers) == 4, "seats differ by more than colour"


@pytest.mark.parametrize(
    ("shares", "finding"),
    [
        (
            (0.225, 0.24, 0.25, 0.285),
            "The last player wins 28.5 % of the games, more than a fair share",
        ),
        ((0.29, 0.355, 0.355), "The start player wins 29.0 % of the games, less than a fair share"),
        ((0.334, 0.33, 0.336), "Nobody is shown to win more or less than the fair share of 33.3 %"),
    ],
)
def test_seat_findings(shares, finding):
    assert finding in figures.seat_shares(tables.seats(*shares)).finding


def test_seat_findings_name_the_group():
    assert "(balanced)" in figures.seat_shares(tables.grouped_seats()).finding


def test_seats_of_different_strategies_are_named_with_them():
    line_up = ["balanced", "balanced", "rusher"]
    table = tables.seats(0.46, 0.457, 0.083).assign(strategy=line_up, group="")
    figure = figures.seat_shares(table)
    finding = "The last player (rusher) wins 8.3 % of the games, less than the even share of 33.3 %"
    assert figure.finding == finding
    (axes,) = figure.get_axes()
    labels = [label.get_text() for label in axes.get_yticklabels()]
    places = ("start", "second", "last")
    wanted = [f"{k} player ({name})" for k, name in zip(places, line_up, strict=True)]
    assert labels == wanted
    assert "last player (rusher)" in figure.alt_text
    for same in ("", "rusher"):
        assert (
            "The last player wins 8.3 %" in figures.seat_shares(table.assign(strategy=same)).finding
        )
    two = pd.concat([table.assign(group="basic"), table.assign(group="advanced")])
    (axes,) = figures.seat_shares(two).get_axes()
    legend = [text.get_text().replace("\n", " ") for text in axes.get_legend().get_texts()]
    assert legend == labels


LONG_LABELS = [
    f"advanced, start_tiles=6,7,{k},9 max_shrimps={k}, balanced:depth={k}, rusher:greed=0.{k},"
    f" mcts:budget=500;exploration=0.{k}, random, rocks A side front first_space {k}"
    for k in range(64)
]


def cells_of_64(table: pd.DataFrame) -> pd.DataFrame:
    """The table for each of 64 cells, every one a little further from the fair share."""
    parts = []
    for k, label in enumerate(LONG_LABELS):
        part = table.assign(group=label)
        part.loc[part.index[0], "share"] += 0.002 * k
        part.loc[part.index[1], "share"] -= 0.002 * k
        parts.append(part.assign(low=part["share"] - 0.01, high=part["share"] + 0.01))
    return pd.concat(parts)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("n", [2, 4])
def test_seats_of_very_many_cells_stay_readable(n):
    whole = cells_of_64(tables.seats(*[1 / n] * n))
    figure = figures.seat_shares(whole)
    svg_text(figure)
    inline_svg(figure, "seats")
    (axes,) = figure.get_axes()
    assert axes.get_position().width > 0.4
    labels = axes.get_yticklabels()
    assert len(labels) == 12
    assert len({label.get_text() for label in labels}) == 12
    assert "Drawn: the 12 of 64 cells furthest from the fair share." in figure.note
    assert "The start player wins" in figure.finding
    assert "first_space 63" in figure.finding
    tops = [label.get_window_extent() for label in labels]
    for upper, lower in itertools.pairwise(tops):
        assert lower.y1 <= upper.y0 + 1, "labels do not overlap"


@pytest.mark.filterwarnings("error")
def test_strategies_and_endings_of_very_many_cells_stay_readable():
    shares = tables.strategy_table().drop(columns="group", errors="ignore").head(2)
    figure = figures.strategy_shares(cells_of_64(shares.reset_index(drop=True)))
    svg_text(figure)
    assert len(figure.get_axes()) == 12
    assert "Drawn: the 12 of 64 cells" in figure.note
    ended = tables.ended().drop(columns="group", errors="ignore")
    lengths = tables.lengths().drop(columns="group", errors="ignore")
    for draw, table in ((figures.endings, ended), (figures.game_length, lengths)):
        figure = draw(pd.concat(table.assign(group=label) for label in LONG_LABELS[:4]))
        svg_text(figure)
        assert figure.get_axes()[0].get_position().width > 0.4


def test_unknown_intervals_are_drawn_as_points():
    table = tables.seats(0.5, 0.5).assign(low=-math.inf, high=math.inf)
    figure = figures.seat_shares(table)
    assert "has no known end" in figure.note
    (axes,) = figure.get_axes()
    assert [point[2:] for point in error_points(axes)] == [(50, 50), (50, 50)]


def test_start_tile_map_of_two_has_a_cell_for_every_vector():
    table = tables.tile_vectors()
    axes = handicap_map(table).get_axes()[0]
    grid = np.asarray(axes.images[0].get_array())
    xs, ys = list(range(4, 9)), list(range(6, 12))
    for _, row in table.iterrows():
        a, b = (int(t) for t in row["handicap"].split(","))
        assert grid[ys.index(b), xs.index(a)] == pytest.approx(100 * row["advantage"])
    assert [t for t in axis_texts(axes) if "★" in t or "□" in t] == ["★ 0", "□ −2.0"]


def test_start_tile_list_shows_the_fairest_first_and_always_the_printed():
    figure = handicap_map(tables.four_seat_vectors())
    names = [label.get_text() for label in figure.get_axes()[0].get_yticklabels()]
    assert names[0] == "6-7-8-9"
    assert names[-1] == "□ 6-7-8-12"
    assert len(names) == 11
    assert figure.finding == (
        "Start tiles 6-7-8-9 look fairer than the printed 6-7-8-12: the farthest player is 0.10"
        " percentage points off instead of 8.00"
    )


def test_start_tile_findings_do_not_claim_what_the_intervals_do_not_show():
    wide = tables.tile_vectors().assign(low=0.0, high=0.2)
    assert handicap_map(wide).finding == (
        "Start tiles 6-8 look fairest, the printed 6-9 may be as fair"
    )
    table = tables.tile_vectors()
    printed = table.assign(is_fairest=table["is_printed"])
    assert "The printed start tiles 6-9 look fairest" in handicap_map(printed).finding
    unmarked = table.drop(columns=["is_printed", "is_fairest"])
    assert handicap_map(unmarked).finding == "Start tiles 4-6 look fairest of 30"


# --- comparisons ---------------------------------------------------------------------------------


def test_ruleset_differences_have_a_panel_for_every_unit():
    figure = figures.ruleset_differences(tables.differences())
    panels = figure.get_axes()
    assert [axes.get_xlabel() for axes in panels] == [
        "difference (points)",
        "difference (percentage points)",
        "difference (turns)",
    ]
    np.testing.assert_allclose(
        sorted(error_points(panels[0])), [(-5.2, 0, -5.6, -4.8), (-0.1, 1, -0.4, 0.2)]
    )
    fills = [container.lines[0].get_markerfacecolor() for container in panels[0].containers]
    assert fills[0] != fills[1] == SERIES[0], "established differences are filled"
    assert figure.finding == (
        "advanced instead of basic: score of the winner −5.2 points; 1 further of 4 differences"
        " established"
    )


def test_of_very_many_differences_the_clearest_are_drawn():
    table = pd.concat(
        [tables.differences().assign(comparison=f"{k} − basic") for k in range(30)]
    ).assign(unit="share")
    figure = figures.ruleset_differences(table)
    assert "The 14 clearest of 120." in figure.note
    assert "instead of basic: score of the winner" in figure.finding
    assert "59 further of 120" in figure.finding
    (axes,) = figure.get_axes()
    assert axes.get_xlabel() == "difference (percentage points)"
    assert len(error_points(axes)) == 14
    names = [label.get_text().replace("\n", " ") for label in axes.get_yticklabels()]
    assert all(name.endswith(" − basic)") for name in names)


def test_strength_by_seat_is_drawn_against_the_other_seats():
    figure = figures.strength_by_seat(tables.by_seat())
    assert figure.finding == (
        "Strength depends on the seat: a wins 8.0 percentage points less as the start player than"
        " elsewhere"
    )
    (axes,) = figure.axes
    points = {(round(x, 3), round(y)) for x, y, _, _ in error_points(axes)}
    assert points == {(-8, 0), (5, 0), (3, 0), (0.4, 1), (-0.6, 1), (0.2, 1)}
    assert all(high - low == pytest.approx(4) for _, _, low, high in error_points(axes))
    assert [text.get_text() for text in axes.get_yticklabels()] == ["a", "b"]
    nothing = tables.by_seat().assign(is_established=False)
    assert figures.strength_by_seat(nothing).finding.startswith("No strategy is established")


def test_strength_by_set_up_names_what_was_picked_as_a_screen():
    figure = figures.strength_by_setup(tables.by_rocks())
    assert figure.finding == (
        "Strength depends on the rocks: b wins 6.0 percentage points more with rocks AC than"
        " elsewhere (screening)"
    )
    assert "(screening)" in figure.note
    nothing = tables.by_rocks().assign(is_picked=False)
    wanted = "No strategy is found to depend on the rocks (screening)"
    assert figures.strength_by_setup(nothing).finding == wanted


@pytest.mark.filterwarnings("error")  # matplotlib warns where axes have no room left
def test_a_long_legend_leaves_room_for_the_axes_on_a_phone():
    with drawn_for(PHONE):
        table = tables.by_rocks().assign(setup_choice="cards for specials on display")
        figure = figures.strength_by_setup(table)
    figure.draw_without_rendering()
    assert figure.axes[0].get_window_extent().width > 0.5 * figure.bbox.width


def test_strategy_shares_have_a_panel_for_every_group():
    figure = figures.strategy_shares(tables.strategy_table())
    assert [axes.get_title(loc="left") for axes in figure.get_axes()] == ["basic", "advanced"]
    assert (
        figure.finding == "a wins 70.0 % of the games (advanced), more than the even share of 50 %"
    )


def test_sweeps_draw_what_moves_most():
    figure = figures.parameter_sweep(tables.sweep())
    titles = [axes.get_title(loc="left").replace("\n", " ") for axes in figure.get_axes()]
    assert titles == ["turns (turns)", "games in which somebody ate a guarded coral (%)"]
    assert figure.finding == "eat_return moves turns: 30.0 with 3 and 50.0 with 5 (turns)"
    ticks = [label.get_text() for label in figure.get_axes()[0].get_xticklabels()]
    assert ticks == ["3", "4", "5", "10"]


def test_sweeps_need_values_to_compare():
    table = tables.sweep()
    whole = pd.concat([table.astype({"value": float}), table.head(1).assign(value=np.nan)])
    labels = figures.parameter_sweep(whole).get_axes()[0].get_xticklabels()
    assert [label.get_text() for label in labels] == ["3", "4", "5", "10"]
    with pytest.raises(figures.TableError, match="two values"):
        figures.parameter_sweep(table[table["value"] == 4])


def test_worth_of_a_tile():
    table = tables.worth()
    finding = handicap_worth(table).finding
    assert (
        finding
        == "One more start tile helps everybody, the second player by 3.0 (2.0 to 4.0) percentage"
        " points"
    )
    apart = handicap_worth(table.assign(low=table["share"] - 0.004, high=table["share"] + 0.004))
    assert (
        apart.finding
        == "One more start tile is worth most to the second player: 3.0 (2.6 to 3.4) percentage"
        " points"
    )
    one = handicap_worth(table.assign(low=[-0.01, 0.01]))
    helps = "One more start tile helps the second player by 3.0 (1.0 to 4.0)"
    assert one.finding.startswith(helps)
    open_table = table.assign(low=-0.1)
    assert "not shown to be worth anything" in handicap_worth(open_table).finding


def test_duel_path_ends_with_the_verdict():
    assert figures.duel_path(tables.looks()).finding == (
        "a won 56 % of 800 games against b, more than the even 50 %"
    )
    open_yet = figures.duel_path(tables.looks().assign(low=0.4))
    assert open_yet.finding.endswith("; that a wins more or less than 50 % is not shown")


def test_strength_by_budget_runs_from_the_smallest_to_the_largest():
    figure = figures.strength_by_budget(tables.budgets())
    assert figure.finding == (
        "From 51 % of the wins against planner with a budget of 25 to 69 % with 1,600"
    )
    points = error_points(figure.get_axes()[0])
    assert [round(y) for _, y, _, _ in points] == [51, 60, 69]
    assert [(round(low), round(high)) for _, _, low, high in points] == [
        (46, 56),
        (55, 65),
        (64, 74),
    ]


def test_strength_by_time_names_the_strongest_and_the_fastest_that_may_be_as_strong():
    figure = figures.strength_by_time(tables.times())
    assert figure.finding == (
        "Strongest is slow with 120 ms a game; middling is not shown to be weaker with 2 ms"
    )
    points = error_points(figure.get_axes()[0])
    assert [(x, y) for x, y, _, _ in points] == [(0.05, -250), (2, 280), (120, 300)]
    alone = tables.times().assign(low=lambda t: t["rating"] - 5, high=lambda t: t["rating"] + 5)
    assert figures.strength_by_time(alone).finding.endswith("ms a game")


def test_the_table_may_say_what_is_established():
    table = tables.differences().assign(is_established=False)
    assert figures.ruleset_differences(table).finding == (
        "advanced instead of basic: none of 4 differences is established"
    )


def test_strategy_matrix_is_in_order_of_strength_and_marks_what_is_decided():
    table = tables.matrix()
    table.loc[table["strategy"] == "b", ["low", "high"]] = [0.0, 1.0]
    axes = figures.strategy_matrix(table).get_axes()[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b", "c"]
    assert sorted(axis_texts(axes)) == sorted(["60▲", "90▲", "70", "40", "10▼", "30▼"])


def test_matrix_findings():
    assert figures.strategy_matrix(tables.matrix()).finding == "a beats every other strategy"
    assert figures.strategy_matrix(tables.matrix().head(1)).finding == "a beats b"
    open_table = tables.matrix().assign(low=0.0, high=1.0)
    assert "No strategy" in figures.strategy_matrix(open_table).finding
    is_open = tables.matrix()["strategy"] == "a"
    some = tables.matrix().assign(low=lambda t: t["low"].where(~is_open, 0.0))
    assert figures.strategy_matrix(some).finding == "b beats c, 1 of 2 opponents"


def test_ratings_are_sorted_and_honest_about_overlap():
    figure = figures.ratings(tables.rated())
    points = error_points(figure.get_axes()[0])
    assert [x for x, *_ in points] == [120, 20, -140]
    assert figure.finding == "a is rated best, 100 Elo ahead of b"
    wide = tables.rated().assign(low=-500.0, high=500.0)
    assert "Not shown which is the best of a, b and c" in figures.ratings(wide).finding
    tested = wide.assign(is_behind=[True, False, True])  # the differences themselves decide
    assert figures.ratings(tested).finding.startswith("a is rated best")
    assert figures.ratings(tested.assign(is_behind=[False, False, True])).finding == (
        "Not shown which is the best of a and b"
    )


# --- set-ups -------------------------------------------------------------------------------------


def test_setups_draw_every_rock_cell_of_every_row():
    figure = setups(tables.rock_sets())
    small, axes = figure.get_axes()
    maps = small.child_axes
    assert [len(each.patches) for each in maps] == [66] * 6
    assert [axis_texts(each) for each in maps] == [[*pair] for pair in tables.rock_sets()["value"]]
    assert [x for x, *_ in error_points(axes)] == pytest.approx([50, 51, 49, 50, 50.5, 56])
    assert (
        figure.finding
        == "Rocks CD moves the share of the start player's wins, to 56.0 % where 50 % is the mean"
    )


def test_setups_claim_only_what_is_established():
    table = tables.rock_sets().assign(is_established=False)
    finding = figures.setups(table).finding
    assert finding.startswith("Rocks: not shown to change the share")
    table.loc[1, "is_established"] = True
    assert figures.setups(table).finding.startswith("Rocks AC moves the share")


def test_setups_widen_intervals_for_their_number_where_nothing_was_tested():
    table = tables.rock_sets()
    table.loc[5, ["share", "low", "high"]] = [0.523, 0.503, 0.543]
    assert figures.setups(table).finding.startswith("Rocks: not shown to change")
    assert figures.setups(table.tail(1)).finding.startswith("Rocks CD moves")


def test_setups_without_maps_and_without_a_reference():
    table = tables.rock_sets().drop(columns=["value", "reference"])
    figure = figures.setups(table)
    assert len(figure.get_axes()) == 1
    assert "varies by 7" in figure.finding


# --- files ---------------------------------------------------------------------------------


def test_svg_is_reproducible_and_carries_its_alt_text():
    texts = [svg_text(figures.ratings(tables.rated())) for _ in range(2)]
    assert texts[0] == texts[1]
    assert 'role="img" aria-label="Ratings in Elo, best first.' in texts[0]
    assert "<dc:date>" not in texts[0]


def test_png_carries_its_alt_text():
    figure = figures.ratings(tables.rated())
    png = png_bytes(figure)
    assert png.startswith(b"\x89PNG")
    assert figure.alt_text.encode() in png


def test_inline_figures_follow_the_page_and_do_not_clash():
    texts = [inline_svg(figures.ratings(tables.rated()), name) for name in ("one", "two")]
    assert "var(--ink)" in texts[0]
    assert "#1d2328" not in texts[0]
    ids = [set(re.findall(r' id="([^"]+)"', text)) for text in texts]
    assert ids[0]
    assert not ids[0] & ids[1]
    for text, names in zip(texts, ids, strict=True):
        used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
        assert used <= names
