"""Where bots imported from before every game had a folder of its own: they still work."""

import sys

from analyzer.games.encounter import bots, rules

sys.modules[f"{__name__}.bots"] = bots
sys.modules[f"{__name__}.rules"] = rules
