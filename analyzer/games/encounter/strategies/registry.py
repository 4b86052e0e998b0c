"""From the spec of a strategy to the numbers the kernel reads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np

from analyzer.errors import UsageError
from analyzer.games.encounter.bots import Bot, bot_numbers, file_digest, load_bot
from analyzer.games.encounter.strategies.files import StrategyFile, read_strategy_file
from analyzer.games.encounter.strategies.kinds import PYTHON, Kind, nearest
from analyzer.games.encounter.strategies.networks import has_network, strategy_networks
from analyzer.games.encounter.strategies.spec import Spec, parse_spec
from kernels.encounter.kinds import N_NUMBERS

_LINEUP = Path(__file__).parent / "lineup"


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy of the kernel: its kind, its numbers by name, and its network if it has one."""

    name: str
    description: str
    policy: Kind
    numbers: Mapping[str, float] = field(default_factory=dict)
    bot: type[Bot] | None = None
    """The class of a strategy in plain Python; such a one is no policy of the kernel."""
    file_digest: str = ""
    """A hash of the file that such a class is in."""
    network: np.ndarray | None = None
    """Of a learned kind: float32, one-dimensional."""

    @property
    def kind(self) -> int:
        """The policy's number."""
        return self.policy.number

    def vector(self) -> np.ndarray:
        """The numbers as the kernel reads them: float64 (N_NUMBERS,), zeros where none belongs."""
        vector = np.zeros(N_NUMBERS)
        if self.bot is not None:
            return vector
        for name, value in self.numbers.items():
            vector[self.policy.place(name)] = self.policy.as_read(name, value)
        return vector

    def digest(self) -> str:
        """Eight hex digits that differ where kind, any number or the network differs."""
        text = json.dumps([self.policy.name, sorted(self.numbers.items()), self.file_digest])
        network = b"" if self.network is None else self.network.tobytes()
        return hashlib.sha256(text.encode() + network).hexdigest()[:8]


def strategy_names() -> tuple[str, ...]:
    """The strategies that ship with the program."""
    return tuple(sorted(path.stem for path in _LINEUP.glob("*.toml")))


def get_strategy(text: str) -> Strategy:
    """The strategy that a spec names; UsageError if there is none, or not the one it pins."""
    spec = parse_spec(text)
    strategy = _adjusted(_python(spec) if spec.is_python else _found(spec.name, ()), spec)
    if spec.digest and strategy.digest() != spec.digest:
        raise UsageError(
            f"strategy {spec.name} is not what it was: {text!r} was asked for, but it now is"
            f" #{strategy.digest()}"
        )
    return strategy


def check_network(spec: str, strategy: Strategy, players: int) -> None:
    """UsageError if the strategy has learned, but not with so many players."""
    if strategy.network is not None and not has_network(strategy.network, players):
        raise UsageError(f"strategy {spec} has no network for {players} players")


def canonical_spec(text: str) -> str:
    """The spec in the form that identifies a strategy: one from a file gets its digest."""
    spec = parse_spec(text)
    strategy = get_strategy(text)
    if spec.is_file or spec.is_python:
        spec = replace(spec, digest=strategy.digest())
    return str(spec)


def with_numbers(text: str, numbers: Mapping[str, float]) -> str:
    """The spec with further numbers set; a digest of what it was is dropped."""
    spec = parse_spec(text)
    return str(Spec(spec.name, tuple({**dict(spec.numbers), **numbers}.items())))


def _found(name: str, led_here: tuple[str, ...]) -> Strategy:
    """The strategy of a name or path, without settings; `led_here`: the files it is the base of."""
    if name.endswith(".toml"):
        return _from_file(Path(name), name, led_here)
    return _shipped(name)


def _python(spec: Spec) -> Strategy:
    bot = load_bot(spec.name)
    lines = (bot.__doc__ or "").strip().splitlines()
    name, numbers, digest = spec.name, bot_numbers(bot), file_digest(spec.name)
    return Strategy(name, lines[0] if lines else "", PYTHON, numbers, bot, digest)


@cache
def _shipped(name: str) -> Strategy:
    if name not in strategy_names():
        raise UsageError(f"unknown strategy {name!r}{nearest(name, strategy_names())}")
    return _from_file(_LINEUP / f"{name}.toml", f"{name}.toml", ())


def _from_file(path: Path, shown: str, led_here: tuple[str, ...]) -> Strategy:
    where = str(path.resolve())
    if where in led_here:
        raise UsageError(f"{shown}: base leads back to this file")
    said = read_strategy_file(path, shown)
    numbers = said.kind.default_numbers()
    if said.base:
        numbers |= _base_numbers(said, path, shown, (*led_here, where))
    strategy = Strategy(said.name, said.description, said.kind, {**numbers, **said.numbers})
    if not said.kind.is_learned:
        return strategy
    return replace(strategy, network=_network(said, path, shown, (*led_here, where)))


def _network(said: StrategyFile, path: Path, shown: str, led_here: tuple[str, ...]) -> np.ndarray:
    """The networks of a strategy that has learned: its own file's, or else its base's."""
    if said.network:
        return strategy_networks(path.parent / said.network, f"{shown}: {said.network}")
    if said.base:
        base = _base(said, path, shown, led_here)
        if base.network is not None:
            return base.network
    raise UsageError(f'{shown}: network is missing; kind {said.kind.name} needs network = "..."')


def _base_numbers(
    said: StrategyFile, path: Path, shown: str, led_here: tuple[str, ...]
) -> dict[str, float]:
    """The numbers of the base that the strategy's own kind has too."""
    base = _base(said, path, shown, led_here)
    own = said.kind.default_numbers()
    return {key: value for key, value in base.numbers.items() if key in own}


def _base(said: StrategyFile, path: Path, shown: str, led_here: tuple[str, ...]) -> Strategy:
    name = said.base
    if name.endswith(".toml"):
        name = str(path.parent / name)
    elif name not in strategy_names():
        raise UsageError(f"{shown}: unknown base {name!r}{nearest(name, strategy_names())}")
    return _found(name, led_here)


def _adjusted(strategy: Strategy, spec: Spec) -> Strategy:
    """The strategy with the numbers that its spec sets."""
    for key, value in spec.numbers:
        objection = strategy.policy.objection(key, value)
        if objection is not None:
            raise UsageError(f"strategy {spec}: {key}={value:g} {objection}")
        if key not in strategy.numbers:
            raise UsageError(f"strategy {spec.name} has no {key}{nearest(key, strategy.numbers)}")
    return replace(strategy, numbers={**strategy.numbers, **dict(spec.numbers)})
