"""Words of the float32 work array behind the features: what they are made from.

They lie behind what any network's layers need.
"""

from __future__ import annotations

_START = 512  # features and layers come before
VALUE = _START  # + c: points of a tile
LOCKED_WINS = VALUE + 5  # + c: locked coral tiles that show the colour as the stronger
LOCKED_LOSSES = LOCKED_WINS + 5  # + c: as the weaker
ORDER = LOCKED_LOSSES + 5  # + c
POINTS = ORDER + 5  # + seat: in the parrotfish, as known
FIRM = POINTS + 4  # + seat: of these, what no flip can take
MEAL = FIRM + 4  # + seat: points of the best coral to be eaten now
SECOND_MEAL = MEAL + 4  # + seat
MEALS = SECOND_MEAL + 4  # + seat: corals that could be eaten now
FINAL_MEAL = MEALS + 4  # + seat: points of the best coral in the final round
BEST_FLIP = FINAL_MEAL + 4  # + seat: lead after the alga cylinder that suits it best
WORST_FLIP = BEST_FLIP + 4  # + seat: lead after the one that suits it least
CORALS = WORST_FLIP + 4  # + seat: corals told so far
RESERVE = CORALS + 4  # + 5 * seat + c: tiles the seat could place in one growth
DANGER = RESERVE + 20  # + 5 * seat + c: the most that any other seat could
STAKE = DANGER + 20  # + 5 * seat + c: tiles eaten, and to be eaten, of the colour
SHIFT = STAKE + 20  # + seat: points that a flip brings it
KEY = SHIFT + 4  # + 4 * seat + place: by which its corals are sorted
ROW = KEY + 16  # one coral's numbers
BASE = 768  # features of the position a turn begins with, and the first layer they give
WORK_SIZE = 1536
LAYER_WORDS = 512  # words before the tables, for features and layers
