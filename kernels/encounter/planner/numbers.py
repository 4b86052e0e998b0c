"""The numbers that say how `planner` and `rollouts` think, besides the weights of the family."""

from __future__ import annotations

from kernels.encounter.family.candidates import MAX_CANDIDATES
from kernels.encounter.family.weights import FAMILY
from kernels.encounter.numbers import Numbers
from kernels.encounter.planner.beam import MAX_TURNS

PLANNER = Numbers(FAMILY)
WIDTH = PLANNER.add_whole("width", 16, "plans the beam keeps", 1, MAX_CANDIDATES)
N_TURNS = PLANNER.add_whole("turns", 16, "finished turns judged after the replies", 1, MAX_TURNS)
REPLY_SHARE = PLANNER.add("reply_share", 0.5, "how much the worth after replies counts", 0, 1)
ROUNDS = PLANNER.add_whole("rounds", 3, "rounds played on before a turn is judged", 1, 8)

ROLLOUTS = Numbers(PLANNER)
BUDGET = ROLLOUTS.add_whole("budget", 2400, "games played on for one decision", 1, 1_000_000)
HORIZON = ROLLOUTS.add_whole(
    "horizon", 4, "rounds after which such a game is judged, 0: at its end", 0, 50
)
PRIOR = ROLLOUTS.add("prior", 0, "games that the planner's own judgement counts for", 0, 1_000)
MARGIN_SCALE = ROLLOUTS.add(
    "margin_scale", 0.1, "log odds that a point of margin counts for", 0, 10
)
WORTH_SCALE = ROLLOUTS.add(
    "worth_scale", 0.035, "log odds of a win for a point of worth ahead", 0, 1
)
