"""The kinds of strategy that Reef Encounter's kernel plays."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.strategies.kinds import Kind
from kernels.encounter import kinds as kernel
from kernels.encounter.family.weights import NAMES
from kernels.encounter.numbers import Numbers


def kind_of(name: str, number: int, table: Numbers) -> Kind:
    """The kind with a table of numbers; its weights are those of the family."""
    weights = tuple(weight for weight in NAMES if weight in table.by_name)
    return Kind(name, number, table.by_name, weights, is_learned=number >= kernel.LEARNED)


KINDS: Mapping[str, Kind] = {
    each.name: kind_of(each.name, each.number, each.numbers) for each in kernel.KINDS
}
