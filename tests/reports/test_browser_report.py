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
    assert browser.evaluate("document.querySelectorAll('figure svg').length") == len(EVERY_FIGURE)


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


def test_contents_lead_to_sections(browser, page):
    browser.open(page)
    missing = browser.evaluate(
        "[...document.querySelectorAll('nav a')].filter((a) => "
        "!document.getElementById(a.getAttribute('href').slice(1))).length"
    )
    assert missing == 0
