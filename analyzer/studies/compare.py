"""What do other rules change? Variants of the rules on the same deals, compared with the first."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.experiment import settings_text
from analyzer.game import Game, Quantity
from analyzer.games import get_game
from analyzer.statistics import (
    ALPHA,
    MARGIN,
    BlockTally,
    Budget,
    blocks_for_half_width,
    blocks_needed,
    mean_test,
    share_interval,
)
from analyzer.statistics.planning import POWER
from analyzer.studies.claims import Claim
from analyzer.studies.common import (
    ALL_CLAIMS,
    ALL_TOGETHER,
    Amount,
    Context,
    Phase,
    Results,
    affordable_games,
    check_enough,
    play_phase,
    study_folder,
)
from analyzer.studies.differences import (
    DIFFERENCES,
    ONE_FAMILY,
    Difference,
    claim_lists,
    compared,
    margin_text,
    measures_of,
)
from analyzer.studies.news import (
    SCORE,
    claims_of,
    headlines_of,
    news_text,
    number_sentence,
    seats_of,
    seats_sentence,
)
from analyzer.studies.players import among, unlearnt_sentences
from analyzer.tables import Shown
from analyzer.tally.quantities import (
    game_quantities,
    game_ratios,
    of_seat,
    seat_wins,
    strategy_wins,
)
from analyzer.tally.runs import tally
from analyzer.wording import counted, listed, percent, planning_text, sentence

PRECISION = 0.01
"""Half width of the differences of the seats' shares unless told."""
FEWEST_DEALS = 10
"""Deals below which Student's intervals over deals say nothing."""
ORDER, SHARES = "order of strategies", "shares of strategies"
"""The families of claims about which strategy wins more, and how much."""
METHOD = (
    "All variants are played on the same deals. Differences are means over deals of what one"
    " variant gave minus what the first one gave, with Student's intervals that hold for all"
    " differences together (Bonferroni); a difference is established if this interval excludes 0,"
    " and too small to matter if it lies within the margin. The order of strategies is tested with"
    " Holm's correction. All of this together is wrong with a chance of at most 5 %, of which the"
    " order of strategies and their shares, where there are several, have an eighth each; shares of"
    " seats count as differences. The variance ratio is that of the"
    " paired difference to what different deals would have given: below 1 the same deals helped."
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A ruleset with changes. name: as it is written on the command line."""

    name: str
    ruleset: str
    overrides: tuple[tuple[str, object], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The variant as a JSON object."""
        changes = {name: settings_text(value) for name, value in self.overrides}
        return {"name": self.name, "ruleset": self.ruleset, "overrides": changes}


def parse_variant(text: str) -> Variant:
    """`RULESET`, or `RULESET:PARAMETER=6:OTHER=5`."""
    ruleset, *changes = text.split(":")
    overrides: dict[str, object] = {}
    for change in changes:
        name, is_setting, value = change.partition("=")
        if not is_setting or name in overrides:
            raise _not_a_variant(text)
        overrides[name] = value
    if "=" in ruleset:
        raise _not_a_variant(text)
    return Variant(text, ruleset, tuple(overrides.items()))


def _not_a_variant(text: str) -> UsageError:
    return UsageError(f"variant {text!r} is not of the form RULESET or RULESET:PARAMETER=VALUE:...")


@dataclass(frozen=True, slots=True)
class CompareSettings:
    """What is asked. strategies: one a seat; different ones are rotated over the seats."""

    game: str
    players: int
    variants: tuple[Variant, ...]
    strategies: tuple[str, ...]
    setup: tuple[tuple[str, str], ...] = ()
    rotate: bool = False

    def cells(self) -> tuple[Cell, ...]:
        """One cell a variant."""
        rotate = self.rotate or len(set(self.strategies)) > 1
        cells = [
            Cell(
                self.game,
                self.players,
                variant.ruleset,
                self.strategies,
                variant.overrides,
                self.setup,
                rotate,
            )
            for variant in self.variants
        ]
        return tuple(get_game(self.game).check(cell) for cell in cells)

    def as_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return {
            "game": self.game,
            "players": self.players,
            "variants": [variant.as_json() for variant in self.variants],
            "strategies": list(self.strategies),
            "setup": dict(self.setup),
            "rotate": self.rotate,
        }


def quantities_of(cell: Cell) -> list[Quantity]:
    """Everything that is compared: seats, strategies if they differ, and how the game went."""
    n = cell.players
    scores = [of_seat("score", seat, "points", n) for seat in range(n)]
    return [*seat_wins(n), *scores, *strategy_wins(cell), *game_quantities(get_game(cell.game))]


def make_sizes(
    cells: Sequence[Cell], amount: Amount, context: Context, precision: float, budget: Budget
) -> dict[str, Any]:
    """Games of every cell; `precision` where nobody said how much. budget: that of the claims,
    whose intervals are to be so narrow."""
    if amount.games is not None:
        return {"games": amount.games}
    if amount.budget is not None:
        games = affordable_games(context, amount.budget, cells[0]) // len(cells)
        return {"games": max(games, FEWEST_DEALS * cells[0].players)}
    # Twice the largest variance of a share: as if the deals were different ones.
    level = budget.of_one_of(amount.n_reports).level(DIFFERENCES)
    half, claims = amount.precision or precision, most_claims(cells)
    return {"games": blocks_for_half_width(half, 0.5, level, claims)}


def most_claims(cells: Sequence[Cell]) -> int:
    """The claims that differences of cells from the first make at most: every quantity and ratio
    of every other cell, and the seats' wins of each."""
    game, quantities = get_game(cells[0].game), quantities_of(cells[0])
    compared_ones = len(quantities) + len(game_ratios(game, quantities))
    return (len(cells) - 1) * compared_ones + len(cells) * cells[0].players


def play_cells(
    context: Context,
    study: str,
    settings: Mapping[str, Any],
    amount: Amount,
    phase: str,
    cells: tuple[Cell, ...],
    precision: float,
    budget: Budget,
) -> tuple[BlockTally, list[Quantity], int]:
    """Plays a study of one phase; everything about all cells side by side, and the games."""
    check_enough(amount, cells[0], FEWEST_DEALS)
    asked = {"settings": settings, "amount": amount.as_json()}
    with study_folder(
        context, study, asked, lambda: make_sizes(cells, amount, context, precision, budget)
    ) as sizes:
        planned = Phase(phase, cells, sizes["games"])
        context.show_plan([planned])
        run = play_phase(context, planned)
        quantities = quantities_of(cells[0])
        return tally(run, range(len(cells)), quantities), quantities, run.total_games()


def compare(settings: CompareSettings, amount: Amount, context: Context) -> Results:
    """Plays the study and says what it shows."""
    if len(settings.variants) < 2:
        raise UsageError("compare needs at least two variants of the rules")
    cells = settings.cells()
    for a, b in itertools.combinations(range(len(cells)), 2):
        if get_game(settings.game).is_same(cells[a], cells[b]):
            names = settings.variants[a].name, settings.variants[b].name
            raise UsageError(f"the variants {names[0]} and {names[1]} are the same")
    joint, quantities, games = play_cells(
        context,
        "compare",
        settings.as_json(),
        amount,
        "variants",
        cells,
        PRECISION,
        _budget(cells[0]),
    )
    return _results(settings, cells, joint, quantities, games, amount)


def _results(
    settings: CompareSettings,
    cells: tuple[Cell, ...],
    joint: BlockTally,
    quantities: list[Quantity],
    games: int,
    amount: Amount,
) -> Results:
    margin, n = amount.margin or MARGIN, settings.players
    budget = _budget(cells[0]).of_one_of(amount.n_reports)
    families = _differences(get_game(settings.game), joint, quantities, len(cells), margin, budget)
    first = settings.variants[0].name
    verdicts, open_questions, rows = [], [], []
    claims: dict[str, Claim] = {}
    news = [
        headlines_of(family, _changed(cells[0], cell), n)
        for cell, family in zip(cells[1:], families, strict=True)
    ]
    for variant, cell, family, told in zip(
        settings.variants[1:], cells[1:], families, news, strict=True
    ):
        prefix = f"with {variant.name}, " if len(families) > 1 else ""
        comparison, changed = f"{variant.name} - {first}", _changed(cells[0], cell)
        rows += [{"comparison": comparison, **difference.row(changed)} for difference in family]
        found, rest = claim_lists(family, (first, variant.name), margin, n, prefix)
        verdicts += found
        open_questions += rest
        claims |= claims_of(variant.name, family, told, n, len(families) == 1)
    unlearnt = unlearnt_sentences(cells)
    order_verdicts, order_open, table = _ranking(settings, cells, joint, quantities, budget)
    tables = {"differences": pd.DataFrame(rows), "means": _means(settings, families)}
    if len(table):
        tables["strategies"] = table
    return Results(
        study="compare",
        title=f"{' and '.join(v.name for v in settings.variants)}, {settings.players} players",
        finding=_finding(settings, families, news, margin),
        summary=[*_summary(settings, cells, families, news, margin), *unlearnt],
        verdicts=[*order_verdicts, *verdicts],
        not_established=[*order_open, *open_questions],
        settings={**settings.as_json(), "margin": margin},
        method=METHOD,
        tables=tables,
        figures={"differences": Shown("differences"), "strategies": Shown("strategy_shares")},
        games=games,
        outlook=_outlook(settings, cells, joint, quantities, families),
        intervals=ALL_CLAIMS,
        policy=unlearnt,
        claims=claims,
        numbers={
            "variance_ratio_of_mean_score": _score_ratios(settings, families),
            "margin": margin,
            "fair_within": _seats_within(settings, families),
            "differences_claimed": len(order_verdicts)
            + sum(d.is_established for family in families for d in family),
        },
    )


def _changed(first: Cell, second: Cell) -> set[str]:
    """The rule parameters that differ between two cells."""
    game = get_game(first.game)
    rules, others = game.rules(first), game.rules(second)
    return {name for name, value in rules.items() if others[name] != value}


def _budget(cell: Cell) -> Budget:
    """How the claims share what they may be wrong in."""
    return Budget({DIFFERENCES: 6, ORDER: 1, SHARES: 1}) if strategy_wins(cell) else ONE_FAMILY


def _seats_within(
    settings: CompareSettings, families: list[list[Difference]]
) -> dict[str, float | None]:
    """By variant the smallest margin within which it changes no seat's wins."""
    names = {quantity.name for quantity in seat_wins(settings.players)}
    found = {}
    for variant, family in zip(settings.variants[1:], families, strict=True):
        sizes = [d.size.within for d in family if d.name in names]
        found[variant.name] = max(sizes) if sizes else None
    return found


def _differences(
    game: Game,
    joint: BlockTally,
    quantities: list[Quantity],
    n_cells: int,
    margin: float,
    budget: Budget,
) -> list[list[Difference]]:
    """For every variant after the first its differences from it; all are one family."""
    ratios = game_ratios(game, quantities)
    measures = [measures_of(joint, quantities, ratios, cell) for cell in range(n_cells)]
    pairs = [
        (first, second)
        for others in measures[1:]
        for first, second in zip(measures[0], others, strict=True)
    ]
    found, size = compared(joint, pairs, margin, budget), len(measures[0])
    return [
        [d for d in found[at : at + size] if d is not None] for at in range(0, len(found), size)
    ]


def _means(settings: CompareSettings, families: list[list[Difference]]) -> pd.DataFrame:
    """Every measure under every variant, each interval standing for itself."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for variant, family in zip(settings.variants[1:], families, strict=True):
        for d in family:
            for name, e in ((settings.variants[0].name, d.first), (variant.name, d.second)):
                rows[name, d.name] = {
                    "group": name,
                    "quantity": d.name,
                    "unit": d.unit,
                    "mean": e.value,
                    "low": e.low,
                    "high": e.high,
                    "n": e.n,
                    "interval": "95 % intervals",
                }
    return pd.DataFrame(rows.values())


def _named(variant: Variant) -> str:
    """`the advanced game`, `the basic game with something=5`."""
    changes = [f"{name}={settings_text(value)}" for name, value in variant.overrides]
    return f"the {variant.ruleset} game{f' with {listed(changes)}' if changes else ''}"


def _finding(
    settings: CompareSettings,
    families: list[list[Difference]],
    news: list[list[Difference]],
    margin: float,
) -> str:
    """A sentence for every variant: what changes most."""
    who, parts = among(settings.strategies), []
    for variant, family, told in zip(settings.variants[1:], families, news, strict=True):
        name = _named(variant)
        if told:
            parts.append(news_text(name, told, settings.players, margin))
            continue
        small = sum(d.is_small for d in family)
        open_ones = len(family) - small
        rest = f", and {open_ones} of {len(family)} differences are open" if open_ones else ""
        parts.append(
            f"{name} is not shown to differ from {_named(settings.variants[0])} in anything that"
            f" matters{rest}"
        )
    return f"{sentence(who)} {'; '.join(parts)}."


def _summary(
    settings: CompareSettings,
    cells: tuple[Cell, ...],
    families: list[list[Difference]],
    news: list[list[Difference]],
    margin: float,
) -> list[str]:
    """The numbers behind the headline, the seats, what is no news, and how much is open."""
    said, first = [], settings.variants[0].name
    for variant, cell, family, told in zip(
        settings.variants[1:], cells[1:], families, news, strict=True
    ):
        prefix = f"with {variant.name}, " if len(families) > 1 else ""
        seats = {d.name for d in seats_of(family, settings.players)}
        said += [
            f"{number_sentence(d, (first, variant.name))}." for d in told if d.name not in seats
        ]
        texts = seats_sentence(family, settings.players, margin)
        texts += _no_news(family, _changed(cells[0], cell))
        texts.append(_counts(family, margin))
        said += [f"{sentence(prefix + text)}." for text in texts]
    return said


def _no_news(family: list[Difference], changed: set[str]) -> list[str]:
    """What the rules that were changed set by definition."""
    found = [d for d in family if d.is_established and set(d.by_definition) & changed]
    texts = ["{} ({} instead of {})".format(d.words, *reversed(d.values())) for d in found]
    return [f"no news is what the rule itself sets: {listed(texts)}"] if texts else []


def _counts(family: list[Difference], margin: float) -> str:
    """How many quantities differ, do not, or are open."""
    found = sum(d.is_established and not d.is_small for d in family)
    small = sum(d.is_small for d in family)
    return (
        f"of {counted(len(family), 'quantity', 'quantities')} {found} differ, {_stay(small)} within"
        f" {margin_text(margin)}, and {len(family) - found - small} are open"
        f" ({counted(family[0].difference.n, 'deal')})"
    )


def _stay(number: int) -> str:
    return f"{number} stay{'s' if number == 1 else ''}"


def _score_ratios(settings: CompareSettings, families: list[list[Difference]]) -> dict[str, float]:
    return {
        variant.name: d.variance_ratio
        for variant, family in zip(settings.variants[1:], families, strict=True)
        for d in family
        if d.name == SCORE
    }


def _outlook(
    settings: CompareSettings,
    cells: tuple[Cell, ...],
    joint: BlockTally,
    quantities: list[Quantity],
    families: list[list[Difference]],
) -> list[str]:
    """What the same deals were worth, and what it would take to see one point."""
    said = [
        f"The same deals {_saved(ratio)} the games that different deals would need to compare the"
        f" mean scores of {settings.variants[0].name} and {name}."
        for name, ratio in _score_ratios(settings, families).items()
    ]
    at = [quantity.name for quantity in quantities].index(SCORE)
    weights = np.zeros(joint.k)
    weights[at], weights[len(quantities) + at] = -1, 1
    variance = float(joint.combine(weights).variance[0])
    games = cells[0].players if cells[0].rotate else 1
    if variance > 0:
        # In the intervals of the report, which allow for all that it claims.
        needed = blocks_needed(1.0, variance, POWER, 1 - families[0][0].difference.level)
        said.append(planning_text(1.0, needed, games, "point", POWER, "the mean scores"))
    return said


def _saved(ratio: float) -> str:
    """What pairing did to the games needed, from the ratio of the variances."""
    part = round(100 * (1 - ratio))
    return f"saved {part} % of" if part > 0 else "saved none of"


def _ranking(
    settings: CompareSettings,
    cells: tuple[Cell, ...],
    joint: BlockTally,
    quantities: list[Quantity],
    budget: Budget,
) -> tuple[list[str], list[str], pd.DataFrame]:
    """The order of the strategies under every variant, and whether it turns around somewhere."""
    wins = strategy_wins(cells[0])
    if not wins:
        return [], [], pd.DataFrame()
    specs, fair = list(dict.fromkeys(cells[0].strategies)), 1 / settings.players
    names, k = [quantity.name for quantity in quantities], len(quantities)
    places = [[cell * k + names.index(q.name) for q in wins] for cell in range(len(cells))]
    each = budget.level(SHARES, len(cells) * len(specs))
    rows, orders = [], []
    for variant, columns in zip(settings.variants, places, strict=True):
        shares = [share_interval(joint, column, each) for column in columns]
        ranked = sorted(range(len(specs)), key=lambda i: -shares[i].value)
        orders.append(
            f"{variant.name}: "
            + ", ".join(f"{specs[i]} {percent(shares[i], fair)}" for i in ranked)
        )
        rows += [
            {"group": variant.name, "strategy": spec, "share": e.value, "low": e.low}
            | {"high": e.high, "n": e.n, "fair": 1 / settings.players, "interval": ALL_TOGETHER}
            for spec, e in zip(specs, shares, strict=True)
        ]
    order = f"Strategies by wins for each seat: {'; '.join(orders)}."
    verdict, open_text = _order_sentence(
        specs, _established_order(joint, places, budget), joint.count
    )
    table = pd.DataFrame(rows)
    return ([f"{verdict} {order}"], [], table) if verdict else ([], [f"{open_text} {order}"], table)


def _established_order(joint: BlockTally, places: list[list[int]], budget: Budget) -> np.ndarray:
    """(variants, pairs): 1 if the first of a pair is established to win more, -1 if less, else 0;
    corrected by Holm over all pairs and variants."""
    gaps = [
        _contrast(joint, a, b) for columns in places for a, b in itertools.combinations(columns, 2)
    ]
    adjusted = np.array(budget.holm(ORDER, [mean_test(gap, 0.0).p_value for gap in gaps]))
    signs = np.sign([gap.mean[0] for gap in gaps]) * (adjusted <= ALPHA)
    return np.asarray(signs.reshape(len(places), -1))


def _order_sentence(specs: list[str], signs: np.ndarray, deals: int) -> tuple[str, str]:
    """What the rules do to the order of the strategies: a claim, or why there is none."""
    pairs = [f"{a} and {b}" for a, b in itertools.combinations(specs, 2)]
    lowest, highest = signs.min(axis=0), signs.max(axis=0)
    turned = [pair for pair, a, b in zip(pairs, lowest, highest, strict=True) if a < 0 < b]
    unclear = [
        pair for pair, sign in zip(pairs, np.abs(signs).min(axis=0), strict=True) if not sign
    ]
    if turned:
        return f"The rules turn the order of strategies around: {listed(turned)}.", ""
    if not unclear:
        return "The rules leave the order of strategies as it is, every step established.", ""
    return "", (
        "No two strategies were established to change places between the rules; which of two wins"
        f" more is not established under all of them for {listed(unclear)}"
        f" ({counted(deals, 'deal')})."
    )


def _contrast(joint: BlockTally, plus: int, minus: int) -> BlockTally:
    weights = np.zeros(joint.k)
    weights[plus], weights[minus] = 1, -1
    return joint.combine(weights)
