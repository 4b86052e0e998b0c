"""Skill levels: the strongest first, each once, named with one option."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.notebook import studies as notebook
from analyzer.studies.balance import BalanceSettings, balance
from analyzer.studies.compare import CompareSettings, compare, parse_variant
from analyzer.studies.levels import at_levels
from analyzer.studies.strongest import are_rated, strongest_first

MINE = 'name = "mine"\ndescription = "runs"\n'
STUDIES = {
    "balance": [],
    "compare": ["short", "long"],
    "setups": [],
    "sensitivity": ["bonus=1,2"],
}
SHORT = ["--game", "toycap", "--games", "120", "--jobs", "1"]
RATINGS = {"strong": [300.0, 280.0, 320.0], "equal": [20.0, -5.0, 45.0], "weak": [-200, None, -90]}


COMPARED = CompareSettings(
    "toycap", 2, (parse_variant("short"), parse_variant("long")), ("idle", "idle")
)


def at_named(*levels):
    """The comparison with each level in all seats."""

    def play(settings, amount, context):
        return at_levels(compare, settings, levels, amount, context)

    return play


@pytest.fixture
def rate(monkeypatch):
    """`rate(strong=[300.0, 280.0, 320.0])` ships ratings of the toy's strategies, for two."""

    def ship(**ratings):
        line_up = get_game("toycap").strategies
        told = {name: {"rating": rating} for name, rating in ratings.items()}
        measured = {"players": {"2": {"strategies": told}}}
        monkeypatch.setitem(vars(line_up), "measured", measured)

    return ship


def test_rated_levels_are_sorted_by_the_ratings_for_their_number_of_players(rate):
    rate(**RATINGS)
    named = ["weak", "equal", "strong"]
    assert strongest_first("toycap", 2, named) == ("strong", "equal", "weak")
    assert strongest_first("toycap", 3, named) == tuple(named)
    assert are_rated("toycap", 2, named)
    assert not are_rated("toycap", 3, named)


def test_levels_that_ratings_do_not_tell_apart_stay_as_declared_or_named(rate):
    alike = [310.0, 290.0, 330.0]
    rate(**RATINGS | {"equal": alike, "idle": alike, "clumsy": alike})
    assert get_game("toycap").defaults.levels == ("strong", "equal")
    for named in (["weak", "equal", "strong"], ["weak", "strong", "equal"]):
        assert strongest_first("toycap", 2, named) == ("strong", "equal", "weak")
    for named in (["idle", "clumsy"], ["clumsy", "idle"]):
        assert strongest_first("toycap", 2, ["weak", *named]) == (*named, "weak")


@pytest.mark.parametrize("other", ["idle", "strong:nerve=0.5", "mine.toml"])
def test_where_one_is_not_rated_the_order_named_stays(rate, other):
    rate(**RATINGS)
    Path("mine.toml").write_text(MINE)
    assert strongest_first("toycap", 2, ["weak", other, "equal"]) == ("weak", other, "equal")
    assert not are_rated("toycap", 2, ["weak", other, "equal"])


@pytest.mark.parametrize("name", ["encounter", "reef"])
def test_the_levels_that_a_game_declares_are_put_in_its_order(name):
    game = get_game(name)
    for players in game.player_counts:
        for order in itertools.permutations(game.defaults.levels):
            assert strongest_first(name, players, order) == game.defaults.levels


def test_the_headline_is_that_of_the_strongest_whatever_the_order(rate, study):
    rate(**RATINGS)
    named = ("weak", "equal", "strong")
    found = study(balance, BalanceSettings("toycap", 2, "short", named, reach=0), games=200)
    assert found.settings["strategies"] == named[::-1]
    assert "among strong, equal and weak players" in found.finding
    assert "; the weaker weak says " in found.policy[0]
    told = study(at_named(*named), COMPARED, games=400)
    assert told.settings["levels"] == list(named[::-1])
    assert told.finding.startswith("Among strong players ")
    assert "; the weaker weak says " in told.policy[0]


def test_nobody_is_called_weaker_without_a_rating(study):
    named = ("weak", "equal", "strong")
    found = study(balance, BalanceSettings("toycap", 2, "short", named, reach=0), games=200)
    told = study(at_named(*named), COMPARED, games=400)
    for results in (found, told):
        assert "; strong says " in results.policy[0]
        assert "weaker" not in " ".join([*results.summary, *results.policy])


@pytest.mark.parametrize("command", STUDIES)
def test_both_orders_are_one_study_that_goes_on(reef, rate, command):
    rate(**RATINGS)
    for order in ("weak,strong", "strong,weak"):
        code, _, err = reef(command, *STUDIES[command], *SHORT, "--levels", order)
        assert code == 0, err
    (folder,) = Path("runs").iterdir()
    assert "-strong-weak-" in folder.name
    settings = json.loads((folder / "study.json").read_text())["settings"]
    assert settings.get("levels", settings["strategies"]) == ["strong", "weak"]


def test_in_a_notebook_both_orders_are_one_study(rate, tmp_path):
    rate(**RATINGS)
    how = {"game": "toycap", "players": 2, "reach": 0, "games": 200, "jobs": 1, "progress": False}
    folders = {
        notebook.balance(levels=levels, folder=str(tmp_path), **how).folder
        for levels in (["weak", "strong"], ["strong", "weak"])
    }
    assert len(folders) == 1


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        (["weak", "idle", "weak"], "a skill level is named twice in weak, idle, weak"),
        (["mine.toml", "./mine.toml"], "mine.toml and ./mine.toml being the same"),
        (["mine.toml", "copy.toml"], "mine.toml and copy.toml being the same"),
        (["weak", "weak:strength=-0.7"], "weak and weak:strength=-0.7 being the same"),
    ],
)
def test_the_same_players_are_one_level(study, named, reason):
    for name in ("mine.toml", "copy.toml"):
        Path(name).write_text(MINE)
    with pytest.raises(UsageError, match=reason):
        strongest_first("toycap", 2, named)
    asked = BalanceSettings("toycap", 2, "short", tuple(named), reach=0)
    with pytest.raises(UsageError, match="a skill level is named twice in "):
        study(balance, asked, games=200)
    assert strongest_first("toycap", 2, ["idle", "equal", "mine.toml"])


@pytest.mark.parametrize("command", STUDIES)
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--levels", "idle", "--strategies", "weak"], "--levels and --strategies both say who"),
        (["--strategies", "weak", "--levels", "idle"], "--levels and --strategies both say who"),
        (["--levels", ""], "--levels '' has an empty name"),
        (["--levels", "idle,,weak"], "--levels 'idle,,weak' has an empty name"),
        (["--strategies", "idle,,weak"], "--strategies 'idle,,weak' has an empty name"),
        (["--levels", "idle,idle"], "a skill level is named twice in idle, idle"),
    ],
)
def test_levels_that_cannot_be_meant_are_refused_in_one_line(reef, command, options, reason):
    code, out, err = reef(command, *STUDIES[command], *SHORT, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert reason in err
    assert not Path("runs").exists()
