"""Whole studies on games in which nothing differs: at most 5 % of their reports may claim anything.

`make nulls` measures 500 reports of each study; `make test` some dozen.
"""

from __future__ import annotations

import os
import re

import pandas as pd
import pytest

from analyzer.games import get_game
from analyzer.studies.balance import BalanceSettings, balance
from analyzer.studies.common import Results
from analyzer.studies.compare import CompareSettings, compare, parse_variant
from analyzer.studies.duel import DuelSettings, duel
from analyzer.studies.levels import at_levels
from analyzer.studies.sensitivity import SensitivitySettings, parse_sweep, sensitivity
from analyzer.studies.setups import SetupSettings, setups
from analyzer.studies.tournament import TournamentSettings, tournament
from analyzer.tables import Shown
from reports.study_page import study_report
from tests.statistics.synthetic import assert_rate

IDLE = ("idle", "idle", "idle")
LEVELS = ("idle", "equal", "clumsy")
DRAWN = 100
"""Reports of the 500 whose figures are drawn for their titles: that takes longest."""


def at_three_levels(name):
    """The null study of that name, told of three skill levels as one report."""
    study, settings, games = NULLS[name]

    def told(asked, amount, context):
        return at_levels(study, asked, LEVELS, amount, context)

    return told, settings, games


NULLS = {
    # Seats are alike whatever their head start is, at two skill levels, with a map.
    "balance": (
        balance,
        BalanceSettings(
            "toycap", 3, "short", ("idle", "equal"), (("stride", "0"),), parameter="head_start",
            reach=1,
        ),
        150,
    ),
    # A rule that only shuffles what chance gives: the games are others, nothing else is.
    "compare": (
        compare,
        CompareSettings(
            "toycap", 3, (parse_variant("short"), parse_variant("short:circle=1")), IDLE
        ),
        150,
    ),
    "sensitivity": (
        sensitivity,
        SensitivitySettings("toycap", 3, "short", (parse_sweep("circle=1,2,3"),), IDLE),
        150,
    ),
    # Neither weather nor track nor boots do anything.
    "setups": (setups, SetupSettings("toycap", 3, "short", IDLE, (("stride", "0"),)), 900),
    # Strategies of the same strength.
    "tournament": (
        tournament,
        TournamentSettings("toy", 2, "short", ("idle", "equal", "clumsy")),
        120,
    ),
    "duel": (duel, DuelSettings("toy", 2, "short", "idle", "equal"), 1200),
}  # fmt: skip
NULLS |= {
    f"{name} of three levels": at_three_levels(name)
    for name in ("compare", "sensitivity", "setups")
}


# What a report may say where nothing differs: that something is open, or too small to matter, and
# what was played. Whatever else it says is a claim, also a sentence that nobody has thought of yet,
# or the title of a figure.
MODEST = re.compile(
    r"is open|are open|not established|not shown|not told apart|neither shown|No\w* .* established"
    r"|[Uu]nchanged within|by more than|by at most|is at most|fair (to )?within|may be as fair"
    r"|[Nn]one (of|looks)|looks? fairer, but|looked fairest"
    r"|none of .* looks fairer|No other scale is shown"
    r"|[Nn]or is anything|[Nn]othing (in|that)|never varied|0 differ, |Neither .* better by"
    r"|no value of .* is shown|would have been seen|Undecided between|used up before|on average"
    r"|^Nobody is shown|look fairest|[Nn]ot confirmed|^Not shown|^No strategy is"
)
BOLD = re.compile(
    r"favour |work against|unfair among|apart by|differs? from the mean|values differ is open"
    r"|real,? but|does not move .* evenly|changes \d+ of|depends? on (?!the \w+ \(screening)"
    r"|(^|: |; )[Cc]onfirmed|moves .* by [+-]"
)
"""What is a claim although the sentence goes on to say what is open."""
TOLD = re.compile(
    r"wins? .* (would be|is) fair,? among|^By skill level, |^Ratings on the Elo scale"
    r"|^Lead of \w+ over |is the rule \u201c|^After [\d,]+ deals?"
)
"""Sentences that are only numbers: their intervals say whether they claim something."""
INTERVAL = re.compile(r"([+-]?[\d,.]+)( %)?( [a-z ]+?)? \(([+-]?[\d,.]+) to ([+-]?[\d,.]+)\)")


def is_apart(sentence, players):
    """Whether an interval of a sentence excludes what equals would have: 0 of a difference or a
    rating, the fair share of wins (of pairs one half)."""
    if "(just above" in sentence or "to just below" in sentence:
        return True
    for _, percent, _, *ends in INTERVAL.findall(sentence):
        low, high = (float(end.replace(",", "")) for end in ends)
        is_pair = "ahead" in sentence
        equal = 100 / (2 if is_pair else players) if percent else 0.0
        if not low <= round(equal, 1) <= high:
            return True
    return False


def claimed(found, players, with_titles=True):
    """The sentences of a report that a reader takes for the claim that something differs: of the
    headline, the answer in short, what is established, what skill changes, and the titles of the
    figures; and of what is open those whose interval says that it is not."""
    parts = (*re.split(r"(?<=\.) (?=[A-Z])|; ", found.finding), *found.summary, *found.verdicts)
    said = [
        text
        for text in (*parts, *found.policy, *(titles(found, players) if with_titles else ()))
        if is_apart(text, players)
        or BOLD.search(text)
        or not (MODEST.search(text) or TOLD.search(text))
    ]
    return said + [text for text in found.not_established if is_apart(text, players)]


def titles(found, players):
    """The titles of a report's figures, as its page has them."""
    told = {
        "tables": list(found.tables),
        "figures": {name: shown.as_json() for name, shown in found.figures.items()},
        "settings": {"players": players},
    }
    tables = {name: table for name, table in found.tables.items() if len(table)}
    sections = study_report(told, tables, "", found.settings.get("game", "")).sections
    return [section.finding for section in sections if section.figure is not None]


def claims(study, name, seed, with_titles=True):
    """What a report claims to differ: its sentences, or, where these are silent, its own count, or
    what its tables mark as established, which is what figures draw filled."""
    function, settings, games = NULLS[name]
    found = study(function, settings, seed=seed, part_games=10**6, games=games)
    count = found.numbers.get("differences_claimed", 0) or found.numbers.get("verdict") in (
        "A",
        "B",
    )
    marked = [
        f"marked in the table {name}"
        for name, table in found.tables.items()
        if "is_established" in table and table["is_established"].any()
    ]
    said = claimed(found, settings.players, with_titles)
    said = said or ["counted, but not said"] * bool(count)
    return said or marked


@pytest.fixture(autouse=True)
def shuffling_rule(monkeypatch):
    """With three players the toy's `circle` changes no score; here it changes the noise."""
    game = type(get_game("toycap"))
    plain = game.play

    def play(self, cell, seed, first, last):
        circle = float(dict(cell.overrides).get("circle", 0)) if cell.players == 3 else 0.0
        return plain(self, cell, seed + int(1_000_003 * circle), first, last)

    monkeypatch.setattr(game, "play", play)


@pytest.fixture(autouse=True)
def unsynced(monkeypatch):
    """Hundreds of reports need not survive a power cut, and waiting for the disk takes most of
    their time."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


BY_LEVEL = (
    "By skill level, wins of the start player: +1 percentage point (-2 to +4) among a and"
    " -1 percentage point (-4 to +2) among b players; the weaker c says"
)
APART = (
    "The estimates of the two strongest are 2 percentage points apart, beside a sampling interval"
    " of ± 3."
)
SHORT = "Among idle players nothing in the set-up is shown to move a seat's wins"


@pytest.mark.parametrize(
    ("finding", "said", "is_claim"),
    [
        (f"{SHORT}.", "", False),
        (f"{SHORT}; but it moves turns.", "", True),
        ("idle is the strongest of 3.", "", True),
        ("idle wins 52 % (51 to 53) of its games, but is not established to be best.", "", True),
        ("idle wins 52 % (49 to 55) of its games, but is not established to be best.", "", False),
        (f"{SHORT}.", "Wins: +2 percentage points (+1 to +3); not established.", True),
        (f"{SHORT}.", "Wins: +2 percentage points (-1 to +5); not established.", False),
        (f"{SHORT}.", f"{BY_LEVEL} -1 percentage point (-4 to +2). {APART}", False),
        (f"{SHORT}.", f"{BY_LEVEL} +4 percentage points (+1 to +7). {APART}", True),
        (f"{SHORT}.", "The edge disappears.", True),
        (f"{SHORT}.", "One more step is worth about 3 percentage points of the wins.", True),
        (f"{SHORT}.", "Wins: +2.2 percentage points (just above 0 to +4.3); that is open.", True),
        (f"{SHORT}.", "The seats favour idle; whether by more than the margin is open.", True),
        (f"{SHORT}.", "weather and turns: from 5 to 6 (which of its values differ is open).", True),
    ],
)
def test_a_claim_is_seen_wherever_a_reader_would_see_it(finding, said, is_claim):
    report = Results("toy", "", finding, [], [], {}, "", {}, 1, summary=[said] if said else [])
    assert bool(claimed(report, players=2)) == is_claim


def test_a_claim_is_seen_in_the_title_of_a_figure():
    seats = pd.DataFrame({"seat": [0, 1], "share": [0.5, 0.5], "low": 0.49, "high": 0.51, "n": 9})
    report = Results("toy", "", f"{SHORT}.", [], [], {"game": "toy"}, "", {"seats": seats}, 1)
    report.figures = {"seats": Shown("seat_shares")}
    assert not claimed(report, players=2)
    report.tables["seats"] = seats.assign(low=[0.505, 0.49], high=[0.51, 0.495])
    assert claimed(report, players=2)[0].startswith("The start player wins")


@pytest.mark.parametrize("name", NULLS)
def test_reports_without_differences_rarely_claim_any(study, name):
    trials = 4 if name in ("balance", "duel") else 12
    assert_rate(sum(bool(claims(study, name, seed)) for seed in range(trials)), trials, most=0.05)


@pytest.mark.proof
@pytest.mark.parametrize("name", NULLS)
def test_at_most_34_of_500_reports_without_differences_claim_any(study, name):
    first = int(os.environ.get("REEF_NULL_SEED", "0"))
    said = [claims(study, name, first + k, with_titles=k < DRAWN) for k in range(500)]
    found = sum(map(bool, said))
    print(f"{name}: {found} of 500 reports claim a difference (seeds from {first})")
    assert found <= 34, "\n".join(texts[0] for texts in said if texts)
