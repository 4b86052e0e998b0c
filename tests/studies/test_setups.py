"""`reef setups` finds planted effects of the set-up, and interactions."""

from __future__ import annotations

import math
import re

from analyzer.statistics.levels import noncentrality_needed
from analyzer.studies.levels import at_levels
from analyzer.studies.setups import SetupSettings, factors_of, setups


def toy(players=2, strategies=None, **effects):
    overrides = tuple((name, str(value)) for name, value in effects.items())
    strategies = strategies or ("idle",) * players
    return SetupSettings("toycap", players, "short", strategies, overrides)


def established(found):
    table = found.tables["tests"]
    return {
        (row["setup_choice"], row["result"])
        for row in table[table["is_established"]].to_dict("records")
    }


def test_an_effect_of_the_rocks_on_a_seat_is_found(study):
    found = study(setups, toy(weather=0.6), games=3000)
    assert established(found) == {("weather", "wins by seat"), ("weather", "mean score")}
    assert found.finding.startswith("Among idle players the seats' wins depend on weather (wins of")
    assert found.finding.endswith("; the set-up also moves mean score.")
    shares = found.tables["setups"].set_index("setup")
    assert shares["low"]["weather sun"] > shares["high"]["weather rain"]
    assert any("Weather and wins by seat" in text for text in found.verdicts)
    (said,) = [text for text in found.not_established if text.startswith("Wins by seat: no effect")]
    assert said.startswith("Wins by seat: no effect of track is established; it is at most ")


def test_levels_are_compared_in_the_same_seat(study):
    def both(settings, amount, context):
        return at_levels(setups, settings, ["idle", "equal"], amount, context)

    found = study(both, toy(players=3), games=900)
    seats = {"start": 0, "second": 1, "last": 2}
    told = re.findall(
        r"wins of the (\w+) player between values of (\w+): \+(\d+) [^:]* among idle and \+(\d+) ",
        "\n".join(found.policy),
    )
    effects = found.tables["effects"]
    for seat, choice, first, second in told:
        mine = effects[
            (effects["setup_choice"] == choice)
            & (effects["quantity"] == f"seat {seats[seat]} wins")
        ]
        gaps = mine.groupby("level", sort=False)["mean"].agg(lambda m: 100 * (m.max() - m.min()))
        assert [round(gap) for gap in gaps] == [int(first), int(second)]
    assert len(told) == 2


def test_nothing_planted_nothing_found(study):
    found = study(setups, toy(), games=2000)
    assert established(found) == set()
    assert "nothing in the set-up is shown to move a seat's wins" in found.finding
    assert not found.tables["interactions"]["is_picked"].any()


def test_an_interaction_is_picked(study):
    found = study(setups, toy(both=1.2), games=6000)
    table = found.tables["interactions"]
    picked = table[table["is_picked"]]
    assert "weather sun" in set(picked["first"])
    # One of two sides says it all, and `plain` comes first: weather sun there are worth less.
    row = picked[picked["first"] == "weather sun"].iloc[0]
    assert row["second"] == "track flat"
    assert row["high"] < 0
    assert any("together with track flat" in text for text in found.screened)


def test_what_seats_were_dealt_is_a_choice_of_their_own(study):
    found = study(setups, toy(boots=0.4), games=3000)
    assert ("spare boots of seat 0", "wins by seat") in established(found)
    assert ("spare boots of seat 1", "wins by seat") in established(found)
    assert "the seats' wins depend on spare boots of the second player (wins of" in found.finding
    assert ", and on spare boots of the start player;" in found.finding
    effects = found.tables["effects"].set_index(["setup_choice", "value", "quantity"])["mean"]
    wins = [effects["spare boots of seat 0", value, "seat 0 wins"] for value in "012"]
    assert wins == sorted(wins)


def test_strategies_are_rotated_and_told_apart(study):
    found = study(setups, toy(3, ("strong", "idle", "weak")), games=1500)
    names = set(found.tables["effects"]["quantity"])
    assert {"strong wins", "idle wins", "weak wins"} <= names
    assert "wins by strategy" in set(found.tables["tests"]["result"])


def test_few_games_are_enough_to_say_that_they_are_too_few(study):
    found = study(setups, toy(), games=20)
    assert found.verdicts == []
    assert found.finding.startswith("Too few games to compare set-ups: no choice has two values")
    assert "Too few games" in found.outlook[0]


def test_the_number_of_start_tiles_is_no_choice_and_colours_have_words():
    assert [f.name for f in factors_of(toy().cell()) if f.is_hand] == [
        "spare boots of seat 0",
        "spare boots of seat 1",
    ]
    real = SetupSettings("encounter", 3, "basic", ("random",) * 3).cell()
    hands = [factor for factor in factors_of(real) if factor.is_hand]
    assert len(hands) == 15
    assert hands[4].value_name("2") == "yellow start tiles of seat 1: 2"


def test_hands_without_an_effect_share_one_line(study):
    found = study(setups, toy(3), games=2000)
    assert any("Nothing that the seats were dealt" in text for text in found.summary)
    said = [text for text in found.not_established if "were dealt" in text]
    assert len(said) == 1
    assert said[0].startswith("What the seats were dealt (3 of 9 tests): no effect established")
    assert "percentage points in any share of wins between two values would have been" in said[0]
    quiet = [text for text in found.verdicts if "no value moves that by more than" in text]
    assert len(quiet) == len(found.verdicts) >= 6


def test_the_choices_and_the_strongest_hand_are_drawn(study):
    found = study(setups, toy(weather=0.6), games=3000)
    table = found.tables["setups"]
    assert list(dict.fromkeys(table["group"]))[:2] == ["weather", "track"]
    assert table["group"].nunique() == 4
    assert set(table[table["is_established"]]["group"]) == {"weather"}
    assert table.set_index("setup")["is_established"]["weather sun"]
    tested = found.tables["tests"].set_index(["setup_choice", "result"])["p_value"]
    (hand,) = set(table[table["is_drawn"]]["group"]) - {"weather", "track"}
    seats = [f"spare boots of seat {seat}" for seat in (0, 1)]
    assert hand == min(seats, key=lambda name: tested[name, "wins by seat"])


def test_what_stands_out_by_chance_alone_is_not_established(study):
    apart = 0
    for seed in range(12):
        table = study(setups, toy(), seed=seed, games=600).tables["setups"]
        apart += int(((table["low"] > 0.5) | (table["high"] < 0.5)).sum())
        assert not table["is_established"].any()
    assert apart > 0


def test_wins_that_never_vary_are_said_to(study):
    found = study(setups, toy(head_start="9,0", stride=9), games=600)
    said = "Wins by seat: never varied in these games, so nothing can be said."
    assert said in found.not_established
    assert not any("of 0 percentage" in text for text in found.verdicts + found.not_established)


def test_what_would_have_been_seen_is_corrected_as_the_tests_are(study):
    found = study(setups, toy(), games=2000)
    sides = found.tables["effects"].query("setup_choice == 'track' and quantity == 'seat 0 wins'")
    n_tests = len(found.tables["tests"])
    # The test has one degree of freedom and half of the error budget.
    needed = noncentrality_needed(1, 0.025 / n_tests, 0.8)
    seen = 100 * math.sqrt(needed * 0.25 * (1 / sides["n"]).sum())
    (said,) = [text for text in found.not_established if text.startswith("Wins by seat: no effect")]
    at = said.partition(" is established")[0].removeprefix("Wins by seat: no effect of ")
    place = re.split(", | or ", at).index("track")
    told = re.split(", | and ", said.partition("a difference of ")[2].partition(" percentage")[0])
    assert told[place] == str(math.ceil(seen))
