"""What a report opens with: the largest changes in words, who plays, and what skill changes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from analyzer.cells import Cell
from analyzer.games import get_game
from analyzer.statistics import BlockTally, Estimate, judge, power_to_tell, tellable_deviation
from analyzer.studies.balance import in_powers
from analyzer.studies.claims import Claim, one_level_sentences, policy_sentences
from analyzer.studies.common import Results
from analyzer.studies.compare import CompareSettings, compare, parse_variant
from analyzer.studies.differences import Difference, Measure, compared, difference_text
from analyzer.studies.levels import _together, at_levels
from analyzer.studies.news import change_text, headlines_of, news_text, seat_clause
from analyzer.studies.players import unlearnt_sentences
from analyzer.wording import percent, points, spoken


def change(name, first, second, unit="per game", half=0.01, **options):
    """A difference whose numbers are known to `half`."""
    gap = second - first
    around = [Estimate(x, x - half, x + half, 0.95, 500) for x in (first, second)]
    difference = Estimate(gap, gap - half, gap + half, 0.998, 500)
    p = 0.9 if difference.covers(0.0) else 0.001
    margin = 0.02 if unit == "share" else 0.02 * max(first, second)
    if name.startswith("seat "):
        options.setdefault("claimed", tuple(replace(e, level=0.998) for e in around))
    return Difference(
        name, unit, *around, difference, p, judge([difference], margin), 1.0, 0.02, **options
    )


@pytest.mark.parametrize(
    ("d", "said"),
    [
        (change("growths", 10, 15.2), "52 % more growths"),
        (change("growths", 10, 7), "30 % fewer growths"),
        (change("growths", 10, 20), "twice as many growths"),
        (change("growths", 10, 34), "3.4 times as many growths"),
        (change("growths", 10, 0, label="shoots"), "no shoots in these games"),
        (change("mean score", 40, 41, "points"), "a 2.5 % higher mean score"),
        (
            change("games with a draw", 0.1, 0.25, "share"),
            "games with a draw 25.0 % instead of 10.0 %",
        ),
    ],
)
def test_changes_are_told_relative_to_what_was(d, said):
    assert change_text(d) == said


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (0.44, 0.495, "the second player's edge disappears"),
        (0.44, 0.56, "the second player's edge turns round"),
        (0.56, 0.44, "the start player's edge turns round"),
        (0.44, 0.40, "the second player wins 60 % instead of 56 %, where 50 % is fair"),
    ],
)
def test_what_happens_to_a_seat_is_said_of_the_one_that_was_ahead(first, second, said):
    d = change("seat 0 wins", first, second, "share", half=0.008)
    assert seat_clause(d, 2, margin=0.02).replace(".0 %", " %") == said


def test_an_edge_goes_only_if_the_intervals_that_are_counted_say_so():
    wide = tuple(Estimate(x, x - 0.07, x + 0.07, 0.998, 500) for x in (0.56, 0.5))
    d = change("seat 0 wins", 0.56, 0.5, "share", half=0.008, claimed=wide)
    assert seat_clause(d, 2, margin=0.02).startswith("the start player wins 50.0 % instead of 56.0")
    narrow = change("seat 0 wins", 0.56, 0.5, "share", half=0.008)
    assert seat_clause(narrow, 2, margin=0.02) == "the start player's edge disappears"


def test_the_shares_of_seats_are_counted_with_their_differences():
    rng = np.random.default_rng(4)
    tally = BlockTally.of_blocks(rng.random((400, 4)))
    columns = np.eye(4)

    def level(name):
        measures = [Measure(name, "share", weights) for weights in columns]
        pairs = [(measures[0], measures[1]), (measures[0], measures[2])]
        return [d.difference.level for d in compared(tally, pairs)]

    assert level("draws") == [pytest.approx(1 - 0.05 / 2)] * 2
    # The first share is in both differences and one claim more: two differences, three shares.
    assert level("seat 0 wins") == [pytest.approx(1 - 0.05 / 5)] * 2
    first, second = (Measure("seat 0 wins", "share", weights) for weights in columns[:2])
    (d,) = compared(tally, [(first, second)])
    assert all(e.level == d.difference.level for e in d.claimed)


def test_a_headline_has_the_length_a_seat_and_what_changed_most_but_not_the_rule_itself():
    family = [
        change("seat 0 wins", 0.44, 0.495, "share", half=0.008),
        change("turns", 20, 31.2, "turns"),
        change("attacks", 4, 8, is_headline=True),
        change("extras", 5, 0, by_definition=("extra",)),
        change("growths", 10, 16),
        change("corals", 5, 5.05),
    ]
    told = headlines_of(family, {"extra"}, players=2)
    assert [d.name for d in told] == ["turns", "attacks", "seat 0 wins"]
    assert news_text("the long game", told, 2, margin=0.02) == (
        "the long game is 56 % longer, with twice as many attacks, and the second player's edge"
        " disappears"
    )
    assert "extras" in [d.name for d in headlines_of(family, {"other"}, players=2, most=5)]


def test_seats_in_the_names_of_quantities_have_words():
    assert spoken("seat 0 wins", 2) == "wins of the start player"
    assert spoken("score of seat 2", 4) == "score of the third player"
    assert spoken("games ended by refill", 2) == "games ended by refill"


def test_levels_are_told_beside_each_other():
    def said(value, sign):
        estimate = Estimate(value, value - 0.01, value + 0.01, 0.95, 9)
        return Claim("wins", estimate, points, sign, is_asked=True, is_told=True)

    levels = [said(0.05, 1), said(0.02, 1), said(-0.03, -1)]
    (text,) = policy_sentences(["expert", "adept", "novice"], [levels], by_strength=True)
    assert text == (
        "By skill level, wins: +5.0 percentage points (+4.0 to +6.0) among expert and"
        " +2.0 percentage points (+1.0 to +3.0) among adept players; the weaker novice says"
        " -3.0 percentage points (-4.0 to -2.0). The estimates of the two strongest are"
        " 3.0 percentage points apart, beside a sampling interval of ± 1.0."
    )
    assert policy_sentences(["expert"], [levels[:1]], by_strength=True) == []
    turned, *rest = one_level_sentences(
        ["expert", "adept", "novice"], [{"a": claim} for claim in levels]
    )
    assert turned == "Which way it goes depends on skill for wins."
    assert rest == []
    (alone,) = one_level_sentences(["expert", "adept"], [{"a": levels[0]}, {}])
    assert alone.startswith("Established among expert players only")


def test_nobody_is_called_weaker_who_is_not_rated():
    same = Claim("wins", Estimate(0.43, 0.38, 0.48, 0.95, 9), percent, 0)
    (text,) = policy_sentences(["mine", "adept", "expert"], [[same] * 3], by_strength=False)
    assert text.endswith(
        " among adept players; expert says 43 % (38 to 48). The first two estimates are equal as"
        " rounded, beside a sampling interval of ± 5."
    )


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        # Apart by what is read, 40 and 43, with the digits of the one that is known less well.
        ((0.434, 0.429, 0.439), (0.40, 0.35, 0.45), "3 percentage points apart, beside a s"),
        ((0.4349, 0.3849, 0.4849), (0.4351, 0.3851, 0.4851), "1 percentage point apart, beside"),
        ((0.43, 0.38, 0.48), (0.43, 0.37, 0.49), "equal as rounded, beside a sampling interval"),
        ((0.43, 0.38, 0.48), (0.40, -np.inf, np.inf), "told without a sampling interval."),
    ],
)
def test_two_levels_are_as_far_apart_as_their_numbers_read(first, second, said):
    claims = [Claim("wins", Estimate(*ends, 0.95, 9), percent, 0) for ends in (first, second)]
    (text,) = policy_sentences(["expert", "adept"], [claims], by_strength=True)
    assert f" The two estimates are {said}" in text


def test_the_sampling_interval_beside_the_spread_is_the_wider_one_in_the_unit_of_the_claim():
    def turns(value, half):
        estimate = Estimate(value, value - half, value + half, 0.95, 9)
        return Claim("length", estimate, lambda e: difference_text(e, "turns"), 1, unit="turns")

    told = [[turns(1012.0, 2.0), turns(7.0, 5.0)]]
    (text,) = policy_sentences(["expert", "adept"], told, by_strength=True)
    assert text.endswith("are 1,005 turns apart, beside a sampling interval of ± 5.")


def test_a_study_at_levels_says_whether_the_weaker_agree(study):
    variants = (parse_variant("short"), parse_variant("long"))
    asked = CompareSettings("toycap", 2, variants, ("idle", "idle"))

    def both(settings, amount, context):
        return at_levels(compare, settings, ["strong", "idle"], amount, context)

    found = study(both, asked, games=400)
    assert found.finding.startswith("Among strong players the long game has a ")
    assert found.finding.endswith("It goes the same way among idle players.")
    assert any(text.startswith("By skill level, ") for text in found.summary)
    assert all(text.startswith("Among strong players, ") for text in found.verdicts[:3])


def test_what_a_learned_player_has_not_met_is_said():
    game = get_game("encounter")

    def cell(strategy, **rules):
        return game.check(Cell("encounter", 2, "basic", (strategy,) * 2, tuple(rules.items())))

    met = [cell("adept"), cell("adept", min_edible=7), cell("adept", start_tiles=(5, 12))]
    assert unlearnt_sentences(met) == []
    new = [cell("adept", min_edible=2), cell("adept", start_tiles=(1, 9), min_edible=2)]
    (said,) = unlearnt_sentences(new)
    assert said.startswith("adept has not learnt min_edible=2 and start_tiles=1,9 in training")
    assert unlearnt_sentences([cell("balanced", min_edible=2)]) == []


def test_units_of_a_round_are_powers_of_two_and_not_more_than_asked_for():
    assert in_powers([10, 3, 2, 0.5, 0.5]) == [8, 4, 2, 1, 1]
    assert in_powers([5, 5, 6]) == [4, 4, 8]
    assert in_powers([15.7, 0.3]) == [16, 0]
    assert in_powers([0.2, 0.2]) == [0, 0]


@pytest.mark.parametrize("players", [2, 4])
def test_what_the_confirmation_can_tell_is_what_its_power_says(players):
    seen = tellable_deviation(2000, players, 0.8, 0.0125)
    assert power_to_tell(seen, 2000, players, 0.0125) == pytest.approx(0.8, abs=0.02)


def told(finding, **claims):
    """Results that tell some claims, by name (sign, whether the headline tells it, way)."""
    around = Estimate(0.1, 0.0, 0.2, 0.95, 9)
    made = {
        name: Claim(name, around, points, sign, is_asked=True, is_told=is_told, way=way)
        for name, (sign, is_told, way) in claims.items()
    }
    return Results("toy", "", finding, [], [], {}, "", {"rows": pd.DataFrame()}, 1, claims=made)


@pytest.mark.parametrize(
    ("strong", "weak", "said"),
    [
        ({"a": (1, True, "")}, {"a": (1, True, "")}, "It goes the same way among weak players."),
        ({"a": (1, True, "")}, {"a": (-1, True, "")}, "Among weak players it goes the other way"),
        (
            {"a": (1, True, "x to y")},
            {"a": (1, True, "y to x")},
            "Among weak players an effect is shown too, but another: a.",
        ),
        (
            {"a": (1, True, ""), "b": (1, True, "")},
            {"a": (1, True, ""), "b": (0, False, "")},
            "Among weak players that is not established for b.",
        ),
        # What is real but too small is no part of the headline, and nothing "holds" of it.
        ({"a": (1, False, "")}, {"a": (0, False, "")}, "Nor is anything that matters shown among"),
        ({"a": (0, False, "")}, {"a": (1, True, "")}, "Established among weak players only: a."),
    ],
)
def test_weaker_players_are_said_to_agree_only_in_what_is_established(strong, weak, said):
    found = _together(
        [told("Found.", **strong), told("Other.", **weak)], ["strong", "weak"], {}, True
    )
    assert found.finding.startswith(f"Found. {said}")


def test_one_point_is_not_plural():
    assert points(Estimate(0.01, -0.1, 0.12, 0.95, 9)).startswith("+1 percentage point (")
    assert points(Estimate(0.02, -0.1, 0.14, 0.95, 9)).startswith("+2 percentage points (")
