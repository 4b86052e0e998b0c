"""`reef learn`: learns the value of a position by self-play."""

from __future__ import annotations

import hashlib
import shlex
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.game_options import add_game_option, add_seed_option
from analyzer.cli.long_run import (
    PICTURES,
    Number,
    add_long_run_options,
    add_numbers,
    alone,
    check_anew,
    draw_run,
    picture_path,
    say_interrupted,
)
from analyzer.cli.parsing import MAX_GAMES, Parser, SubParsers, finite_number, whole_number
from analyzer.errors import UsageError
from analyzer.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from analyzer.game import About
    from analyzer.learning.check import Check
    from analyzer.learning.learner import Learner
    from analyzer.learning.run import Round, State
    from analyzer.learning.settings import Settings


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    parser = subparsers.add(
        "learn",
        summary="learn the value of a position by self-play",
        description=(
            "Learns, for one number of players, how likely a position is to be won: a small\n"
            "network, first fitted to games of strategies without one, then round by round to\n"
            "games that it plays with noise against itself, past networks and other strategies.\n"
            "Rounds of search can follow: search tries turns with the newest network, and the\n"
            "network is fitted to what it finds after each of them.\n"
            "A new network takes the place of the one before unless it does worse against that\n"
            "one, or, on the same deals and beyond chance, worse than that one does against\n"
            "networks before it and other strategies.\n"
            "Rules and set-ups are varied, so that it knows them all.\n"
            "\n"
            "--out keeps the networks of all numbers of players that were learned into it; a\n"
            'strategy names it by network = "FILE.npz". Every round is kept beside it as soon as\n'
            "it is over: Ctrl-C loses only the one under way, and the same command with --resume\n"
            "goes on, to the same network on the same machine.\n"
            "\n"
            "exit code: 0 done; 2 unusable input; 130 interrupted; 143 terminated"
        ),
        examples=(
            "reef learn --players 2 --rounds 12 --seed 1 --out value.npz\n"
            "reef learn --players 2 --start value.npz --rounds 4 --out better.npz"
        ),
    )
    _add_what(parser, told)
    _add_how(parser)
    add_seed_option(parser)


def _add_what(parser: Parser, told: About) -> None:
    group = parser.add_argument_group("what is learned")
    add_game_option(group, told)
    group.add_argument(
        "--players",
        type=whole_number(1, 16),
        default=told.defaults.players,
        metavar="N",
        help="number of players",
    )
    group.add_argument("--start", metavar="FILE.npz", help="a network to start from")
    group.add_argument("--out", required=True, metavar="FILE.npz", help="the file of networks")


_NUMBERS: tuple[Number, ...] = (
    ("--rounds", 0, 10_000, 10, "R", "of self-play; 0 with --start and --search-rounds"),
    ("--games", 10, MAX_GAMES, 24_000, "N", "of self-play in each round"),
    (
        "--first-games", 10, MAX_GAMES, 80_000, "N",
        "of strategies without a network, to fit the first one to",
    ),
    (
        "--search-rounds", 0, 10_000, 0, "R",
        "after those: what search finds with the network is fitted; in games whose search tells"
        " it, others refuse at once",
    ),
    ("--search-games", 10, MAX_GAMES, 8_000, "N", "of search in each of those rounds"),
    ("--kept", 1, 1000, 5, "K", "rounds whose positions are fitted, the last ones"),
    (
        "--gate-deals", 1, MAX_GAMES, 500, "D",
        "on which a new network meets the one before, and both of them all others",
    ),
    ("--sweeps", 1, 1000, 3, "P", "through the positions in each fit"),
    (
        "--settling-games", 0, MAX_GAMES, 4000, "N",
        "among equals and without noise, of each way to play the game, for the last fit",
    ),
    (
        "--check-positions", 1, MAX_GAMES, 20_000, "N",
        "fresh ones, of each way to play the game, that the last network is checked on",
    ),
)  # fmt: skip


def _add_how(parser: Parser) -> None:
    group = parser.add_argument_group("how")
    add_numbers(group, _NUMBERS)
    group.add_argument(
        "--hidden",
        default="64,32",
        metavar="H,...",
        help="sizes of the hidden layers of a first network: at most 7 of up to 256, together no"
        " more than the game has room for",
    )
    group.add_argument(
        "--rate",
        type=finite_number(0, is_low_allowed=False),
        default=0.001,
        metavar="X",
        help="learning rate of Adam at the start of each fit",
    )
    add_long_run_options(group)


def run(args: Namespace) -> int:
    """Learns and writes; 130 if interrupted."""
    from analyzer.threads import use_one_thread

    use_one_thread()

    from analyzer.files import check_target
    from analyzer.games import get_learner
    from analyzer.learning.checkpoint import checkpoint_folder

    out = Path(args.out)
    check_target(out, (".npz",))
    check_target(picture_path(args), PICTURES)
    _check_rounds(args)
    learner = get_learner(args.game, args.players)
    _check_search(args, learner)
    _networks_beside(args, learner)
    start = _start(args, learner)
    settings = settings_of(args, learner, start)
    folder = checkpoint_folder(out, args.players)
    check_anew(args, folder)
    with alone(folder):
        return _learn(args, settings, learner, start, folder)


def _learn(
    args: Namespace, settings: Settings, learner: Learner, start: Start | None, folder: Path
) -> int:
    from analyzer.games import get_game
    from analyzer.learning.check import check_variants
    from analyzer.learning.checkpoint import read_checkpoint, write_checkpoint
    from analyzer.learning.run import LearningRun

    kernel = get_game(args.game).kernel
    state = read_checkpoint(folder, settings, kernel) if args.resume else _first_state(start)
    learning = LearningRun(settings, learner, state)

    def report(done: Round, state: State) -> None:
        write_checkpoint(folder, settings, kernel, state)
        _say_progress(settings, len(state.rounds), done)

    try:
        network = learning.settled(learning.run(report))
        checks = check_variants(learner, network, args.seed, args.check_positions)
        made = _what_made_it(args, settings, kernel, state, checks, start)
        with alone(Path(args.out)):
            _store(args, learner, network, made)
        print(check_table(checks), flush=True)
        _draw(args, state)
    except KeyboardInterrupt:
        return say_interrupted(len(state.rounds), "round", folder)
    print(
        f"{args.out} has the network for {counted(args.players, 'player')};"
        f" {picture_path(args)} shows the run"
    )
    return 0


def _check_rounds(args: Namespace) -> None:
    if args.rounds == 0 and args.start is None:
        raise UsageError("--rounds 0: without --start a network has to play for itself first")
    if args.rounds + args.search_rounds == 0:
        raise UsageError("--rounds 0: nothing to do; ask for --search-rounds")


def _check_search(args: Namespace, learner: Learner) -> None:
    if args.search_rounds and not learner.learns_from_search:
        raise UsageError(
            f"--search-rounds {args.search_rounds}: {args.game} does not learn from search, only 0"
            " is possible"
        )


def settings_of(args: Namespace, learner: Learner, start: Start | None) -> Settings:
    """The checked settings that the options describe."""
    from analyzer.learning.fit import FitSettings
    from analyzer.learning.settings import Settings

    hidden = _hidden_sizes(args.hidden)
    if start is None:
        head = (len(hidden) + 1, learner.n_features, *hidden, 1)
        _check_network(f"--hidden {args.hidden}", learner, args.players, head)
    return Settings(
        game=args.game,
        players=args.players,
        seed=args.seed,
        rounds=args.rounds,
        games=args.games,
        first_games=args.first_games if start is None else 0,
        kept=args.kept,
        search_rounds=args.search_rounds,
        search_games=args.search_games,
        gate_deals=args.gate_deals,
        settling_games=args.settling_games,
        fit=FitSettings(hidden, args.sweeps, args.rate),
        start="" if start is None else hashlib.sha256(start.network.tobytes()).hexdigest()[:8],
    )


def _hidden_sizes(text: str) -> tuple[int, ...]:
    sizes = text.split(",")
    if not all(size.isdecimal() and 1 <= int(size) <= 256 for size in sizes):
        raise UsageError(f"--hidden {text}: sizes are whole numbers from 1 to 256")
    return tuple(int(size) for size in sizes)


def _check_network(
    shown: str, learner: Learner, players: int, network: np.ndarray | Sequence[int]
) -> None:
    """UsageError if strategies could not play by it: its number of layers and their sizes."""
    objection = learner.networks.objection(players, network)
    if objection is not None:
        raise UsageError(f"{shown}{objection}")


def _read(shown: str, game: str, learner: Learner) -> tuple[dict[int, np.ndarray], dict[int, Any]]:
    """The networks in a file and how they were made; UsageError if one is not the game's."""
    from analyzer.learning.network_file import read_made, read_networks

    networks, made = read_networks(Path(shown), shown), read_made(Path(shown), shown)
    for players, network in networks.items():
        settings = made.get(players, {}).get("settings")
        made_for = settings.get("game", game) if isinstance(settings, dict) else game
        if made_for != game:
            raise UsageError(f"{shown} has networks of the game {made_for}, not of {game}")
        _check_network(shown, learner, players, network)
    return networks, made


def _networks_beside(
    args: Namespace, learner: Learner
) -> tuple[dict[int, np.ndarray], dict[int, Any]]:
    """What --out has already; it is kept but for the network that is learned."""
    return _read(args.out, args.game, learner) if Path(args.out).exists() else ({}, {})


@dataclass(frozen=True, slots=True)
class Start:
    """The network that a run starts from, and how it was made."""

    network: np.ndarray
    made: Mapping[str, Any]


def _start(args: Namespace, learner: Learner) -> Start | None:
    if args.start is None:
        return None
    networks, made = _read(args.start, args.game, learner)
    if args.players not in networks:
        raise UsageError(f"{args.start} has no network for {args.players} players")
    return Start(networks[args.players], made.get(args.players, {}))


def _first_state(start: Start | None) -> State:
    from analyzer.learning.run import State

    return State([] if start is None else [start.network], [], [])


def _say_progress(settings: Settings, done: int, latest: Round) -> None:
    shares = ", ".join(
        f"{100 * share:.1f} % against {who}" for who, share in latest.matches.items()
    )
    print(
        f"round {done} of {settings.all_rounds}: {latest.positions} positions, log-loss"
        f" {latest.check.log_loss:.4f}, AUC {latest.check.auc:.3f}, off by"
        f" {100 * latest.check.calibration:.1f} points; {shares};"
        f" {_verdict(latest)}; {latest.seconds:.0f} s",
        file=sys.stderr,
        flush=True,
    )


def _verdict(latest: Round) -> str:
    if latest.is_accepted:
        return "kept"
    return f"not kept, worse against {', '.join(latest.lost_to)}"


def check_table(checks: Mapping[str, Check]) -> str:
    """The final check as a table."""
    from analyzer.cli.text import text_table

    rows = [
        (
            name,
            f"{each.positions:,}",
            f"{each.log_loss:.4f}",
            f"{each.auc:.3f}",
            f"{100 * each.calibration:.1f}",
        )
        for name, each in checks.items()
    ]
    return text_table(["variant", "positions", "log-loss", "AUC", "off by, points"], rows)


def _store(args: Namespace, learner: Learner, network: np.ndarray, told: dict[str, Any]) -> None:
    """Puts the network into the file, with what made it."""
    from analyzer.learning.network_file import write_networks

    networks, made = _networks_beside(args, learner)
    networks[args.players] = network
    made[args.players] = told
    write_networks(Path(args.out), networks, made)


def _draw(args: Namespace, state: State) -> None:
    from reports.learning import draw_learning

    rounds = [each.as_json() for each in state.rounds]
    title = f"learning of {args.game}, {counted(args.players, 'player')}"
    draw_run(args, lambda path: draw_learning(path, rounds, title))


def _what_made_it(
    args: Namespace,
    settings: Settings,
    kernel: str,
    state: State,
    checks: Mapping[str, Check],
    start: Start | None,
) -> dict[str, Any]:
    """The command, the settings, what the last round showed, and what the start was made by."""
    from analyzer import __version__

    told = {
        "command": command_of(args),
        "settings": settings.as_json(),
        "last_round": state.rounds[-1].as_json(),
        "checks": {name: each.as_json() for name, each in checks.items()},
        "version": __version__,
        "kernel": kernel,
    }
    if start is not None:
        told["started_from"] = start.made
    return told


def command_of(args: Namespace) -> str:
    """The command line that gives the same network."""
    words = ["reef", "learn", "--game", args.game, "--players", str(args.players)]
    if args.start is not None:
        words += ["--start", args.start]
    for option in (*(name for name, *_ in _NUMBERS), "--hidden"):
        words += [option, str(getattr(args, option[2:].replace("-", "_")))]
    words += ["--rate", f"{args.rate:g}", "--seed", str(args.seed), "--out", args.out]
    return shlex.join(words)
