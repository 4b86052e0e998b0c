"""The viewer in a real browser, opened from disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.games.encounter.replay import replay_document
from analyzer.records.files import game_of_record
from reports.replay.html import viewer_page
from tests.reports.browser import Browser
from tests.reports.games import (
    ANALYSED_GAME,
    human_document,
    human_record,
    reef_record,
    uniform_record,
)

SIZES = {"desktop": (1280, 800, False), "phone": (390, 844, True)}


@pytest.fixture(scope="module")
def human_page(tmp_path_factory) -> Path:
    path: Path = tmp_path_factory.mktemp("viewer") / "human.html"
    path.write_text(viewer_page(human_document(), "human game"), encoding="utf-8")
    return path


def heading(browser: Browser) -> str:
    return str(browser.evaluate("document.getElementById('turn-title').textContent"))


def current(browser: Browser) -> str:
    return str(browser.evaluate("document.querySelector('#actions .now').textContent"))


def test_it_opens_without_errors_and_asks_for_nothing(browser, human_page):
    browser.resize(*SIZES["desktop"])
    browser.open(human_page)
    assert heading(browser) == "Set-up"
    assert browser.complaints() == []
    assert browser.requests() == [human_page.resolve().as_uri()]


def test_keys_step_by_action_and_by_turn(browser, human_page):
    browser.open(human_page)
    browser.press("ArrowRight")
    assert heading(browser).startswith("Turn 0 of 0–19 · start player")
    assert current(browser).startswith("grows white with 3 tiles")
    browser.press("ArrowRight")
    assert current(browser).startswith("introduces a shrimp at De4")
    browser.press("ArrowLeft")
    assert current(browser).startswith("grows white")
    browser.press("PageDown")
    assert current(browser).startswith("drafts the grey space")
    browser.press("PageDown")
    assert heading(browser).startswith("Turn 1 of 0–19 · second player")
    browser.press("End")
    assert heading(browser) == "End of the game"
    browser.press("ArrowRight")
    assert heading(browser) == "End of the game"
    browser.press("Home")
    assert heading(browser) == "Set-up"
    assert browser.complaints() == []


def test_the_drawing_follows(browser, human_page):
    browser.open(human_page, "#turn=0")
    shown = browser.evaluate("document.querySelector('#board > :last-child title').textContent")
    assert "e4 white, shrimp of the start player; " in shown
    assert "d4 white, protected" in shown
    browser.press("Home")
    shown = browser.evaluate("document.querySelector('#board > :last-child title').textContent")
    assert "shrimp" not in shown


def test_changes_are_marked_for_the_action_and_for_the_turn(browser, human_page):
    browser.open(human_page, "#turn=0&action=0")
    count = "document.querySelectorAll('#board .changed.{}').length"
    assert browser.evaluate(count.format("now")) == 4
    browser.press("ArrowRight")
    assert browser.evaluate(count.format("now")) == 1
    assert browser.evaluate(count.format("before")) == 3
    browser.press("PageDown")
    browser.press("ArrowRight")
    assert browser.evaluate(count.format("before")) == 0


def test_the_address_names_the_turn_both_ways(browser, human_page):
    browser.open(human_page, "#turn=12")
    assert heading(browser).startswith("Turn 12 ")
    browser.press("ArrowLeft")
    assert browser.evaluate("location.hash") == "#turn=12&action=3"
    browser.open(human_page, "#turn=12&action=3")
    assert current(browser).startswith("plays green alga onto coral tile 6")
    browser.evaluate("location.hash = '#turn=3'")
    browser.evaluate("new Promise(requestAnimationFrame)")
    assert heading(browser).startswith("Turn 3 ")
    browser.open(human_page, "#turn=999")
    assert heading(browser) == "Set-up"
    assert browser.complaints() == []


def test_the_slider_reaches_every_frame(browser, human_page):
    browser.open(human_page)
    n_frames = len(human_document()["frames"])
    assert browser.evaluate("document.getElementById('slider').max") == str(n_frames - 1)
    for k in (5, n_frames - 1, 0):
        browser.evaluate(
            f"(() => {{ const s = document.getElementById('slider'); s.value = {k};"
            " s.dispatchEvent(new Event('input')); })()"
        )
        assert browser.evaluate("document.querySelectorAll('#actions .now').length") == 1
    assert heading(browser) == "Set-up"


def test_hidden_holdings_toggle(browser, human_page):
    browser.open(human_page, "#turn=5")
    text = "document.getElementById('players').textContent"
    assert "parrotfish" in browser.evaluate(text)
    browser.press("h")
    assert "parrotfish" not in browser.evaluate(text)
    assert "points" not in browser.evaluate(text)
    assert "consumed" in browser.evaluate(text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("n_players", [2, 4])
def test_nothing_overflows(browser, tmp_path, artefacts, n_players, size, scheme):
    record = human_record() if n_players == 2 else uniform_record("manual", 4, limit=20)
    record["players"][0] = "a_name_without_any_space_that_is_long"
    path = tmp_path / "viewer.html"
    path.write_text(viewer_page(replay_document(record), "game"), encoding="utf-8")
    browser.resize(*SIZES[size])
    browser.prefer(scheme)
    browser.open(path, "#turn=16")
    browser.screenshot(artefacts / f"viewer-{n_players}-{size}-{scheme}.png")
    assert browser.overflow() == []
    browser.press("End")
    assert browser.overflow() == []
    assert browser.complaints() == []


@pytest.mark.parametrize("n_players", [2, 3, 4])
@pytest.mark.parametrize("game", ["encounter", "reef"])
def test_one_desktop_screen_shows_everything(browser, tmp_path, game, n_players):
    is_reef = game == "reef"
    record = reef_record(n_players) if is_reef else uniform_record("basic", n_players, limit=20)
    path = tmp_path / "viewer.html"
    document = game_of_record(record).replay(record)
    path.write_text(viewer_page(document, "game"), encoding="utf-8")
    browser.resize(*SIZES["desktop"])
    browser.open(path, "#turn=12")
    areas = ("board", "beside", "players", "actions", "charts")
    bottoms = [
        browser.evaluate(f"document.getElementById('{area}').getBoundingClientRect().bottom")
        for area in areas
    ]
    assert max(bottoms) <= 800
    assert browser.evaluate("document.documentElement.scrollHeight") == 800
    drawn = browser.evaluate(
        "[...document.querySelectorAll('main svg')].map((e) => e.getBoundingClientRect().height)"
    )
    assert min(drawn) > 15


def test_it_plays_by_itself_until_a_reader_steps_in(browser, human_page):
    browser.open(human_page)
    label = "document.getElementById('play').getAttribute('aria-label')"
    browser.press("p")
    assert browser.evaluate(label) == "pause"
    wait = "new Promise((done) => setTimeout(done, 1500))"
    browser.call("Runtime.evaluate", expression=wait, awaitPromise=True)
    assert heading(browser).startswith("Turn 0 ")
    browser.press("ArrowRight")
    assert browser.evaluate(label) == "play"


def test_a_click_on_the_chart_leads_to_the_turn(browser, human_page):
    browser.resize(*SIZES["desktop"])
    browser.open(human_page)
    lines = "document.querySelectorAll('.points polyline').length"
    assert browser.evaluate(lines) == 2
    browser.evaluate(
        "(() => { const chart = document.querySelector('.points');"
        " const clientX = chart.getBoundingClientRect().right - 1;"
        " chart.dispatchEvent(new MouseEvent('click', { clientX })); })()"
    )
    assert heading(browser) == "End of the game"
    browser.press("h")
    assert browser.evaluate(lines) == 0


# --- an analysed game ----------------------------------------------------------------------------


def test_the_analysed_game_of_two_people_opens_in_one_screen(browser, artefacts):
    browser.resize(*SIZES["desktop"])
    browser.prefer("light")
    browser.open(ANALYSED_GAME)
    marks = "document.querySelectorAll('.odds .mark').length"
    assert 0 < browser.evaluate(marks) <= 5
    assert browser.evaluate("document.querySelectorAll('.odds polyline').length") == 2
    browser.press("m")
    first = heading(browser)
    assert browser.evaluate("document.getElementById('analysis').className") == "marked"
    said = browser.evaluate("document.getElementById('analysis').textContent")
    assert "points lost" in said
    assert "After search's choice" in said
    assert browser.evaluate("document.querySelectorAll('#analysis li').length") > 0
    browser.screenshot(artefacts / "viewer-analysed.png", whole=False)
    browser.press("m")
    assert heading(browser) != first
    assert browser.evaluate("document.documentElement.scrollHeight") == 800
    assert browser.complaints() == []
    assert browser.requests() == [ANALYSED_GAME.resolve().as_uri()]


def test_a_click_on_a_mark_leads_to_its_turn(browser):
    browser.resize(*SIZES["phone"])
    browser.open(ANALYSED_GAME)
    browser.evaluate(
        "document.querySelector('.odds .mark:last-child')"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    told = browser.evaluate("document.querySelector('.odds .mark.here title').textContent")
    assert told.startswith(heading(browser).split(" of ")[0].lower())
    assert browser.overflow() == []
    assert browser.complaints() == []


def test_background_follows_the_scheme_and_the_key(browser, human_page):
    background = "getComputedStyle(document.body).backgroundColor"
    browser.prefer("light")
    browser.open(human_page)
    light = browser.evaluate(background)
    browser.press("d")
    assert browser.evaluate(background) != light
    browser.press("d")
    assert browser.evaluate(background) == light


def test_a_record_with_one_move(browser, tmp_path):
    path = tmp_path / "viewer.html"
    document = replay_document(uniform_record(limit=1))
    path.write_text(viewer_page(document, "short", turn=0), encoding="utf-8")
    browser.open(path)
    assert heading(browser).startswith("Turn 0 of 0–0")
    browser.press("End")
    assert heading(browser) == "End of the game"
    assert browser.complaints() == []
