"""Who plays: strategies in the words of their makers, with their ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.games import get_game
from analyzer.strategies.lineup import LineUp
from analyzer.strategies.spec import brief_name, parse_spec
from analyzer.wording import interval

ELO = "400 points more are odds of ten to one; 0 is the mean of the rated strategies"


def described_players(cells: Sequence[Cell]) -> list[tuple[str, str]]:
    """The strategies of cells of one game by name, and what each is; then what Elo means."""
    if not cells:
        return []
    line_up = get_game(cells[0].game).strategies
    specs = dict.fromkeys(spec for cell in cells for spec in cell.strategies)
    players = [(brief_name(spec), _described(line_up, spec, cells[0].players)) for spec in specs]
    return [*players, ("Elo", ELO)] if _mention(players, " Elo") else players


def _mention(players: Iterable[tuple[str, str]], word: str) -> bool:
    return any(word in text for _, text in players)


def _described(line_up: LineUp, spec: str, n_players: int) -> str:
    try:
        strategy = line_up.get(spec)
    except UsageError:  # a file of the user that is gone or has changed
        return "not there any more"
    return f"{strategy.description}; {_rated(line_up, spec, n_players)}"


def _rated(line_up: LineUp, spec: str, n_players: int) -> str:
    """The rating of a strategy that ships with the game as it was measured."""
    told, name = line_up.measured, parse_spec(spec).name
    known = told.get("players", {}).get(str(n_players), {}).get("strategies", {})
    is_same = told.get("digests", {}).get(name) == line_up.get(spec).digest()
    if name not in known or not is_same:
        return "not rated"
    value, low, high = known[name]["rating"]
    sign = "+" if value > 0 else ""
    if low is None or high is None:
        return f"rated {sign}{value:.0f} Elo with {n_players} players"
    return f"rated {sign}{interval(value, low, high)} Elo with {n_players} players"
