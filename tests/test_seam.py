"""Nothing above a game's own folders knows that game: neither its folders nor what it declares."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from analyzer.game import common_columns
from analyzer.games import __path__ as game_folders
from analyzer.games import get_game

ROOT = Path(__file__).resolve().parent.parent
GAMES = tuple(sorted(path.parent.name for path in Path(game_folders[0]).glob("*/game.py")))
FOREIGN = {"display", "patterns"}
"""Words of IPython and of SVG, whose functions and elements have these names."""
BUILTIN = {name for kind in (dict, list, str, set) for name in dir(kind)}
"""Words of Python itself, such as the `values` of a dict, say nothing about a game."""
COMMAND = {"reef"}
"""The command's name, which is also that of a game."""
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")

ORDINARY = {"side", "takes", "display", "passes", "patterns"}
"""Declared names that are ordinary words: inside a sentence they say nothing about a game."""


SHARED = {"random", "printed"}
"""Names that the program uses for things of its own: what chance gives, the rules in print."""


def own_folders(game: str) -> tuple[Path, ...]:
    """Where a game may be known; `analyzer/NAME` is how bots of users still import it."""
    folders = ("kernels", "analyzer/games", "analyzer", "reports/games")
    return tuple(ROOT / folder / game for folder in folders)


def modules_above() -> list[Path]:
    """All modules outside the folders of games, those of unfinished ones included."""
    found = [path for p in ("kernels", "analyzer", "reports") for path in (ROOT / p).rglob("*.py")]
    begun = [path.name for path in Path(game_folders[0]).iterdir() if path.is_dir()]
    owned = [folder for game in begun for folder in own_folders(game)]
    return sorted(p for p in found if not any(p.is_relative_to(folder) for folder in owned))


@cache
def declared(name: str) -> frozenset[str]:
    """Parameters, own columns, endings, choices and groups of columns of a game, and its name."""
    game = get_game(name)
    common = set(common_columns(game.endings))
    names = {name, *game.parameters, *(ending.name for ending in game.endings)}
    names |= {column.name for column in game.columns} - common
    names |= {choice.name for n in game.player_counts for choice in game.choices(n)}
    names |= {group.name for group in game.groups}
    return frozenset(names - common - BUILTIN - COMMAND - FOREIGN)


def words_of(tree: ast.AST) -> set[str]:
    """Identifiers, whole strings, and the words in strings."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.keyword(arg=str(name)) | ast.alias(asname=str(name)):
                found.add(name)
            case ast.Constant(value=str(text)):
                found.add(text)
                found |= set(WORD.findall(text)) - ORDINARY
            case _:
                pass
    return found


@cache
def own_names(name: str) -> frozenset[str]:
    """Rulesets and strategies of a game, which are often ordinary words."""
    game = get_game(name)
    return frozenset({*game.rulesets, *game.strategies.names()}) - SHARED


def strings_of(tree: ast.AST) -> set[str]:
    """Strings as they are: a name of a game would be one of them."""
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {node.value for node in constants if isinstance(node.value, str)}


def imports_of(tree: ast.AST) -> set[str]:
    """Dotted names of everything a module imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def leaks(source: str, game: str) -> set[str]:
    """What a module says of a game."""
    tree = ast.parse(source)
    folders = {f"{place}.{game}" for place in ("kernels", "analyzer.games", "reports.games")}
    folders.add(f"analyzer.{game}")
    imported = {
        name for name in imports_of(tree) for f in folders if f"{name}.".startswith(f"{f}.")
    }
    named = (words_of(tree) & declared(game)) | (strings_of(tree) & own_names(game))
    return imported | named


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from analyzer.games.encounter.rules import make_rules", "analyzer.games.encounter.rules"),
        ("def f():\n    import kernels.encounter.state", "kernels.encounter.state"),
        ("if game == 'encounter': pass", "encounter"),
        ("x = rows['start_tiles']", "start_tiles"),
        ("x = args.first_space", "first_space"),
        ("def f(min_edible): pass", "min_edible"),
        ("f(eat_return=1)", "eat_return"),
        ("x = 'reef compare basic:eat_return=5'", "eat_return"),
        ('"""By `start_tiles`."""', "start_tiles"),
        ("line_up.get('balanced')", "balanced"),
        ("if cell.ruleset == 'advanced': pass", "advanced"),
    ],
)
def test_a_leak_is_found_in_every_form(source, found):
    assert found in leaks(source, "encounter")


def test_words_of_all_games_and_of_python_are_no_leaks():
    source = "x = rows['score'].values, rows['ended_by'], 'attacks from the left side', value_of"
    assert leaks(source, "encounter") == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_declares_something_that_could_leak(game):
    assert len(declared(game)) > 10


@pytest.mark.parametrize("game", GAMES)
def test_nothing_above_a_game_knows_it(game):
    found = {}
    for path in modules_above():
        said = leaks(path.read_text(encoding="utf-8"), game)
        if said:
            found[str(path.relative_to(ROOT))] = sorted(said)
    assert found == {}
