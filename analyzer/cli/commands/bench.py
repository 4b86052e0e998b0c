"""`reef bench`: how fast this machine plays."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.cli.game_options import add_game_option
from analyzer.cli.parsing import SubParsers, whole_number
from analyzer.cli.text import text_table
from analyzer.games import game_names, get_game
from analyzer.playing.pool import cores

if TYPE_CHECKING:
    from analyzer.cells import Cell
    from analyzer.cli.measuring import Measured, Speed

FULL = (1.0, 5)  # seconds of a repetition, repetitions
QUICK = (0.2, 3)


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    parser = subparsers.add(
        "bench",
        summary="measure how fast this machine plays",
        description=(
            "Games per second on one core and on all of them, each warmed up and repeated, with\n"
            "the spread; then how long the first start takes (compilation of the kernel into an\n"
            "empty cache) and a start with the kernel compiled. Takes about three minutes; other\n"
            "programs running at the same time disturb it."
        ),
        examples=(
            "reef bench\n"
            "reef bench --quick\n"
            f"reef bench --strategies {told.defaults.strategy},{told.defaults.baseline} --json"
        ),
        told=told,
    )
    add_game_option(parser, told)
    parser.add_argument(
        "--strategies",
        action="append",
        metavar="A,B,...",
        help="a line-up; may be given several times"
        f" (default: {told.defaults.baseline} for every number of players)",
    )
    parser.add_argument(
        "--ruleset",
        action="append",
        metavar="NAME",
        help=f"may be given several times (default: {' and '.join(told.defaults.compared)})",
    )
    parser.add_argument(
        "--jobs", type=whole_number(1, 1024), metavar="J", help="workers (default: all cores)"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="shorter repetitions, no compilation into an empty cache",
    )
    parser.add_argument(
        "--warm-up",
        action="store_true",
        help="measure nothing, only compile the kernel now if that has not been done",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")


def run(args: Namespace) -> int:
    """Measures and prints."""
    cells = list(_cells(args))
    if args.warm_up:
        _compile()
        return 0
    from analyzer.cli.measuring import measure_cached_start, measure_cold_start

    speeds = list(_speeds(args, cells))
    _say("measuring the start")
    cached = measure_cached_start(args.game, 3)
    cold = None
    if not args.quick:
        _say("compiling the kernel into an empty cache (about a minute)")
        cold = measure_cold_start(args.game)
    if args.json:
        print(json.dumps(_object(speeds, cached, cold)))
    else:
        print(_text(speeds, cached, cold))
    return 0


def _cells(args: Namespace) -> Iterator[Cell]:
    """The checked cells to measure."""
    from analyzer.cells import Cell

    game = get_game(args.game)
    if args.strategies:
        line_ups = [tuple(line_up.split(",")) for line_up in args.strategies]
    else:
        line_ups = [(game.defaults.baseline,) * n for n in game.player_counts]
    for ruleset in args.ruleset or game.defaults.compared:
        for line_up in line_ups:
            yield game.check(Cell(args.game, len(line_up), ruleset, line_up))


def _speeds(args: Namespace, cells: list[Cell]) -> Iterator[Speed]:
    from analyzer.cli.measuring import measure_speed

    seconds, repetitions = QUICK if args.quick else FULL
    jobs = args.jobs or cores()
    for cell in cells:
        for workers in sorted({1, jobs}):
            _say(f"measuring {_line_up(cell)}, {cell.ruleset}, {_cores(workers)}")
            yield measure_speed(cell, workers, seconds, repetitions)


def _compile() -> None:
    """Plays and records one game of every kind, so that nothing is left to compile."""
    from analyzer.cells import Cell
    from analyzer.playing.memory import warm_up

    for name in game_names():
        game = get_game(name)
        players, defaults = game.player_counts[0], game.defaults
        cell = game.check(Cell(name, players, defaults.ruleset, (defaults.baseline,) * players))
        warm_up(cell)
        game.record(cell, 0, 0)


def _say(what: str) -> None:
    """Says what is being done, where somebody is looking."""
    if sys.stderr.isatty():
        print(f"{what} ...", file=sys.stderr)


def _line_up(cell: Cell) -> str:
    """The line-up in short: `4 x random`, or the names."""
    if len(set(cell.strategies)) == 1:
        return f"{cell.players} x {cell.strategies[0]}"
    return ",".join(cell.strategies)


def _cores(jobs: int) -> str:
    return "1 core" if jobs == 1 else f"{jobs} cores"


def _object(speeds: list[Speed], cached: Measured, cold: float | None) -> dict[str, object]:
    """All measurements as a JSON object; times in seconds."""
    from analyzer import __version__

    return {
        "speed": [
            {
                "players": s.cell.players,
                "ruleset": s.cell.ruleset,
                "strategies": list(s.cell.strategies),
                "jobs": s.jobs,
                "games": s.games,
                "games_per_s": s.games_per_s.median,
                "lowest": s.games_per_s.lowest,
                "highest": s.games_per_s.highest,
                "repetitions": list(s.games_per_s.values),
                "games_per_cpu_s": s.games_per_cpu_s.median,
            }
            for s in speeds
        ],
        "cold_compile_s": cold,
        "cached_start_s": cached.median,
        "cached_start_repetitions": list(cached.values),
        "cores": cores(),
        **_versions(),
        "version": __version__,
        "kernel": {name: get_game(name).kernel for name in game_names()},
    }


def _versions() -> dict[str, str]:
    """What the speed also depends on."""
    import platform

    import numba
    import numpy

    return {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
    }


def _text(speeds: list[Speed], cached: Measured, cold: float | None) -> str:
    """All measurements as tables."""
    one_core = {s.cell: s.games_per_s.median for s in speeds if s.jobs == 1}
    rows = []
    for s in speeds:
        times = f"{s.games_per_s.median / one_core[s.cell]:.2f}"
        what = (_line_up(s.cell), s.cell.ruleset, _cores(s.jobs))
        per_cpu_second, _ = _rounded(s.games_per_cpu_s)
        rows.append((*what, *_rounded(s.games_per_s), times, per_cpu_second))
    speed = ("games/s", "lowest to highest", "times one core", "games per CPU second")
    header = ("line-up", "ruleset", "on", *speed)
    repetitions = len(speeds[0].games_per_s.values)
    starts = [("kernel compiled before", *_rounded(cached))]
    if cold is not None:
        starts.append(("first ever, compiling the kernel", f"{cold:.0f}", "measured once"))
    return "\n\n".join(
        [
            text_table(header, rows, left=3),
            text_table(
                ("start of reef simulate --games 1", "seconds", "lowest to highest"), starts
            ),
            f"Medians of {repetitions} repetitions; digits as the spread supports.",
        ]
    )


def _rounded(measured: Measured) -> tuple[str, str]:
    """The median and the range, with the digits that the spread supports."""
    from analyzer.wording import round_to_interval

    half = (measured.highest - measured.lowest) / 2
    median, low, high = (
        round_to_interval(x, half) for x in (measured.median, measured.lowest, measured.highest)
    )
    return median, f"{low} to {high}"
