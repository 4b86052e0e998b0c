"""Small tidy tables with known contents, one for every figure."""

from __future__ import annotations

import itertools

import pandas as pd


def seats(*shares: float, half: float = 0.01, n: int = 10_000, group: str | None = None):
    """Win shares by seat with symmetric intervals."""
    table = pd.DataFrame({"seat": range(len(shares)), "share": shares})
    table = table.assign(low=table["share"] - half, high=table["share"] + half, n=n)
    return table if group is None else table.assign(group=group)


def grouped_seats():
    """Two line-ups, the second unfair."""
    return pd.concat(
        [
            seats(0.25, 0.252, 0.249, 0.249, group="random"),
            seats(0.22, 0.24, 0.26, 0.28, group="balanced"),
        ]
    )


def tile_vectors():
    """Two-player vectors; 6,8 is fairest, 6,9 printed."""
    rows = []
    for a, b in itertools.product(range(4, 9), range(6, 12)):
        advantage = 0.02 * (a - b + 2)
        rows.append((f"{a},{b}", abs(advantage), advantage, (a, b) == (6, 9), (a, b) == (6, 8)))
    names = ["handicap", "unfairness", "advantage", "is_printed", "is_fairest"]
    table = pd.DataFrame(rows, columns=names)
    return table.assign(low=table["unfairness"] - 0.005, high=table["unfairness"] + 0.005, n=4000)


def four_seat_vectors():
    """Four-player vectors, more than a list shows."""
    rows = [(f"6,7,{c},{d}", 0.002 * abs(c - 8) + 0.003 * abs(d - 9) + 0.001) for c in range(6, 12)
            for d in range(c, 12)] + [("6,7,8,12", 0.08)]  # fmt: skip
    table = pd.DataFrame(rows, columns=["handicap", "unfairness"])
    table = table.assign(low=table["unfairness"] - 0.001, high=table["unfairness"] + 0.001, n=900)
    return table.assign(is_printed=table["handicap"] == "6,7,8,12")


def differences():
    """One established difference, one not, in two units."""
    return pd.DataFrame(
        {
            "quantity": ["score of the winner", "score of the last", "share of seat 0", "turns"],
            "unit": ["points", "points", "percentage points", "turns"],
            "difference": [-5.2, -0.1, 0.4, 3.0],
            "low": [-5.6, -0.4, -0.3, 1.0],
            "high": [-4.8, 0.2, 1.1, 5.0],
            "n": 2000,
            "comparison": "advanced − basic",
        }
    )


def worth():
    """One more tile helps both seats, seat 1 more."""
    table = pd.DataFrame({"seat": [0, 1], "share": [0.02, 0.03], "log_odds": [0.08, 0.12]})
    return table.assign(low=table["share"] - 0.01, high=table["share"] + 0.01, n=4000)


def sweep():
    """Turns move with the parameter, wins do not."""
    values = [4, 3, 5, 10]
    turns = pd.DataFrame({"value": values, "mean": [40.0, 30.0, 50.0, 45.0], "unit": "turns"})
    wins = pd.DataFrame({"value": values, "mean": [0.5, 0.501, 0.499, 0.5], "unit": "share"})
    table = pd.concat(
        [
            turns.assign(quantity="turns"),
            wins.assign(quantity="games in which somebody ate a guarded coral"),
        ]
    )
    half = table["unit"].map({"turns": 0.5, "share": 0.02})
    table = table.assign(low=table["mean"] - half, high=table["mean"] + half, n=500)
    return table.assign(parameter="eat_return", is_ruleset=table["value"] == 4)


def looks():
    """A duel decided after 800 games."""
    table = pd.DataFrame({"deals": [100, 200, 400], "share": [0.52, 0.55, 0.56]})
    table = table.assign(low=table["share"] - 0.05, high=table["share"] + 0.05)
    return table.assign(n=2 * table["deals"], strategy="a", opponent="b")


def at_levels(table, column="level", names=("expert", "adept", "balanced")):
    """The same table for each of three skill levels."""
    return pd.concat([table.assign(**{column: name}) for name in names], ignore_index=True)


def confirmed(is_confirmed=(True, False)):
    """Two levels, each with what is printed and what looked fairest."""
    parts = [
        seats(0.5 + gap, 0.5 - gap, group=f"{level}, {vector} ({role})").assign(
            level=level, role=role, handicap=vector, is_confirmed=done
        )
        for level, done in zip(("expert", "balanced"), is_confirmed, strict=True)
        for role, vector, gap in (("printed", "6,9", 0.04), ("fairest", "6,8", 0.01))
    ]
    return pd.concat(parts, ignore_index=True)


def budgets():
    """The more it thinks the more it wins; the rows are in no order."""
    table = pd.DataFrame({"budget": [1600, 25, 200], "share": [0.69, 0.51, 0.6]})
    table = table.assign(low=table["share"] - 0.05, high=table["share"] + 0.05)
    return table.assign(n=400, rival="planner")


def times():
    """The slowest is strongest, and a faster one is not told apart from it; in no order."""
    table = pd.DataFrame(
        {
            "strategy": ["slow", "fast", "middling"],
            "milliseconds": [120.0, 0.05, 2.0],
            "rating": [300.0, -250.0, 280.0],
        }
    )
    return table.assign(low=table["rating"] - 30, high=table["rating"] + 30, n=900)


def strategy_table():
    """a beats b, more clearly in the second group."""
    rows = [
        ("basic", "a", 0.6),
        ("basic", "b", 0.4),
        ("advanced", "a", 0.7),
        ("advanced", "b", 0.3),
    ]
    table = pd.DataFrame(rows, columns=["group", "strategy", "share"])
    return table.assign(low=table["share"] - 0.02, high=table["share"] + 0.02, n=600, fair=0.5)


def matrix():
    """a beats b and c, b beats c."""
    shares = {("a", "b"): 0.6, ("a", "c"): 0.9, ("b", "c"): 0.7}
    rows = [(s, o, v) for (s, o), v in shares.items()] + [
        (o, s, 1 - v) for (s, o), v in shares.items()
    ]
    table = pd.DataFrame(rows, columns=["strategy", "opponent", "share"])
    return table.assign(low=table["share"] - 0.02, high=table["share"] + 0.02, n=1000)


def rated():
    """Three strategies, the best clearly ahead."""
    table = pd.DataFrame({"strategy": ["b", "a", "c"], "rating": [20.0, 120.0, -140.0]})
    return table.assign(low=table["rating"] - 15, high=table["rating"] + 15, n=3000)


def by_seat():
    """Two strategies in three seats; a wins least in seat 0."""
    rows = [("a", 0, -0.08), ("a", 1, 0.05), ("a", 2, 0.03)]
    rows += [("b", 0, 0.004), ("b", 1, -0.006), ("b", 2, 0.002)]
    table = pd.DataFrame(rows, columns=["strategy", "seat", "difference"])
    return _with_strength(table).assign(is_established=table["strategy"] == "a")


def by_rocks():
    """Two strategies with three pairs of rocks; b wins most with AC."""
    rows = [("a", "AB", 0.01), ("a", "AC", -0.01), ("a", "AD", 0.0)]
    rows += [("b", "AB", -0.03), ("b", "AC", 0.06), ("b", "AD", -0.03)]
    table = pd.DataFrame(rows, columns=["strategy", "value", "difference"])
    return _with_strength(table).assign(setup_choice="rocks", is_picked=table["strategy"] == "b")


def _with_strength(table):
    ends = {"low": table["difference"] - 0.02, "high": table["difference"] + 0.02}
    shares = {"share": 0.4 + table["difference"]} | {k: 0.4 + v for k, v in ends.items()}
    return table.assign(**shares, **{f"difference_{k}": v for k, v in ends.items()}, n=900)


def rock_sets():
    """Six pairs of rocks, CD off the reference."""
    names = ["AB", "AC", "AD", "BC", "BD", "CD"]
    table = pd.DataFrame({"value": names, "share": [0.5, 0.51, 0.49, 0.5, 0.505, 0.56]})
    table = table.assign(choice="rocks", setup="rocks " + table["value"], reference=0.5, n=800)
    return table.assign(low=table["share"] - 0.02, high=table["share"] + 0.02)


def ended():
    """Mostly by shrimps."""
    table = pd.DataFrame({"ended_by": ["locks", "shrimps", "no_placement", "refill", "turn_limit"]})
    table["share"] = [0.2, 0.6, 0.0, 0.19, 0.01]
    return table.assign(low=(table["share"] - 0.01).clip(0), high=table["share"] + 0.01, n=5000)


def lengths():
    """Turns 20 to 40, median 30."""
    turns = range(20, 41)
    return pd.DataFrame({"turns": turns, "games": [21 - abs(t - 30) for t in turns]})


def score_counts(n_seats: int = 4):
    """Scores 10 to 50, later seats one point higher."""
    rows = [(s, 30 + s + d, 21 - abs(d)) for s in range(n_seats) for d in range(-20, 21)]
    return pd.DataFrame(rows, columns=["seat", "score", "games"])


def margin_counts():
    """Margins 0 to 12, a tenth of the games level."""
    return pd.DataFrame({"margin": range(13), "games": [10] + [7.5] * 12}).astype({"games": float})


def leads():
    """Winners ahead from round 8 on."""
    rows = [
        (4, "winner", 3.0), (4, "best other", 2.9), (8, "winner", 12.0), (8, "best other", 9.0),
        (12, "winner", 25.0), (12, "best other", 19.0), (16, "winner", 33.0),
        (16, "best other", 27.0),
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=["round", "group", "score"])
    return table.assign(low=table["score"] - 0.2, high=table["score"] + 0.2, n=2000)


def decided():
    """Ten classes, most games settled late."""
    return pd.DataFrame(
        {"decided": [k / 10 for k in range(1, 11)], "games": range(10, 110, 10)}
    ).assign(lead_changes_mean=2.34)


def values():
    """Yellow worth most."""
    rows = [(c, v, 100 + 40 * v * (c == "y") + 20 * (6 - v) * (c == "g")) for c in "wyopg"
            for v in range(1, 6)]  # fmt: skip
    return pd.DataFrame(rows, columns=["member", "value", "games"])


def eaten_tiles():
    """Winners eat more."""
    rows = [(c, g, (2.0 if g == "winners" else 1.2) + 0.1 * k) for k, c in enumerate("wyopg")
            for g in ("winners", "others")]  # fmt: skip
    table = pd.DataFrame(rows, columns=["member", "group", "mean"])
    return table.assign(low=table["mean"] - 0.05, high=table["mean"] + 0.05, n=3000)


def actions():
    """Winners attack twice as often."""
    rows = [
        ("attacks made", "winners", 6.0), ("attacks made", "others", 3.0),
        ("coral tiles locked", "winners", 1.5), ("coral tiles locked", "others", 1.4),
        ("alga cylinders", "winners", 2.0), ("alga cylinders", "others", 2.02),
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=["member", "group", "mean"])
    return table.assign(low=table["mean"] - 0.1, high=table["mean"] + 0.1, n=3000)
