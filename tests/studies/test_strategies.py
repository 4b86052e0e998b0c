"""`reef duel` and `reef tournament` name the stronger strategy, and cycles."""

from __future__ import annotations

import math
import re

import pandas as pd
import pytest

from analyzer.errors import UsageError
from analyzer.statistics import RankingTally, plackett_luce
from analyzer.studies.common import Amount, Context
from analyzer.studies.duel import DuelSettings, duel, looks, make_sizes
from analyzer.studies.tournament import TournamentSettings, tournament
from analyzer.studies.tournament_results import _seat_sentences, lead_text
from analyzer.wording import counted, percentage_points
from tests.statistics.synthetic import assert_rate


def pair(a, b, players=2, **options):
    return DuelSettings("toycap", players, "short", a, b, **options)


def test_a_duel_names_the_better_one_in_either_order(study):
    found = study(duel, pair("strong", "weak"), precision=0.05)
    assert found.numbers["verdict"] == "A"
    assert "strong is better than weak" in found.finding
    found = study(duel, pair("weak", "strong"), precision=0.05)
    assert found.numbers["verdict"] == "B"
    assert "strong is better than weak" in found.finding


def test_elo_is_told_beside_what_was_found(study):
    found = study(duel, pair("strong", "weak"), precision=0.05)
    assert found.summary[-1].startswith("Lead of strong over weak on the Elo scale (")
    assert found.outlook == []


def test_a_duel_of_equals_ends_without_a_winner(study):
    found = study(duel, pair("idle", "equal"), precision=0.1)
    assert found.numbers["verdict"] == "undecided"
    assert found.verdicts
    assert "Neither" in found.finding


def test_a_duel_that_runs_out_of_games_says_so(study):
    found = study(duel, pair("idle", "equal"), games=240)
    assert found.numbers["verdict"] == "undecided"
    assert found.verdicts == []
    assert "Undecided" in found.finding
    assert found.games == 240


@pytest.mark.parametrize("players", [2, 3])
def test_the_outlook_of_a_duel_has_the_games_that_are_planned(study, players, tmp_path):
    found = study(duel, pair("idle", "equal", players=players), games=240)
    said = re.search(r"at most ([\d,]+) games \(--margin ([\d.]+)\)", found.outlook[-1])
    cell, amount = pair("idle", "equal", players=players).cell(), Amount(margin=float(said[2]))
    planned = make_sizes(cell, amount, Context(tmp_path, 1))["deals"] * players
    assert int(said[1].replace(",", "")) == planned


def test_one_percentage_point_is_singular(study):
    found = study(duel, pair("idle", "equal"), precision=0.02, games=240)
    assert any("that differ by 1 percentage point takes" in text for text in found.outlook)
    assert percentage_points("0.1") == "0.1 percentage points"
    assert counted(1, "quantity", "quantities") == "1 quantity"
    assert counted(2, "quantity", "quantities") == "2 quantities"
    assert counted(2000, "game") == "2,000 games"


def test_a_duel_stops_early_and_shows_its_looks(study):
    found = study(duel, pair("strong", "weak"), games=50_000)
    assert found.games < 2000
    table = found.tables["looks"]
    assert list(table["verdict"])[-1] == "A"
    assert (table["verdict"][:-1] == "continue").all()
    assert table["low"].iloc[-1] > 0.5


def test_a_duel_of_four_has_one_against_three(study):
    found = study(duel, pair("strong", "idle", players=4), precision=0.05)
    assert found.numbers["verdict"] == "A"
    assert found.tables["duel"]["fair"][0] == 0.25
    assert found.numbers["elo"] is None


def test_looks_do_not_depend_on_anything_but_the_most():
    assert list(looks(50)) == [50]
    found = list(looks(300))
    assert found[:3] == [100, 120, 144]
    assert found[-1] == 300
    assert found == sorted(set(found))


@pytest.mark.parametrize(
    ("settings", "amount", "message"),
    [
        (pair("strong", "strong"), {"games": 10}, "two different"),
        (pair("strong", "nobody"), {"games": 10}, "unknown strategy"),
        (pair("strong", "weak", players=4), {"precision": 0.3}, "margin"),
    ],
)
def test_impossible_duels_are_refused(study, settings, amount, message):
    with pytest.raises(UsageError, match=message):
        study(duel, settings, **amount)


# --- tournaments ---------------------------------------------------------------------------------


def field(*strategies, players=2, **options):
    return TournamentSettings("toycap", players, "short", strategies, **options)


def test_ratings_follow_the_planted_strengths(study):
    found = study(tournament, field("weak", "strong", "idle"), games=400)
    table = found.tables["ratings"]
    assert list(table["strategy"]) == ["strong", "idle", "weak"]
    assert "strong is the strongest" in found.finding
    assert any("strong is stronger than idle" in text for text in found.verdicts)
    assert found.numbers["cycles"] == []


def test_the_matrix_has_both_directions_of_every_pair(study):
    matrix = study(tournament, field("weak", "strong", "idle"), games=200).tables["matrix"]
    by = matrix.set_index(["strategy", "opponent"])
    assert len(by) == 6
    for a, b in (("weak", "strong"), ("idle", "weak")):
        assert by["share"][a, b] + by["share"][b, a] == pytest.approx(1)
        assert by["low"][a, b] == pytest.approx(1 - by["high"][b, a])
    assert by["share"]["strong", "weak"] > 0.7


def test_a_cycle_is_pointed_out(study):
    circle = field("stone", "paper", "scissors", overrides=(("circle", "0.5"),))
    found = study(tournament, circle, games=800)
    assert len(found.numbers["cycles"]) == 1
    assert any(text.startswith("Not transitive: stone beats scissors") for text in found.verdicts)
    assert study(tournament, field("stone", "paper", "scissors"), games=100).numbers["cycles"] == []


def test_every_line_up_and_order_is_played():
    assert field("weak", "strong", "idle").line_ups() == [(0, 1), (0, 2), (1, 2)]
    three = field("weak", "strong", "idle", players=3)
    assert three.line_ups() == [(0, 1, 2), (0, 2, 1)]
    assert field("weak", "strong", "idle", players=3, every_order=False).line_ups() == [(0, 1, 2)]
    few = field("weak", "strong", players=3).line_ups()
    assert set(few) == {(0, 0, 1), (0, 1, 1)}
    four = field("weak", "strong", "idle", "equal", players=4)
    assert len(four.line_ups()) == 6


def test_strategies_are_told_by_seat_and_set_up(study):
    found = study(tournament, field("weak", "strong", players=3), games=300)
    seats = found.tables["strategies_by_seat"]
    assert len(seats) == 6
    assert (seats[seats["strategy"] == "strong"]["share"] > 1 / 3).all()
    others = seats.groupby("strategy")["share"].transform("sum") - seats["share"]
    assert seats["difference"].to_numpy() == pytest.approx((seats["share"] - others / 2).to_numpy())
    setups = found.tables["strategies_by_setup"]
    assert set(setups["value"]) == {"sun", "rain", "fog", "flat", "steep"}
    sides = setups[setups["setup_choice"] == "track"].pivot(index="strategy", columns="value")
    gap = sides["share", "steep"] - sides["share", "flat"]
    assert sides["difference", "steep"].to_numpy() == pytest.approx(gap.to_numpy())
    assert sides["difference", "flat"].to_numpy() == pytest.approx(-gap.to_numpy())


def test_who_beats_whom_is_said(study):
    found = study(tournament, field("weak", "strong", "idle"), games=400)
    (said,) = [text for text in found.verdicts if text.startswith("strong finishes ahead of")]
    assert "weak in 84 % (79 to 89) and idle in " in said
    unclear = study(tournament, field("idle", "equal"), games=100)
    assert any(text.startswith("idle against equal: ahead in") for text in unclear.not_established)


def test_one_who_never_wins_is_not_rated_more_exactly_than_can_be_known():
    wins = RankingTally.of_games([[0, 1]] * 4, [[1, 2]] * 4, 2)
    lead = plackett_luce([wins] * 50).difference(1, 0)
    assert lead.high == math.inf
    assert "at least about" in lead_text(lead)
    # 200 wins in a row: a share of 98.5 % is not excluded, which is 730 Elo.
    assert lead.low < 730


def test_strength_that_depends_on_the_set_up_is_picked(study):
    plant = field("weak", "strong", overrides=(("weather", "3"),))
    by_chance = 0
    for seed in range(6):
        found = study(tournament, plant, seed=seed, games=600)
        effects = found.tables["setup_effects"].set_index(["strategy", "setup_choice"])
        assert effects["is_picked"]["strong", "weather"]
        by_chance += effects["is_picked"]["strong", "track"]
    assert by_chance <= 2  # 5 % each are to be expected
    (said,) = [text for text in found.screened if "strong is depends on weather" in text]
    assert said.endswith(" with sun.")
    (said,) = [text for text in found.not_established if "strength on the set-up" in text]
    assert said.startswith("For these no dependence of strength on the set-up is established: ")
    assert "track (all); every share is known to ±" in said


def test_tables_count_the_games_that_a_strategy_played(study):
    # With three players (w, s, s) and (w, w, s) are each played in three rotations.
    found = study(tournament, field("weak", "strong", players=3), games=60)
    assert found.games == 120
    assert set(found.tables["strategies"]["n"]) == {120}
    assert set(found.tables["strategies_by_seat"]["n"]) == {60}
    found = study(tournament, field("weak", "strong", "idle"), games=60)
    assert found.games == 180
    assert set(found.tables["strategies"]["n"]) == {120}
    assert set(found.tables["strategies_by_seat"]["n"]) == {60}
    assert set(found.tables["matrix"]["n"]) == {60}
    setups = found.tables["strategies_by_setup"].groupby(["setup_choice", "strategy"])["n"].sum()
    assert set(setups) == {120}


def test_strength_by_seat_is_told(study):
    plant = field("weak", "strong", overrides=(("head_start", "4,6"), ("stride", "0.3")))
    found = study(tournament, plant, games=2000)
    said = [text for text in found.verdicts if "depends on its seat" in text]
    assert len(said) == 2
    assert "as second player, +" in said[0] or "as start player, -" in said[0]
    assert "compared with its other seats" in said[0]
    quiet = study(tournament, field("weak", "strong", "idle", players=3), games=600)
    assert not any("depends on its seat" in text for text in quiet.verdicts)
    (said,) = [text for text in quiet.not_established if "strength on the seat" in text]
    assert said.startswith("No dependence of strength on the seat is established: ")
    assert "every share is known to ± 8 percentage points" in said


def test_what_does_not_depend_on_the_seat_is_told_apart_from_what_does():
    shares = {"share": [0.6, 0.4, 0.5, 0.5], "low": [0.55, 0.35, 0.45, 0.45], "n": 400}
    table = pd.DataFrame(
        {"strategy": ["weak", "weak", "strong", "strong"], "seat": [0, 1, 0, 1]} | shares
    ).assign(high=[0.65, 0.45, 0.55, 0.55], is_established=[True, True, False, False])
    gaps = {"difference": [0.2, -0.2, 0, 0], "difference_low": -0.3, "difference_high": 0.3}
    table = table.assign(**gaps)
    verdicts, open_questions = [], []
    _seat_sentences(table, verdicts, open_questions, 2)
    assert verdicts[0].startswith("How strong weak is depends on its seat")
    told = "For these no dependence of strength on the seat is established: strong;"
    assert open_questions[0].startswith(told)


def test_strength_by_seat_is_claimed_of_equals_as_rarely_as_promised(study):
    settings = field("weak", "strong", "idle", players=3)
    claimed = sum(
        study(tournament, settings, seed=seed, games=150)
        .tables["strategies_by_seat"]["is_established"]
        .any()
        for seed in range(40)
    )
    assert_rate(claimed, 40, most=0.05)


def test_too_few_deals_to_screen_set_ups_are_said(study):
    found = study(tournament, field("weak", "strong"), games=60)
    assert any(text.startswith("Too few deals to screen set-ups") for text in found.not_established)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (field("weak"), "at least two"),
        (field("weak", "weak"), "named twice"),
        (field("weak", "nobody"), "unknown strategy"),
    ],
)
def test_impossible_tournaments_are_refused(study, settings, message):
    with pytest.raises(UsageError, match=message):
        study(tournament, settings, games=10)
