"""`reef doctor`: is everything here that is needed, and is it played by the rules?"""

from __future__ import annotations

import json
import re
import shutil
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import analyzer
from analyzer.cli.parsing import SubParsers
from analyzer.cli.text import size_text, text_table
from analyzer.games import game_names, get_game
from analyzer.wording import counted

PROJECT = "reef-analyzer"
_GAMES = 3  # judged of each game and number of players: a second's worth


class Package(NamedTuple):
    """A package that is used: its version here, empty if it is missing; the lowest that will do;
    and what it is for, empty if nothing works without."""

    name: str
    version: str
    lowest: str
    extra: str

    @property
    def trouble(self) -> str:
        """What is wrong with it, if anything."""
        if not self.version:
            return "" if self.extra else f"{self.name} is missing"
        is_old = _numbers(self.version) < _numbers(self.lowest)
        return f"{self.name} {self.version} is older than {self.lowest}" if is_old else ""


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "doctor",
        summary="is the installation sound? versions, caches, a few judged games",
        description=(
            "Tells the versions of Python and of the packages that are used, where compiled code\n"
            "is kept and how large it is, and lets the judge of every game, who shares nothing\n"
            "with the compiled rules, look at some games. --clear-caches deletes compiled code,\n"
            "that of earlier versions too; the next game is compiled again, about a minute.\n"
            "\n"
            "exit code: 0 all is well; 1 something is not, and is named"
        ),
        examples="reef doctor\nreef doctor --json\nreef doctor --clear-caches",
    )
    parser.add_argument(
        "--clear-caches", action="store_true", help="delete compiled code; check nothing"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(args: Namespace) -> int:
    """Tells what is here, or clears the caches; 1 if something is wrong."""
    import platform  # every start of the program would wait for it

    caches = {folder: _size(folder) for folder in _caches()}
    if args.clear_caches:
        for folder in caches:
            shutil.rmtree(folder)
        print(f"removed {size_text(sum(caches.values()))} of compiled code")
        return 0
    packages = list(_packages())
    judged = dict(_judged())
    trouble = [*(p.trouble for p in packages if p.trouble), *_namesakes()]
    trouble += [reason for reasons in judged.values() for reason in reasons]
    if args.json:
        told = {
            "version": analyzer.__version__,
            "python": platform.python_version(),
            "packages": {p.name: p.version or None for p in packages},
            "caches": {str(folder): size for folder, size in caches.items()},
            "trouble": trouble,
        }
        print(json.dumps(told))
        return 1 if trouble else 0
    print(
        f"reef {analyzer.__version__}, Python {platform.python_version()}, {platform.platform()}\n"
    )
    rows = [(p.name, p.version or "missing", f"at least {p.lowest}", p.extra) for p in packages]
    print(text_table(("package", "version", "needed", "only for"), rows, left=4))
    where = f" in {next(iter(caches)).parent}" if caches else ""
    print(f"\ncompiled code: {size_text(sum(caches.values()))}{where} (--clear-caches deletes it)")
    for title, reasons in judged.items():
        print(f"{title}: {'NOT all games are legal' if reasons else 'all legal'}")
    print("\n".join(f"TROUBLE: {reason}" for reason in trouble) or "all is well")
    return 1 if trouble else 0


def _packages() -> Iterator[Package]:
    """What the program's own metadata ask for, those for tests left out."""
    from importlib.metadata import PackageNotFoundError, requires, version

    try:
        lines = requires(PROJECT) or []
    except PackageNotFoundError:  # not installed: run from its sources
        lines = []
    for line in lines:
        wanted, _, condition = line.partition(";")
        name, _, lowest = wanted.strip().partition(">=")
        extra = re.sub(r".*== *.(\w+).*", r"\1", condition).strip()
        if extra == "dev":
            continue
        try:
            found = version(name)
        except PackageNotFoundError:
            found = ""
        yield Package(name, found, lowest, f"reef-analyzer[{extra}]" if extra else "")


def _namesakes() -> Iterator[str]:
    """Other packages that install modules of the same names: one of both hides the other."""
    from importlib.metadata import packages_distributions

    owners = packages_distributions()
    for module in ("analyzer", "kernels", "reports"):
        for other in sorted({*owners.get(module, ())} - {PROJECT}):
            yield f"{other} also installs a package {module}; each needs a venv of its own"


def _caches() -> list[Path]:
    """The folders of compiled code, of earlier versions too: each is named by a fingerprint."""
    from kernels.jit import cache_folder

    current = cache_folder()
    folders = current.parent.iterdir() if current is not None else ()
    return [path for path in folders if re.fullmatch("[0-9a-f]{16}", path.name)]


def _judged() -> Iterator[tuple[str, list[str]]]:
    """By title of a game what the judge found wrong in games of it."""
    from analyzer.cells import Cell
    from analyzer.playing.memory import warm_up

    for game in map(get_game, game_names()):
        if not game.record_format:
            continue
        wrong = []
        for players in game.player_counts:
            line_up = (game.defaults.strategy,) * players
            cell = game.check(Cell(game.name, players, game.defaults.ruleset, line_up))
            warm_up(cell)
            for index in range(_GAMES):
                verdict = game.judge(game.record(cell, 1, index))
                if not verdict.accepted:
                    wrong.append(f"{game.title}, {players} players, game {index}: {verdict}")
        yield f"{game.title}, {counted(_GAMES * len(game.player_counts), 'game')}", wrong


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)[:3]]


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
