"""`reef bench`: how fast this machine plays."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.game_options import add_game_option
from analyzer.cli.parsing import SubParsers, whole_number
from analyzer.cli.text import text_table
from analyzer.games import game_names, get_game
from analyzer.playing.pool import cores

if TYPE_CHECKING:
    from analyzer.cells import Cell
    from analyzer.cli.measuring import Measured, Speed
    from analyzer.cli.scaling import Scale

FULL = (1.0, 5)  # seconds of a repetition, repetitions
QUICK = (0.2, 3)
SCALE_PARTS = {False: 400, True: 100}  # by whether it must be quick


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    parser = subparsers.add(
        "bench",
        summary="measure how fast this machine plays",
        description=(
            "Games per second on one core and on all of them, each warmed up and repeated, with\n"
            "the spread; those of all strategies by kind; then how long the first start takes\n"
            "(compilation of the kernel into an empty cache) and a start with the kernel\n"
            "compiled. Takes some minutes; other programs running at the same time disturb it."
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
        help="a line-up; may be given several times (default:"
        f" {told.defaults.baseline} for every number of players, and every strategy alone)",
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
    parser.add_argument(
        "--scale",
        action="store_true",
        help="also measure what a run costs besides its games, and tell what more workers bring",
    )
    parser.add_argument(
        "--history",
        metavar="FILE",
        help="add the measurements to this file, and compare with the last ones in it",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")


def run(args: Namespace) -> int:
    """Measures and prints."""
    cells = list(_cells(args))
    if args.warm_up:
        _compile()
        return 0
    from analyzer.cli.bench_history import add_entry, read_history
    from analyzer.cli.measuring import measure_cached_start, measure_cold_start

    history = read_history(Path(args.history)) if args.history else []
    speeds = list(_speeds(args, cells))
    kinds = [] if args.strategies else list(_kind_speeds(args))
    scales = list(_scales(args, cells)) if args.scale else []
    _say("measuring the start")
    cached = measure_cached_start(args.game, 3)
    cold = None
    if not args.quick:
        _say("compiling the kernel into an empty cache (about a minute)")
        cold = measure_cold_start(args.game)
    told = _object(args.game, speeds, kinds, scales, cached, cold)
    if args.history:
        add_entry(Path(args.history), told)
    if args.json:
        print(json.dumps({**told, **({"last": history[-1]} if history else {})}))
        return 0
    print(_text(speeds, cached, cold))
    for text in (_kinds_text(kinds), _scale_text(scales), _history_text(told, history)):
        if text:
            print(f"\n{text}")
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


def _kind_speeds(args: Namespace) -> Iterator[tuple[str, Speed]]:
    """Every strategy of the game in all seats, with its kind, on one core."""
    from analyzer.cells import Cell
    from analyzer.cli.measuring import measure_speed

    game = get_game(args.game)
    seconds, repetitions = QUICK if args.quick else FULL
    n, ruleset = game.defaults.players, (args.ruleset or game.defaults.compared)[0]
    for name in game.strategies.names():
        _say(f"measuring {n} x {name}")
        cell = game.check(Cell(args.game, n, ruleset, (name,) * n))
        kind = game.strategies.get(name).policy.name
        yield kind, measure_speed(cell, 1, seconds, repetitions)


def _scales(args: Namespace, cells: list[Cell]) -> Iterator[Scale]:
    """The cost of a run with the first of the cells, by worker processes and by Dask if it is
    installed."""
    from importlib.util import find_spec

    from analyzer.cli.scaling import measure_scale

    for backend in ("processes", *(["dask"] if find_spec("distributed") else [])):
        _say(f"measuring what runs cost, {backend}")
        yield measure_scale(cells[0], backend, SCALE_PARTS[args.quick])


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


def _object(
    game: str,
    speeds: list[Speed],
    kinds: list[tuple[str, Speed]],
    scales: list[Scale],
    cached: Measured,
    cold: float | None,
) -> dict[str, Any]:
    """All measurements as a JSON object; times in seconds."""
    from analyzer import __version__
    from analyzer.playing.manifest import now

    return {
        "game": game,
        "measured": now(),
        "speed": [_speed_object(s) for s in speeds],
        "kinds": [{"kind": kind, **_speed_object(s)} for kind, s in kinds],
        "scale": [scale.as_json() for scale in scales],
        "cold_compile_s": cold,
        "cached_start_s": cached.median,
        "cached_start_repetitions": list(cached.values),
        "cores": cores(),
        **_versions(),
        "version": __version__,
        "kernel": {name: get_game(name).kernel for name in game_names()},
    }


def _speed_object(s: Speed) -> dict[str, Any]:
    return {
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


def _kinds_text(kinds: list[tuple[str, Speed]]) -> str:
    """Kinds, fastest first, and how far their strategies and repetitions are apart."""
    from analyzer.cli.measuring import Measured

    by_kind: dict[str, list[Speed]] = {}
    for kind, speed in kinds:
        by_kind.setdefault(kind, []).append(speed)
    rows = []
    for kind, speeds in by_kind.items():
        measured = Measured(tuple(v for s in speeds for v in s.games_per_cpu_s.values))
        names = ", ".join(s.cell.strategies[0] for s in speeds)
        rows.append((measured.median, (kind, names, *_rounded(measured))))
    if not rows:
        return ""
    rows.sort(key=lambda row: -row[0])
    cell = kinds[0][1].cell
    header = ("kind", "strategies", "games per CPU second", "lowest to highest")
    players = (
        f"{cell.players} players, {cell.ruleset}, the same strategy in all seats, on one core."
    )
    return f"{text_table(header, [row for _, row in rows], left=2)}\n\n{players}"


def _scale_text(scales: list[Scale]) -> str:
    from analyzer.cli.scaling import scale_text

    return scale_text(scales) if scales else ""


def _history_text(told: dict[str, Any], history: list[dict[str, Any]]) -> str:
    """What has changed since the last entry of a history."""
    from analyzer.cli.bench_history import last_of, ratios

    found, last = ratios(told, history), last_of(told["game"], history)
    if last is None:
        return ""
    rows = [
        (
            ",".join(now["strategies"]),
            now["ruleset"],
            _cores(now["jobs"]),
            f"{then['games_per_cpu_s']:,.3g}",
            f"{now['games_per_cpu_s']:,.3g}",
            f"{ratio:.2f}",
        )
        for now, then, ratio in found
    ]
    header = ("line-up", "ruleset", "on", "then", "now", "times as fast")
    when = (
        f"Games per CPU second; then: {last['measured']}, version {last['version']}, kernel"
        f" {last['kernel'].get(told['game'], 'unknown')}."
    )
    return f"{text_table(header, rows, left=3)}\n\n{when}" if rows else when


def _rounded(measured: Measured) -> tuple[str, str]:
    """The median and the range, with the digits that the spread supports."""
    from analyzer.wording import round_to_interval

    half = (measured.highest - measured.lowest) / 2
    median, low, high = (
        round_to_interval(x, half) for x in (measured.median, measured.lowest, measured.highest)
    )
    return median, f"{low} to {high}"
