"""What several skill levels say of the same thing: an error that more games do not show."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analyzer.statistics import Estimate
from analyzer.tally.quantities import SHARE
from analyzer.wording import listed, percentage_points, plus_minus_up

_NAMED = 6
"""Things that are named where they hold at one level only; more of them are counted."""
_STRONGEST = 2
"""Levels whose estimates are compared in words."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that every skill level is asked about.

    words: what it is, "turns". value: with its interval, in the unit that `text` writes. sign: the
    direction of what is established, 0 if nothing is; way: what else must be alike for two levels
    to say the same. is_asked: its number is told of every level, whatever was found. is_told: the
    headline claims it. unit: of the value.
    """

    words: str
    value: Estimate
    text: Callable[[Estimate], str]
    sign: int
    is_asked: bool = False
    is_told: bool = False
    way: str = ""
    unit: str = SHARE

    def is_same(self, other: Claim | None) -> bool:
        """Whether another level establishes it too, in the same direction."""
        return other is not None and (other.sign, other.way) == (self.sign, self.way)

    def is_shared(self, other: Claim | None) -> bool:
        """Whether another level establishes anything of it."""
        return other is not None and other.sign != 0

    def is_turned(self, other: Claim | None) -> bool:
        """Whether another level establishes the opposite."""
        return other is not None and self.sign * other.sign < 0

    def is_otherwise(self, other: Claim | None) -> bool:
        """Whether another level establishes it too, but in another way."""
        return self.is_shared(other) and not self.is_same(other) and not self.is_turned(other)


def policy_sentences(
    levels: Sequence[str], told: Sequence[Sequence[Claim]], by_strength: bool
) -> list[str]:
    """How far the estimates of skill levels, the strongest first, disagree: the error of the policy
    beside that of sampling. Of point estimates, so that nothing is claimed but what each level's
    interval says.

    told: by claim what every level says. by_strength: whether their order is known to be that of
    strength, and not only the one they were named in. Nothing of one level alone.
    """
    if len(levels) < 2:
        return []
    return [_policy_sentence(levels, mine, by_strength) for mine in told]


def _policy_sentence(levels: Sequence[str], claims: Sequence[Claim], by_strength: bool) -> str:
    values = [claim.text(claim.value) for claim in claims]
    said = f"By skill level, {claims[0].words}: {values[0]} among {levels[0]} and"
    said += f" {values[1]} among {levels[1]} players"
    others = levels[_STRONGEST:]
    if others:
        verb = "says" if len(others) == 1 else "say"
        who = f"{'the weaker ' if by_strength else ''}{listed(others)}"
        said += f"; {who} {verb} {listed(values[_STRONGEST:])}"
    which = "two estimates"
    if others:
        which = "estimates of the two strongest" if by_strength else "first two estimates"
    return f"{said}. The {which} are {_spread(*claims[:_STRONGEST])}."


def _spread(first: Claim, second: Claim) -> str:
    """How far two estimates are apart as they are told, beside the wider of their intervals."""
    half = max(first.value.half_width, second.value.half_width)
    if not math.isfinite(half):
        return "told without a sampling interval"
    told = [claim.text(claim.value).split()[0].replace(",", "") for claim in (first, second)]
    decimals = min(len(number.partition(".")[2]) for number in told)
    gap = f"{abs(Decimal(told[0]) - Decimal(told[1])):,.{decimals}f}"
    is_share = first.unit == SHARE
    unit = percentage_points(gap) if is_share else f"{gap} {first.unit}"
    apart = f"{unit} apart" if float(gap.replace(",", "")) else "equal as rounded"
    sampling = plus_minus_up(half, 100.0 if is_share else 1.0)
    return f"{apart}, beside a sampling interval of ± {sampling}"


def one_level_sentences(levels: Sequence[str], claims: Sequence[Mapping[str, Claim]]) -> list[str]:
    """What is established at one level only, and what in opposite directions."""
    keys = list(dict.fromkeys(key for mine in claims for key in mine))
    signs = {key: [mine[key].sign if key in mine else 0 for mine in claims] for key in keys}
    words = {key: next(mine[key].words for mine in claims if key in mine) for key in keys}
    said = []
    turned = [words[key] for key in keys if min(signs[key]) < 0 < max(signs[key])]
    if turned:
        said.append(f"Which way it goes depends on skill for {named(turned)}.")
    for index, level in enumerate(levels):
        alone = [
            words[key]
            for key in keys
            if signs[key][index] and not any(signs[key][:index] + signs[key][index + 1 :])
        ]
        if alone:
            said.append(
                f"Established among {level} players only, so perhaps how they play and not what"
                f" the rules do: {named(alone)}."
            )
    return said


def named(words: Sequence[str]) -> str:
    """A few things by name, and how many more there are."""
    if len(words) <= _NAMED:
        return listed(words)
    return f"{', '.join(words[:_NAMED])} and {len(words) - _NAMED} more"
