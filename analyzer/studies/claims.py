"""What several skill levels say of the same thing: an error that more games do not show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from analyzer.statistics import Estimate
from analyzer.wording import listed

_NAMED = 6
"""Things that are named where they hold at one level only; more of them are counted."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that every skill level is asked about.

    words: what it is, "turns". value: with its interval, in the unit that `text` writes. sign: the
    direction of what is established, 0 if nothing is; way: what else must be alike for two levels
    to say the same. is_asked: its number is told of every level, whatever was found. is_told: the
    headline claims it.
    """

    words: str
    value: Estimate
    text: Callable[[Estimate], str]
    sign: int
    is_asked: bool = False
    is_told: bool = False
    way: str = ""

    def is_same(self, other: Claim | None) -> bool:
        """Whether another level establishes it too, in the same direction."""
        return other is not None and (other.sign, other.way) == (self.sign, self.way)

    def number(self) -> str:
        """The value without its interval, with the digits that this supports."""
        return self.text(self.value).split(" (")[0]

    def is_shared(self, other: Claim | None) -> bool:
        """Whether another level establishes anything of it."""
        return other is not None and other.sign != 0

    def is_turned(self, other: Claim | None) -> bool:
        """Whether another level establishes the opposite."""
        return other is not None and self.sign * other.sign < 0

    def is_otherwise(self, other: Claim | None) -> bool:
        """Whether another level establishes it too, but in another way."""
        return self.is_shared(other) and not self.is_same(other) and not self.is_turned(other)


def policy_sentence(levels: Sequence[str], told: Sequence[Sequence[Claim]]) -> list[str]:
    """How far skill levels, the strongest first, disagree: the error of the policy.

    told: by claim what every level says. Nothing of one level alone.
    """
    if len(levels) < 2 or not told:
        return []
    parts = [f"{mine[0].words} {_by_level(levels, mine)}" for mine in told]
    return [
        "By skill level (how far levels are apart no number of games of one level shows):"
        f" {'; '.join(parts)}."
    ]


def _by_level(levels: Sequence[str], claims: Sequence[Claim]) -> str:
    """What every level says; of the two strongest with its interval."""
    values = [c.text(c.value) if k < 2 else c.number() for k, c in enumerate(claims)]
    return f"{listed([f'{v} among {n}' for v, n in zip(values, levels, strict=True)])} players"


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
