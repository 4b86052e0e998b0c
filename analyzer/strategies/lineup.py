"""The strategies of a game: those that ship with it, and files and bots of users."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import UsageError, nearest
from analyzer.strategies.bots import bot_numbers, file_digest, load_bot
from analyzer.strategies.files import StrategyFile, read_strategy_file
from analyzer.strategies.kinds import PYTHON, Kind
from analyzer.strategies.spec import Spec, parse_spec

if TYPE_CHECKING:
    import numpy as np

    from analyzer.strategies.networks import Networks


@dataclass(frozen=True, slots=True)
class Strategy:
    """Who plays: a kind, its numbers by name, and a bot or a network where it has one."""

    name: str
    description: str
    policy: Kind
    numbers: Mapping[str, float] = field(default_factory=dict)
    bot: type[Any] | None = None
    """The class of a strategy in plain Python; such a one is no policy of a kernel."""
    file_digest: str = ""
    """A hash of the file that such a class is in."""
    network: np.ndarray | None = None
    """Of a learned kind: float32, one-dimensional."""

    @property
    def kind(self) -> int:
        """The policy's number."""
        return self.policy.number

    def digest(self) -> str:
        """Eight hex digits that differ where kind, any number, the file or the network differs."""
        text = json.dumps([self.policy.name, sorted(self.numbers.items()), self.file_digest])
        network = b"" if self.network is None else self.network.tobytes()
        return hashlib.sha256(text.encode() + network).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Learnt:
    """The rules that a game's networks have met in training.

    rulesets: as they are named. varied: by rule parameter the least and the greatest number it was
    given there; of words, where all were met, (0, 1).
    """

    rulesets: tuple[str, ...]
    varied: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def has_met(self, name: str, value: object) -> bool:
        """Whether a value was among those that the parameter was given."""
        if name not in self.varied:
            return False
        low, high = self.varied[name]
        numbers = value if isinstance(value, (tuple, list)) else [value]
        return all(not isinstance(x, (int, float)) or low <= x <= high for x in numbers)


@dataclass(frozen=True)
class LineUp:
    """Who can play a game.

    folder: with one TOML file for each strategy that ships with it, and `measured.json`. kinds: of
    strategy, by name. usual: the kind of a file that names none; tuning moves the weights of this
    kind. untuned: weights that are not tuned unless asked for, the unit of the others for
    instance. bot: the base of strategies in plain Python, if there can be any. networks: what those
    of learned strategies are like. learnt: the rules that these have met in training, None where
    nobody has learned.
    """

    folder: Path
    kinds: Mapping[str, Kind]
    usual: str
    untuned: tuple[str, ...] = ()
    bot: type[Any] | None = None
    networks: Networks | None = None
    learnt: Learnt | None = None
    _shipped: dict[str, Strategy] = field(default_factory=dict, repr=False)

    def names(self) -> tuple[str, ...]:
        """The strategies that ship with the game."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml")))

    def get(self, text: str) -> Strategy:
        """The strategy that a spec names; UsageError if there is none, or not the one it pins."""
        spec = parse_spec(text)
        found = self._python(spec) if spec.is_python else self._found(spec.name, ())
        strategy = _adjusted(found, spec)
        if spec.digest and strategy.digest() != spec.digest:
            raise UsageError(
                f"strategy {spec.name} is not what it was: {text!r} was asked for, but it now is"
                f" #{strategy.digest()}"
            )
        return strategy

    def canonical(self, text: str) -> str:
        """The spec in the form that identifies a strategy: one from a file gets its digest."""
        spec = parse_spec(text)
        strategy = self.get(text)
        if spec.is_file or spec.is_python:
            spec = replace(spec, digest=strategy.digest())
        return str(spec)

    def with_numbers(self, text: str, numbers: Mapping[str, float]) -> str:
        """The spec with further numbers set; a digest of what it was is dropped."""
        spec = parse_spec(text)
        return str(Spec(spec.name, tuple({**dict(spec.numbers), **numbers}.items())))

    @property
    def texts(self) -> dict[str, str]:
        """The weights that tuning can move, and what each means."""
        kind = self.kinds[self.usual]
        return {name: kind.numbers[name].text for name in kind.weights}

    @property
    def defaults(self) -> dict[str, float]:
        """The same weights with their defaults."""
        kind = self.kinds[self.usual]
        return {name: kind.numbers[name].default for name in kind.weights}

    def is_tunable(self, text: str) -> bool:
        """Whether tuning can move the weights of a strategy."""
        return self.get(text).policy is self.kinds[self.usual]

    @cached_property
    def measured(self) -> dict[str, Any]:
        """Ratings, duels and profiles as `reef strategies --measure` wrote them; empty if never."""
        path = self.folder / "measured.json"
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return told

    def _found(self, name: str, led_here: tuple[str, ...]) -> Strategy:
        """The strategy of a name or path, as its file says; `led_here`: files it is the base of."""
        if name.endswith(".toml"):
            return self._from_file(Path(name), name, led_here)
        if name not in self._shipped:
            if name not in self.names():
                raise UsageError(f"unknown strategy {name!r}{nearest(name, self.names())}")
            self._shipped[name] = self._from_file(self.folder / f"{name}.toml", f"{name}.toml", ())
        return self._shipped[name]

    def _python(self, spec: Spec) -> Strategy:
        if self.bot is None:
            raise UsageError(f"{spec.name}: this game has no strategies in plain Python")
        bot: type[Any] = load_bot(spec.name, self.bot)
        lines = (bot.__doc__ or "").strip().splitlines()
        digest = file_digest(spec.name)
        return Strategy(spec.name, lines[0] if lines else "", PYTHON, bot_numbers(bot), bot, digest)

    def _from_file(self, path: Path, shown: str, led_here: tuple[str, ...]) -> Strategy:
        where = str(path.resolve())
        if where in led_here:
            raise UsageError(f"{shown}: base leads back to this file")
        said = read_strategy_file(path, shown, self.kinds, self.usual, self.names())
        base = self._base(said, path, (*led_here, where)) if said.base else None
        numbers = said.kind.default_numbers()
        if base is not None:
            numbers |= {key: value for key, value in base.numbers.items() if key in numbers}
        strategy = Strategy(said.name, said.description, said.kind, {**numbers, **said.numbers})
        if not said.kind.is_learned:
            return strategy
        return replace(strategy, network=self._network(said, path, shown, base))

    def _base(self, said: StrategyFile, path: Path, led_here: tuple[str, ...]) -> Strategy:
        """The strategy that a file builds on."""
        if said.base.endswith(".toml"):
            return self._found(str(path.parent / said.base), led_here)
        return self._found(said.base, led_here)

    def _network(
        self, said: StrategyFile, path: Path, shown: str, base: Strategy | None
    ) -> np.ndarray:
        """The networks of a strategy that has learned: its own file's, or else its base's."""
        if said.network and self.networks is not None:
            return self.networks.read(path.parent / said.network, f"{shown}: {said.network}")
        if base is not None and base.network is not None:
            return base.network
        raise UsageError(
            f'{shown}: network is missing; kind {said.kind.name} needs network = "..."'
        )


def _adjusted(strategy: Strategy, spec: Spec) -> Strategy:
    """The strategy with the numbers that its spec sets."""
    for key, value in spec.numbers:
        objection = strategy.policy.objection(key, value)
        if objection is not None:
            raise UsageError(f"strategy {spec}: {key}={value:g} {objection}")
        if key not in strategy.numbers:
            raise UsageError(f"strategy {spec.name} has no {key}{nearest(key, strategy.numbers)}")
    return replace(strategy, numbers={**strategy.numbers, **dict(spec.numbers)})
