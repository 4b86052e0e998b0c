"""`reef verify`: are recorded games legal, and if not, why?"""

from __future__ import annotations

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from analyzer.cli.parsing import SubParsers
from analyzer.cli.run_progress import working

if TYPE_CHECKING:
    from analyzer.records.verdict import Verdict

PART_NAMES = {"record": "record", "setup": "set-up", "final": "final round", "result": "result"}


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "verify",
        summary="are recorded games legal? names what is wrong in bad ones",
        description=(
            "Replays every game of a .jsonl file of game records, chance included, checks every\n"
            "rule and recomputes the result. The judge is plain Python, written from the rules\n"
            "and not from the kernel. Games, turns and actions are counted from 0.\n"
            "\n"
            "exit code: 0 all games are legal; 1 some are not; 2 the file cannot be read"
        ),
        examples="reef verify games.jsonl\nreef verify games.jsonl --json",
    )
    parser.add_argument("file", metavar="FILE", help="game records, one JSON object a line")
    parser.add_argument(
        "--json",
        action="store_true",
        help="one object: games, accepted, and rejected as a list of game, turn, action, reason",
    )


def run(args: Namespace) -> int:
    """Judges a file; games are read one at a time, so its size does not matter."""
    from analyzer.records.files import game_of_record, read_records

    n_games = 0
    rejected = []
    with working(lambda: f"{n_games:,} games judged"):
        for record in read_records(args.file):
            verdict = game_of_record(record).judge(record)
            if not verdict.accepted:
                rejected.append(_rejection(n_games, record, verdict))
                if not args.json:
                    print(f"game {n_games}: {verdict}")
            n_games += 1
    accepted = n_games - len(rejected)
    if args.json:
        print(json.dumps({"games": n_games, "accepted": accepted, "rejected": rejected}))
    else:
        print(_summary(n_games, accepted))
    return 1 if rejected else 0


def _rejection(game: int, record: dict[str, object], verdict: Verdict) -> dict[str, object]:
    """One entry of `rejected`; turns are counted on through the final round."""
    turn, reason = verdict.turn, verdict.reason
    if verdict.part in PART_NAMES:
        reason = f"{PART_NAMES[verdict.part]}: {reason}"
    if verdict.part == "final" and turn is not None:
        turns = record["turns"]
        assert isinstance(turns, list)
        turn += len(turns)
    return {"game": game, "turn": turn, "action": verdict.action, "reason": reason}


def _summary(n_games: int, accepted: int) -> str:
    games = "1 game" if n_games == 1 else f"{n_games:,} games"
    if accepted == n_games:
        return f"{games}: legal" if n_games == 1 else f"{games}: all legal"
    return f"{games}: {accepted:,} legal, {n_games - accepted:,} not"
