"""`reef setups` finds planted effects of the set-up, and interactions."""

from __future__ import annotations

from analyzer.studies.setups import SetupSettings, setups


def toy(players=2, strategies=None, **effects):
    overrides = tuple((name, str(value)) for name, value in effects.items())
    strategies = strategies or ("random",) * players
    return SetupSettings("toy", players, "basic", strategies, overrides)


def established(found):
    table = found.tables["tests"]
    return {
        (row["setup_choice"], row["result"])
        for row in table[table["is_established"]].to_dict("records")
    }


def test_an_effect_of_the_rocks_on_a_seat_is_found(study):
    found = study(setups, toy(rocks=0.6), games=3000)
    assert established(found) == {("rocks", "wins by seat"), ("rocks", "mean score")}
    assert found.finding.startswith("Rocks (for wins by seat and mean score) matters")
    shares = found.tables["setups"].set_index("setup")
    assert shares["low"]["rocks A"] > shares["high"]["rocks B"]
    assert any("rocks and wins by seat" in text for text in found.verdicts)
    assert any(text.startswith("side and wins by seat") for text in found.not_established)


def test_nothing_planted_nothing_found(study):
    found = study(setups, toy(), games=2000)
    assert established(found) == set()
    assert "No choice of the set-up is established to matter" in found.finding
    assert not found.tables["interactions"]["is_picked"].any()


def test_an_interaction_is_picked(study):
    found = study(setups, toy(both=1.2), games=6000)
    table = found.tables["interactions"]
    picked = table[table["is_picked"]]
    assert "rocks A" in set(picked["first"])
    # One of two sides says it all, and `plain` comes first: rocks A there are worth less.
    row = picked[picked["first"] == "rocks A"].iloc[0]
    assert row["second"] == "side plain"
    assert row["high"] < 0
    assert any("together with side plain" in text for text in found.verdicts)


def test_start_colours_in_hand_are_a_choice_of_their_own(study):
    found = study(setups, toy(hand=0.4), games=3000)
    assert ("start w of seat 0", "wins by seat") in established(found)
    assert ("start w of seat 1", "wins by seat") in established(found)
    effects = found.tables["effects"].set_index(["setup_choice", "value", "quantity"])["mean"]
    wins = [effects["start w of seat 0", value, "seat 0 wins"] for value in "012"]
    assert wins == sorted(wins)


def test_strategies_are_rotated_and_told_apart(study):
    found = study(setups, toy(3, ("strong", "random", "weak")), games=1500)
    names = set(found.tables["effects"]["quantity"])
    assert {"strong wins", "random wins", "weak wins"} <= names
    assert "wins by strategy" in set(found.tables["tests"]["result"])


def test_few_games_are_enough_to_say_that_they_are_too_few(study):
    found = study(setups, toy(), games=20)
    assert found.verdicts == []
    assert "Too few games" in found.outlook[0]
