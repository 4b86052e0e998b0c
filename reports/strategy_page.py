"""Fills the tables of the page on strategies from what the program knows and has measured.

    python -m reports.strategy_page docs/strategies.md

A table stands between `<!-- table: NAME -->` and `<!-- end -->`; everything else is left alone. A
test asks that doing it again changes nothing, so the page cannot fall behind.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.games.encounter.strategies import get_strategy, strategy_names
from analyzer.games.encounter.strategies.kinds import DEFAULT_WEIGHTS, KINDS, WEIGHT_TEXTS
from analyzer.games.encounter.strategies.measured import measured
from analyzer.wording import round_to_interval

PROFILE = {
    "attacks_made": "attacks made",
    "rivals_suffered": "on guarded",
    "attacks_suffered": "suffered",
    "locks": "locks",
    "space_algas": "flips",
    "corals_eaten": "corals eaten",
    "eaten_size": "tiles a coral",
    "growths": "growths",
    "tile_exchanges": "cubes for tiles",
    "shrimps_moved": "shrimps moved",
    "tie_hand": "tiles left",
    "score": "points",
    "turns": "turns",
}
"""What a profile on the page shows: the measured quantity and its words."""

_TABLE = re.compile(r"(<!-- table: ([\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Triple = Sequence[float | None]


def rewritten(text: str) -> str:
    """The text of a page with all its tables made anew; KeyError for an unknown table."""
    return _TABLE.sub(lambda m: m[1] + _table(m[2]) + "\n" + m[3], text)


def _table(name: str) -> str:
    kind, _, about = name.partition(" ")
    return _TABLES[kind](about)


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    rule = ["---" if k < left else "---:" for k in range(len(header))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows))


def _weights(_: str) -> str:
    rows = [
        (f"`{name}`", f"{DEFAULT_WEIGHTS[name]:g}", f"{text}")
        for name, text in WEIGHT_TEXTS.items()
    ]
    return _markdown(("weight", "default", "meaning"), rows, left=3)


def _parameters(_: str) -> str:
    rows = []
    for kind in KINDS.values():
        for name, each in kind.parameters.items():
            allowed = f"{each.low:g} to {each.high:,.0f}"
            rows.append((kind.name, f"`{name}`", f"{each.default:g}", allowed, each.text))
    return _markdown(("kind", "parameter", "default", "allowed", "meaning"), rows, left=5)


def _lineup(_: str) -> str:
    rows = [(f"`{name}`", get_strategy(name).description) for name in strategy_names()]
    return _markdown(("strategy", "what it does"), rows, left=2)


def _command(_: str) -> str:
    return f"```sh\n{measured()['command']}\n```"


def _told(players: str) -> Mapping[str, Any]:
    told: Mapping[str, Any] = measured()["players"][players]["strategies"]
    return told


def _ratings(_: str) -> str:
    counts = list(measured()["players"])
    names = sorted(_told(counts[0]), key=lambda name: -_told(counts[0])[name]["rating"][0])
    rows = []
    for name in names:
        told = [_told(n).get(name) for n in counts]
        rows.append([f"`{name}`", *(_interval(t["rating"]) if t else "not rated" for t in told)])
    return _markdown(["strategy", *(f"Elo, {n} players" for n in counts)], rows)


def _duels(_: str) -> str:
    told = _told("2")
    names = sorted(told, key=lambda name: -told[name]["rating"][0])
    rows = [[f"`{a}`", *(_share(told[a]["against"].get(b)) for b in names)] for a in names]
    return _markdown(["wins of … against", *(f"`{name}`" for name in names)], rows)


def _matches(_: str) -> str:
    """Matches of the strategies as they ship: the rungs of the ladder."""
    rows = [
        (
            f"`{match['strategy']}`",
            f"{match['players'] - 1} × `{match['rival']}`",
            f"{match['deals']:,}",
            _share_interval(match["share"]),
            f"{100 / match['players']:.3g} %",
        )
        for match in measured()["matches"]
        if ":" not in match["strategy"]
    ]
    return _markdown(("one", "against", "deals", "wins", "of equals"), rows, left=2)


def budget_shares() -> list[tuple[int, Mapping[str, Any]]]:
    """Matches of `search` against `planner` by its budget, the smallest first."""
    found = []
    for match in measured()["matches"]:
        if match["strategy"].startswith("search") and match["players"] == 2:
            found.append((int(get_strategy(match["strategy"]).numbers["budget"]), match))
    return sorted(found, key=lambda each: each[0])


def draw_budgets(path: Path) -> None:
    """Draw how strong `search` is with which budget."""
    import pandas as pd

    from reports.figures import strength_by_budget
    from reports.style import svg_text

    table = pd.DataFrame(
        {
            "budget": budget,
            "share": match["share"][0],
            "low": match["share"][1],
            "high": match["share"][2],
            "n": match["deals"] * match["players"],
            "rival": match["rival"],
        }
        for budget, match in budget_shares()
    )
    path.write_text(svg_text(strength_by_budget(table)), encoding="utf-8")


def _budgets(_: str) -> str:
    rows = [
        (f"{budget:,}", f"{match['deals']:,}", _share_interval(match["share"]))
        for budget, match in budget_shares()
    ]
    return _markdown(("budget", "deals", "wins against `planner`"), rows, left=0)


def _profile(name: str) -> str:
    told = {k: v["profile"] for k, v in _told("2").items() if "profile" in v}
    others = [profile for other, profile in told.items() if other != name]
    row = [f"`{name}`", *(_number(told[name].get(key)) for key in PROFILE)]
    means = [_mean([p[key][0] for p in others if key in p]) for key in PROFILE]
    return _markdown(["", *PROFILE.values()], [row, ["the others", *means]])


def _endings(_: str) -> str:
    counts = measured()["players"]
    alike = [
        [f"`{name}`", *(_share(_told(n)[name]["decisive_alike"] if name in _told(n) else None)
                        for n in counts)]
        for name in _told(next(iter(counts)))
    ]  # fmt: skip
    mixed = [
        "all mixed line-ups",
        *(_share(told.get("decisive_mixed")) for told in counts.values()),
    ]
    return _markdown(["among its like", *(f"{n} players" for n in counts)], [*alike, mixed])


def _interval(triple: Triple) -> str:
    value, low, high = ("open" if x is None else f"{x:+.0f}" for x in triple)
    return f"{value} ({low} to {high})"


def _share(triple: Triple | None) -> str:
    if triple is None:
        return ""
    value, low, high = (100 * (x or 0.0) for x in triple)
    return f"{round_to_interval(value, (high - low) / 2)} %"


def _share_interval(triple: Triple) -> str:
    value, low, high = (100 * (x or 0.0) for x in triple)
    half = (high - low) / 2
    ends = (round_to_interval(x, half) for x in (value, low, high))
    return "{} % ({} to {} %)".format(*ends)


def _number(triple: Triple | None) -> str:
    if triple is None or None in triple:
        return ""
    value, low, high = (float(x or 0.0) for x in triple)
    return round_to_interval(value, (high - low) / 2)


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.1f}" if values else ""


_TABLES: Mapping[str, Callable[[str], str]] = {
    "weights": _weights,
    "parameters": _parameters,
    "lineup": _lineup,
    "command": _command,
    "ratings": _ratings,
    "duels": _duels,
    "matches": _matches,
    "budgets": _budgets,
    "profile": _profile,
    "endings": _endings,
}


def main(paths: Sequence[str]) -> None:
    """Rewrite pages in place, and draw the picture beside them."""
    for path in map(Path, paths):
        draw_budgets(path.with_name("search_budget.svg"))
        path.write_text(rewritten(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
