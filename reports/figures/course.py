"""The course of the games: how they end, how long they last, how the lead develops."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import as_percent, counted, interval, label_lines, listed, number, shortened
from reports.figures.tables import checked, error_bars, interval_kind, note, top_row
from reports.figures.told import PLAIN, Told
from reports.palette import SERIES, SERIES_HATCHES, SERIES_MARKERS
from reports.style import (
    ReportFigure,
    Theme,
    finish,
    grid_lines,
    layout,
    legend_above,
    new_figure,
    themed,
)

MIN_GAMES = 30
"""Games from which a round of the lead must be known to be drawn, where any round is."""
MAX_NAMED = 4
"""Groups that a finding names one by one."""
MAX_BARS = 60
"""Bars of a histogram; wider ranges are put together."""


def endings(df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light") -> ReportFigure:
    """Why the games ended.

    Columns: `ended_by` (text), `share`, `low`, `high`, `n`; optional `group` (text, bars side by
    side) and `interval`.
    """
    df = checked(df, "endings", "ended_by", "share", "low", "high", "n")
    groups = list(dict.fromkeys(df["group"])) if "group" in df.columns else [""]
    never = [kind for kind, part in df.groupby("ended_by", sort=False) if not part["share"].any()]
    kinds = [kind for kind in dict.fromkeys(df["ended_by"]) if kind not in never]
    drawn = df[df["ended_by"].isin(kinds)]
    with themed(theme) as colours:
        labels = [label_lines(str(group), 32) for group in groups]
        legend = sum(0.17 * (label.count("\n") + 1) for label in labels)
        figure = new_figure(0.6 + legend + len(kinds) * (0.16 + 0.22 * len(groups)))
        axes = figure.subplots()
        for k, group in enumerate(groups):
            part = drawn[drawn["group"] == group] if group else drawn
            offset = 0.8 * ((k + 0.5) / len(groups) - 0.5)
            axes.barh(
                [kinds.index(kind) + offset for kind in part["ended_by"]],
                100 * part["share"],
                height=0.72 / len(groups),
                xerr=error_bars(part, "share", 100),
                error_kw={"ecolor": colours.ink, "capsize": 2.5, "lw": 1},
                color=SERIES[k % len(SERIES)],
                hatch=SERIES_HATCHES[k % len(SERIES_HATCHES)],
                label=labels[k],
            )
        names = [label_lines(_ending_words(kind, told), layout().label) for kind in kinds]
        axes.set_yticks(range(len(kinds)), names)
        axes.set_ylim(len(kinds) - 0.4, -0.6)
        axes.set_xlabel("share of the games (%)")
        axes.set_xlim(left=0)
        if len(groups) > 1:
            legend_above(axes, layout().columns)
        grid_lines(axes, "x")
        text = note(df)
        if never:
            words = listed([_ending_words(kind, told) for kind in never], "or")
            text += f" No game ended by {words}."
        finish(figure, colours, _ending_finding(df, groups, told), text, _ending_alt(df))
    return figure


def _ending_words(kind: object, told: Told) -> str:
    return told.endings.get(str(kind), str(kind).replace("_", " "))


def _ending_finding(df: pd.DataFrame, groups: list[str], told: Told) -> str:
    """The most frequent ending, of every group where there are several."""
    lines = [top_row(part, part["share"]) for part in _by_group(df, groups)]
    if all(line["share"] == 1 for line in lines) and len({line["ended_by"] for line in lines}) == 1:
        return f"Every game ended by {_ending_words(lines[0]['ended_by'], told)}"
    shares = [as_percent(line["share"], line["low"], line["high"]) for line in lines]
    names = [_ending_words(line["ended_by"], told) for line in lines]
    if len(groups) == 1:
        return f"The games ended most often by {names[0]} ({shares[0]})"
    if len(set(names)) == 1:
        least = shares[int(np.argmin([line["share"] for line in lines]))]
        return f"The games ended most often by {names[0]}, everywhere (in {least} or more)"
    if len(groups) <= MAX_NAMED:
        each = (
            f"{name} with {shortened(group, 40)} ({share})"
            for name, share, group in zip(names, shares, groups, strict=True)
        )
        return f"The games ended most often by {'; '.join(each)}"
    kind = max(names, key=names.count)
    return f"The games ended most often by {kind} in {names.count(kind)} of {len(groups)} groups"


def _by_group(df: pd.DataFrame, groups: list[str]) -> list[pd.DataFrame]:
    return [df[df["group"] == group] if group else df for group in groups]


def _ending_alt(df: pd.DataFrame) -> str:
    rows = (
        f"{line['group'] + ', ' if 'group' in df.columns else ''}{line['ended_by']}"
        f" {interval(line['share'], line['low'], line['high'], 100)} %"
        for _, line in df.iterrows()
    )
    return f"Bars of how games ended. {'; '.join(rows)}."


# --- histograms ----------------------------------------------------------------------------------


Mean = tuple[float, float, float]
"""A mean and the ends of its interval."""


def counted_mean(values: pd.Series, games: pd.Series, n_means: int = 1) -> Mean:
    """The mean of values that occurred in so many games each, as if these were independent.

    n_means: means whose intervals hold together.
    """
    n = float(games.sum())
    mean = float(np.average(values.to_numpy(dtype=float), weights=games.to_numpy(dtype=float)))
    squares = np.average((values.to_numpy(dtype=float) - mean) ** 2, weights=games.to_numpy())
    half = NormalDist().inv_cdf(1 - 0.025 / n_means) * float(np.sqrt(squares / n))
    return mean, mean - half, mean + half


def weighted_quantile(values: pd.Series, weights: pd.Series, q: float) -> float:
    """The value below or at which the share `q` of the weight lies."""
    order = np.argsort(values.to_numpy())
    heap = np.cumsum(weights.to_numpy()[order])
    return float(values.to_numpy()[order][np.searchsorted(heap, q * heap[-1])])


def game_length(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How many turns the games lasted.

    Columns: `turns`, `games` (how many lasted so long); optional `group` (one panel each).
    """
    df = checked(df, "game_length", "turns", "games")
    groups = list(dict.fromkeys(df["group"])) if "group" in df.columns else [""]
    with themed(theme) as colours:
        figure = new_figure(0.4 + 1.5 * len(groups))
        panels = figure.subplots(len(groups), 1, sharex=True, squeeze=False)[:, 0]
        medians = []
        for k, (axes, group) in enumerate(zip(panels, groups, strict=True)):
            part = df[df["group"] == group] if group else df
            medians.append(weighted_quantile(part["turns"], part["games"], 0.5))
            histogram(axes, part["turns"], part["games"], k, df["turns"])
            axes.axvline(medians[-1], color=colours.ink, ls="--", lw=1.2)
            name = f"{shortened(str(group), 2 * layout().label - 8)}: " if group else ""
            _corner_text(axes, f"{name}median {medians[-1]:.0f}", colours)
        panels[-1].set_xlabel("turns of all players together")
        finding = _length_finding(df, groups, medians)
        finish(
            figure,
            colours,
            finding,
            f"{counted(df['games'].sum(), 'game')}. Dashed: median. Counts, no interval.",
            f"Histogram of turns. {finding}.",
        )
    return figure


def _length_finding(df: pd.DataFrame, groups: list[str], medians: list[float]) -> str:
    """The median and the middle nine tenths; of groups that differ the medians."""
    if min(medians) == max(medians):
        low, high = (weighted_quantile(df["turns"], df["games"], q) for q in (0.05, 0.95))
        return (
            f"Half of the games last at most {medians[0]:.0f} turns; nine in ten last {low:.0f} to"
            f" {high:.0f}"
        )
    named = [f"{m:.0f} ({shortened(g, 40)})" for m, g in sorted(zip(medians, groups, strict=True))]
    shown = named if len(named) <= MAX_NAMED else [named[0], named[-1]]
    between = listed(shown) if len(named) <= MAX_NAMED else " to ".join(shown)
    return f"Half of the games last at most so many turns: {between}"


def histogram(
    axes: Axes, values: pd.Series, games: pd.Series, k: int = 0, shared: pd.Series | None = None
) -> None:
    """Bars of counted values as per cent of all games, put together where there are too many.

    shared: the values of all panels that are to have the same bars; by default its own.
    """
    whole = values if shared is None else shared
    span = int(whole.max() - whole.min()) + 1
    width = max(1, -(-span // MAX_BARS))
    start = int(whole.min())
    bins = (values.to_numpy() - start) // width
    heights = np.bincount(bins.astype(int), weights=games.to_numpy())
    lefts = start + width * np.arange(len(heights))
    axes.bar(
        lefts + (width - 1) / 2,
        100 * heights / heights.sum(),
        width=0.88 * width,
        color=SERIES[k % len(SERIES)],
        hatch=SERIES_HATCHES[k % len(SERIES_HATCHES)],
    )
    axes.set_ylabel("games (%)")
    grid_lines(axes, "y")


def leave_room(axes: Axes) -> None:
    """Room above the bars for a line of text in the corner."""
    axes.set_ylim(top=1.28 * axes.get_ylim()[1])


def _corner_text(axes: Axes, text: str, theme: Theme) -> None:
    leave_room(axes)
    axes.text(0.99, 0.96, text, transform=axes.transAxes, ha="right", va="top", color=theme.ink)


# --- the lead ----------------------------------------------------------------------------------


def lead_development(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """Points in the course of the game, for instance of the later winner and of the others.

    Columns: `round`, `group` (text, one line each), `score` (mean points), `low`, `high`, `n`
    (games that lasted so long); optional `interval`. Rounds of few games are left out, unless
    there are no others.
    """
    df = checked(df, "lead_development", "round", "group", "score", "low", "high", "n")
    df = df.astype({"low": float, "high": float})
    df.loc[df["n"] <= 1, ["low", "high"]] = np.nan
    whole, df = df, _well_known(df)
    groups = list(dict.fromkeys(df["group"]))
    with themed(theme) as colours:
        figure = new_figure(2.9)
        axes = figure.subplots()
        for k, group in enumerate(groups):
            part = df[df["group"] == group].sort_values("round")
            axes.errorbar(
                part["round"],
                part["score"],
                yerr=error_bars(part, "score"),
                marker=SERIES_MARKERS[k % len(SERIES_MARKERS)],
                color=SERIES[k % len(SERIES)],
                ls=("-", "--", "-.", ":")[k % 4],
                capsize=3,
                label=group,
            )
        axes.set_xticks(sorted(df["round"].unique()))
        axes.set_xlabel("round (turns of each player)")
        axes.set_ylabel("mean points")
        axes.set_ylim(bottom=min(0, axes.get_ylim()[0]))
        axes.legend()
        grid_lines(axes, "y")
        text = f"Still going on: {games_by_round(df)}. Lines: {interval_kind(df)}."
        left_out = sorted(set(whole["round"]) - set(df["round"]))
        if left_out:
            rounds = f"round{'s' if len(left_out) > 1 else ''} {listed(map(str, left_out))}"
            text += f" Left out, with fewer than {MIN_GAMES} games: {rounds}."
        elif (df["n"] < MIN_GAMES).all():
            text += f" Fewer than {MIN_GAMES} games: little is known."
        if not np.isfinite(df[["low", "high"]].to_numpy()).all():
            text += " A line that is missing has no known end."
        finish(figure, colours, _lead_finding(df, groups), text, _lead_alt(df))
    return figure


def _well_known(df: pd.DataFrame) -> pd.DataFrame:
    """The rounds known from enough games; all where no round is."""
    is_known = df.groupby("round")["n"].transform("max") >= MIN_GAMES
    return df[is_known] if is_known.any() else df


def games_by_round(df: pd.DataFrame) -> str:
    """How many games stand behind each round."""
    counts = df.groupby("round")["n"].max()
    parts = [f"{int(n):,} in round {r}" for r, n in counts.items()]
    return parts[0].replace(" in", " games in") + "".join(f", {part}" for part in parts[1:])


def _lead_finding(df: pd.DataFrame, groups: list[str]) -> str:
    first = df["round"].min()
    start = df[df["round"] == first].set_index("group")
    if len(groups) < 2:
        return f"{groups[0]}: {number(start['score'].iloc[0])} points after round {first}"
    a, b = start.loc[groups[0]], start.loc[groups[1]]
    ahead = number(a["score"] - b["score"], a["low"] - b["score"], a["high"] - b["score"])
    if a["low"] > b["high"]:
        return (
            f"After round {first} the {groups[0]} was {ahead} points ahead of the {groups[1]}"
            " on average"
        )
    if a["high"] < b["low"]:
        behind = number(b["score"] - a["score"], b["score"] - a["high"], b["score"] - a["low"])
        return (
            f"After round {first} the {groups[0]} was {behind} points behind the {groups[1]}"
            " on average"
        )
    return f"After round {first} the {groups[0]} was not yet clearly ahead of the {groups[1]}"


def _lead_alt(df: pd.DataFrame) -> str:
    rows = (
        f"round {line['round']}, {line['group']}:"
        f" {interval(line['score'], line['low'], line['high'])}"
        for _, line in df.iterrows()
    )
    return f"Mean points by round. {'; '.join(rows)}."


def lead_decided(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """When the later winner took the lead for good.

    Columns: `decided` (share of the game's turns that had been played then, upper end of a class,
    fractions of 1), `games`; optional `lead_changes_mean` (the same number in every row).
    """
    df = checked(df, "lead_decided", "decided", "games").sort_values("decided")
    shares = df["games"] / max(df["games"].sum(), 1)
    half = weighted_quantile(df["decided"], df["games"], 0.5)
    late = float(shares[df["decided"] > 0.9].sum())
    with themed(theme) as colours:
        figure = new_figure(2.2)
        axes = figure.subplots()
        width = float(df["decided"].diff().min()) if len(df) > 1 else 0.1
        axes.bar(100 * (df["decided"] - width / 2), 100 * shares, width=88 * width, color=SERIES[0])
        axes.axvline(100 * half, color=colours.ink, ls="--", lw=1.2)
        axes.set_xlabel("part of the game played when the\nwinner took the lead for good (%)")
        axes.set_ylabel("games (%)")
        grid_lines(axes, "y")
        changes = ""
        if "lead_changes_mean" in df.columns:
            changes = (
                f" The lead changes {float(df['lead_changes_mean'].iloc[0]):.1f} times a game."
            )
        last = f"in {100 * late:.0f} % of the games only in the last tenth"
        finding = f"The lead is settled {last} of the turns"
        if half <= 0.9:
            finding = (
                f"The lead is settled in half of the games once {100 * half:.0f} % of the turns"
                f" are played, {last}"
            )
        finish(
            figure,
            colours,
            finding,
            f"{counted(df['games'].sum(), 'game')}. Dashed: median. Counts, no interval.{changes}",
            f"Histogram of the moment in which the winner took the lead for good. {finding}."
            f"{changes}",
        )
    return figure
