"""The actions of a turn as typed values, and their one written form.

| action | written |
|---|---|
| 1 | `eat Bd5` |
| 2, 3 | `grow w 3+1: Bc4 Bd5xy +Bd4 [Be4>Bc4] Bb4`, `grow w 0+2 free: ...` |
| 4 | `shrimp Bd5` |
| 5 | `move Bd5>Be5`, `move Bd5>screen` |
| 6 | `larva w` |
| 7 | `alga u space paying o`, `alga b lock 10 paying y` |
| 8 | `tile w` |
| 10 | `draft g: ypp; w=o y=g g=p` |
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from analyzer.records.errors import MalformedAction, shown
from analyzer.records.shape import Parsers, parsed_action

SCREEN = "screen"


@dataclass(frozen=True, slots=True)
class Eat:
    """Eat the coral on which the own shrimp stands at a cell."""

    cell: str


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile placed on a cell; `consumed` is the colour of the tile it attacks, if any."""

    cell: str
    consumed: str | None = None


@dataclass(frozen=True, slots=True)
class ExtraGrowth:
    """The compulsory extra growth that the placement before it caused."""

    cell: str


@dataclass(frozen=True, slots=True)
class Move:
    """A shrimp moved to another cell, or behind the screen (`target` None)."""

    start: str
    target: str | None


GrowthStep = Placement | ExtraGrowth | Move


@dataclass(frozen=True, slots=True)
class Grow:
    """A growth: tiles from behind the screen and consumed tiles, and what happens in order."""

    colour: str
    n_behind: int
    n_consumed: int
    steps: tuple[GrowthStep, ...]
    free: bool = False


@dataclass(frozen=True, slots=True)
class Introduce:
    """A shrimp from behind the screen onto a tile."""

    cell: str


@dataclass(frozen=True, slots=True)
class LarvaExchange:
    """A consumed tile for a larva cube of the same colour."""

    colour: str


@dataclass(frozen=True, slots=True)
class AlgaPlay:
    """A consumed tile for a cylinder, played onto coral tile `lock` or (None) the alga space."""

    alga: str
    lock: int | None
    paying: str


@dataclass(frozen=True, slots=True)
class TileExchange:
    """A larva cube for a tile of the same colour."""

    colour: str


@dataclass(frozen=True, slots=True)
class Draft:
    """An open-sea space taken with its tiles; `refill` is what was laid, space and colour."""

    space: str
    tiles: str
    refill: tuple[tuple[str, str], ...]


Action = Eat | Grow | Introduce | Move | LarvaExchange | AlgaPlay | TileExchange | Draft

_COLOUR = "[wyopg]"
_CELL = "[ABCD][a-g][1-6]"
_NUMBER = "(?:0|[1-9][0-9]?)"
_MOVE = f"({_CELL})>({_CELL}|{SCREEN})"

_EAT = re.compile(f"eat ({_CELL})")
_INTRODUCE = re.compile(f"shrimp ({_CELL})")
_MOVE_ACTION = re.compile(f"move {_MOVE}")
_LARVA = re.compile(f"larva ({_COLOUR})")
_TILE = re.compile(f"tile ({_COLOUR})")
_ALGA = re.compile(f"alga ([rnbu]) (?:space|lock ({_NUMBER})) paying ({_COLOUR})")
_GROW = re.compile(f"grow ({_COLOUR}) ({_NUMBER})\\+({_NUMBER})( free)?: (.+)", re.DOTALL)
_DRAFT = re.compile(f"draft ({_COLOUR}): ({_COLOUR}+)(?:;(.*))?", re.DOTALL)
_PLACEMENT_STEP = re.compile(f"({_CELL})(?:x({_COLOUR}))?")
_EXTRA_STEP = re.compile(f"\\+({_CELL})")
_MOVE_STEP = re.compile(f"\\[{_MOVE}\\]")
_REFILL = re.compile(f"({_COLOUR})=({_COLOUR})")


def parse_action(text: object) -> Action:
    """The action that a text writes; MalformedAction if it writes none."""
    return parsed_action(text, _PARSERS)


def _move(match: re.Match[str]) -> Move:
    return Move(match[1], None if match[2] == SCREEN else match[2])


def _alga(match: re.Match[str]) -> AlgaPlay:
    return AlgaPlay(match[1], None if match[2] is None else int(match[2]), match[3])


def _grow(match: re.Match[str]) -> Grow:
    return Grow(
        colour=match[1],
        n_behind=int(match[2]),
        n_consumed=int(match[3]),
        steps=tuple(_growth_step(token) for token in match[5].split(" ")),
        free=match[4] is not None,
    )


def _growth_step(token: str) -> GrowthStep:
    if match := _PLACEMENT_STEP.fullmatch(token):
        return Placement(match[1], match[2])
    if match := _EXTRA_STEP.fullmatch(token):
        return ExtraGrowth(match[1])
    if match := _MOVE_STEP.fullmatch(token):
        return _move(match)
    raise MalformedAction(
        f"malformed step {shown(token)} in a growth; it is written `Bc4`, `Bd5xy`, `+Bd4` or "
        "`[Be4>Bc4]`"
    )


def _draft(match: re.Match[str]) -> Draft:
    return Draft(match[1], match[2], _refill(match[3] or ""))


def _refill(text: str) -> tuple[tuple[str, str], ...]:
    if text in ("", " "):
        return ()  # nothing was laid
    laid = []
    for token in text.removeprefix(" ").split(" "):
        match = _REFILL.fullmatch(token)
        if match is None or not text.startswith(" "):
            raise MalformedAction(
                f"malformed refill {shown(text)}; it is written `; w=o y=g`, space=tile"
            )
        laid.append((match[1], match[2]))
    return tuple(laid)


_PARSERS: Parsers[Action] = {
    "eat": (_EAT, "eat Bd5", lambda m: Eat(m[1])),
    "grow": (_GROW, "grow w 3+1: Bc4 Bd5xy +Bd4 [Be4>Bc4] Bb4", _grow),
    "shrimp": (_INTRODUCE, "shrimp Bd5", lambda m: Introduce(m[1])),
    "move": (_MOVE_ACTION, "move Bd5>Be5` or `move Bd5>screen", _move),
    "larva": (_LARVA, "larva w", lambda m: LarvaExchange(m[1])),
    "alga": (_ALGA, "alga u space paying o` or `alga b lock 10 paying y", _alga),
    "tile": (_TILE, "tile w", lambda m: TileExchange(m[1])),
    "draft": (_DRAFT, "draft g: ypp; w=o y=g g=p", _draft),
}


def write_action(action: Action) -> str:
    """The written form of an action; `parse_action` reads it back."""
    match action:
        case Eat(cell):
            return f"eat {cell}"
        case Grow(colour, n_behind, n_consumed, steps, free):
            written = " ".join(_write_step(step) for step in steps)
            return f"grow {colour} {n_behind}+{n_consumed}{' free' * free}: {written}"
        case Introduce(cell):
            return f"shrimp {cell}"
        case Move():
            return f"move {_write_move(action)}"
        case LarvaExchange(colour):
            return f"larva {colour}"
        case AlgaPlay(alga, lock, paying):
            return f"alga {alga} {'space' if lock is None else f'lock {lock}'} paying {paying}"
        case TileExchange(colour):
            return f"tile {colour}"
        case Draft(space, tiles, refill):
            laid = "".join(f" {s}={c}" for s, c in refill)
            return f"draft {space}: {tiles}" + (f";{laid}" if laid else "")


def _write_step(step: GrowthStep) -> str:
    match step:
        case Placement(cell, consumed):
            return cell if consumed is None else f"{cell}x{consumed}"
        case ExtraGrowth(cell):
            return f"+{cell}"
        case Move():
            return f"[{_write_move(step)}]"


def _write_move(move: Move) -> str:
    return f"{move.start}>{move.target or SCREEN}"
