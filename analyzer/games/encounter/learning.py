"""What learning by self-play needs of Reef Encounter: games with positions, and matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.cell import Cell
from analyzer.games.encounter.rules import PRINTED_START_TILES, RULESETS
from analyzer.games.encounter.settings import rules_vector
from analyzer.games.encounter.strategies import get_strategy
from kernels.encounter import parameters as P
from kernels.encounter.planner import turn as look_ahead
from kernels.encounter.policy import LEARNED, N_WEIGHTS
from kernels.encounter.value import choice
from kernels.encounter.value.features import n_features
from kernels.encounter.value.positions import GAME, LOGIT, SEAT_OF, TURN_OF, play_positions
