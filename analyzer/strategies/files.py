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
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import UsageError
from analyzer.strategies.kinds import Kind, nearest

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
    path: Path, shown: str, kinds: Mapping[str, Kind], usual: str
) -> StrategyFile:
    """The strategy in a file; UsageError naming `shown` and the key if there is none.

    kinds: those of the game by name; usual: the one of a file that names none.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read the strategy {shown}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{shown} is not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{shown} is not TOML: {error}") from None
    return _checked(values, shown, kinds, usual)


def _checked(
    values: dict[str, Any], shown: str, kinds: Mapping[str, Kind], usual: str
) -> StrategyFile:
    for key in values:
        if key not in KEYS:
            raise UsageError(f"{shown}: unknown key {key}{nearest(key, KEYS)}")
    name = _text(values, "name", shown)
    if not name:
        raise UsageError(f'{shown}: name is missing; a strategy file begins with name = "..."')
    kind_name = _text(values, "kind", shown) or usual
    if kind_name not in kinds:
        raise UsageError(f"{shown}: unknown kind {kind_name!r}{nearest(kind_name, kinds)}")
    kind = kinds[kind_name]
    numbers = _numbers(values, "weights", kind.weights, shown)
    numbers |= _numbers(values, "parameters", tuple(kind.parameters), shown)
    for key, value in numbers.items():
        objection = kind.objection(key, value)
        if objection is not None:
            raise UsageError(f"{shown}: parameters.{key} = {value:g} {objection}")
    description = _text(values, "description", shown)
    network = _text(values, "network", shown)
    if network and not kind.is_learned:
        raise UsageError(f"{shown}: a strategy of kind {kind.name} has no network")
    return StrategyFile(name, description, kind, _text(values, "base", shown), numbers, network)


def _text(values: Mapping[str, Any], key: str, shown: str) -> str:
    value = values.get(key, "")
    if not isinstance(value, str):
        raise UsageError(f"{shown}: {key} = {value!r} is not a text in quotes")
    return value


def _numbers(
    values: Mapping[str, Any], table: str, known: tuple[str, ...], shown: str
) -> dict[str, float]:
    given = values.get(table, {})
    if not isinstance(given, dict):
        raise UsageError(f"{shown}: {table} is not a table; write [{table}] and a line for each")
    for key, value in given.items():
        if key not in known:
            raise UsageError(f"{shown}: unknown {table}.{key}{nearest(key, known)}")
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value):
            raise UsageError(f"{shown}: {table}.{key} = {value!r} is not a number")
    return {key: float(value) for key, value in given.items()}
