"""What the commands of all studies share: options, the plan, progress, stopping and the answer."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import shutil
import sys
import tempfile
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.game_options import (
    add_rules_options,
    add_study_game_options,
    changes_of,
    line_up_of,
    strategies_of,
)
from analyzer.cli.parsing import (
    MAX_GAMES,
    MAX_SEED,
    Parser,
    SubParsers,
    fraction,
    seconds,
    whole_number,
)
from analyzer.cli.run_progress import RunProgress
from analyzer.cli.stopping import outcome, terminable
from analyzer.cli.stored import checked_name
from analyzer.cli.text import duration, fitted, say, size_text, text_table
from analyzer.cli.worker_options import add_worker_options, pool_of
from analyzer.errors import UsageError
from analyzer.games import about
from analyzer.wording import counted, listed

if TYPE_CHECKING:
    from analyzer.playing.pool import Pool
    from analyzer.studies.common import Amount, Context, Phase, Results

RUNS_FOLDER = "runs"
_NOT_REPRODUCED = (
    *("--jobs", "--chunk", "--backend", "--scheduler", "--progress"),
    *("--tls-ca-file", "--tls-cert", "--tls-key"),
    *("--runs", "--json", "--dry-run"),
)
"""Options that change nothing in the results."""
_ON_ANOTHER_MACHINE = (
    "\n# What fits into a time depends on the machine: copy the study.json files of this study into"
    " the new folder first, and the same games are played."
)


class PlanShownError(Exception):
    """Raised once the plan has been shown, where nothing more is wanted."""


def _named_twice(first: str, second: str) -> str:
    return f"{first} and {second} both say who plays; give one of them"


class _NamedOnce(Action):
    """Keeps a value and which of the option's names it was given with; two names are refused."""

    def __call__(
        self,
        parser: ArgumentParser,
        namespace: Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Called by argparse for every occurrence of the option."""
        used = f"{self.dest}_option"
        first = getattr(namespace, used, option_string)
        if first != option_string:
            parser.error(_named_twice(*sorted([str(first), str(option_string)])))
        setattr(namespace, self.dest, values)
        setattr(namespace, used, option_string)


def add_study(
    subparsers: SubParsers,
    name: str,
    *,
    summary: str,
    description: str,
    examples: str,
    precision: str,
    games: str,
    margin: str = "",
    has_rules: bool = True,
    levels: tuple[str, ...] = (),
    line_up: str = "",
) -> Parser:
    """Registers a study with the options that studies share.

    precision, games, margin: what these mean in it, the last one nothing where no size is judged.
    has_rules: whether there is one ruleset. levels: the option of skill levels with its synonyms,
    empty where there are none. line_up: what several strategies mean, where they may be named.
    """
    told = subparsers.game
    parser = subparsers.add(
        name,
        summary=summary,
        description=(
            f"{description}\n"
            "Whatever stops the study, the same command continues it.\n"
            "Exit code: 0 done, whatever the answer; 2 unusable input; 130 interrupted;\n"
            "143 terminated."
        ),
        examples=examples,
        told=told,
    )
    add_study_game_options(parser, told)
    if has_rules:
        add_rules_options(parser, told)
    if line_up:
        parser.add_argument("--strategies", metavar="A,B,...", help=line_up)
    if levels:
        parser.add_argument(
            *levels,
            metavar="A,B,...",
            action=_NamedOnce,
            help="skill levels, each played by all seats, put the strongest first by the ratings of"
            " reef strategies; with one that is not rated (a file, changed numbers) name them in"
            f" that order (default: {','.join(told.defaults.levels)})",
        )
    _add_amount_options(parser, precision, games, margin)
    add_worker_options(parser)
    return parser


def _add_amount_options(parser: Parser, precision: str, games: str, margin: str) -> None:
    group = parser.add_argument_group("how much, one of")
    group.add_argument("--precision", type=fraction, metavar="H", help=precision)
    group.add_argument("--games", type=whole_number(1, MAX_GAMES), metavar="N", help=games)
    group.add_argument(
        "--budget", type=seconds, metavar="TIME", help="what fits into this time: 90s, 10m, 2h"
    )
    if margin:
        parser.add_argument("--margin", type=fraction, metavar="M", help=margin)
    group = parser.add_argument_group("where and how")
    group.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), default=1, metavar="S", help="of all games"
    )
    group.add_argument(
        "--name", metavar="NAME", help="of the study's folder (default: made from the settings)"
    )
    group.add_argument("--runs", default=RUNS_FOLDER, metavar="FOLDER", help="where studies are")
    group.add_argument("--dry-run", action="store_true", help="show the plan and play nothing")
    group.add_argument("--json", action="store_true", help="print results.json instead of text")


def amount_of(args: Namespace) -> Amount:
    """How much is to be played; UsageError if that is said twice."""
    from analyzer.studies.common import Amount

    given = [n for n in ("precision", "games", "budget") if getattr(args, n) is not None]
    if len(given) > 1:
        raise UsageError(f"--{given[0]} and --{given[1]} both say how much; give one of them")
    return Amount(args.precision, args.games, args.budget, getattr(args, "margin", None))


MARGIN_HELP = "differences of a share smaller than this do not matter (default: 0.02)"


def asked(args: Namespace) -> dict[str, Any]:
    """The settings that all studies of one ruleset share."""
    return {
        "game": args.game,
        "players": args.players,
        "ruleset": args.ruleset,
        "overrides": changes_of(args),
    }


def levels_of(args: Namespace) -> tuple[str, ...]:
    """The skill levels asked for, the strongest first; empty where a line-up is named instead."""
    from analyzer.studies.strongest import strongest_first

    if getattr(args, "strategies", None) is not None:
        if args.levels is not None:
            raise UsageError(_named_twice("--levels", "--strategies"))
        return ()
    if args.levels is None:
        named = about(args.game).defaults.levels
    else:
        named = strategies_of(args.levels, args.levels_option)
    return strongest_first(args.game, args.players, named)


def players_of(args: Namespace) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Skill levels, or else a line-up, and either as a word for the study's name."""
    levels = levels_of(args)
    if levels:
        return levels, (), "-".join(levels)
    return (), line_up_of(args.strategies, args.players), args.strategies


def played_by(
    study: Callable[[Any, Amount, Context], Results], settings: Any, levels: Sequence[str]
) -> Callable[[Amount, Context], Results]:
    """The study with its line-up or, where `levels` are named, with each of them in all seats."""

    def play(amount: Amount, context: Context) -> Results:
        from analyzer.studies.levels import at_levels

        if not levels:
            return study(settings, amount, context)
        return at_levels(study, settings, levels, amount, context)

    return play


def run_study(
    args: Namespace, words: Sequence[object], play: Callable[[Amount, Context], Results]
) -> int:
    """Plays a study in its folder, writes its results and prints the answer.

    words: what the folder is named after, where no name is given.
    """
    amount = amount_of(args)
    folder = Path(args.runs) / checked_name(args.name or _default_name(args, words))
    with pool_of(args) as pool:
        if args.dry_run:
            return _show_plan_only(args, folder, pool, amount, play)
        return _play_and_answer(args, folder, pool, amount, play)


def _play_and_answer(
    args: Namespace,
    folder: Path,
    pool: Pool,
    amount: Amount,
    play: Callable[[Amount, Context], Results],
) -> int:
    from analyzer.studies.brief_names import with_brief_names
    from analyzer.studies.common import write_results

    progress = RunProgress(args.progress)
    context = _context(args, folder, folder, pool, progress)
    is_new = not folder.exists()
    try:
        with terminable():
            results = with_brief_names(play(amount, context))
            write_results(context, results)
    except UsageError:
        if is_new:
            _forget_unplayed(folder)
        raise
    except KeyboardInterrupt as interrupt:
        progress.clear()
        word, code = outcome(interrupt)
        kept = f"what was finished is in {folder}; the same command continues"
        told = kept if folder.exists() else "nothing was played yet"
        say(f"{word}: {told}")
        return code
    finally:
        progress.clear()
    _print_answer(args, context, results)
    return 0


def _forget_unplayed(folder: Path) -> None:
    """Away with the folder of a study that was refused before it played anything.

    The name is free again then, for the study that was meant.
    """
    left = list(folder.iterdir()) if folder.is_dir() else []
    if left and all(path.is_file() for path in left):
        shutil.rmtree(folder, ignore_errors=True)


def _print_answer(args: Namespace, context: Context, results: Results) -> None:
    from analyzer.files import read_json
    from analyzer.studies.common import RESULTS_NAME, results_text

    if args.json:
        print(json.dumps(read_json(context.folder / RESULTS_NAME)))
        return
    print(fitted(results_text(results)))
    if results.further:
        print(fitted(f"  - {_further_text(context, results.further)}"))
    print(
        fitted(
            f"\n{results.games:,} games; results.json and tables are in {context.folder}\n"
            f"reef open {context.folder} shows them as a page"
        )
    )


def _show_plan_only(
    args: Namespace,
    folder: Path,
    pool: Pool,
    amount: Amount,
    play: Callable[[Amount, Context], Results],
) -> int:
    """Prints the plan; the study's own folder is not touched."""
    with tempfile.TemporaryDirectory(prefix="reef-") as temporary:
        context = _context(args, Path(temporary) / "study", folder, pool, RunProgress("off"))
        try:
            play(amount, context)
        except PlanShownError:
            return 0
    raise AssertionError("a study must show its plan before it plays")


def _context(
    args: Namespace, folder: Path, shown: Path, pool: Pool, progress: RunProgress
) -> Context:
    from analyzer.studies.common import Context

    def tell(text: str) -> None:
        progress.clear()
        say(text)

    def show_plan(phases: Sequence[Phase]) -> None:
        text = _plan_text(context, shown, phases)
        if args.dry_run:
            print(fitted(text))
            raise PlanShownError
        print(f"{fitted(text, sys.stderr)}\n", file=sys.stderr, flush=True)

    context = Context(
        folder=folder,
        seed=args.seed,
        pool=pool,
        part_games=args.chunk,
        reproduce=_reproduce(args.words) + (_ON_ANOTHER_MACHINE if args.budget else ""),
        say=tell,
        show_plan=show_plan,
        report=progress,
    )
    return context


def _reproduce(words: Sequence[str]) -> str:
    """The command line without what changes nothing in the results."""
    kept, is_value = [], False
    for word in words:
        option = word.partition("=")[0]
        if is_value:
            is_value = False
        elif option in _NOT_REPRODUCED:
            is_value = "=" not in word and option not in ("--json", "--dry-run")
        else:
            kept.append(word)
    return shlex.join(["reef", *kept])


def _default_name(args: Namespace, words: Sequence[object]) -> str:
    """`balance-4p-RULESET-STRATEGY-seed1`: letters, digits, dots and dashes only."""
    amount = f"{args.budget:g}s" if args.budget else f"{args.precision or args.games or 0:g}"
    margin = getattr(args, "margin", None)
    words = [*words, f"margin{margin:g}"] if margin else words
    parts = [args.command, *words, f"seed{args.seed}", *([amount] if amount != "0" else [])]
    text = "-".join(str(part) for part in parts if str(part))
    name = re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-.")
    if len(name) <= 120:
        return name
    return f"{name[:110]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _further_text(context: Context, phases: Sequence[Phase]) -> str:
    """How long a study takes here that is as precise as the outlook says."""
    from analyzer.studies.common import costs

    most = "at most " if any(phase.is_most for phase in phases) else ""
    return (
        f"The whole study with this precision: {most}{sum(phase.total for phase in phases):,}"
        f" games, about {duration(sum(cost.seconds for cost in costs(context, phases)))} on"
        f" {counted(context.pool.n_workers, 'core')}."
    )


def _plan_text(context: Context, folder: Path, phases: Sequence[Phase]) -> str:
    """What will be played, how long it takes on this machine and how much room."""
    from analyzer.playing.plan import free_bytes
    from analyzer.studies.common import costs

    found = costs(context, phases)
    rows = [
        (
            cost.phase.name,
            f"{len(cost.phase.cells):,}",
            f"{'at most ' if cost.phase.is_most else ''}{cost.phase.total:,}",
            duration(cost.seconds),
            size_text(cost.bytes),
        )
        for cost in found
    ]
    most = "at most " if any(phase.is_most for phase in phases) else ""
    free = free_bytes(folder)
    notes: dict[str, list[str]] = {}
    for phase in phases:
        notes.setdefault(phase.note, []).append(phase.name)
    told = "".join(f"\n- {listed(names)}: {note}" for note, names in notes.items() if note)
    return (
        text_table(("phase", "cells", "games", "time", "disk"), rows)
        + f"\n\n{most}{sum(phase.total for phase in phases):,} games: about"
        + f" {duration(sum(cost.seconds for cost in found))} on"
        + f" {counted(context.pool.n_workers, 'core')},"
        + f" {size_text(sum(cost.bytes for cost in found))} on disk ({size_text(free)} free),"
        + f" in {folder}{told}"
    )
