"""Experiments from files: the grid they span, and every mistake with its line."""

from __future__ import annotations

import re

import pytest

from analyzer.errors import Mistakes, UsageError
from analyzer.experiment import DEFAULT_MAX_GAMES, Experiment, cell_text
from analyzer.experiment_file import combine, parse_experiment, read_experiment
from analyzer.games import get_game
from tests.batch.helpers import ROOT, cell


def mistakes(text: str) -> list[str]:
    with pytest.raises(Mistakes) as caught:
        parse_experiment(text, "x.toml")
    return caught.value.mistakes


def test_a_short_file_is_one_cell_of_defaults():
    made = parse_experiment("games = 10")
    assert made == Experiment(
        (get_game("encounter").check(cell(strategies=("balanced", "balanced"))),), 10, seed=1
    )


def test_the_grid_is_the_product_of_its_dimensions():
    made = parse_experiment(
        """
        players = [2, 3]
        rulesets = ["basic", "advanced"]
        games = 100
        rotate = true
        [setup]
        side = "all"
        rocks = "random"
        first_space = ["w", "random"]
        [rules]
        grow_limit = 3
        [vary]
        min_edible = [5, 6]
        """
    )
    assert len(made.cells) == len(set(made.cells)) == 2 * 2 * 2 * 2 * 2
    assert {c.rotate for c in made.cells} == {True}
    assert {dict(c.overrides)["grow_limit"] for c in made.cells} == {3}
    assert {dict(c.setup).get("first_space", "random") for c in made.cells} == {"w", "random"}


def test_all_rocks_are_the_legal_choices_of_as_many_as_players():
    made = parse_experiment('players = [2, 3, 4]\ngames = 1\nsetup.rocks = "all"')
    by_players = {n: [dict(c.setup)["rocks"] for c in made.cells if c.players == n] for n in (2, 3)}
    assert by_players[2] == ["AB", "AC", "BC", "AD", "BD", "CD"]
    assert sorted(by_players[3]) == ["ABC", "ABD", "ACD", "BCD"]
    assert sum(c.players == 4 for c in made.cells) == 1


def test_start_tiles_go_to_the_number_of_players_they_are_for():
    made = parse_experiment(
        'players = [2, 3]\ngames = 1\nline_ups = "random"\n'
        'vary.start_tiles = ["default", [7, 8], [7, 7, 8]]'
    )
    assert [cell_text(c) for c in made.cells] == [
        "2 players, basic, random,random",
        "2 players, basic, random,random, start_tiles=7,8",
        "3 players, basic, random,random,random",
        "3 players, basic, random,random,random, start_tiles=7,7,8",
    ]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("combinations", ["ab", "ac", "bc"]),
        ("multisets", ["aa", "ab", "ac", "bb", "bc", "cc"]),
        ("rotations", ["ab", "ba", "ac", "ca", "bc", "cb"]),
        ("assignments", ["aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"]),
    ],
)
def test_line_ups_from_a_list_of_strategies(how, expected):
    assert ["".join(line_up) for line_up in combine(["a", "b", "c"], 2, how)] == expected


def test_line_ups_of_a_table_become_cells():
    text = 'games = 1\nplayers = 3\n[line_ups]\nstrategies = ["random"]\ncombine = "multisets"'
    assert [c.strategies for c in parse_experiment(text).cells] == [("random",) * 3]


def test_deals_count_every_rotation():
    text = "players = 3\nrotate = true\ndeals = 50"
    assert parse_experiment(text).games_of(0) == 150


def test_games_are_raised_to_whole_deals():
    made = parse_experiment("players = [2, 3]\nrotate = true\ngames = 100")
    assert [made.games_of(k) for k in (0, 1)] == [100, 102]


def test_changes_replace_what_the_file_says():
    made = parse_experiment("deals = 5\nseed = 3", games=7, seed=9)
    assert (made.games, made.seed) == (7, 9)


def test_without_pairing_every_cell_has_its_own_seed_whatever_its_place():
    text = 'games = 5\npairing = false\nrulesets = ["{}", "{}"]'
    made = parse_experiment(text.format("basic", "advanced"))
    turned = parse_experiment(text.format("advanced", "basic"))
    assert made.seed_of(0) != made.seed_of(1)
    assert [made.seed_of(0), made.seed_of(1)] == [turned.seed_of(1), turned.seed_of(0)]
    assert parse_experiment("games = 5\nseed = 4").seed_of(0) == 4


def test_settings_survive_json():
    text = "rules.start_tiles = [7, 8]\nprecision = 0.1\nmax_games = 9\nrecords = 2"
    made = parse_experiment(text)
    again = Experiment.from_json(made.as_json())
    assert again == made
    assert again.digest() == made.digest()


def test_every_mistake_is_named_with_its_line():
    found = mistakes(
        "\n".join(
            [
                "players = [2,",
                "  7]",
                'ruleset = "basic"',
                'rulesets = ["basic", # a comment with ] in it',
                '  "advancd"]',
                'line_ups = [["random", "foo"],',
                '  ["random", "random", "random"]]',
                "games = 1.5",
                "seed = -4",
                "[setup]",
                'side = "up"',
                'rocs = "all"',
                "[rules]",
                "min_edible = 99",
                "grow_limit = 4",
                "[vary]",
                "start_tiles = [[7, 8],",
                "  [6, 7, 8]]",
                "grow_limit = [3, 4]",
                "nonsense = [1]",
                "refill = 3",
            ]
        )
    )
    places = [re.match(r"x\.toml:(\d+): ([\w.]+): ", mistake) for mistake in found]
    assert [(int(place[1]), place[2]) for place in places if place] == [
        (2, "players"),
        (3, "ruleset"),
        (5, "rulesets"),
        (6, "line_ups"),
        (7, "line_ups"),
        (8, "games"),
        (9, "seed"),
        (11, "setup.side"),
        (12, "setup.rocs"),
        (14, "rules.min_edible"),
        (18, "vary.start_tiles"),
        (19, "vary.grow_limit"),
        (20, "vary.nonsense"),
        (21, "vary.refill"),
    ]
    assert "did you mean rulesets?" in found[1]
    assert "1 to 33" in found[9]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("games = ", "x.toml: Invalid value (at"),
        ("players = 2", "x.toml: games: give one of games, deals and precision"),
        ("games = 5\nmax_games = 6", "x.toml:2: max_games: means nothing without precision"),
        ("games = 5\nprecision = 0.1", "x.toml:1: games: means nothing with precision"),
        ("games = 5\nprecision = 2", "x.toml:2: precision: 2 is not possible"),
        ('games = 5\ngame = "chess"', "x.toml:2: game: unknown game 'chess'"),
        ("games = 5\nrotate = 1", "x.toml:2: rotate: 1 is not possible; allowed: true or false"),
        ("games = 5\nsetup = 3", "x.toml:2: setup: 3 is not a table"),
        ('games = 5\nplayers = 4\nline_ups = [["random", "random"]]', "names 2 strategies"),
        ('games = 5\nline_ups.strategies = ["random"]', "x.toml:2: line_ups: has no line-up for 2"),
        ('games = 5\nline_ups.combine = "pairs"\nline_ups.strategies=["random"]', "x.toml:2: line"),
        ("games = 5\nplayers = [2, 3]\nvary.start_tiles = [[7, 8]]", "has no value for 3 players"),
        ("games = 5\nrules.start_tiles = [7, 8, 9]", "x.toml:2: rules.start_tiles: start_tiles"),
        ('games = 5\nvary.grow_limit = ["default", "default"]', "cells 0 and 1 are the same"),
        ("games = 2024-01-01", "x.toml:1: games: 2024-01-01 is not possible; allowed: a whole"),
        ("games = 1e300", "x.toml:1: games: 1e+300 is not possible; allowed: a whole number"),
        ("games = 99999999999999999999", "is not possible; allowed: a whole number, 1 to 2**53"),
        (f"games = {'9' * 5000}", "x.toml: Exceeds the limit"),
        ("games = 5\nplayers = 2.0", "x.toml:2: players: 2.0 is not possible; allowed: 2, 3, 4"),
        ("games = 5\nplayers = 07:30:00", "x.toml:2: players: 07:30:00 is not possible"),
        ("games = 5\nplayers = 123456789012", "x.toml:2: players: 123456789012 is not possible"),
        ("games = 5\nrules.min_edible = 1999-12-31", "x.toml:2: rules.min_edible: min_edible = "),
        ("games = 5\nvary.min_edible = [5, 1999-12-31]", "x.toml:2: vary.min_edible: min_edible"),
        ("games = 5\nrulesets = [1999-12-31, 1.5]", "x.toml:2: rulesets: unknown ruleset"),
        ("games = 5\nline_ups = 1999-12-31", "x.toml:2: line_ups: 1999-12-31 is not possible"),
        (f"games = 5\nrules.x = {'[' * 3000}", "x.toml: tables or lists are nested too deeply"),
        (
            'games = 5\nplayers = 4\n[line_ups]\ncombine = "assignments"\nstrategies = '
            + str([f"balanced:tide={k}" for k in range(30)]),
            "line_ups: has more than 100,000 line-ups",
        ),
    ],
)
def test_mistakes(text, complaint):
    assert complaint in "\n".join(mistakes(text))


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        read_experiment(tmp_path / "nothing.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="not UTF-8"):
        read_experiment(tmp_path / "binary.toml")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples" / "experiments").glob("*.toml")), ids=lambda p: p.name
)
def test_examples_are_valid(path):
    assert read_experiment(path).cells


def test_a_precision_alone_is_enough():
    assert parse_experiment("precision = 0.1").games == DEFAULT_MAX_GAMES
    assert parse_experiment("precision = 0.1\nmax_games = 9").games == 9


def test_numbers_of_games_may_be_written_with_a_power():
    assert parse_experiment("games = 1e5").games == 100_000
