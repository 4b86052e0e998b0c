"""The game of the examples, which docs/architecture.md begins with."""

from __future__ import annotations

import json
import shutil

import pytest

from analyzer.errors import UsageError
from analyzer.games import about, get_game
from tests.games.found import EXAMPLES, find_toys


def test_the_smallest_game_is_played_and_keeps_no_records(reef):
    told = json.loads(reef("simulate", "--game", "dice", "--games", 200, "--json").out)
    assert told["games"] == 200
    assert reef("record", "--game", "dice").err == "reef: Dice Race keeps no records\n"


def test_the_better_of_its_strategies_is_told(reef):
    answer = reef("duel", "bold", "calm", "--game", "dice", "--games", 400, "--jobs", 1)
    assert answer.code == 0, answer.err
    assert "bold is better than calm" in answer.out


def own_game(monkeypatch, folder, name, part="about.py", old="", new=""):
    """A copy of the example under another name, with a text of one of its files changed."""
    shutil.copytree(EXAMPLES / "dice", folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / name).glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("games.dice", f"games.{name}")
        text = text.replace('name = "dice"', f'name = "{name}"')
        path.write_text(text.replace(old, new) if path.name == part else text, encoding="utf-8")
    find_toys(monkeypatch, folder)


@pytest.mark.parametrize(
    ("name", "part", "old", "new", "said"),
    [
        ("own1", "about.py", "class DiceAbout", "oops\nclass DiceAbout", "name 'oops' is not def"),
        ("own2", "about.py", '"own2"', '"else"', "about.py of the game own2 calls it else"),
        ("own3", "about.py", "    handicap =", "    further =", "does not declare handicap"),
        (
            "own4",
            "game.py",
            "games, seats\n\n",
            "games, seats[:, :, :2]\n\n",
            "has 3 seat_columns but",
        ),
        ("own5", "game.py", '"score", "sixes")', '"score", "fives")', "gives no value of sixes"),
    ],
)
def test_a_mistake_in_a_game_of_ones_own_is_one_line(
    reef, monkeypatch, tmp_path, name, part, old, new, said
):
    own_game(monkeypatch, tmp_path, name, part, old, new)
    answer = reef("simulate", "--game", name, "--games", 10)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert said in answer.err


def test_a_folder_without_games_is_named_where_a_game_is_not_found(monkeypatch, tmp_path):
    find_toys(monkeypatch, tmp_path / "nowhere")
    with pytest.raises(UsageError, match=r"REEF_GAMES names .*nowhere, in which no folder holds"):
        about("mine")


def test_a_copy_of_the_example_needs_three_names_changed(monkeypatch, tmp_path):
    own_game(monkeypatch, tmp_path, "own6")
    assert get_game("own6").name == "own6"
