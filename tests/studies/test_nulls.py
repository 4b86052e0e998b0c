"""Whole studies on games in which nothing differs: at most 5 % of their reports may claim anything.

`make nulls` measures 500 reports of each study; `make test` some dozen.
"""

from __future__ import annotations

import pytest

from analyzer.games import get_game
from analyzer.studies.balance import BalanceSettings, balance
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


def claims(study, name, seed):
    """Whether a report claims a difference."""
    function, settings, games = NULLS[name]
    found = study(function, settings, seed=seed, part_games=10**6, games=games)
    if name == "duel":
        return found.numbers["verdict"] in ("A", "B")
    return found.numbers["differences_claimed"] > 0


@pytest.fixture(autouse=True)
def shuffling_rule(monkeypatch):
    """With three players the toy's `circle` changes no score; here it changes the noise."""
    game = type(get_game("toycap"))
    plain = game.play

    def play(self, cell, seed, first, last):
        circle = float(dict(cell.overrides).get("circle", 0)) if cell.players == 3 else 0.0
        return plain(self, cell, seed + int(1_000_003 * circle), first, last)

    monkeypatch.setattr(game, "play", play)


@pytest.mark.parametrize("name", NULLS)
def test_reports_without_differences_rarely_claim_any(study, name):
    trials = 4 if name in ("balance", "duel") else 24
    assert_rate(sum(claims(study, name, seed) for seed in range(trials)), trials, most=0.05)


@pytest.mark.proof
@pytest.mark.parametrize("name", NULLS)
def test_at_most_34_of_500_reports_without_differences_claim_any(study, name):
    found = sum(claims(study, name, seed) for seed in range(500))
    print(f"{name}: {found} of 500 reports claim a difference")
    assert found <= 34
