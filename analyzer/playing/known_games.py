"""Whenever a process loads a kernel, it plays a game whose rows are known.

The checksum of compiled code tells whether the file is what was written. Whether what was written,
or what is in memory now, still plays the game is told by playing. What is known are the rows of the
first time, kept beside the compiled code.
"""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from pathlib import Path

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.files import checksum, read_sealed, write_sealed
from analyzer.game import Game
from analyzer.games import get_game
from analyzer.strategies.spec import parse_spec

_CHECKED: set[tuple[str, tuple[str, ...]]] = set()


def check_kernel(cell: Cell) -> None:
    """Loads what plays the cell and checks it, unless this process has done so.

    If a known game comes out otherwise, the kernel is compiled anew; UsageError if that does not
    help.
    """
    from kernels.jit import COMPILED, cache_folder, compile_anew

    game = get_game(cell.game)
    names = _shipped_names(game, cell)
    if not COMPILED or (cell.game, names) in _CHECKED:
        return
    n = next(n for n in game.player_counts if n >= len(names))
    line_up = tuple(names[k % len(names)] for k in range(n))
    known = game.check(Cell(cell.game, n, game.defaults.ruleset, line_up))
    folder, found = cache_folder(cell.game), _played(game, known)
    if folder is not None:
        path = folder / f"known-game-{_key(game, known)}.json"
        if found != _expected(path, found):
            told = f"the compiled kernel of {game.title} plays a known game otherwise than before"
            print(f"reef: {told}; it is compiled again", file=sys.stderr, flush=True)
            compile_anew(cell.game)
            if _played(game, known) != _expected(path, found):
                raise UsageError(
                    f"{told}, also after it was compiled again: look for a fault of the machine,"
                    f" or remove {path} to trust it"
                )
    _CHECKED.add((cell.game, names))


def _shipped_names(game: Game, cell: Cell) -> tuple[str, ...]:
    """Strategies of the game, one for each in the cell: the same, or for files one of its kind."""
    shipped = game.strategies.names()
    names = set()
    for spec in cell.strategies:
        name, strategy = parse_spec(spec).name, game.strategies.get(spec)
        if name in shipped:
            names.add(name)
        elif strategy.bot is None:
            alike = (s for s in shipped if game.strategies.get(s).policy == strategy.policy)
            names.add(next(alike, game.defaults.baseline))
    return tuple(sorted(names)) or (game.defaults.baseline,)


def _played(game: Game, known: Cell) -> str:
    """The checksum of the rows of one game."""
    rows = game.play(known, 0, 0, 1)
    return checksum(b"".join(rows[column.name].tobytes() for column in game.columns))


def _expected(path: Path, found: str) -> str:
    """The checksum of the rows that are known; those found, if it is the first time."""
    with suppress(FileNotFoundError, UsageError, KeyError):
        return str(read_sealed(path, "it is made again")["rows"])
    with suppress(OSError):
        write_sealed(path, {"rows": found})
    return found


def _key(game: Game, known: Cell) -> str:
    """Changes with all that the rows may depend on: with a kernel, and with what seats it."""
    made_by = sys.modules[type(game).__module__].__file__
    assert made_by is not None
    sources = [Path(__file__).parents[1] / "kernel_game.py", *Path(made_by).parent.rglob("*.py")]
    digest = hashlib.sha256(game.kernel.encode())
    for path in sorted(sources):
        digest.update(path.read_bytes())
    strategies = [game.strategies.get(spec).digest() for spec in known.strategies]
    digest.update(repr((known, strategies, sorted(game.rules(known).items()))).encode())
    return digest.hexdigest()[:16]
