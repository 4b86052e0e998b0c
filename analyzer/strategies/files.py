"""Strategies as TOML files.

    name = "mine"
    description = "what makes it different"
    kind = "KIND"            # optional: one of the game's
    base = "NAME"            # optional: a shipped strategy or a file beside this one
    [weights]                # what differs from the base, or from the defaults
    WEIGHT = 2.0

`[parameters]` holds the numbers of kinds that have any besides the weights. Kinds that learned name
their networks: `network = "FILE.npz"`, beside the file. `[tuning]` tells where the weights came
from and is not read.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import Mistakes, UsageError, nearest
from analyzer.strategies.kinds import Kind
from analyzer.toml_places import TomlPlaces

KEYS = ("name", "description", "kind", "base", "network", "weights", "parameters", "tuning")


@dataclass(frozen=True, slots=True)
class StrategyFile:
    """What a file says; `numbers` are the ones it sets itself, weights and parameters alike."""

    name: str
    description: str
    kind: Kind
    base: str
    numbers: Mapping[str, float]
    network: str = ""
    """The file of its networks."""


def read_strategy_file(
    path: Path, shown: str, kinds: Mapping[str, Kind], usual: str, shipped: Collection[str]
) -> StrategyFile:
    """The strategy in a file; Mistakes naming `shown`, every line and its key if there is none.

    kinds: those of the game by name; usual: the one of a file that names none. shipped: the
    strategies that a base can be.
    """
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"cannot read the strategy {shown}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{shown} is not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{shown} is not TOML: {error}") from None
    return _Reader(values, TomlPlaces(text), shown).strategy(kinds, usual, shipped)


class _Reader:
    """Turns the values of one file into a strategy and collects what is wrong with them."""

    def __init__(self, values: dict[str, Any], places: TomlPlaces, shown: str) -> None:
        self.values = values
        self.places = places
        self.shown = shown
        self.mistakes: list[str] = []

    def strategy(
        self, kinds: Mapping[str, Kind], usual: str, shipped: Collection[str]
    ) -> StrategyFile:
        """The strategy; Mistakes if anything is wrong."""
        for key in self.values:
            if key not in KEYS:
                self.complain(key, f"unknown key {key}{nearest(key, KEYS)}")
        name, description = self.text("name"), self.text("description")
        if not self.values.get("name"):
            self.complain("name", 'name is missing; a strategy file begins with name = "..."')
        base, network = self.text("base"), self.text("network")
        if base and not base.endswith(".toml") and base not in shipped:
            self.complain("base", f"unknown base {base!r}{nearest(base, shipped)}")
        kind_name = self.text("kind") or usual
        kind = kinds.get(kind_name)
        numbers = {}
        if kind is None:
            self.complain("kind", f"unknown kind {kind_name!r}{nearest(kind_name, kinds)}")
        else:
            numbers = self.numbers("weights", kind, kind.weights)
            numbers |= self.numbers("parameters", kind, tuple(kind.parameters))
            if network and not kind.is_learned:
                self.complain("network", f"a strategy of kind {kind.name} has no network")
        if self.mistakes or kind is None:
            raise Mistakes(self.mistakes)
        return StrategyFile(name, description, kind, base, numbers, network)

    def complain(self, key: str, text: str) -> None:
        """Notes a mistake at a dotted key."""
        line = self.places.line(key)
        self.mistakes.append(f"{self.shown}{f':{line}' if line else ''}: {text}")

    def text(self, key: str) -> str:
        """A text of the file, empty if there is none."""
        value = self.values.get(key, "")
        if isinstance(value, str):
            return value
        self.complain(key, f"{key} = {value!r} is not a text in quotes")
        return ""

    def numbers(self, table: str, kind: Kind, known: tuple[str, ...]) -> dict[str, float]:
        """The numbers of a table that are possible."""
        given = self.values.get(table, {})
        if not isinstance(given, dict):
            self.complain(table, f"{table} is not a table; write [{table}] and a line for each")
            return {}
        found = {}
        for name, value in given.items():
            key = f"{table}.{name}"
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if name not in known:
                self.complain(key, f"unknown {key}{nearest(name, known)}")
            elif not is_number or not math.isfinite(value):
                self.complain(key, f"{key} = {value!r} is not a number")
            elif objection := kind.objection(name, value):
                self.complain(key, f"{key} = {value:g} {objection}")
            else:
                found[name] = float(value)
        return found
