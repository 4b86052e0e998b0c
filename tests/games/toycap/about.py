"""Lane Race with a head start by seat, which is its handicap."""

from __future__ import annotations

from types import MappingProxyType

from analyzer.games.toy.about import ToyAbout

from analyzer.game import Handicap
from analyzer.rule_parameters import Parameter, by_seat

PRINTED = MappingProxyType({2: (4, 6), 3: (5, 5, 5), 4: (5, 5, 5, 5)})
HEAD_START = Parameter("head_start", "steps before the gun", by_seat(0, 9))


class ToyCapAbout(ToyAbout):
    name = "toycap"
    title = "Lane Race with head starts"
    parameters = MappingProxyType({**ToyAbout.parameters, "head_start": HEAD_START})
    handicap = Handicap("head_start", "step of head start", "steps of head start", 0, 9)

    def ruleset(self, name, players):
        return {**super().ruleset(name, players), "head_start": PRINTED[players]}


ABOUT = ToyCapAbout()
