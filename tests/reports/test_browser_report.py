"""The report in a real browser, opened from disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.page import write_report
from tests.reports.test_figures import EVERY_FIGURE
from tests.reports.test_report_page import full_report

SIZES = {"desktop": (1280, 900, False), "phone": (360, 740, True)}


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    return write_report(full_report(), tmp_path_factory.mktemp("report"))


def test_it_opens_without_errors_and_asks_for_nothing(browser, page):
    browser.resize(*SIZES["desktop"])
    browser.open(page)
    assert browser.complaints() == []
    assert browser.requests() == [page.resolve().as_uri()]
    figures = browser.evaluate("document.querySelectorAll('figure').length")
    assert figures == len(EVERY_FIGURE)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_nothing_overflows(browser, page, artefacts, size, scheme):
    browser.resize(*SIZES[size])
    browser.prefer(scheme)
    browser.open(page)
    browser.screenshot(artefacts / f"report-{size}-{scheme}.png")
    assert browser.overflow() == []
    browser.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert browser.overflow() == []


def test_figures_follow_the_scheme(browser, page):
    ink = (
        "getComputedStyle([...document.querySelectorAll('svg text')]"
        ".find((t) => t.style.fill.includes('--ink'))).fill"
    )
    colours = []
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        browser.open(page)
        colours.append(browser.evaluate(ink))
    assert colours == ["rgb(29, 35, 40)", "rgb(232, 236, 239)"]


def test_it_prints_in_black_whatever_the_scheme(browser, page):
    browser.prefer("dark")
    browser.open(page)
    browser.call("Emulation.setEmulatedMedia", media="print")
    body = browser.evaluate("getComputedStyle(document.body).color")
    browser.call("Emulation.setEmulatedMedia", media="")
    assert body == "rgb(0, 0, 0)"


def test_the_end_is_near(browser, page):
    browser.resize(*SIZES["desktop"])
    browser.open(page)
    top = browser.evaluate("document.querySelector('.folds').getBoundingClientRect().top")
    assert 1000 < top < 6000, "what a reader sees before the folds, in pixels"


@pytest.mark.parametrize(("size", "seen"), [("desktop", "desk"), ("phone", "phone")])
def test_figures_are_drawn_for_the_screen_and_can_be_read(browser, page, size, seen):
    browser.resize(*SIZES[size])
    browser.open(page)
    shown = browser.evaluate(
        "[...document.querySelectorAll('section > figure > .drawing, div > figure > .drawing')]"
        ".filter((e) => e.offsetWidth).map((e) => [e.className, e.scrollWidth - e.clientWidth])"
    )
    assert {tuple(each) for each in shown} == {(f"drawing {seen}", 0)}
    smallest = browser.evaluate(
        "Math.min(...[...document.querySelectorAll('.drawing svg')].filter((e) => "
        "e.getBoundingClientRect().width).map((e) => "
        "e.getBoundingClientRect().width / e.viewBox.baseVal.width))"
    )
    assert smallest * 7.5 > 9, "pixels of the smallest letters"
