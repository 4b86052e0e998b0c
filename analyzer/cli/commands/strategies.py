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

from analyzer.cli.game_options import add_game_option, player_counts_of
from analyzer.cli.parsing import MAX_GAMES, MAX_SEED, SubParsers, seconds, whole, whole_number
from analyzer.cli.text import duration, text_table
from analyzer.errors import UsageError
from analyzer.games import game_names, get_game
from analyzer.playing.pool import cores
from analyzer.wording import counted

if TYPE_CHECKING:
    from analyzer.game import Game
    from analyzer.strategies.ladder_plan import Match, Plan
    from analyzer.strategies.lineup import LineUp

DEFAULT_GAMES = 4000
_MEASURING = (
    "strategies",
    "players",
    "ruleset",
    "games",
    "slow",
    "match",
    "jobs",
    "seed",
    "references",
    "budget",
)
"""Options that only mean something with --measure."""


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    parser = subparsers.add(
        "strategies",
        summary="list the strategies with their ratings, or measure them",
        description=(
            "Lists the strategies that ship with the program, the strongest first. Ratings are on\n"
            "the Elo scale: 400 points are odds of ten to one, and the mean is zero. They come\n"
            "from a file that ships with the program and names the command that made it.\n"
            "\n"
            "--measure plays every pair of strategies (and every three, and so on) on rotated\n"
            "deals and writes such a file, with ratings, duels, a profile of how each one plays,\n"
            "and the CPU time it takes. How long this will take is told before it begins."
        ),
        examples=(
            "reef strategies\n"
            "reef strategies --json\n"
            "reef strategies --measure mine.json --strategies"
            f" {told.defaults.strategy},mine.toml --games 2000"
        ),
        told=told,
    )
    add_game_option(parser, told)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    group = parser.add_argument_group("measuring")
    group.add_argument("--measure", metavar="FILE.json", help="measure, and write what was found")
    group.add_argument(
        "--strategies", metavar="A,B,...", help="which (default: all that ship with the program)"
    )
    group.add_argument(
        "--players",
        metavar="N,...",
        help=f"numbers of players (default: {','.join(map(str, told.player_counts))})",
    )
    group.add_argument("--ruleset", help=f"see reef rulesets (default: {told.defaults.ruleset})")
    group.add_argument(
        "--games",
        type=whole_number(1, MAX_GAMES),
        metavar="N",
        help="of each pair, in whole groups of deals; larger line-ups get a like total"
        f" (default: {DEFAULT_GAMES})",
    )
    group.add_argument(
        "--slow",
        action="append",
        default=[],
        metavar="STRATEGY=N",
        help="games of each line-up of a strategy that thinks long; it meets the references only",
    )
    group.add_argument(
        "--references",
        metavar="A,B,C",
        help="whom slow strategies meet (default: skill levels of the game, then others)",
    )
    group.add_argument(
        "--budget",
        type=seconds,
        metavar="TIME",
        help="by the clock, such as 3h: games are divided by the strategies' speed, --games being"
        " the most of a pair, and strategies that think long are found",
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
    group.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="S", help="of all games (default: 1)"
    )


def run(args: Namespace) -> int:
    """Lists or measures."""
    game = get_game(args.game)
    if args.measure is not None:
        _measure(args, game)
        return 0
    for name in _MEASURING:
        if getattr(args, name) not in (None, []):
            raise UsageError(f"--{name} is about measuring; it needs --measure FILE.json")
    listed = _listed(game.strategies)
    print(json.dumps(listed) if args.json else _text(listed))
    return 0


def _listed(line_up: LineUp) -> dict[str, Any]:
    """Name, description and rating of every strategy, the strongest first."""
    numbers = {"players": {}, "digests": {}, "command": "", **line_up.measured}
    counts = numbers["players"]
    strategies = []
    for name in line_up.names():
        strategy = line_up.get(name)
        about: dict[str, Any] = {
            "name": name,
            "description": strategy.description,
            "kind": strategy.policy.name,
            "ratings": {
                n: told["strategies"][name]["rating"]
                for n, told in counts.items()
                if name in told["strategies"]
            },
        }
        if numbers["digests"].get(name, strategy.digest()) != strategy.digest():
            about["is_changed"] = True
        strategies.append(about)
    fewest = next(iter(counts), "")
    strategies.sort(key=lambda s: -(s["ratings"].get(fewest) or [-1e9])[0])
    games = {n: told["games"] for n, told in counts.items()}
    return {"strategies": strategies, "command": numbers["command"], "games": games}


def _text(listed: Mapping[str, Any]) -> str:
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
    if not listed["games"]:
        return "\n".join([*lines, "They have not been measured."])
    games = ", ".join(f"{count:,} with {n} players" for n, count in listed["games"].items())
    lines += [f"Elo ratings from games: {games}.", f"Measured by: {listed['command']}"]
    return "\n".join(lines)


def _rating(rating: list[float | None] | None) -> list[str]:
    if rating is None:
        return ["not rated", ""]
    value, low, high = (None if x is None else f"{x:+.0f}" for x in rating)
    return [value or "", f"{low or 'open'} to {high or 'open'}"]


def _measure(args: Namespace, game: Game) -> None:
    from analyzer import __version__
    from analyzer.files import check_target, write_text
    from analyzer.strategies.ladder import measure

    check_target(Path(args.measure), (".json",))
    jobs = args.jobs or cores()
    plan = _timed(_plan(args, game), args.budget, jobs, game)
    told = {
        "command": _command(args, plan),
        "version": __version__,
        "kernel": game.kernel,
        "seed": plan.seed,
        "ruleset": plan.ruleset,
        "digests": {spec: game.strategies.get(spec).digest() for spec in plan.strategies},
        **measure(plan, jobs, _say),
    }
    text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), json.dumps(told, indent=1))
    write_text(Path(args.measure), text + "\n")


def _timed(plan: Plan, budget: float | None, jobs: int, game: Game) -> Plan:
    """The plan, fitted into the budget if there is one; tells how long it will take."""
    from analyzer.strategies.ladder_plan import cpu_seconds, side_seconds, within

    sides = side_seconds(plan)
    if budget is not None:
        plan = within(plan, budget * jobs, sides, game)
    cells = plan.all_cells()
    games = sum(deals * cell.players for cell, deals in cells)
    print(
        f"{len(cells)} line-ups, {games:,} games: about"
        f" {duration(cpu_seconds(cells, sides) / jobs)} on {counted(jobs, 'core')}",
        file=sys.stderr,
        flush=True,
    )
    return plan


def _plan(args: Namespace, game: Game) -> Plan:
    """What the options ask to be played; UsageError if it cannot be."""
    from analyzer.strategies.ladder_plan import Plan, check_references, usual_references

    named = args.strategies.split(",") if args.strategies is not None else game.strategies.names()
    specs = tuple(game.strategies.canonical(word) for word in named)
    players = player_counts_of(args.players, game) if args.players else game.player_counts
    if len(set(specs)) < max(2, *players):
        raise UsageError(f"{len(set(specs))} different strategies are too few to compare")
    slow = dict(_slow(setting, game) for setting in args.slow)
    for name in slow:
        if name not in specs:
            raise UsageError(f"--slow {name}: it is not measured; those are {', '.join(specs)}")
    references: tuple[str, ...] = ()
    if args.references is not None:
        references = tuple(map(game.strategies.canonical, args.references.split(",")))
    elif slow and args.budget is None:
        references = usual_references(game, specs, slow)
    plan = Plan(
        game=game.name,
        ruleset=args.ruleset or game.defaults.ruleset,
        strategies=specs,
        players=players,
        games=args.games or DEFAULT_GAMES,
        seed=1 if args.seed is None else args.seed,
        slow=slow,
        references=references,
        matches=tuple(_match(setting, game) for setting in args.match),
    )
    if args.budget is None:  # otherwise it is not yet known who is slow
        check_references(plan)
    game.check(plan.cells(plan.players[0])[0][0])
    for match in plan.matches:
        game.check(plan.match_cell(match)[0])
    return plan


def _slow(setting: str, game: Game) -> tuple[str, int]:
    name, _, text = setting.rpartition("=")
    games = whole(text) or 0
    if not name or games < 1:
        raise UsageError(f"--slow {setting!r} is not of the form STRATEGY=GAMES")
    return game.strategies.canonical(name), games


def _match(setting: str, game: Game) -> Match:
    from analyzer.strategies.ladder_plan import Match

    line_up, _, text = setting.rpartition("=")
    words, games = line_up.split(","), whole(text) or 0
    if len(words) != 3 or words[2] not in map(str, game.player_counts) or games < 1:
        raise UsageError(f"--match {setting!r} is not of the form A,B,PLAYERS=GAMES")
    one, rival = (game.strategies.canonical(word) for word in words[:2])
    return Match(one, rival, int(words[2]), games)


def _command(args: Namespace, plan: Plan) -> str:
    """The command line that measures the same."""
    words = ["reef", "strategies", "--measure", Path(args.measure).name]
    if plan.game != game_names()[0]:
        words += ["--game", plan.game]
    if args.strategies is not None:
        words += ["--strategies", args.strategies]
    words += ["--players", ",".join(map(str, plan.players)), "--ruleset", plan.ruleset]
    words += ["--games", str(plan.games)]
    for name, games in plan.slow.items():
        words += ["--slow", f"{name}={games}"]
    if plan.slow:
        words += ["--references", ",".join(plan.references)]
    for setting in args.match:
        words += ["--match", setting]
    return shlex.join([*words, "--seed", str(plan.seed)])


def _say(done: int, total: int) -> None:
    if sys.stderr.isatty() or done == total:
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} line-ups", end=end, file=sys.stderr, flush=True)
