"""`reef analyse`: where a recorded game was won and lost."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.game_options import add_seed_option
from analyzer.cli.parsing import SubParsers, whole_number
from analyzer.cli.recorded import (
    DEFAULT_NAME,
    add_record_options,
    out_path,
    recorded_game,
    rejected,
)
from analyzer.cli.run_progress import working
from analyzer.cli.stopping import INTERRUPTED
from analyzer.cli.text import fitted, say
from analyzer.files import check_target, write_text
from analyzer.wording import seat_label

if TYPE_CHECKING:
    from analyzer.analysis.course import Analysis
    from analyzer.analysis.judged import Analyst

_EVERY = 2.0  # seconds after which what is judged is stored


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "analyse",
        summary="where a recorded game was won and lost, and what would have been better",
        description=(
            "Judges every turn of a recorded game, whoever played it, by a strategy with a\n"
            "learned value: the odds of a win after the turn, and what the strategy would have\n"
            "played. Both turns are judged alike, by what the player to move could know. The\n"
            "viewer (OUT.html) shows the odds over the turns and marks the turns in which most\n"
            "was lost; OUT.json has the same for programs. Ctrl-C keeps what is judged: the same\n"
            "command goes on from there. Games and turns are counted from 0.\n"
            "\n"
            "exit code: 0 done; 1 the judge rejects the record; 2 the file cannot be used;\n"
            "130 interrupted"
        ),
        examples=(
            "reef analyse games.jsonl                           the first game of a file\n"
            "reef analyse games.jsonl --index 3 --thought 1000  another one, thought about longer\n"
            "reef analyse games.jsonl --out mine.html           mine.html and mine.json"
        ),
    )
    add_record_options(parser)
    parser.add_argument(
        "--by", metavar="STRATEGY", help="who judges (default: the game's strongest that can)"
    )
    parser.add_argument(
        "--thought",
        "--budget",
        dest="budget",
        type=whole_number(1),
        metavar="N",
        help="how much it thinks about each turn, where it has a budget",
    )
    parser.add_argument(
        "--out",
        default=DEFAULT_NAME,
        metavar="OUT.html",
        help="the viewer; the JSON form beside it (without: FILE-gameK-analysed.html)",
    )
    add_seed_option(parser)


def run(args: Namespace) -> int:
    """Judges what is not judged yet, tells and writes; 130 if interrupted."""
    from analyzer.analysis.course import known_turns
    from analyzer.games import get_analyst
    from analyzer.records.errors import RecordViolation
    from analyzer.records.files import game_of_record

    args.index = args.index or 0
    page = out_path(args.out, f"{Path(args.file).stem}-game{args.index}-analysed.html")
    data = page.with_suffix(".json")
    for path in (page, data):
        check_target(path)
    record = recorded_game(args.file, args.index)
    about = game_of_record(record)
    by = _strategy(about.name, args)
    try:
        document = about.replay(record)
        analyst = get_analyst(about.name, record, by, args.seed)
    except (RecordViolation, RecursionError):
        return rejected(record, args.index)
    analysis = _begun(about.name, record, by, args.seed, analyst)
    analysis.turns += known_turns(data, analysis.settings)
    try:
        _judge(analyst, analysis, data)
    except KeyboardInterrupt:
        done = f"{len(analysis.turns)} of {analysis.n_turns} turns are judged"
        say(f"interrupted: {done}, {data} has them; the same command goes on")
        return INTERRUPTED
    from reports.replay.html import viewer_page

    title = f"{Path(args.file).stem}, game {args.index}"
    write_text(page, viewer_page(document, title, analysis=analysis.as_json()))
    print(fitted(text_of(analysis)))
    print(page)
    print(data)
    return 0


def _strategy(game: str, args: Namespace) -> str:
    """The strategy that judges, its budget set if one is asked for."""
    from analyzer.games import analysing_strategy, get_game

    by = args.by or analysing_strategy(game)
    strategies = get_game(game).strategies
    if args.budget is not None:
        by = strategies.with_numbers(by, {"budget": args.budget})
    return strategies.canonical(by)


def _begun(
    game: str, record: Mapping[str, object], by: str, seed: int, analyst: Analyst
) -> Analysis:
    from analyzer.analysis.course import Analysis, Settings, record_hash, shares_of_win
    from analyzer.games import get_game
    from analyzer.records.names import shown_name

    players, result = record["players"], record["result"]
    assert isinstance(players, list)
    assert isinstance(result, dict)
    played = get_game(game)
    strategy = played.strategies.get(by).digest()
    return Analysis(
        settings=Settings(game, record_hash(record), by, strategy, seed, played.kernel),
        players=tuple(map(shown_name, players)),
        result=shares_of_win(result["ranks"]),
        n_turns=analyst.n_turns,
    )


def _judge(analyst: Analyst, analysis: Analysis, data: Path) -> None:
    """Judges the turns that are left; the file has them soon, and all of them at the end."""
    from analyzer.analysis.course import write_analysis
    from analyzer.playing.memory import compilation_told

    first = len(analysis.turns)
    if first < analyst.n_turns:
        with compilation_told("what judges positions"):
            analyst.warm_up()
    written = time.monotonic()
    try:
        with working(lambda: f"{len(analysis.turns)} of {analyst.n_turns} turns judged"):
            for turn in range(first, analyst.n_turns):
                analysis.turns.append(analyst.judge(turn))
                if time.monotonic() - written >= _EVERY:
                    written = time.monotonic()
                    write_analysis(data, analysis)
    finally:
        write_analysis(data, analysis)


def text_of(analysis: Analysis) -> str:
    """Who lost how much, and the turns in which most was lost."""
    from analyzer.analysis.course import turn_words

    judge = analysis.settings.judge
    lines = [f"judged by {analysis.settings.by}; lost: of the odds of a win, in percentage points"]
    for seat, (lost, half, turns) in enumerate(analysis.lost_by_seat()):
        between = f" ± {100 * half:.1f}" if 100 * half >= 0.05 else ""
        who = seat_label(seat, analysis.players)
        lines.append(f"{who}: {100 * lost:.1f}{between} lost a turn, in {turns} turns")
    for judged in analysis.marked():
        who = seat_label(judged.seat, analysis.players)
        lines += ["", f"turn {judged.turn}, {who}: {turn_words(judged, judge)}"]
        lines += [f"  - {words}" for words in judged.better]
    return "\n".join(lines)
