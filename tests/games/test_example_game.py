"""The game of the examples, which docs/architecture.md begins with."""

from __future__ import annotations

import json


def test_the_smallest_game_is_played_and_keeps_no_records(reef):
    told = json.loads(reef("simulate", "--game", "dice", "--games", 200, "--json").out)
    assert told["games"] == 200
    assert reef("record", "--game", "dice").err == "reef: Dice Race keeps no records\n"


def test_the_better_of_its_strategies_is_told(reef):
    answer = reef("duel", "bold", "calm", "--game", "dice", "--games", 400, "--jobs", 1)
    assert answer.code == 0, answer.err
    assert "bold is better than calm" in answer.out
