"""The page of a report and the files beside it, parsed."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from analyzer.tables import Shown
from analyzer.wording import unbroken
from reports.figures import FIGURES, told_of
from reports.page import (
    MAX_OPEN,
    MAX_ROWS,
    Report,
    Section,
    open_sections,
    page_html,
    table_html,
    write_report,
)
from reports.sections import sections_of
from reports.study_page import study_report
from reports.style import PHONE, ReportFigure, drawn_for
from tests.reports import tables
from tests.reports.test_figures import EVERY_FIGURE

VOID = {"meta", "link", "br", "img", "input"}


class Parsed(HTMLParser):
    """A page as a list of tags with attributes, checked for balance."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == [], f"never closed: {self._open}"

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open, f"</{tag}> without a start"
        assert self._open.pop() == tag

    def handle_data(self, data):
        if data.strip() and "style" not in self._open:
            self.words.append(data.strip())

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def full_report() -> Report:
    """A report with every figure."""
    sections = []
    for name, (draw, arguments) in EVERY_FIGURE.items():
        figure = draw(*arguments)
        with drawn_for(PHONE):
            phone = draw(*arguments)
        key = name.replace(" ", "-")
        found = figure.finding
        sections.append(Section(key, name, found, figure, arguments[0], phone=phone))
    return Report(
        title="a <report> & more",
        finding="Seat 3 wins 28.0 % of the games",
        meta="10,000 games",
        players=[("expert", "judges <many> turns")],
        lists=[("Established", [f"Claim {k}." for k in range(7)]), ("Open", ["Nothing."])],
        sections=sections,
        settings=[("seed", "7"), ("versions", "reef 1 & python 3")],
        method=["Played by <nobody>."],
        reproduce=["reef simulate --games 10000"],
        notices=["This run is not finished."],
        summary={"games": 10_000, "odd": [math.nan, np.float64(0.5), np.int64(3)]},
    )


@pytest.fixture(scope="module")
def report() -> Report:
    return full_report()


@pytest.fixture(scope="module")
def page(report) -> str:
    return page_html(report)


def test_the_page_is_whole_and_needs_nothing(page):
    parsed = Parsed(page)
    assert parsed.named("script") == []
    for _, attrs in parsed.tags:
        for key in ("src", "href", "xlink:href"):
            address = attrs.get(key)
            assert address is None or address.startswith(("#", "data:")), address
    assert not re.search(r"url\((?!#)", page)
    assert "@import" not in page


def test_ids_are_unique(page):
    ids = [attrs["id"] for _, attrs in Parsed(page).tags if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_the_page_opens_with_the_finding_one_picture_and_who_played(page):
    order = ('class="finding"', "<figure>", '<dl class="players">', "Established")
    places = [page.index(part) for part in order]
    assert places == sorted(places)
    assert "judges &lt;many&gt; turns" in page
    assert "28.0\u00a0%" in page
    assert "a &lt;report&gt; &amp; more" in page


def test_every_figure_has_alt_text_and_a_caption(page, report):
    drawings = Parsed(page).named("svg")
    assert {attrs["role"] for attrs in drawings} == {"img"}
    labels = sorted(str(attrs["aria-label"]) for attrs in drawings)
    wanted = [text for s in report.sections for text in (s.figure.alt_text, s.phone.alt_text)]
    assert labels == sorted(wanted), "one for desks and one for phones"
    assert page.count("<figcaption>") == len(report.sections)


def test_a_few_figures_are_seen_and_the_rest_is_folded(page, report):
    seen, folded = page.split('<div class="folds">')
    assert seen.count("<figure>") == len(open_sections(report.sections)) == MAX_OPEN
    assert folded.count("<figure>") == len(report.sections) - MAX_OPEN
    assert folded.count("<figure>") == folded.split('<details class="fold">')[3].count("<figure>")
    assert (seen.count("<li>"), folded.count("<li>")) == (5, 2 + 1)
    titles = re.findall(r'<details class="fold"><summary>([^<]*)', folded)
    assert titles[:2] == ["Established: further (2)", "Open (1)"]
    assert titles[-1].startswith("How this was made")


def test_tall_figures_do_not_push_others_out(report):
    tall = [replace(s, figure=ReportFigure(figsize=(6, 20))) for s in report.sections[1:3]]
    shown = open_sections([report.sections[0], *tall, *report.sections[3:]])
    assert not {s.name for s in tall} & {s.name for s in shown}
    assert len(shown) == MAX_OPEN
    assert len(open_sections(tall)) == 1, "a page without a picture would be none"


def test_a_figure_without_a_finding_has_its_topic_as_a_heading():
    figure = ReportFigure(figsize=(6, 2))
    sections = [Section("a", "One", "Found.", figure), Section("b", "Two", "", figure)]
    words = Parsed(page_html(Report("run", "Found.", sections=sections))).words
    assert words.count("Two") == 1


def test_titles_of_figures_are_headings_and_not_drawn_twice(page, report):
    words = Parsed(page).words
    for section in report.sections[1:]:
        assert words.count(unbroken(section.finding)) == 1


def test_the_page_is_small_and_the_same_every_time(page, report):
    assert len(page.encode()) < 2_000_000
    assert page_html(report) == page


def test_files_beside_the_page(report, tmp_path):
    path = write_report(report, tmp_path / "out")
    assert path == tmp_path / "out" / "report.html"
    for section in report.sections:
        assert (tmp_path / "out" / "figures" / f"{section.name}.svg").is_file()
        assert (tmp_path / "out" / "figures" / f"{section.name}.png").is_file()
    written = pd.read_csv(tmp_path / "out" / "tables" / "ratings.csv")
    pd.testing.assert_frame_equal(written, tables.rated())
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert summary["finding"] == report.finding
    assert summary["findings"]["ratings"] == "a is rated best, 100 Elo ahead of b"
    assert summary["odd"] == [None, 0.5, 3]
    assert set(summary["tables"]) == {section.name for section in report.sections}


def test_a_report_without_games_is_a_page(tmp_path):
    report = Report("run", "No games have been played yet", notices=["There is nothing to report."])
    path = write_report(report, tmp_path)
    parsed = Parsed(path.read_text(encoding="utf-8"))
    assert "There is nothing to report." in parsed.words
    assert parsed.named("svg") == []


# --- tables --------------------------------------------------------------------------------------


def cells(df: pd.DataFrame) -> list[list[str]]:
    body = table_html(df).split("<tbody>")[1]
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in body.split("</tr>")[:-1]]


def test_numbers_have_the_digits_that_their_intervals_support():
    assert cells(tables.seats(0.2512345, half=0.0012)) == [
        ["start player", "25.12 %", "25.00 %", "25.24 %", "10,000"]
    ]
    assert cells(tables.rated().head(1)) == [["b", "20", "5", "35", "3,000"]]


def test_unknown_ends_are_said_to_be_unknown():
    table = tables.seats(0.5).assign(low=-math.inf, high=math.inf)
    assert cells(table) == [["start player", "50.0 %", "unknown", "unknown", "10,000"]]


def test_long_tables_are_cut_and_say_so():
    text = table_html(pd.DataFrame({"x": range(500)}), "tables/x.csv")
    assert text.count("<tr>") == MAX_ROWS + 1
    assert f"the first {MAX_ROWS} of 500 rows; all are in tables/x.csv" in text


def test_booleans_p_values_and_blank_columns():
    table = pd.DataFrame({"a": [True], "p_holm": [0.00004], "b": [""], "c": [np.nan]})
    assert cells(table) == [["yes", "&lt; 0.001"]]


# --- studies -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(EVERY_FIGURE))
def test_every_table_is_drawn_as_its_maker_says(name):
    draw, (table, *_) = EVERY_FIGURE[name]
    known = next(key for key, figure in FIGURES.items() if figure is getattr(draw, "func", draw))
    shown = Shown(known, "A {one}", unit="points", axis="colour")
    (section,) = sections_of("a", table, shown, told_of("encounter"))
    assert section.figure is not None
    assert type(section.figure) is type(draw(table))
    assert section.figure.axes[0].get_xlabel() or len(section.figure.axes) > 1
    assert (section.name, section.topic) == ("a", "A start tile")
    assert len(section.table) == len(table)


def test_a_table_may_become_several_figures():
    both = pd.concat([tables.rated().assign(group=g) for g in ("2 players", "3 players")])
    drawn = list(sections_of("r", both, Shown("ratings", "Elo", split="group"), told_of("")))
    assert [(s.name, s.topic) for s in drawn] == [
        ("r-2-players", "Elo: 2 players"),
        ("r-3-players", "Elo: 3 players"),
    ]
    assert [len(s.table) for s in drawn] == [3, 3]


def test_a_table_without_the_columns_of_its_figure_has_no_section():
    assert list(sections_of("a", tables.rated(), Shown("margins"), told_of(""))) == []
    assert list(sections_of("a", tables.rated(), Shown("nothing"), told_of(""))) == []


def test_tables_of_older_studies_are_drawn_under_their_old_names():
    old = tables.tile_vectors().rename(columns={"handicap": "start_tiles"})
    rocks = tables.rock_sets().rename(columns={"value": "rocks"})
    report = study_report({}, {"map": old, "setups": rocks}, "mine", "encounter")
    found = {section.name: section for section in report.sections}
    assert found["map"].topic == "Map of start tiles"
    assert "Start tiles 6-8 look fairer than the printed 6-9" in found["map"].finding
    assert len(found["setups"].figure.axes) == 2, "thumbnails beside the shares"


def test_a_study_says_which_figure_shows_a_table():
    results = {"figures": {"mine": {"figure": "ratings", "heading": "Who is best"}}}
    (section,) = study_report(results, {"mine": tables.rated()}, "x", "encounter").sections
    assert (section.topic, section.finding) == (
        "Who is best",
        "a is rated best, 100 Elo ahead of b",
    )


def test_a_study_becomes_a_report():
    results = {
        "study": "balance",
        "finding": "Seat 3 has an advantage.",
        "verdicts": ["One < two.", "Two."],
        "not_established": [],
        "outlook": ["More games."],
        "settings": {"players": 4, "tiles": [6, 7]},
        "seed": 7,
        "games": 40_000,
        "versions": {"python": "3.11"},
        "reproduce": "reef balance --players 4",
        "warnings": ["Small sample."],
        "tables": ["more.csv", "map.csv", "seats.csv"],
    }
    both = pd.concat([tables.tile_vectors().assign(group=g) for g in ("random", "balanced")])
    found = {"more": pd.DataFrame({"x": [1]}), "seats": tables.seats(0.2, 0.3, 0.24, 0.26)}
    found["map"] = both
    report = study_report(results, found, "mine", "encounter")
    assert report.finding == "Seat 3 has an advantage."
    assert report.meta == "Reef Encounter, 40,000 games"
    assert [s.name for s in report.sections] == ["map", "seats", "more"]
    assert report.sections[0].topic == "Map of start tiles"
    assert dict(report.lists)["Established"] == ["One < two.", "Two."]
    assert ("tiles", "6, 7") in report.settings
    assert report.reproduce == ["reef balance --players 4"]
    page = page_html(report)
    assert "One &lt; two." in Parsed(page).words or "One < two." in Parsed(page).words
    assert "Not established" not in page


def test_an_empty_study_is_a_page():
    report = study_report({}, {}, "mine", "encounter")
    assert report.finding == "The study has no results yet"
    Parsed(page_html(report))
