"""Files of the tuner that are there completely or not at all, under the name it knows."""

from __future__ import annotations

from analyzer.files import write_text as write_whole

__all__ = ["write_whole"]
