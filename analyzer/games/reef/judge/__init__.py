"""The judge: the rules of Reef (2018) in plain Python.

It is the proof of the kernel, the referee of recorded games, and the base of strategies written
in plain Python and of the replay viewer. It was written from the rules alone and shares nothing
with the kernel but the rule parameters: even the cards are a file of its own.
"""

from analyzer.games.reef.judge.actions import Action, parse_action, parse_start, write_action
from analyzer.games.reef.judge.phases import Phase
from analyzer.games.reef.judge.position import Player, Position
from analyzer.games.reef.judge.referee import judge_game, replay
from analyzer.games.reef.judge.setup import Deal, deal_position
from analyzer.records.errors import IllegalAction, MalformedAction, RecordViolation
from analyzer.records.referee import Step

__all__ = [
    "Action",
    "Deal",
    "IllegalAction",
    "MalformedAction",
    "Phase",
    "Player",
    "Position",
    "RecordViolation",
    "Step",
    "deal_position",
    "judge_game",
    "parse_action",
    "parse_start",
    "replay",
    "write_action",
]
