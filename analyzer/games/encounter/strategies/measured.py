"""What was measured of the strategies that ship with the program."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

MEASURED = Path(__file__).parent / "lineup" / "measured.json"


@cache
def measured() -> dict[str, Any]:
    """Ratings, duels and profiles as `reef strategies --measure` wrote them; do not change it."""
    told: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return told
