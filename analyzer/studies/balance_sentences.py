"""The sentences of a balance study: the headline, the answer in short, and every claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.games import get_game
from analyzer.statistics import (
    ALPHA,
    BlockTally,
    Deviations,
    Estimate,
    Relevance,
    goodman_intervals,
    unfairness,
)
from analyzer.statistics.planning import POWER
from analyzer.studies.balance import BalanceSettings, Level, games_for_precision
from analyzer.studies.vectors import Vector, scale_text
from analyzer.wording import (
    counted,
    fair_percent,
    listed,
    p_text,
    percent,
    percentage_points,
    plus_minus,
    plus_minus_up,
    points,
    round_to_interval,
    seat_name,
    sentence,
)

PRINTED = "printed"
_NAMED_RIVALS = 4
"""Scales that are named where they may be fairest too; more of them are counted."""
_FAIR = (Relevance.WITHIN, Relevance.SMALL)
_UNEQUAL = (Relevance.BEYOND, Relevance.REAL)


def shares_of(wins: BlockTally) -> list[Estimate]:
    """Win shares by seat of independent games, with intervals that hold together."""
    return goodman_intervals(wins.total / wins.unit)


@dataclass(frozen=True, slots=True)
class Judged:
    """What is claimed of a skill level: its shares with intervals that hold for all levels and
    seats together within the budget, what they say of the margin, and the p-value of equality."""

    shares: list[Estimate]
    seats: Deviations
    p_value: float

    @property
    def farthest(self) -> int:
        """The seat farthest from its fair share of those of which most is established; of two
        players the one ahead."""
        fair, margin = 1 / len(self.shares), self.seats.margin

        def rank(seat: int) -> tuple[bool, bool, float, float]:
            share = self.shares[seat]
            apart = max(share.low - fair, fair - share.high)
            off = share.value - fair
            return apart > margin, apart > 0, round(abs(off), 12), off

        return max(range(len(self.shares)), key=rank)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The fairest scale against the printed one on fresh deals: how much fairer it was, Holm's
    p-value, and the deviation that would be told from a fair scale with a chance of 80 %."""

    gain: Estimate
    p_value: float
    tellable: float

    @property
    def is_fairer(self) -> bool:
        """Whether that it is fairer is established."""
        return self.p_value <= ALPHA


@dataclass(frozen=True, slots=True)
class Words:
    """How sentences of a study name things. role: what the scale is that is asked about, PRINTED
    unless another was given."""

    one: str
    many: str
    players: int
    printed: Vector
    role: str = PRINTED

    @property
    def subject(self) -> str:
        """The handicap as it is (its name and numbers), or just the seats."""
        return f"{self.many} {scale_text(self.printed)}" if self.printed else "the seats"

    def seat(self, seat: int) -> str:
        """`the start player`."""
        return f"the {seat_name(seat, self.players)}"


def words_of(settings: BalanceSettings, printed: Vector) -> Words:
    """One and many of the handicap in words; without one it is about the seats."""
    handicap, name = get_game(settings.game).handicap, settings.parameter.replace("_", " ")
    one, many = (name, name) if name else ("seat", "seats")
    if handicap and handicap.parameter == settings.parameter:
        one, many = handicap.one, handicap.many
    role = "given" if settings.parameter in dict(settings.overrides) else PRINTED
    return Words(one, many, settings.players, printed, role)


# --- the headline --------------------------------------------------------------------------------


def headline(
    words: Words, levels: Sequence[Level], seen: Sequence[Judged], confirmed: dict[str, Confirmed]
) -> str:
    """Whether it is fair among the strongest players, what the others make of it, and whether
    something is fairer."""
    first, *others = zip(levels, seen, strict=True)
    open_ones = [(level, told) for level, told in others if told.seats.relevance is Relevance.OPEN]
    if seen[0].seats.relevance is Relevance.OPEN:
        parts = [_open_clause(words, [first, *open_ones])]
    else:
        parts = [_first_clause(words, *first)]
    same = [level for level, told in others if _is_alike(told, seen[0])]
    if same:
        parts.append(f"the same holds {_among(same)}")
    parts += [
        f"{_among([level])} {_other_clause(words, told)}"
        for level, told in others
        if not _is_alike(told, seen[0]) and told.seats.relevance is not Relevance.OPEN
    ]
    if open_ones and seen[0].seats.relevance is not Relevance.OPEN:
        parts.append(f"{_among([level for level, _ in open_ones])} that is open")
    said = [f"{sentence('; '.join(parts))}.", *_fairest_headline(words, levels[0], confirmed)]
    return " ".join(said)


def _among(levels: Sequence[Level]) -> str:
    return f"among {listed([level.strategy for level in levels])} players"


def _open_clause(words: Words, told: Sequence[tuple[Level, Judged]]) -> str:
    """That it is open at some levels, and how far a seat can be from its fair share there."""
    within = percentage_points(plus_minus_up(max(mine.seats.within for _, mine in told)))
    return (
        f"whether {words.subject} are fair is open {_among([level for level, _ in told])}: every"
        f" seat is within {within} of its fair share"
    )


def _is_alike(told: Judged, first: Judged) -> bool:
    """Whether two levels say the same in short."""
    is_side = told.farthest == first.farthest and _is_ahead(told) == _is_ahead(first)
    if first.seats.relevance is Relevance.REAL:
        return is_side and told.seats.relevance in _UNEQUAL
    return is_side and told.seats.relevance is first.seats.relevance is Relevance.BEYOND


def _is_ahead(told: Judged) -> bool:
    return told.shares[told.farthest].value > 1 / len(told.shares)


def _wins_text(words: Words, told: Judged, seat: int) -> str:
    fair = 1 / words.players
    return f"{percent(told.shares[seat], fair)} instead of {fair_percent(fair)}"


def _first_clause(words: Words, level: Level, told: Judged) -> str:
    among, seat = f"among {level.strategy} players", told.farthest
    wins = _wins_text(words, told, seat)
    within = percentage_points(plus_minus_up(told.seats.within))
    match told.seats.relevance:
        case Relevance.WITHIN | Relevance.SMALL:
            return f"{words.subject} are fair to within {within} {among}"
        case Relevance.BEYOND:
            return f"{words.subject} are unfair {among}: {words.seat(seat)} wins {wins}"
        case _:
            return f"{words.subject} {_favour(words, told)} {among}: {_wins_of(wins)}"


def _wins_of(wins: str) -> str:
    return wins.replace(" instead of", " of the wins instead of", 1)


def _favour(words: Words, told: Judged) -> str:
    verb = "favour" if _is_ahead(told) else "work against"
    return f"{verb} {words.seat(told.farthest)}"


def _other_clause(words: Words, told: Judged) -> str:
    share = percent(told.shares[told.farthest]).split(" (")[0]
    if told.seats.relevance in _FAIR:
        within = percentage_points(plus_minus_up(told.seats.within))
        return f"they are fair to within {within}"
    return f"they {_favour(words, told)}, with {share} of the wins"


def _fairest_headline(words: Words, level: Level, confirmed: dict[str, Confirmed]) -> list[str]:
    """What the strongest level's map says, in short."""
    if level.fairest is None:
        return []
    if level.strategy not in confirmed:
        tried = counted(len(level.vectors), "scale")
        return [f"In the games of the map none of {tried} looks fairer."]
    name = scale_text(level.fairest)
    found = confirmed[level.strategy]
    if found.is_fairer:
        return [f"{name} is fairer than {scale_text(words.printed)}."]
    if found.gain.value > 0:
        return [f"{name} looks fairer, but that is not established."]
    return [
        "No other scale is shown to be fairer: the one that looked so did not stand fresh games."
    ]


# --- the answer in short -------------------------------------------------------------------------


def answer(
    words: Words,
    levels: Sequence[Level],
    seen: Sequence[Judged],
    confirmed: dict[str, Confirmed],
    policy: Sequence[str],
) -> list[str]:
    """A few sentences with the numbers behind the headline."""
    is_told = words.players == 2 and bool(policy)  # of two players one number says it all
    said = [
        f"{sentence(_shares_text(words, told))} among {level.strategy} players"
        f" ({counted(level.wins.count, 'game')})."
        for level, told in zip(levels, seen, strict=True)
        if not is_told
    ]
    strongest = levels[0]
    if strongest.worth is not None:
        said += [_worth_in_short(words, strongest)]
        said += [fairest_sentence(words, strongest, confirmed)[0]]
    return [*policy, *said] if is_told else [*said, *policy]


def _shares_text(words: Words, told: Judged) -> str:
    """The shares of all seats; of two players one says it all."""
    fair = 1 / words.players
    shown = told.shares if words.players > 2 else told.shares[:1]
    texts = [f"{words.seat(seat)} {percent(share, fair)}" for seat, share in enumerate(shown)]
    first = texts[0].replace(words.seat(0), f"{words.seat(0)} wins", 1)
    return f"{listed([first, *texts[1:]])}, where {fair_percent(fair)} would be fair,"


def _worth_in_short(words: Words, level: Level) -> str:
    """What one more is worth, from the seat to which least to that to which most."""
    assert level.worth is not None
    who = f"among {level.strategy} players"
    helped = {seat: s for seat, s in enumerate(level.worth.share) if not s.covers(0.0)}
    if not helped:
        return f"That one more {words.one} is worth anything is not established {who}."
    values = sorted(helped.values(), key=lambda share: share.value)
    low, high = (percent(possible(share)).split(" %")[0] for share in (values[0], values[-1]))
    worth = percentage_points(low) if low == high else f"{low} to {high} percentage points"
    to, rest = "the seat that gets it", ""
    if len(helped) < len(level.worth.share):
        to, rest = listed([words.seat(seat) for seat in helped]), "; to others that is open"
    return f"One more {words.one} is worth about {worth} of the wins to {to}, {who}{rest}."


# --- every claim ---------------------------------------------------------------------------------


def printed_sentence(words: Words, level: Level, told: Judged) -> str:
    """What the intervals say of the margin, with the numbers that show it."""
    seat, margin = told.farthest, percentage_points(f"{100 * told.seats.margin:.3g}")
    what = f"among {level.strategy} players {words.subject}"
    wins = f"{words.seat(seat)} wins {_wins_text(words, told, seat)}"
    within = f"± {percentage_points(plus_minus_up(told.seats.within))}"
    match told.seats.relevance:
        case Relevance.WITHIN:
            said = f"{what} are fair within {within}, inside the margin of {margin}"
        case Relevance.SMALL:
            said = (
                f"{what} are fair within {within}, inside the margin of {margin}; a deviation is"
                f" real, but too small to matter: {wins}"
            )
        case Relevance.BEYOND:
            said = f"{what} are unfair, by more than the margin of {margin}: {wins}"
        case Relevance.REAL:
            said = (
                f"{what} {_favour(words, told)}: {wins}; whether that is more than the margin of"
                f" {margin} is open"
            )
        case _:
            said = (
                f"{what} are neither shown to be unfair nor to be fair within {margin}: every seat"
                f" is within {within} of its fair share"
            )
    return f"{sentence(said)}."


def worth_sentences(words: Words, level: Level) -> dict[bool, str]:
    """What one more is worth to each seat, by whether it is established to be worth something."""
    assert level.worth is not None
    worths: dict[bool, list[str]] = {}
    for seat, share in enumerate(level.worth.share):
        said = f"{points(possible(share))} to {words.seat(seat)}"
        worths.setdefault(not share.covers(0.0), []).append(said)
    return {
        is_claim: f"Among {level.strategy} players one more {words.one} is worth {listed(texts)}."
        for is_claim, texts in worths.items()
    }


def possible(change: Estimate) -> Estimate:
    """A change of a share without what no change can be: more than all of it."""
    value, low, high = (min(max(x, -1.0), 1.0) for x in (change.value, change.low, change.high))
    return Estimate(value, low, high, change.level, change.n)


def fairest_sentence(
    words: Words, level: Level, confirmed: dict[str, Confirmed]
) -> tuple[str, bool]:
    """What is fairest, and whether that it is fairer than the printed scale is established."""
    fairest = level.fairest
    assert fairest is not None
    printed, among = scale_text(words.printed), f"Among {level.strategy} players"
    tried = f"of {counted(len(level.vectors), 'scale')} around {printed}"
    rest = _rivals_text(level)
    if fairest == words.printed:
        return f"{among} none {tried} looks fairer than the {words.role} one{rest}.", False
    found, name = confirmed[level.strategy], scale_text(fairest)
    assert level.confirmed is not None
    fresh = f"with {counted(level.confirmed.count, 'fresh game')} of each"
    before, after = (_farthest_text(wins) for wins in confirmed_parts(words, level.confirmed))
    numbers = (
        f"the seat farthest from its fair share was off by about {after} instead of"
        f" {percentage_points(before)}"
    )
    if found.is_fairer:
        return (
            f"{among} {name} is fairer than the {words.role} {printed}"
            f" ({p_text(found.p_value)} {fresh}): {numbers}. It looked fairest {tried}{rest}.",
            True,
        )
    came = "is not established to be" if found.gain.value > 0 else "did not come out"
    return (
        f"{among} {name} looked fairest {tried}{rest}, but {fresh} it {came} fairer than {printed}"
        f" ({p_text(found.p_value)}): {numbers}. {_tellable_text(found.tellable)}",
        False,
    )


def _farthest_text(wins: BlockTally) -> str:
    """How far the seat farthest from its fair share was off, with the digits that its interval
    supports: what is claimed is which of two scales is fairer, not the size of either."""
    largest = unfairness(wins).largest
    return round_to_interval(100 * largest.value, 100 * largest.half_width)


def _tellable_text(deviation: float) -> str:
    return (
        f"A scale whose seats are typically off by {percentage_points(plus_minus_up(deviation))}"
        f" would have been told from a fair one with a chance of {100 * POWER:.0f} %."
    )


def _rivals_text(level: Level) -> str:
    """In brackets, what else may be fairest: by name if it is a few."""
    rivals = level.rivals
    if not rivals:
        return ""
    few = listed([scale_text(vector) for vector in rivals])
    who = few if len(rivals) <= _NAMED_RIVALS else f"{len(rivals)} others"
    return f" ({who} may be as fair)"


def confirmed_parts(words: Words, both: BlockTally) -> tuple[BlockTally, BlockTally]:
    """The wins with the printed and with the fairest scale."""
    n = words.players
    return both.subset(range(n)), both.subset(range(n, 2 * n))


def level_sentences(
    words: Words, levels: Sequence[Level], seen: Sequence[Judged]
) -> tuple[list[str], list[str]]:
    """Whether the seats' advantages change their sign between skill levels: claims, open."""
    if len(levels) < 2:
        return [], []
    fair, changes = 1 / words.players, []
    names = [level.strategy for level in levels]
    for seat in range(words.players if words.players > 2 else 1):
        shares = [told.shares[seat] for told in seen]
        gains = [name for name, e in zip(names, shares, strict=True) if e.low > fair]
        loses = [name for name, e in zip(names, shares, strict=True) if e.high < fair]
        if gains and loses:
            changes.append(
                f"{words.seat(seat)} has an advantage among {listed(gains)} players and a"
                f" disadvantage among {listed(loses)} players"
            )
    if changes:
        return [f"Skill turns the advantage round: {'; '.join(changes)}."], []
    return [], [
        "No seat was established to have an advantage at one skill level and a disadvantage at"
        f" another ({listed(names)})."
    ]


# --- what more games would buy -------------------------------------------------------------------


def _widest(level: Level) -> Estimate:
    """The share that is known least."""
    return max(shares_of(level.wins), key=lambda share: share.half_width)


def next_precision(levels: Sequence[Level]) -> float:
    """Half of what the shares of the least known level are known to, as the outlook names it."""
    return max(_half_of(_widest(level)) for level in levels)


def _half_of(share: Estimate) -> float:
    """Half of the half width, with two digits."""
    return float(f"{share.half_width / 2:.2g}")


def outlook(settings: BalanceSettings, words: Words, levels: Sequence[Level]) -> list[str]:
    """By skill level how well the shares are known, and what half of that takes."""
    known: dict[str, list[Level]] = {}
    for level in levels:
        worst = _widest(level)
        half = _half_of(worst)
        games = games_for_precision(settings.players, half)
        text = (
            f"every seat's share is known to ±"
            f" {percentage_points(plus_minus(worst.half_width))} (95 % for these seats alone) after"
            f" {counted(level.wins.count, 'game')}; ± {100 * half:.3g} needs {games:,}"
            f" (--precision {half:g})."
        )
        known.setdefault(text, []).append(level)
    said = [
        sentence(f"{_among(mine)} {text}" if len(levels) > 1 else text)
        for text, mine in known.items()
    ]
    return said + _edges(settings, words.printed, levels)


def _edges(settings: BalanceSettings, printed: Vector, levels: Sequence[Level]) -> list[str]:
    """Fairest vectors at the edge of the map, and how to look beyond it."""
    assert settings.reach is not None
    edge = settings.reach // settings.step * settings.step
    fairest = [level.fairest for level in levels if level.fairest]
    found = {
        scale_text(vector)
        for vector in fairest
        if any(abs(a - b) == edge for a, b in zip(vector, printed, strict=True))
    }
    wider = edge + settings.step
    said = f"The map ends at {listed(sorted(found))}; --range {wider} looks beyond it."
    return [said] if found else []
