"""Lane Race with a head start by seat."""

from __future__ import annotations

import numpy as np
from analyzer.games.toy.game import Toy
from analyzer.games.toycap.about import ToyCapAbout

from analyzer.errors import UsageError
from analyzer.game import DEALT, Column


class ToyCap(ToyCapAbout, Toy):
    columns = (
        *Toy.columns,
        Column("head_start", "int8", "seat", "steps before the gun", DEALT, unit="steps"),
    )

    def check(self, cell):
        checked = super().check(cell)
        if len(self.rules(checked)["head_start"]) != cell.players:
            raise UsageError("head_start must be 0 to 9 for each seat")
        return checked

    def head_start(self, cell):
        return np.array(self.rules(cell)["head_start"])

    def _further(self, cell, strategy):
        return {"head_start": self.head_start(cell) + 0 * strategy}


GAME = ToyCap()
