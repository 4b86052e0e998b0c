"""The judge: the rules of Reef Encounter in plain Python.

It is the proof of the kernel, the referee of recorded games, and the base of strategies written
in plain Python and of the replay viewer. It was written from the rules alone and shares no code
with the kernel, only the file of components and the rule parameters.
"""

from analyzer.games.encounter.judge.actions import Action, parse_action, write_action
from analyzer.games.encounter.judge.play import apply_action, play_action
from analyzer.games.encounter.judge.position import Position
from analyzer.games.encounter.judge.referee import judge_game, replay
from analyzer.records.errors import IllegalAction, MalformedAction, RecordViolation
from analyzer.records.files import read_records
from analyzer.records.referee import Step
from analyzer.records.verdict import Verdict

__all__ = [
    "Action",
    "IllegalAction",
    "MalformedAction",
    "Position",
    "RecordViolation",
    "Step",
    "Verdict",
    "apply_action",
    "judge_game",
    "parse_action",
    "play_action",
    "read_records",
    "replay",
    "write_action",
]
