"""Whole studies on games in which nothing differs: at most 5 % of their reports may claim anything.

`make nulls` measures 500 reports of each study; `make test` some dozen.
"""

from __future__ import annotations

import os
import re

import pytest

from analyzer.games import get_game
from analyzer.studies.balance import BalanceSettings, balance
from analyzer.studies.common import Results
from analyzer.studies.compare import CompareSettings, compare, parse_variant
from analyzer.studies.duel import DuelSettings, duel
from analyzer.studies.sensitivity import SensitivitySettings, parse_sweep, sensitivity
from analyzer.studies.setups import SetupSettings, setups
from analyzer.studies.tournament import TournamentSettings, tournament
from tests.statistics.synthetic import assert_rate

IDLE = ("idle", "idle", "idle")
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


# What a report may say where nothing differs: that something is open, or too small to matter, and
# what was played. Whatever else it says is a claim, also a sentence that nobody has thought of yet.
MODEST = re.compile(
    r"is open|are open|not established|not shown|not told apart|neither shown|No\w* .* established"
    r"|[Uu]nchanged within|by more than|by at most|is at most|fair (to )?within|may be as fair"
    r"|[Nn]one (of|looks)|looks? fairer, but|looked fairest"
    r"|no scale .* looks fairer|No other scale is shown"
    r"|[Nn]or is anything|[Nn]othing (in|that)|never varied|0 differ, |Neither .* better by"
    r"|no value of .* is shown|would have been seen|Undecided between|used up before|on average"
)
TOLD = re.compile(
    r"wins? .* (would be|is) fair,? among|^Among the two strongest|^Ratings on the Elo scale"
    r"|^On the Elo scale|is the rule \u201c|^After [\d,]+ deals?"
)
"""Sentences that are only numbers: their intervals say whether they claim something."""
INTERVAL = re.compile(r"([+-]?[\d,.]+)( %)?( [a-z ]+?)? \(([+-]?[\d,.]+) to ([+-]?[\d,.]+)\)")


def is_apart(sentence, players):
    """Whether an interval of a sentence excludes what equals would have: 0 of a difference or a
    rating, the fair share of wins (of pairs one half)."""
    for _, percent, _, *ends in INTERVAL.findall(sentence):
        low, high = (float(end.replace(",", "")) for end in ends)
        is_pair = "ahead" in sentence
        equal = 100 / (2 if is_pair else players) if percent else 0.0
        if not low <= round(equal, 1) <= high:
            return True
    return False


def claimed(found, players):
    """The sentences of a report that a reader takes for the claim that something differs: of the
    headline, the answer in short, what is established, and what skill changes."""
    parts = (*re.split(r"(?<=\.) (?=[A-Z])|; ", found.finding), *found.summary, *found.verdicts)
    return [
        text
        for text in (*parts, *found.policy)
        if is_apart(text, players) or not (MODEST.search(text) or TOLD.search(text))
    ]


def claims(study, name, seed):
    """What a report claims to differ: its sentences, or, where these are silent, its own count."""
    function, settings, games = NULLS[name]
    found = study(function, settings, seed=seed, part_games=10**6, games=games)
    count = found.numbers.get("differences_claimed", 0) or found.numbers.get("verdict") in (
        "A",
        "B",
    )
    return claimed(found, settings.players) or ["counted, but not said"] * bool(count)


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


SHORT = "Among idle players nothing in the set-up is shown to move a seat's wins"


@pytest.mark.parametrize(
    ("finding", "said", "is_claim"),
    [
        (f"{SHORT}.", "", False),
        (f"{SHORT}; but it moves turns.", "", True),
        ("idle is the strongest of 3.", "", True),
        ("idle wins most, 52 % (51 to 53) of its games, but is not established to be.", "", True),
        ("idle wins most, 52 % (49 to 55) of its games, but is not established to be.", "", False),
        (f"{SHORT}.", "Wins: +2 percentage points (+1 to +3); not established.", True),
        (f"{SHORT}.", "Wins: +2 percentage points (-1 to +5); not established.", False),
        (f"{SHORT}.", "The edge disappears.", True),
        (f"{SHORT}.", "One more step is worth about 3 percentage points of the wins.", True),
    ],
)
def test_a_claim_is_seen_wherever_a_reader_would_see_it(finding, said, is_claim):
    report = Results("toy", "", finding, [], [], {}, "", {}, 1, summary=[said] if said else [])
    assert bool(claimed(report, players=2)) == is_claim


@pytest.mark.parametrize("name", NULLS)
def test_reports_without_differences_rarely_claim_any(study, name):
    trials = 4 if name in ("balance", "duel") else 24
    assert_rate(sum(bool(claims(study, name, seed)) for seed in range(trials)), trials, most=0.05)


@pytest.mark.proof
@pytest.mark.parametrize("name", NULLS)
def test_at_most_34_of_500_reports_without_differences_claim_any(study, name):
    first = int(os.environ.get("REEF_NULL_SEED", "0"))
    said = [claims(study, name, seed) for seed in range(first, first + 500)]
    found = sum(map(bool, said))
    print(f"{name}: {found} of 500 reports claim a difference (seeds from {first})")
    assert found <= 34, "\n".join(texts[0] for texts in said if texts)
