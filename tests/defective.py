"""Records with one defect each: the ways to spoil one, and what the verdict must then say."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from analyzer.records.verdict import Verdict

Record = dict[str, Any]
Edit = Callable[[Record], object]


@dataclass(frozen=True)
class Defective:
    """One way to spoil a record; base: the record, None for the one that all tests edit."""

    name: str
    edit: Edit
    reason: str
    part: str = "record"
    turn: int | None = None
    base: Callable[[], Record] | None = None


in_setup = partial(Defective, part="setup")
in_final = partial(Defective, part="final")
in_result = partial(Defective, part="result")


def in_turn(name: str, turn: int, edit: Edit, reason: str) -> Defective:
    return Defective(name, edit, reason, "turns", turn)


def edited(record: Record, edit: Edit) -> Record:
    """A copy of a record with one edit."""
    twin = copy.deepcopy(record)
    edit(twin)
    return twin


def put(*path: str | int, value: object) -> Edit:
    """An edit that sets the value at a path."""
    return lambda record: _inside(record, path).__setitem__(path[-1], value)


def drop(*path: str | int) -> Edit:
    """An edit that removes what is at a path."""
    return lambda record: _inside(record, path).__delitem__(path[-1])


def _inside(record: Any, path: tuple[str | int, ...]) -> Any:
    for key in path[:-1]:
        record = record[key]
    return record


def as_parameters(cases: Iterable[Defective]) -> list[Any]:
    """The cases with names that a report shows."""
    return [pytest.param(c, id=f"{c.part}-{c.name}".replace(" ", "_")) for c in cases]


def check_found_where_it_is(
    case: Defective, usual: Callable[[], Record], judge: Callable[[object], Verdict]
) -> None:
    """The record is accepted, and rejected once spoiled: for that reason, at that place."""
    base = (case.base or usual)()
    assert judge(base).accepted
    verdict = judge(edited(base, case.edit))
    assert not verdict.accepted
    assert verdict.reason is not None
    assert case.reason in verdict.reason
    assert (verdict.part, verdict.turn) == (case.part, case.turn)
    assert verdict.reason in str(verdict)
    assert "\n" not in str(verdict)
