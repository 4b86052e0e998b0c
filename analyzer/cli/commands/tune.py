"""`reef tune`: finds the weights of a strategy by play against a pool."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.game_options import add_game_option, add_seed_option, player_counts_of
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
from analyzer.cli.parsing import MAX_GAMES, Parser, SubParsers, finite_number
from analyzer.cli.text import duration, text_table
from analyzer.errors import UsageError, nearest
from analyzer.games import game_names, get_game
from analyzer.tuning.settings import NEEDS_CMA

if TYPE_CHECKING:
    from analyzer.game import About
    from analyzer.playing.pool import Pool
    from analyzer.strategies.lineup import LineUp
    from analyzer.tuning.check import Comparison
    from analyzer.tuning.run import Generation, Tuner
    from analyzer.tuning.settings import Settings


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    told = subparsers.game
    parser = subparsers.add(
        "tune",
        summary="find better weights for a strategy by play against others",
        description=(
            "Optimises the weights of a strategy by CMA-ES. Each generation draws candidates; all\n"
            "of them play the same deals against the pool, in every seat, and the better ones\n"
            "show where to draw the next. Fitness is the mean win share over all line-ups, plus a\n"
            "little for the margin, less a penalty for games that do not end as the rules expect.\n"
            "The result is checked against strategies that took no part, on new deals, and\n"
            "written as a strategy file with the command that found it.\n"
            "\n"
            "Every generation is kept beside --out as soon as it is over. Ctrl-C loses only the\n"
            "one under way; the same command with --resume goes on, to the same result.\n"
            f"Tuning {NEEDS_CMA}.\n"
            "\n"
            "exit code: 0 done; 2 unusable input; 130 interrupted; 143 terminated"
        ),
        examples=f"reef tune --start mine.toml --pool {told.defaults.strategy} --out tuned.toml",
        told=told,
    )
    _add_what(parser, told)
    _add_how(parser, told)
    add_seed_option(parser)


def _add_what(parser: Parser, told: About) -> None:
    group = parser.add_argument_group("what is tuned")
    add_game_option(group, told)
    group.add_argument(
        "--start", default=told.defaults.strategy, metavar="STRATEGY", help="where to start"
    )
    group.add_argument("--pool", required=True, metavar="A,B,...", help="opponents to tune against")
    group.add_argument(
        "--held-out",
        metavar="C,D,...",
        help="opponents for the final check (default: shipped strategies that are not in the pool)",
    )
    group.add_argument(
        "--players",
        default=",".join(map(str, told.player_counts)),
        metavar="N,...",
        help="numbers of players",
    )
    group.add_argument(
        "--ruleset",
        default=told.defaults.ruleset,
        metavar="R,...",
        help="one or more (see reef rulesets)",
    )
    group.add_argument(
        "--weights",
        metavar="W,...",
        help="weights to tune (default: all but the unit of the others, and chance)",
    )
    group.add_argument("--keep", metavar="W,...", help="weights to leave as they are")
    group.add_argument("--out", required=True, metavar="FILE.toml", help="the tuned strategy")
    group.add_argument("--name", help="its name (default: that of the file)")
    group.add_argument("--description", help="its description (default: that of the start)")


_NUMBERS: tuple[Number, ...] = (
    (
        "--games", 1, MAX_GAMES, 2000, "N",
        "for each candidate of a generation, all line-ups together",
    ),
    ("--generations", 1, 100_000, 100, "G", "how many"),
    (
        "--population", 4, 10_000, None, "P",
        "candidates in a generation (default: 4 + 3 ln of the weights)",
    ),
    (
        "--check-games", 2, MAX_GAMES, 4000, "N",
        "of the final check, for each opponent, ruleset and number of players",
    ),
    ("--jobs", 1, 1024, None, "J", "threads (default: all cores)"),
)  # fmt: skip


def _add_how(parser: Parser, told: About) -> None:
    expected = " or by ".join(ending.words for ending in told.endings if ending.is_decisive)
    group = parser.add_argument_group("how")
    add_numbers(group, _NUMBERS)
    group.add_argument(
        "--sigma",
        type=finite_number(0, is_low_allowed=False),
        default=1.0,
        metavar="X",
        help="first spread, in units of 0.3 × |default| + 0.05 of each weight",
    )
    group.add_argument(
        "--penalty",
        type=finite_number(0, is_low_allowed=True),
        default=0.5,
        metavar="X",
        help=f"what a game costs, in wins, that is not ended by {expected}",
    )
    add_long_run_options(group)


def run(args: Namespace) -> int:
    """Tunes, checks, writes; 130 if interrupted."""
    from analyzer.files import check_target

    out = Path(args.out)
    check_target(out, (".toml",))
    check_target(picture_path(args), PICTURES)
    settings = settings_of(args)
    with alone(out):
        return _tune(args, settings)


def _tune(args: Namespace, settings: Settings) -> int:
    from analyzer.playing.memory import warm_up
    from analyzer.playing.pool import Pool
    from analyzer.tuning.checkpoint import checkpoint_path, read_checkpoint, write_checkpoint
    from analyzer.tuning.fitness import table_cell
    from analyzer.tuning.run import Tuner

    kept = checkpoint_path(Path(args.out))
    check_anew(args, kept)
    past = read_checkpoint(kept, settings) if args.resume else []
    warm_up(table_cell(settings.game, settings.start, settings.pool[:1], settings.rulesets[0]))
    tuner = Tuner(settings, past[: settings.generations])

    def report(generation: Generation) -> None:
        write_checkpoint(kept, settings, tuner.generations)
        _say_progress(settings, tuner.generations, generation)

    # The kernel lets go of Python's lock while it plays, so threads are as good as processes.
    with Pool("threads", args.jobs or 0) as pool:
        try:
            tuner.run(pool, report)
        except KeyboardInterrupt:
            return say_interrupted(len(tuner.generations), "generation", kept)
        _finish(args, settings, tuner, pool)
    return 0


def _finish(args: Namespace, settings: Settings, tuner: Tuner, pool: Pool) -> None:
    """Measures the result on new deals, writes it and says what was found."""
    from analyzer.files import write_text
    from analyzer.tuning.check import compare
    from analyzer.tuning.fitness import fitness_of, tables
    from analyzer.tuning.result import result_text, what_found_it

    out = Path(args.out)
    strategies = get_game(settings.game).strategies
    spec = tuner.spec(tuner.result())
    fresh = tables(settings, settings.generations)
    fitness = fitness_of([spec], fresh, settings, pool)[0]
    comparisons = compare(settings, spec, args.check_games, pool)
    told = what_found_it(settings, _command(args), fitness)
    description = args.description or strategies.get(settings.start).description
    found = strategies.get(spec)
    text = result_text(args.name or out.stem, description, found, told, comparisons)
    write_text(out, text)
    _draw(args, settings, tuner)
    print(comparison_table(comparisons))


def settings_of(args: Namespace) -> Settings:
    """The checked settings that the options describe."""
    from analyzer.tuning.fitness import table_cell
    from analyzer.tuning.settings import Settings, usual_population

    game = get_game(args.game)
    strategies = game.strategies
    start = strategies.canonical(args.start)
    if not strategies.is_tunable(start):
        raise UsageError(
            f"--start {args.start} is no strategy of the {strategies.usual}; it has no weights"
        )
    pool = tuple(strategies.canonical(spec) for spec in _words(args.pool))
    players = player_counts_of(args.players, game)
    rulesets = tuple(_words(args.ruleset))
    for ruleset, n in product(rulesets, players):
        game.check(table_cell(game.name, start, (pool[0],) * (n - 1), ruleset))
    if args.held_out is None:
        alike = {name for name in strategies.names() if strategies.is_tunable(name)}
        held_out = tuple(sorted(alike - {*pool, start}))
    else:
        held_out = tuple(strategies.canonical(spec) for spec in _words(args.held_out))
    weights = _weights(args, strategies)
    return Settings(
        game=game.name,
        start=start,
        pool=pool,
        held_out=held_out,
        players=players,
        rulesets=rulesets,
        weights=weights,
        games=args.games,
        generations=args.generations,
        population=args.population or usual_population(len(weights)),
        sigma=args.sigma,
        penalty=args.penalty,
        seed=args.seed,
    )


def _weights(args: Namespace, strategies: LineUp) -> tuple[str, ...]:
    """The weights to tune."""
    known = tuple(strategies.defaults)
    usual = [name for name in known if name not in strategies.untuned]
    wanted = _words(args.weights) if args.weights else usual
    kept = _words(args.keep) if args.keep else []
    for name in (*wanted, *kept):
        if name not in known:
            raise UsageError(f"unknown weight {name!r}{nearest(name, known)}")
    weights = tuple(dict.fromkeys(name for name in wanted if name not in kept))
    if len(weights) < 2:
        raise UsageError("at least two weights are needed to tune")
    return weights


def _words(text: str) -> list[str]:
    return text.split(",")


def _command(args: Namespace) -> str:
    """The command line that gives the same result."""
    words = ["reef", "tune", "--start", args.start, "--pool", args.pool]
    if args.game != game_names()[0]:
        words += ["--game", args.game]
    if args.held_out is not None:
        words += ["--held-out", args.held_out]
    words += ["--players", args.players, "--ruleset", args.ruleset]
    for option in ("weights", "keep", "population", "name", "description"):
        if getattr(args, option) is not None:
            words += [f"--{option}", str(getattr(args, option))]
    words += ["--games", str(args.games), "--generations", str(args.generations)]
    words += ["--sigma", f"{args.sigma:g}", "--penalty", f"{args.penalty:g}"]
    words += ["--seed", str(args.seed), "--check-games", str(args.check_games), "--out", args.out]
    return shlex.join(words)


def _say_progress(
    settings: Settings, generations: Sequence[Generation], latest: Generation
) -> None:
    done = len(generations)
    seconds = sum(g.seconds for g in generations[-10:]) / len(generations[-10:])
    left = duration(seconds * (settings.generations - done))
    print(
        f"generation {done} of {settings.generations}: fitness {latest.middle_fitness:.4f}"
        f" (best {max(latest.fitness):.4f}), step {latest.sigma:.3f},"
        f" {latest.seconds:.1f} s, {left} left",
        file=sys.stderr,
        flush=True,
    )


def _draw(args: Namespace, settings: Settings, tuner: Tuner) -> None:
    from reports.tuning import draw_tuning

    generations, title = [g.as_json() for g in tuner.generations], f"tuning of {args.start}"
    draw_run(args, lambda path: draw_tuning(path, list(settings.weights), generations, title))


def comparison_table(comparisons: Sequence[Comparison]) -> str:
    """The final check as a table."""
    from analyzer.statistics import Estimate

    def share(e: Estimate) -> tuple[str, str]:
        return f"{100 * e.value:.1f} %", f"{100 * e.low:.1f} to {100 * e.high:.1f} %"

    rows = [
        (c.opponent, c.ruleset, str(c.players), *share(c.start), *share(c.result), *share(c.gain))
        for c in comparisons
    ]
    header = ["against", "ruleset", "players"]
    for name in ("start", "result", "gain"):
        header += [name, "95 % interval"]
    return text_table(header, rows)
