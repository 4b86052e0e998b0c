"""The numbers that say how strategies with a network think, besides the weights of the family."""

from __future__ import annotations

from kernels.encounter.family.candidates import MAX_CANDIDATES
from kernels.encounter.family.weights import FAMILY
from kernels.encounter.numbers import Numbers
from kernels.encounter.planner.beam import MAX_TURNS

LEARNED = Numbers(FAMILY)
WIDTH = LEARNED.add_whole("width", 4, "plans the beam keeps", 1, MAX_CANDIDATES)
BREADTH = LEARNED.add_whole(
    "breadth", 8, "next actions of a plan that the network judges", 2, MAX_CANDIDATES
)
SLACK = LEARNED.add(
    "slack", 0.5, "log odds by which a plan may lie behind the best and be lengthened", 0, 20
)
N_TURNS = LEARNED.add_whole("turns", 16, "finished turns that are compared", 1, MAX_TURNS)
DRAFTS = LEARNED.add_whole(
    "drafts", 3, "finished turns of which every draft is judged", 0, MAX_TURNS
)
PROMISE = LEARNED.add(
    "promise", 0, "log odds for each tile that a flip lays open, until the attack was tried", 0, 20
)
NOISE = LEARNED.add("noise", 0, "log odds by which choices are blurred", 0, 20)

SEARCH = Numbers(LEARNED)
BUDGET = SEARCH.add_whole(
    "budget", 160, "thought for one decision, in games played on with brief thought", 1, 1_000_000
)
CANDIDATES = SEARCH.add_whole("candidates", 8, "turns that are played on", 1, MAX_TURNS)
ROUNDS = SEARCH.add_whole("rounds", 1, "rounds after which such a game is judged", 1, 8)
PRIOR = SEARCH.add("prior", 4, "games that the network's own judgement counts for", 0, 1_000)

N_SEARCH_NUMBERS = SEARCH.size
