"""`reef strategies`: the strategies there are, and how strong they are."""

from __future__ import annotations

import json
import re
import shlex
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.game_options import add_seed_option
from analyzer.cli.parsing import MAX_GAMES, SubParsers, whole_number
from analyzer.errors import UsageError
from analyzer.play.pool import cores

if TYPE_CHECKING:
    from analyzer.strategies.ladder import Match

DEFAULT_GAMES = 4000
_MEASURING: dict[str, Any] = {
    "strategies": None,
    "players": "2,3,4",
    "ruleset": "basic",
    "games": DEFAULT_GAMES,
    "slow": [],
    "match": [],
    "jobs": None,
    "seed": 1,
}
"""Options that only mean something with --measure, and their defaults."""


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "strategies",
        summary="list the strategies with their ratings, or measure them",
        description=(
            "Lists the strategies that ship with the program, the strongest first. Ratings are on\n"
            "the Elo scale: 400 points are odds of ten to one, and the mean is zero. They come\n"
            "from a file that ships with the program and names the command that made it.\n"
            "\n"
            "--measure plays every pair of strategies (and every three and four) on rotated deals\n"
            "and writes such a file, with ratings, duels and a profile of how each one plays."
        ),
        examples=(
            "reef strategies\n"
            "reef strategies --json\n"
            "reef strategies --measure mine.json --strategies balanced,mine.toml --games 2000"
        ),
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    group = parser.add_argument_group("measuring")
    group.add_argument("--measure", metavar="FILE.json", help="measure, and write what was found")
    group.add_argument(
        "--strategies", metavar="A,B,...", help="which (default: all that ship with the program)"
    )
    group.add_argument(
        "--players", default=_MEASURING["players"], metavar="N,...", help="numbers of players"
    )
    group.add_argument("--ruleset", default=_MEASURING["ruleset"], help="see reef rulesets")
    group.add_argument(
        "--games",
        type=whole_number(1, MAX_GAMES),
        default=DEFAULT_GAMES,
        metavar="N",
        help="of each pair, in whole groups of deals; threes and fours get a like total",
    )
    group.add_argument(
        "--slow",
        action="append",
        default=[],
        metavar="STRATEGY=N",
        help="games of each pair with a strategy that thinks long; it plays in pairs only",
    )
    group.add_argument(
        "--match",
        action="append",
        default=[],
        metavar="A,B,PLAYERS=N",
        help="besides, N games of one A against B in all other seats",
    )
    group.add_argument(
        "--jobs", type=whole_number(1, 1024), metavar="J", help="threads (default: all cores)"
    )
    add_seed_option(parser)


def run(args: Namespace) -> int:
    """Lists or measures."""
    if args.measure is not None:
        _measure(args)
        return 0
    for name, default in _MEASURING.items():
        if getattr(args, name) != default:
            raise UsageError(f"--{name} is about measuring; it needs --measure FILE.json")
    from analyzer.games.encounter.strategies.measured import measured

    listed = _listed(measured())
    print(json.dumps(listed) if args.json else _text(listed))
    return 0


def _listed(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Name, description and rating of every strategy, the strongest first."""
    from analyzer.games.encounter.strategies import get_strategy, strategy_names

    counts = numbers["players"]
    strategies = []
    for name in strategy_names():
        about: dict[str, Any] = {
            "name": name,
            "description": get_strategy(name).description,
            "kind": get_strategy(name).policy.name,
            "ratings": {
                n: told["strategies"][name]["rating"]
                for n, told in counts.items()
                if name in told["strategies"]
            },
        }
        if name in numbers["digests"] and numbers["digests"][name] != get_strategy(name).digest():
            about["is_changed"] = True
        strategies.append(about)
    strategies.sort(key=lambda s: -(s["ratings"].get("2") or [-1e9])[0])
    games = {n: told["games"] for n, told in counts.items()}
    return {"strategies": strategies, "command": numbers["command"], "games": games}


def _text(listed: Mapping[str, Any]) -> str:
    from analyzer.cli.text import text_table

    header = ["strategy", "what it does"]
    for n in listed["games"]:
        header += [f"{n} players", "95 % interval"]
    rows = []
    for about in listed["strategies"]:
        cells = [about["name"], about["description"]]
        for n in listed["games"]:
            cells += _rating(about["ratings"].get(n))
        rows.append(cells)
    lines = [text_table(header, rows, left=2), ""]
    if any(about.get("is_changed") for about in listed["strategies"]):
        changed = [s["name"] for s in listed["strategies"] if s.get("is_changed")]
        lines += [f"Changed since they were measured: {', '.join(changed)}.", ""]
    games = ", ".join(f"{count:,} with {n} players" for n, count in listed["games"].items())
    lines += [f"Elo ratings from games: {games}.", f"Measured by: {listed['command']}"]
    return "\n".join(lines)


def _rating(rating: list[float | None] | None) -> list[str]:
    if rating is None:
        return ["not rated", ""]
    value, low, high = (None if x is None else f"{x:+.0f}" for x in rating)
    return [value or "", f"{low or 'open'} to {high or 'open'}"]


def _measure(args: Namespace) -> None:
    from analyzer import __version__
    from analyzer.files import check_target, write_text
    from analyzer.games import get_game
    from analyzer.games.encounter.strategies import canonical_spec, get_strategy, strategy_names
    from analyzer.play.memory import warm_up
    from analyzer.strategies.ladder import Plan, measure

    check_target(Path(args.measure), (".json",))
    words = args.strategies.split(",") if args.strategies is not None else strategy_names()
    specs = tuple(canonical_spec(word) for word in words)
    if len(set(specs)) < max(2, max(_players(args))):
        raise UsageError(f"{len(set(specs))} different strategies are too few to compare")
    plan = Plan(
        game="encounter",
        ruleset=args.ruleset,
        strategies=specs,
        players=_players(args),
        games=args.games,
        seed=args.seed,
        slow=dict(_slow(setting) for setting in args.slow),
        matches=tuple(_match(setting) for setting in args.match),
    )
    for name in plan.slow:
        if name not in specs:
            raise UsageError(f"--slow {name}: it is not measured; those are {', '.join(specs)}")
    for match in plan.matches:
        get_game(plan.game).check(plan.match_cell(match)[0])
    warm_up(plan.cells(plan.players[0])[0][0])
    told = {
        "command": _command(args),
        "version": __version__,
        "kernel": get_game(plan.game).kernel,
        "seed": args.seed,
        "ruleset": args.ruleset,
        "digests": {spec: get_strategy(spec).digest() for spec in specs},
        **measure(plan, args.jobs or cores(), _say),
    }
    text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), json.dumps(told, indent=1))
    write_text(Path(args.measure), text + "\n")


def _players(args: Namespace) -> tuple[int, ...]:
    words = args.players.split(",")
    if not set(words) <= {"2", "3", "4"}:
        raise UsageError(f"--players {args.players}: allowed are 2, 3 and 4, separated by commas")
    return tuple(int(word) for word in words)


def _slow(setting: str) -> tuple[str, int]:
    from analyzer.games.encounter.strategies import canonical_spec

    name, _, games = setting.rpartition("=")
    if not name or not games.isdecimal() or not int(games):
        raise UsageError(f"--slow {setting!r} is not of the form STRATEGY=GAMES")
    return canonical_spec(name), int(games)


def _match(setting: str) -> Match:
    from analyzer.games.encounter.strategies import canonical_spec
    from analyzer.strategies.ladder import Match

    line_up, _, games = setting.rpartition("=")
    words = line_up.split(",")
    if len(words) != 3 or words[2] not in ("2", "3", "4") or not games.isdecimal():
        raise UsageError(f"--match {setting!r} is not of the form A,B,PLAYERS=GAMES")
    return Match(canonical_spec(words[0]), canonical_spec(words[1]), int(words[2]), int(games))


def _command(args: Namespace) -> str:
    words = ["reef", "strategies", "--measure", Path(args.measure).name]
    if args.strategies is not None:
        words += ["--strategies", args.strategies]
    words += ["--players", args.players, "--ruleset", args.ruleset, "--games", str(args.games)]
    for setting in args.slow:
        words += ["--slow", setting]
    for setting in args.match:
        words += ["--match", setting]
    return shlex.join([*words, "--seed", str(args.seed)])


def _say(done: int, total: int) -> None:
    if sys.stderr.isatty() or done == total:
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} line-ups", end=end, file=sys.stderr, flush=True)
