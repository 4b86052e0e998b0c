"""A kernel that plays otherwise than before is noticed, of whatever game it is."""

from __future__ import annotations

import json

import pytest

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.playing import known_games
from analyzer.playing.known_games import check_kernel
from analyzer.playing.memory import warm_up
from analyzer.playing.worker import Task
from kernels import jit
from tests.games.found import find_toys

GAMES = ("encounter", "reef", "toy")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Where what is known is kept; compiling anew is only counted."""
    find_toys(monkeypatch)
    for name in GAMES:
        get_game(name)  # asks where its compiled code is, which must stay where it is
    monkeypatch.setattr(known_games, "_CHECKED", set())
    monkeypatch.setattr(jit, "cache_folder", lambda _game: tmp_path)
    monkeypatch.setattr(jit, "compile_anew", lambda game: compiled.append(game))
    compiled = []
    return tmp_path, compiled


def cell_of(name, *strategies):
    game = get_game(name)
    line_up = strategies or (game.defaults.baseline,) * 3
    return game.check(Cell(name, len(line_up), game.defaults.ruleset, line_up))


def again(cell):
    """Checks as a process that has just started would."""
    known_games._CHECKED.clear()
    check_kernel(cell)


@pytest.mark.parametrize("name", GAMES)
def test_what_was_played_first_is_expected_again(kept, name, capsys):
    warm_up(cell_of(name))
    (path,) = kept[0].glob("known-game-*.json")
    again(cell_of(name))
    assert list(kept[0].glob("known-game-*.json")) == [path]
    assert kept[1] == []
    assert "otherwise" not in capsys.readouterr().err


@pytest.mark.parametrize("name", GAMES)
def test_another_game_is_compiled_anew_or_refused(kept, name, capsys, monkeypatch):
    cell, game = cell_of(name), get_game(name)
    check_kernel(cell)
    honest, faults = game.play, [1]

    def play(*arguments):
        rows = honest(*arguments)
        if faults:
            faults.pop()
            rows["score"][0] += 1
        return rows

    monkeypatch.setattr(type(game), "play", lambda _game, *arguments: play(*arguments))
    again(cell)
    assert kept[1] == [name]
    assert capsys.readouterr().err.endswith(
        f"reef: the compiled kernel of {game.title} plays a known game otherwise than before; it is"
        " compiled again\n"
    )
    faults += [1, 1]
    known_games._CHECKED.clear()
    with pytest.raises(UsageError, match=r"also after it was compiled again: .* to trust it$"):
        Task(0, cell, 1, 0, 3).prepare()
    assert kept[1] == [name, name]


def test_what_is_known_and_damaged_is_made_again(kept):
    check_kernel(cell_of("toy"))
    (path,) = kept[0].glob("known-game-*.json")
    good = path.read_bytes()
    for bad in (b"", b"{}", good.replace(b"rows", b"rowt"), json.dumps([1]).encode()):
        path.write_bytes(bad)
        again(cell_of("toy"))
        assert path.read_bytes() == good


def test_every_mixture_of_strategies_is_a_game_of_its_own(kept):
    for line_up in (("random", "balanced"), ("balanced", "random"), ("balanced:whim=0.5",) * 2):
        check_kernel(cell_of("encounter", *line_up))
    assert len(list(kept[0].glob("known-game-*.json"))) == 2
    assert {names for _, names in known_games._CHECKED} == {("balanced", "random"), ("balanced",)}


@pytest.mark.usefixtures("kept")
def test_a_file_is_checked_by_a_strategy_of_its_kind(tmp_path):
    (tmp_path / "mine.toml").write_text('name = "mine"\nkind = "planner"\n')
    check_kernel(cell_of("encounter", "random", str(tmp_path / "mine.toml")))
    assert {names for _, names in known_games._CHECKED} == {("planner", "random")}
