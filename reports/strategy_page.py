"""Fills the tables of the page on strategies from what the program knows and has measured.

    python -m reports.strategy_page GAME docs/strategies.md

A table stands between `<!-- table: NAME -->` and `<!-- end -->`; everything else is left alone. A
test asks that doing it again changes nothing, so the page cannot fall behind.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.games import get_game
from analyzer.strategies.ladder import traits_of
from analyzer.strategies.lineup import LineUp
from analyzer.wording import round_to_interval

_TABLE = re.compile(r"(<!-- table: ([\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

BUDGET = "budget"
"""The parameter of strategies that says how much they think."""

Triple = Sequence[float | None]


def rewritten(text: str, game: str) -> str:
    """The text of a page with all its tables made anew; KeyError for an unknown table."""
    tables = StrategyTables(game)
    return _TABLE.sub(lambda m: m[1] + tables.table(m[2]) + "\n" + m[3], text)


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    rule = ["---" if k < left else "---:" for k in range(len(header))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows))


class StrategyTables:
    """The tables about the strategies of one game."""

    def __init__(self, game: str) -> None:
        self._words = {trait.name: trait.label for trait in traits_of(get_game(game))}
        self._line_up: LineUp = get_game(game).strategies
        self._measured = self._line_up.measured

    def table(self, name: str) -> str:
        """The table of that name, as Markdown; of profiles the name ends with the strategy's."""
        kind, _, about = name.partition(" ")
        return self._profile(about) if kind == "profile" else self._tables()[kind]()

    def _tables(self) -> Mapping[str, Callable[[], str]]:
        return {
            "weights": self._weights,
            "parameters": self._parameters,
            "lineup": self._lineup,
            "command": self._command,
            "ratings": self._ratings,
            "duels": self._duels,
            "matches": self._matches,
            "budgets": self._budgets,
            "endings": self._endings,
        }

    def _weights(self) -> str:
        rows = [
            (f"`{name}`", f"{self._line_up.defaults[name]:g}", f"{text}")
            for name, text in self._line_up.texts.items()
        ]
        return _markdown(("weight", "default", "meaning"), rows, left=3)

    def _parameters(self) -> str:
        rows = []
        for kind in self._line_up.kinds.values():
            for name, each in kind.parameters.items():
                allowed = f"{each.low:g} to {each.high:,.0f}"
                rows.append((kind.name, f"`{name}`", f"{each.default:g}", allowed, each.text))
        return _markdown(("kind", "parameter", "default", "allowed", "meaning"), rows, left=5)

    def _lineup(self) -> str:
        rows = [
            (f"`{name}`", self._line_up.get(name).description) for name in self._line_up.names()
        ]
        return _markdown(("strategy", "what it does"), rows, left=2)

    def _command(self) -> str:
        return f"```sh\n{self._measured['command']}\n```"

    def _told(self, players: str) -> Mapping[str, Any]:
        told: Mapping[str, Any] = self._measured["players"][players]["strategies"]
        return told

    def _ratings(self) -> str:
        counts = list(self._measured["players"])
        names = sorted(
            self._told(counts[0]), key=lambda name: -self._told(counts[0])[name]["rating"][0]
        )
        rows = []
        for name in names:
            told = [self._told(n).get(name) for n in counts]
            rows.append(
                [f"`{name}`", *(_interval(t["rating"]) if t else "not rated" for t in told)]
            )
        return _markdown(["strategy", *(f"Elo, {n} players" for n in counts)], rows)

    def _duels(self) -> str:
        told = self._told("2")
        names = sorted(told, key=lambda name: -told[name]["rating"][0])
        rows = [[f"`{a}`", *(_share(told[a]["against"].get(b)) for b in names)] for a in names]
        return _markdown(["wins of … against", *(f"`{name}`" for name in names)], rows)

    def _matches(self) -> str:
        """Matches of the strategies as they ship: the rungs of the ladder."""
        rows = [
            (
                f"`{match['strategy']}`",
                f"{match['players'] - 1} × `{match['rival']}`",
                f"{match['deals']:,}",
                _share_interval(match["share"]),
                f"{100 / match['players']:.3g} %",
            )
            for match in self._measured["matches"]
            if ":" not in match["strategy"] + match["rival"]
        ]
        return _markdown(("one", "against", "deals", "wins", "of equals"), rows, left=2)

    def budget_shares(self) -> list[tuple[int, Mapping[str, Any]]]:
        """Matches of two by the budget of the strategy that thinks, the smallest first.

        Of several strategies with a budget, and rivals, those that were measured with most of them.
        """
        found: dict[tuple[str, str], list[tuple[int, Mapping[str, Any]]]] = {}
        for match in self._measured["matches"]:
            numbers = self._line_up.get(match["strategy"]).numbers
            if BUDGET in numbers and match["players"] == 2:
                about = match["strategy"].partition(":")[0], match["rival"]
                found.setdefault(about, []).append((int(numbers[BUDGET]), match))
        most = max(found.values(), key=len, default=[])
        return sorted(most, key=lambda each: each[0])

    def draw_budgets(self, folder: Path) -> None:
        """Draw how strong that strategy is with which budget, as NAME_budget.svg."""
        import pandas as pd

        from reports.figures import strength_by_budget
        from reports.style import svg_text

        measured = self.budget_shares()
        if not measured:
            return
        table = pd.DataFrame(
            {
                "budget": budget,
                "share": match["share"][0],
                "low": match["share"][1],
                "high": match["share"][2],
                "n": match["deals"] * match["players"],
                "rival": match["rival"],
            }
            for budget, match in measured
        )
        name = measured[0][1]["strategy"].partition(":")[0]
        (folder / f"{name}_budget.svg").write_text(
            svg_text(strength_by_budget(table)), encoding="utf-8"
        )

    def draw_times(self, folder: Path) -> None:
        """Draw how strong each strategy is and how long it thinks, as strength_by_time.svg.

        With the fewest players; nothing if no times were measured.
        """
        import pandas as pd

        from reports.figures import strength_by_time
        from reports.style import svg_text

        times = self._measured.get("cpu_ms", {})
        if not times:
            return
        n = next(iter(times))
        told = self._measured["players"][n]
        table = pd.DataFrame(
            {
                "strategy": name,
                "milliseconds": milliseconds,
                **dict(zip(("rating", "low", "high"), self._told(n)[name]["rating"], strict=True)),
                "n": told["games"],
            }
            for name, milliseconds in times[n].items()
        )
        table[["low", "high"]] = table[["low", "high"]].astype(float)  # None: an open end
        path = folder / "strength_by_time.svg"
        path.write_text(svg_text(strength_by_time(table)), encoding="utf-8")

    def _budgets(self) -> str:
        measured = self.budget_shares()
        rows = [
            (f"{budget:,}", f"{match['deals']:,}", _share_interval(match["share"]))
            for budget, match in measured
        ]
        rivals = " or ".join(dict.fromkeys(f"`{match['rival']}`" for _, match in measured))
        return _markdown(("budget", "deals", f"wins against {rivals}"), rows, left=0)

    def _profile(self, name: str) -> str:
        told = {k: v["profile"] for k, v in self._told("2").items() if "profile" in v}
        others = [profile for other, profile in told.items() if other != name]
        rows = [
            (words, _number(told[name][key]), _mean([p[key][0] for p in others if key in p]))
            for key, words in self._words.items()
            if key in told[name]
        ]
        return _markdown(["a game", f"`{name}`", "the others"], rows)

    def _endings(self) -> str:
        counts = self._measured["players"]
        by_count = [self._told(n) for n in counts]
        alike = [
            [f"`{name}`", *(_share(told.get(name, {}).get("decisive_alike")) for told in by_count)]
            for name in by_count[0]
        ]
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


def main(game: str, paths: Sequence[str]) -> None:
    """Rewrite pages about a game's strategies in place, and draw the pictures beside them."""
    for path in map(Path, paths):
        tables = StrategyTables(game)
        tables.draw_budgets(path.parent)
        tables.draw_times(path.parent)
        path.write_text(rewritten(path.read_text(encoding="utf-8"), game), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
