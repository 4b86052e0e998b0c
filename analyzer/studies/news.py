"""What is new about some rules, in few words: the largest changes, relative ones where they tell
more, and without what a rule does by definition."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from analyzer.studies.claims import Claim
from analyzer.studies.differences import Difference, difference_text, value_text
from analyzer.tally.quantities import SHARE, seat_wins
from analyzer.wording import (
    fair_percent,
    listed,
    percentage_points,
    plus_minus_up,
    round_to_interval,
    seat_name,
    sentence,
)

LENGTH = "turns"
SCORE = "mean score"
_COUNTED = "per game"
_MOST = 3
"""Changes that a headline tells."""
_DOUBLE = (1.9, 2.1)
_TENTHS = 0.4
"""A half width that leaves one decimal: nobody reads more of a ratio."""


def change_text(d: Difference) -> str:
    """A change as a part of a headline: `54 % more turns`, `a 20 % higher mean score`."""
    name, found = d.words, d.relative_change()
    if d.unit == SHARE:
        first, second = d.values()
        return f"{name} {second} instead of {first}"
    if found is None:
        return f"{name} {value_text(d.second, d.unit)} instead of none"
    if not d.second.value:
        return f"no {name} in these games"
    ratio = 1 + found[0]
    if d.unit == _COUNTED:
        if _DOUBLE[0] < ratio < _DOUBLE[1]:
            return f"twice as many {name}"
        if ratio >= _DOUBLE[1]:
            return f"{round_to_interval(ratio, max(found[1], _TENTHS))} times as many {name}"
        return f"{d.percent_change().replace('less', 'fewer')} {name}"
    part = d.percent_change().rpartition(" ")[0]
    return f"a {part} {'higher' if ratio > 1 else 'lower'} {name}"


def is_news(d: Difference, changed: Collection[str]) -> bool:
    """Whether a difference is established, large enough to matter, and not what the rules that were
    changed do by definition."""
    return d.is_established and not d.is_small and not set(d.by_definition) & set(changed)


def seats_of(family: Sequence[Difference], players: int) -> list[Difference]:
    """The differences of the seats' wins; of two players one says it all."""
    names = [quantity.name for quantity in seat_wins(players)]
    found = [d for name in names for d in family if d.name == name]
    return found[:1] if players == 2 else found


def _is_of_seat(d: Difference) -> bool:
    return "seat " in d.name


def headlines_of(
    family: Sequence[Difference], changed: Collection[str], players: int, most: int = _MOST
) -> list[Difference]:
    """What a headline tells: the length, what changed most of all else, a seat."""
    new = [d for d in family if is_news(d, changed)]
    seats = [d for d in seats_of(family, players) if is_news(d, changed)]
    seats.sort(key=lambda d: -abs(d.difference.value))
    length = [d for d in new if d.name == LENGTH]
    rest = [d for d in new if d.name != LENGTH and not _is_of_seat(d)]
    rest.sort(key=lambda d: (not d.is_headline, -_weight(d)))
    room = most - len(length) - len(seats[:1])
    return [*length, *rest[:room], *seats[:1]]


def _weight(d: Difference) -> float:
    """How large a change is to a reader: of means in logarithms, of shares in points."""
    if d.unit == SHARE:
        return 2 * abs(d.difference.value)
    if d.first.value <= 0 or d.second.value <= 0:
        return math.inf
    return abs(math.log(d.second.value / d.first.value))


def news_text(subject: str, told: Sequence[Difference], players: int, margin: float) -> str:
    """`the advanced game is 54 % longer, with 52 % more of this, and the start player wins ...`."""
    length = next((d for d in told if d.name == LENGTH), None)
    seat = next((d for d in told if _is_of_seat(d)), None)
    others = [change_text(d) for d in told if d is not length and d is not seat]
    parts = []
    if length is not None:
        way = "longer" if length.difference.value > 0 else "shorter"
        parts.append(f"is {length.percent_change().rpartition(' ')[0]} {way}")
    if others:
        parts.append(f"{'with' if parts else 'has'} {listed(others)}")
    text = f"{subject} {', '.join(parts)}" if parts else ""
    if seat is None:
        return text
    said = seat_clause(seat, players, margin)
    if not text:
        return f"{subject}: {said}"
    return f"{text}{', and' if others or length else ':'} {said}"


def seat_clause(d: Difference, players: int, margin: float) -> str:
    """What happens to a seat: its edge goes, turns round, or is another one.

    An edge is what the report may claim of a share itself, which is counted with the differences.
    """
    fair, seat = 1 / players, int(d.name.split()[1])
    if players == 2 and d.first.value < fair:
        seat, d = 1 - seat, d.mirrored()
    who = f"the {seat_name(seat, players)}"
    if d.claimed is not None and d.claimed[0].low > fair:
        then = d.claimed[1]
        if then.high < fair:
            return f"{who}'s edge turns round"
        if max(abs(then.low - fair), abs(then.high - fair)) <= margin:
            return f"{who}'s edge disappears"
    first, second = d.values()
    return f"{who} wins {second} instead of {first}, where {fair_percent(fair)} is fair"


def number_sentence(d: Difference, names: tuple[str, str]) -> str:
    """A change with its numbers, for the answer in short."""
    relative = d.percent_change()
    part = f": {relative}" if relative else ""
    first, second = d.values()
    return sentence(
        f"{d.words}: {second} with {names[1]} instead of {first} with {names[0]}{part},"
        f" {difference_text(d.difference, d.unit)}"
    )


def seats_sentence(family: Sequence[Difference], players: int, margin: float) -> list[str]:
    """What is known of the seats' wins, whatever was found."""
    mine = seats_of(family, players)
    if not mine:
        return []
    within = max(d.size.within for d in mine)
    if within <= margin:
        most = percentage_points(plus_minus_up(within))
        return [f"no seat's wins change by more than {most}"]
    d = max(mine, key=lambda d: abs(d.difference.value))
    first, second = d.values()
    what = f"{d.words}: {second} instead of {first}, {difference_text(d.difference, d.unit)}"
    if d.is_established:
        return [what]
    seen = percentage_points(plus_minus_up(d.detectable))
    return [f"{what}; not established, one of {seen} would have been seen with a chance of 80 %"]


def claims_of(
    name: str,
    family: Sequence[Difference],
    told: Sequence[Difference],
    players: int,
    is_alone: bool = False,
) -> dict[str, Claim]:
    """What other skill levels are asked too. is_alone: no other change of the rules is told of, so
    that its name can be left out."""
    headline, seats = {d.name for d in told}, {d.name for d in seats_of(family, players)}
    skipped = {q.name for q in seat_wins(players)[1:]} if players == 2 else set()
    return {
        f"{name}/{d.name}": Claim(
            d.words if is_alone else f"{d.words} with {name}",
            d.difference,
            lambda e, unit=d.unit: difference_text(e, unit),  # type: ignore[misc]
            int(math.copysign(1, d.difference.value)) if d.is_established else 0,
            is_asked=d.name in headline | seats,
            is_told=d.name in headline,
            unit=d.unit,
        )
        for d in family
        if d.name not in skipped
    }
