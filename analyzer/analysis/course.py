"""The course of an analysed game: everybody's odds over the turns, and the turns to look at."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from analyzer.analysis.judged import JudgedTurn
from analyzer.errors import UsageError
from analyzer.files import read_json, write_text
from analyzer.strategies.spec import parse_spec
from analyzer.wording import counted

FORMAT = "reef-analysis/1"
LEAST_MARKED = 0.05
"""Of the odds of a win: what must be lost in a turn at least for it to be marked."""
_MARKS, _TURNS_PER_MARK = 5, 8
"""Marked turns at most: so many, or one in so many turns of a longer game."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an analysis depends on.

    record: a hash of the game's record. strategy: one of the strategy `by`, its network included.
    """

    game: str
    record: str
    by: str
    strategy: str
    seed: int
    kernel: str

    @property
    def judge(self) -> str:
        """The strategy that judges, as sentences name it."""
        return parse_spec(self.by).name


def record_hash(record: Mapping[str, object]) -> str:
    """A hash of a record that does not depend on how its line is written."""
    text = json.dumps(record, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(slots=True)
class Analysis:
    """A game as far as its turns are judged.

    players: their names. result: everybody's share of the win. turns: in order, from the first.
    """

    settings: Settings
    players: tuple[str, ...]
    result: tuple[float, ...]
    n_turns: int
    turns: list[JudgedTurn] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether every turn is judged."""
        return len(self.turns) == self.n_turns

    def shares(self) -> list[list[float]]:
        """Everybody's odds after each turn, by seat; they add up to 1.

        The seat that took the turn has the odds it was judged to have. The others share the rest
        in proportion to what each had after its own last turn, at first equally.
        """
        n = len(self.players)
        own = [1 / n] * n
        found = []
        for judged in self.turns:
            own[judged.seat] = judged.odds
            rest = sum(own) - judged.odds
            others = [(1 - judged.odds) * (x / rest if rest else 1 / (n - 1)) for x in own]
            others[judged.seat] = judged.odds
            found.append(others)
        return found

    def marked(self) -> list[JudgedTurn]:
        """The turns in which most was lost, in order: what was lost is certain, and not little."""
        most = max(_MARKS, self.n_turns // _TURNS_PER_MARK)
        clear = [t for t in self.turns if t.lost >= LEAST_MARKED and t.low > 0]
        worst = sorted(clear, key=lambda t: t.lost, reverse=True)[:most]
        return sorted(worst, key=lambda t: t.turn)

    def lost_by_seat(self) -> list[tuple[float, float, int]]:
        """For each seat what it lost in a turn on average, half a 95 % interval of it, its turns.

        A turn better than the strategy's own counts as it is: below 0.
        """
        told = []
        for seat in range(len(self.players)):
            own = [t for t in self.turns if t.seat == seat]
            n = max(len(own), 1)
            half = math.sqrt(sum(((t.high - t.low) / 2) ** 2 for t in own)) / n
            told.append((sum(t.lost for t in own) / n, half, len(own)))
        return told

    def as_json(self) -> dict[str, Any]:
        """The analysis as a JSON object; see docs/cli.md."""
        marked = {t.turn for t in self.marked()}
        turns = [
            {**judged.as_json(), "lost": judged.lost, "shares": shares}
            | {"is_marked": judged.turn in marked, "words": turn_words(judged, self.settings.judge)}
            for judged, shares in zip(self.turns, self.shares(), strict=True)
        ]
        return {
            "format": FORMAT,
            **asdict(self.settings),
            "judge": self.settings.judge,
            "players": list(self.players),
            "n_turns": self.n_turns,
            "is_complete": self.is_complete,
            "result": list(self.result),
            "lost_a_turn": [
                {"lost": lost, "plus_minus": half, "turns": turns}
                for lost, half, turns in self.lost_by_seat()
            ],
            "turns": turns,
        }


def shares_of_win(ranks: Sequence[int]) -> tuple[float, ...]:
    """What each seat has of the win, by final places."""
    return tuple((rank == 1) / ranks.count(1) for rank in ranks)


def turn_words(judged: JudgedTurn, judge: str) -> str:
    """What the strategy makes of a turn, in a sentence."""
    after = f"{_percent(judged.odds)} to win after this turn"
    if not judged.better:
        return f"{after}, which is {judge}'s choice too."
    choice = f"After {judge}'s choice {_percent(judged.best)}:"
    if judged.low <= 0 <= judged.high or abs(judged.lost) < 0.005:
        return f"{after}, about as good. {choice}"
    sign, verb = (1, "lost") if judged.lost > 0 else (-1, "won")
    low, high = sorted(round(100 * sign * end) for end in (judged.low, judged.high))
    between = f" ({low} to {high})" if high > low else ""
    return f"{after}, {counted(round(100 * abs(judged.lost)), 'point')} {verb}{between}. {choice}"


def _percent(share: float) -> str:
    """A chance in whole per cent; what is not certain is not told as if it were."""
    if 0 < share < 0.01:
        return "below 1 %"
    if 0.99 < share < 1:
        return "above 99 %"
    return f"{100 * share:.0f} %"


# --- files ---------------------------------------------------------------------------------------


def write_analysis(path: Path, analysis: Analysis) -> None:
    """Stores the analysis as far as it is; UsageError if that cannot be."""
    write_text(path, json.dumps(analysis.as_json(), indent=1) + "\n")


def known_turns(path: Path, settings: Settings) -> list[JudgedTurn]:
    """Turns that an earlier start judged with the same settings, from the first on.

    UsageError if the file is something else, which must not be overwritten.
    """
    try:
        told = read_json(path)
    except FileNotFoundError:
        return []
    if told.get("format") != FORMAT:
        raise UsageError(f"{path} is there and is no analysis; choose another name")
    if {key: told.get(key) for key in asdict(settings)} != asdict(settings):
        return []
    return [JudgedTurn.from_json(turn) for turn in told["turns"]]
