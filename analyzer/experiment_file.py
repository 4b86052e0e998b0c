"""Experiments described by a TOML file: a grid of settings that becomes cells.

Every mistake is named with its line, all of them at once, before anything is played.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable, Iterable, Iterator
from datetime import date, time
from pathlib import Path
from typing import Any

from analyzer.cells import Cell
from analyzer.errors import Mistakes, UsageError, nearest
from analyzer.experiment import DEFAULT_MAX_GAMES, MAX_SEED, Experiment, cell_text
from analyzer.game import Game
from analyzer.games import game_names, get_game
from analyzer.records.errors import shown
from analyzer.toml_places import TomlPlaces

MAX_CELLS = 100_000
MAX_GAMES = 2**53
KEYS = {
    "game": "name of the game",
    "players": "number of players, or a list of them",
    "rulesets": "name of a ruleset, or a list of them",
    "line_ups": "a strategy, a list of line-ups, or a table (strategies, combine)",
    "rotate": "true plays every deal in each rotation of the line-up over the seats",
    "games": "games in every cell",
    "deals": "instead of games: deals in every cell, each played once a rotation",
    "seed": "a whole number",
    "pairing": "true plays all cells on the same deals",
    "precision": "half width of the win shares' intervals at which a cell is finished",
    "max_games": "with precision: the most games in every cell",
    "records": "games whose full record is kept",
    "setup": "table: choices of the set-up, each fixed, random, all or a list",
    "rules": "table: rule parameters, one value each",
    "vary": "table: rule parameters, a list of values each; default is the ruleset's own",
}
COMBINATIONS = ("combinations", "multisets", "rotations", "assignments")


def read_experiment(path: str | Path, **changes: Any) -> Experiment:
    """The experiment of a file, checked; `changes` replace top-level keys of the file."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"cannot read the experiment {path}: {reason}") from None
    return parse_experiment(text, str(path), **changes)


def parse_experiment(text: str, name: str = "experiment", **changes: Any) -> Experiment:
    """The experiment of a text; `name` stands for the file in complaints."""
    try:
        values = tomllib.loads(text)
    except ValueError as error:  # no TOML, or a number of thousands of digits
        raise Mistakes([f"{name}: {error}"]) from None
    except RecursionError:
        raise Mistakes([f"{name}: tables or lists are nested too deeply"]) from None
    if "games" in changes:
        values.pop("deals", None)
    return _Reader({**values, **changes}, TomlPlaces(text), name).experiment()


class _Reader:
    """Turns the values of one file into an experiment and collects what is wrong with them."""

    def __init__(self, values: dict[str, Any], places: TomlPlaces, name: str) -> None:
        self.values = values
        self.places = places
        self.name = name
        self.mistakes: list[str] = []

    def experiment(self) -> Experiment:
        """The experiment; Mistakes with every mistake."""
        for key in self.values.keys() - KEYS.keys():
            self.complain(key, f"unknown key{nearest(key, KEYS)}")
        game = self.game()
        grid = _Grid(self, game) if game else None
        cells = grid.cells() if grid else []
        settings = self.settings(cells)
        self.stop_if_mistaken()
        try:
            return Experiment(cells=tuple(cells), **settings).checked()
        except UsageError as error:
            raise Mistakes([f"{self.name}: {error}"]) from None

    def complain(self, key: str, text: str, value: object = None) -> None:
        """Notes a mistake at a dotted key, more closely at a value where that can be found."""
        line = self.places.line(key, value)
        where = f"{self.name}:{line}" if line else self.name
        self.mistakes.append(f"{where}: {key}: {text}")

    def stop_if_mistaken(self) -> None:
        """Mistakes if anything was wrong so far."""
        if self.mistakes:
            in_order = sorted(dict.fromkeys(self.mistakes), key=_line_number)
            raise Mistakes(in_order)

    def game(self) -> Game | None:
        """The game, unless it is unknown."""
        name = self.values.get("game", game_names()[0])
        if name not in game_names():
            self.complain("game", f"unknown game {name!r}{nearest(name, game_names())}")
            return None
        return get_game(name)

    def settings(self, cells: list[Cell]) -> dict[str, Any]:
        """The settings that are not about cells."""
        precision = self.number("precision", float, lambda v: 0 < v < 1, "between 0 and 1")
        return {
            "games": self.games(cells, precision is not None),
            "seed": self.number("seed", int, lambda v: 0 <= v <= MAX_SEED, "0 to 2**64 - 1", 1),
            "pairing": self.boolean("pairing", True),
            "precision": precision,
            "records": self.number("records", int, lambda v: 0 <= v <= MAX_GAMES, "0 to 2**53", 0),
        }

    def games(self, cells: list[Cell], has_precision: bool) -> int:
        """Games in every cell from games, deals or max_games."""
        wanted = ("max_games",) if has_precision else ("games", "deals")
        for key in {"games", "deals", "max_games"} - set(wanted):
            if key in self.values:
                other = "max_games" if has_precision else "games"
                why = "with precision" if has_precision else "without precision"
                self.complain(key, f"means nothing {why}; give {other} instead")
        given = [key for key in wanted if key in self.values]
        if has_precision and not given:
            return DEFAULT_MAX_GAMES
        if len(given) != 1:
            self.complain(given[-1] if given else "games", "give one of games, deals and precision")
            return 1
        number: int = self.number(given[0], int, lambda v: 1 <= v <= MAX_GAMES, "1 to 2**53", 1)
        if given[0] == "games" or has_precision:
            return number
        sizes = {cell.players if cell.rotate else 1 for cell in cells} or {1}
        if len(sizes) > 1:
            self.complain("deals", "needs one number of players; give games instead")
        return number * max(sizes)

    def number(
        self,
        key: str,
        kind: type,
        is_allowed: Callable[[Any], bool],
        allowed: str,
        default: Any = None,
    ) -> Any:
        """A number of the file, or the default."""
        if self.values.get(key) is None:
            return default
        value = self.values[key]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        is_whole = is_number and (isinstance(value, int) or value.is_integer())  # also 1e5
        if not (is_whole or (is_number and kind is float)) or not is_allowed(value):
            what = "a number" if kind is float else "a whole number"
            self.complain(key, f"{_shown(value)} is not possible; allowed: {what}, {allowed}")
            return default
        return kind(value)

    def boolean(self, key: str, default: bool) -> bool:
        """A switch of the file, or the default."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            self.complain(key, f"{_shown(value)} is not possible; allowed: true or false")
            return default
        return value

    def table(self, key: str) -> dict[str, Any]:
        """A table of the file, empty if there is none."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.complain(key, f"{_shown(value)} is not a table ({KEYS[key]})")
            return {}
        return value


class _Grid:
    """The dimensions of an experiment and the cells that they span.

    Every value of a dimension is first tried alone, all else being the default, so that a mistake
    is known by its own place. What the values need not have is a meaning for every number of
    players: line-ups and lists by seat belong to the number of players that they have entries for.
    """

    def __init__(self, reader: _Reader, game: Game) -> None:
        self.reader = reader
        self.game = game
        self.rotate = reader.boolean("rotate", False)
        self.players = self.checked_players()
        self.rulesets = self.checked_rulesets()

    def neutral(self, players: int, **changes: Any) -> Cell:
        """A cell that is the default in all but the changes."""
        values: dict[str, Any] = {
            "game": self.game.name,
            "players": players,
            "ruleset": self.game.defaults.ruleset,
            "strategies": (self.game.defaults.baseline,) * players,
            **changes,
        }
        return Cell(**values)

    def objection(self, cell: Cell) -> str | None:
        """Why a cell cannot be played; None if it can."""
        try:
            self.game.check(cell)
        except UsageError as error:
            return str(error)
        return None

    def checked_players(self) -> list[int]:
        allowed = self.game.player_counts
        chosen = []
        for value in _as_list(self.reader.values.get("players", allowed[0])):
            if type(value) is not int or value not in allowed:
                text = f"{_shown(value)} is not possible; allowed: {', '.join(map(str, allowed))}"
                self.reader.complain("players", text, value)
            else:
                chosen.append(value)
        return list(dict.fromkeys(chosen)) or [allowed[0]]

    def checked_rulesets(self) -> list[str]:
        chosen, usual = [], self.game.defaults.ruleset
        for value in _as_list(self.reader.values.get("rulesets", usual)):
            objection = self.objection(self.neutral(self.players[0], ruleset=value))
            if objection:
                self.reader.complain("rulesets", objection, value)
            else:
                chosen.append(value)
        return chosen or [usual]

    def cells(self) -> list[Cell]:
        """All cells of the grid; what is wrong has been complained about."""
        line_ups = self.line_ups()
        setups = self.dimensions("setup", self.setup_values)
        fixed = self.dimensions("rules", lambda _, value: [value])
        varied = self.dimensions("vary", self.varied_values)
        self.check_overlap(fixed, varied)
        if self.reader.mistakes:
            return []
        cells = []
        for players, ruleset in itertools.product(self.players, self.rulesets):
            for line_up in line_ups[players]:
                for setup in _choices(setups[players]):
                    for rules in _choices({**fixed[players], **varied[players]}):
                        cells.append(self.cell(players, ruleset, line_up, setup, rules))
                        if len(cells) > MAX_CELLS:
                            text = f"the grid has more than {MAX_CELLS:,} cells"
                            raise Mistakes([f"{self.reader.name}: {text}"])
        self.check_cells(cells)
        return cells

    def cell(
        self,
        players: int,
        ruleset: str,
        line_up: tuple[str, ...],
        setup: dict[str, Any],
        rules: dict[str, Any],
    ) -> Cell:
        """One cell of the grid; a parameter that is left to the ruleset is not mentioned."""
        overrides = tuple((k, _frozen(v)) for k, v in rules.items() if v != "default")
        return Cell(
            self.game.name,
            players,
            ruleset,
            line_up,
            overrides=overrides,
            setup=tuple(setup.items()),
            rotate=self.rotate,
        )

    def check_cells(self, cells: list[Cell]) -> None:
        """Complains about combinations of values that are only wrong together."""
        for cell in cells:
            objection = self.objection(cell)
            if objection:
                self.reader.mistakes.append(
                    f"{self.reader.name}: the cell {cell_text(cell)}: {objection}"
                )
                return

    def check_overlap(self, fixed: dict[int, Any], varied: dict[int, Any]) -> None:
        """Complains about a parameter that has both one value and several."""
        for name in {k for n in self.players for k in fixed[n] if k in varied[n]}:
            self.reader.complain(f"vary.{name}", "also stands under rules; give it once")

    def dimensions(
        self, table: str, values_of: Callable[[str, Any], list[Any]]
    ) -> dict[int, dict[str, list[Any]]]:
        """For every number of players the possible values of the keys of a table."""
        found: dict[int, dict[str, list[Any]]] = {n: {} for n in self.players}
        for name, given in self.reader.table(table).items():
            key = f"{table}.{name}"
            if table == "setup" and given == "all":
                for n in self.players:
                    choices = {choice.name: choice for choice in self.game.choices(n)}
                    if name in choices:
                        found[n][name] = list(choices[name].values)
                    else:
                        self.try_value(table, key, name, "all", n)
                continue
            used = set()
            alternatives = values_of(key, given)
            for n in self.players:
                # A list has one entry for each seat, so it is about that many players.
                fitting = [v for v in alternatives if table != "vary" or not _is_other_size(v, n)]
                used |= {id(v) for v in fitting}
                found[n][name] = fitting
                for value in fitting:
                    self.try_value(table, key, name, value, n)
                if not fitting and alternatives:
                    self.reader.complain(key, f"has no value for {n} players")
            for value in alternatives:
                if id(value) not in used:
                    text = f"{value} has {len(value)} entries, which is no number of players here"
                    self.reader.complain(key, text, value)
        return found

    def try_value(self, table: str, key: str, name: str, value: Any, players: int) -> None:
        """Complains unless the value is possible for that many players."""
        if table == "setup":
            cell = self.neutral(players, setup=((name, value),))
        elif value == "default" and table == "vary":
            return
        else:
            cell = self.neutral(players, overrides=((name, _frozen(value)),))
        objection = self.objection(cell)
        if objection:
            self.reader.complain(key, objection, value)

    def setup_values(self, key: str, given: Any) -> list[Any]:
        values = _as_list(given)
        if not values or not all(isinstance(v, str) for v in values):
            self.reader.complain(
                key, f"{_shown(given)} is not possible; give text, or a list of texts"
            )
            return []
        return values

    def varied_values(self, key: str, given: Any) -> list[Any]:
        if not isinstance(given, list) or not given:
            self.reader.complain(key, f"{_shown(given)} is not possible; give a list of values")
            return []
        return given

    def line_ups(self) -> dict[int, list[tuple[str, ...]]]:
        """For every number of players its line-ups."""
        given = self.reader.values.get("line_ups", self.game.defaults.strategy)
        combined = isinstance(given, dict)
        found = {
            n: self.combined_line_ups(given, n) if combined else _explicit_line_ups(given, n)
            for n in self.players
        }
        if not combined:
            self.check_explicit(given)
        for n, line_ups in found.items():
            found[n] = list(dict.fromkeys(line_ups))
            if not line_ups:
                self.reader.complain("line_ups", f"has no line-up for {n} players")
        self.check_strategies(given)
        return found

    def check_explicit(self, given: Any) -> None:
        """Complains about line-ups that are no list of strategies, or of a useless length."""
        for line_up in _as_list(given):
            entries = _as_list(line_up)
            if not entries or not all(isinstance(entry, str) for entry in entries):
                text = f"{_shown(line_up)} is not possible; give strategies by name"
                self.reader.complain("line_ups", text, line_up)
            elif isinstance(line_up, list) and len(line_up) not in self.players:
                text = f"{line_up} names {len(line_up)} strategies, but that many never play"
                self.reader.complain("line_ups", text, line_up)

    def combined_line_ups(self, given: dict[str, Any], players: int) -> list[tuple[str, ...]]:
        """The line-ups that a table of strategies describes."""
        names = given.get("strategies")
        how = given.get("combine", COMBINATIONS[0])
        for key in given.keys() - {"strategies", "combine"}:
            self.reader.complain(f"line_ups.{key}", "unknown key; known are strategies and combine")
        if not isinstance(names, list) or not all(isinstance(n, str) for n in names) or not names:
            self.reader.complain("line_ups.strategies", "give a list of strategies by name")
            return []
        if how not in COMBINATIONS:
            text = f"{_shown(how)} is not possible; allowed: {', '.join(COMBINATIONS)}"
            self.reader.complain("line_ups.combine", text)
            return []
        made = list(itertools.islice(combine(names, players, how), MAX_CELLS + 1))
        if len(made) > MAX_CELLS:
            self.reader.complain("line_ups", f"has more than {MAX_CELLS:,} line-ups")
            return made[:1]
        return made

    def check_strategies(self, given: Any) -> None:
        """Complains about every unknown strategy once."""
        key = "line_ups.strategies" if isinstance(given, dict) else "line_ups"
        names = given.get("strategies", []) if isinstance(given, dict) else given
        flat = [e for item in _as_list(names) for e in _as_list(item) if isinstance(e, str)]
        for name in dict.fromkeys(flat):
            players = self.players[0]
            objection = self.objection(self.neutral(players, strategies=(name,) * players))
            if objection:
                self.reader.complain(key, objection, name)


def combine(names: list[str], players: int, how: str) -> Iterator[tuple[str, ...]]:
    """The line-ups of some strategies for a number of players.

    combinations: each set of different strategies once; multisets: the same, a strategy may come
    several times; rotations: every combination in each rotation over the seats; assignments: every
    way to give each seat any of the strategies.
    """
    if how == "assignments":
        yield from itertools.product(names, repeat=players)
    elif how == "multisets":
        yield from itertools.combinations_with_replacement(names, players)
    else:
        for line_up in itertools.combinations(names, players):
            yield line_up
            if how == "rotations":
                yield from (line_up[k:] + line_up[:k] for k in range(1, players))


def _explicit_line_ups(given: Any, players: int) -> list[tuple[str, ...]]:
    """The line-ups of a list that fit a number of players; one name stands for every seat."""
    line_ups: list[tuple[str, ...]] = []
    for line_up in _as_list(given):
        if isinstance(line_up, str):
            line_ups.append((line_up,) * players)
        elif isinstance(line_up, list) and len(line_up) == players:
            line_ups.append(tuple(map(str, line_up)))
    return line_ups


def _choices(dimensions: dict[str, list[Any]]) -> Iterable[dict[str, Any]]:
    """Every way to pick one value for each name."""
    for values in itertools.product(*dimensions.values()):
        yield dict(zip(dimensions, values, strict=True))


def _shown(value: Any) -> str:
    """A value of a file for a complaint, dates as they are written."""
    return str(value) if isinstance(value, date | time) else shown(value)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _is_other_size(value: Any, players: int) -> bool:
    return isinstance(value, list) and len(value) != players


def _line_number(mistake: str) -> tuple[int, str]:
    place = mistake.split(": ", 1)[0].rpartition(":")[2]
    return (int(place) if place.isdigit() else 0, mistake)
