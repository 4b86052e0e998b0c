"""Records of any game, spoiled: any JSON in their place, and one change to a legal one."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from analyzer.records.verdict import Verdict


def json_values(keys: str, letters: str, high: int) -> st.SearchStrategy[Any]:
    """Any JSON, with keys, letters and numbers that records have."""
    scalars = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.integers(-3, high)
        | st.floats()
        | st.text(max_size=8)
        | st.text(letters, max_size=12)
    )
    words = st.sampled_from(keys.split()) | st.text(max_size=5)
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words, inner, max_size=6),
        max_leaves=12,
    )


def soundly_judged(judge: Callable[[object], Verdict], value: object) -> Verdict:
    """The verdict, which is one line of ASCII and has a reason where it rejects."""
    verdict = judge(value)
    assert verdict.accepted or verdict.reason
    assert "\n" not in str(verdict)
    str(verdict).encode("ascii")
    return verdict


def action_texts(bases: Sequence[dict[str, Any]], letters: str) -> st.SearchStrategy[str]:
    """Actions of the games, and texts like them."""
    texts = {text for base in bases for turn in base["turns"] for text in turn["actions"]}
    return st.sampled_from(sorted(texts)) | st.text(letters, max_size=20)


def spoiled(
    draw: Callable[[st.SearchStrategy[Any]], Any],
    base: dict[str, Any],
    values: st.SearchStrategy[Any],
    texts: st.SearchStrategy[str],
    letters: str,
) -> dict[str, Any]:
    """A record with one thing replaced, removed, repeated or written differently."""
    record = copy.deepcopy(base)
    *path, last = draw(st.sampled_from(_paths(record)))
    target: Any = record
    for key in path:
        target = target[key]
    kind = draw(st.sampled_from(["replace", "remove", "repeat", "action", "letter"]))
    if kind == "remove":
        del target[last]
    elif kind == "repeat" and isinstance(target, list):
        target.insert(last, copy.deepcopy(target[last]))
    elif kind == "action":
        actions = draw(st.sampled_from(record["turns"]))["actions"]
        at = draw(st.integers(0, len(actions)))
        actions[at : at + draw(st.integers(0, 1))] = [draw(texts)]
    elif kind == "letter" and isinstance(target[last], str) and target[last]:
        at = draw(st.integers(0, len(target[last]) - 1))
        target[last] = target[last][:at] + draw(st.sampled_from(letters)) + target[last][at + 1 :]
    else:
        target[last] = draw(values)
    return record


def hostile_records(
    base: Callable[[], dict[str, Any]], paths: Sequence[tuple[str | int, ...]]
) -> Iterator[dict[str, Any]]:
    """Records with values that break careless readers, in every key and at the paths named."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    huge, lone = 10**6000, "\ud800"
    for key in {*base(), "overrides"}:
        for value in (deep, huge, lone, float("nan"), float("inf"), {"": deep}):
            yield {**base(), key: value}
    for *path, last in paths:
        for value in (deep, huge, [huge, huge], lone, float("nan"), [deep, deep]):
            record = target = {"overrides": {}, **base()}
            for key in path:
                target = target[key]
            target[last] = value
            yield record
    yield {**base(), "overrides": {lone: 1}}


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found += _paths(inner, (*path, key))
    return found
