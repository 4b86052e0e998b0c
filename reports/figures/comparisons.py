"""Comparisons: rulesets on the same deals, strategies against each other, ratings."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analyzer.wording import (
    as_percent,
    fair_percent,
    interval,
    label_lines,
    listed,
    number,
    shortened,
)
from reports.figures.tables import (
    among,
    checked,
    error_bars,
    games_text,
    in_words,
    interval_kind,
    is_apart,
    note,
    top_row,
)
from reports.figures.told import PLAIN, Told
from reports.palette import SERIES, SERIES_MARKERS
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

MAX_PANELS = 12
"""Groups of strategies that are drawn; of more those furthest from the even share."""
MAX_DIFFERENCES = 14
"""Differences that are drawn; of more the clearest."""
TOO_SMALL = ("within", "small")
"""Verdicts on differences that do not matter, established or not."""


def ruleset_differences(
    df: pd.DataFrame, *, told: Told = PLAIN, theme: str = "light"
) -> ReportFigure:
    """Differences between two rulesets on the same deals, as a forest plot.

    Columns: `quantity` (text), `unit` (text, one panel each; `share` is drawn in percentage
    points), `difference`, `low`, `high`, `n`; optional `label` (text, what readers call the
    quantity), `comparison` (text, `advanced - basic`), `level` (text, who played, the strongest
    first: a mark each), `first` and `second` (the means), `is_established` (boolean, after
    correction for the number of comparisons; otherwise the interval decides), `is_by_definition`
    (boolean: the rules set it, so it is no finding), `relevance` (text) and `interval`. Of very
    many rows the clearest are drawn.
    """
    df = checked(df, "ruleset_differences", "quantity", "unit", "difference", "low", "high", "n")
    df = _in_points(df.assign(quantity=in_words(df, told.players)))
    if "is_established" not in df.columns:
        df["is_established"] = is_apart(df, 0.0)
    if "level" not in df.columns:
        df["level"] = ""
    df["name"] = _difference_names(df)
    clearness = _clearness(df).groupby(df["name"]).max()
    names = set(clearness.rank(ascending=False, method="first").nsmallest(MAX_DIFFERENCES).index)
    whole, df = df, df[df["name"].isin(names)]
    levels = list(dict.fromkeys(df["level"]))
    units = list(dict.fromkeys(df["unit"]))
    sizes = [int(df[df["unit"] == unit]["name"].nunique()) for unit in units]
    with themed(theme) as colours:
        lines = max(_label(name).count("\n") + 1 for name in names)
        row = max(0.2 + 0.1 * len(levels), 0.06 + 0.15 * lines)
        figure = new_figure(0.45 * len(units) + row * sum(sizes) + 0.2)
        panels = figure.subplots(
            len(units), 1, height_ratios=[size + 0.8 for size in sizes], squeeze=False
        )
        for axes, unit in zip(panels[:, 0], units, strict=True):
            _forest(axes, df[df["unit"] == unit], levels, colours)
            axes.set_xlabel(f"difference ({unit})")
        if len(levels) > 1:
            legend_above(panels[0, 0])
        text = f"{note(df)} Filled marks: established differences."
        if len(names) < whole["name"].nunique():
            text += f" The {len(names)} clearest of {whole['name'].nunique()}."
        finish(figure, colours, _difference_finding(whole), text, _difference_alt(df))
    return figure


def _in_points(df: pd.DataFrame) -> pd.DataFrame:
    """Differences of shares in percentage points, and their means in per cent."""
    means = [name for name in ("first", "second") if name in df.columns]
    df = df.astype(dict.fromkeys(["difference", "low", "high", *means], float))
    is_share = df["unit"] == "share"
    df.loc[is_share, ["difference", "low", "high", *means]] *= 100
    df.loc[is_share, "unit"] = "percentage points"
    return df


def _clearness(df: pd.DataFrame) -> pd.Series:
    """How far a difference is from zero, in widths of its interval; established ones first."""
    width = (df["high"] - df["low"]).clip(lower=1e-12)
    ratio = (df["difference"].abs() / width).fillna(0.0)
    return ratio.clip(upper=1e9) + 1e10 * df["is_established"].astype(bool)


def _forest(axes: Axes, df: pd.DataFrame, levels: list[str], theme: Theme) -> None:
    axes.axvline(0, color=theme.ink, ls="--", lw=1.2)
    names = list(dict.fromkeys(df["name"]))
    for k, level in enumerate(levels):
        offset = 0.6 * ((k + 0.5) / len(levels) - 0.5)
        for is_established, part in df[df["level"] == level].groupby(df["is_established"]):
            axes.errorbar(
                part["difference"].astype(float),
                [names.index(name) + offset for name in part["name"]],
                xerr=error_bars(part, "difference"),
                fmt=SERIES_MARKERS[k],
                color=SERIES[k],
                mfc=SERIES[k] if is_established else theme.page,
                capsize=3,
            )
        axes.plot([], [], SERIES_MARKERS[k], color=SERIES[k], label=str(level))
    axes.set_yticks(range(len(names)), [_label(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    grid_lines(axes, "x")


def _label(name: str) -> str:
    return label_lines(name, layout().label + layout().label // 4)


def _difference_names(df: pd.DataFrame) -> list[str]:
    if "comparison" not in df.columns or df["comparison"].nunique() == 1:
        return [str(name) for name in df["quantity"]]
    return [f"{q} ({c})" for q, c in zip(df["quantity"], df["comparison"], strict=True)]


def _difference_finding(df: pd.DataFrame) -> str:
    """The clearest difference among the strongest, and how many there are."""
    comparisons = list(dict.fromkeys(df["comparison"])) if "comparison" in df.columns else []
    levels = list(dict.fromkeys(df["level"]))
    mine = df[df["level"] == levels[0]]
    where = among(levels[0]) if levels[0] else ""
    established = mine[mine["is_established"].astype(bool)]
    told = established
    if "is_by_definition" in told.columns:
        told = told[~told["is_by_definition"].astype(bool)]
    if "relevance" in told.columns:
        told = told[~told["relevance"].isin(TOO_SMALL)]
    if told.empty:
        what = f"{_instead(comparisons[0])}: " if len(comparisons) == 1 else ""
        if len(established):
            return (
                f"{what}no difference is established that matters beside what the rule sets{where}"
            )
        return f"{what}none of {len(mine)} differences is established{where}"
    line = top_row(told, _clearness(told))
    what = f"{_instead(line['comparison'])}: " if len(comparisons) else ""
    more = len(established) - 1
    rest = f"; {more} further of {len(mine)} differences established" if more else ""
    return f"{what}{line['quantity']} {_change(line)}{where}{rest}"


def _instead(comparison: object) -> str:
    """`advanced - basic` in words."""
    second, _, first = str(comparison).replace("−", "-").partition(" - ")
    return f"{second} instead of {first}" if first else second


def _change(line: pd.Series) -> str:
    """A difference as the means it is between, where these are known."""
    value, low, high = line["difference"], line["low"], line["high"]
    unit = line["unit"]
    if "first" not in line.index or pd.isna(line["first"]):
        return f"{'+' if value > 0 else ''}{number(value, low, high)} {unit}"
    before, after = (
        number(mean, mean - (value - low), mean + (high - value))
        for mean in (line["first"], line["second"])
    )
    percent = unit == "percentage points"
    told = f"{before} → {after} {'%' if percent else ''}".strip()
    if percent or not line["first"] > 0 or before == after:
        return told
    relative = 100 * value / line["first"]
    return f"{told} ({'+' if relative > 0 else '−'}{abs(relative):.0f} %)"


def _difference_alt(df: pd.DataFrame) -> str:
    rows = (
        f"{line['name']}{f' ({level})' if (level := line['level']) else ''}"
        f" {interval(line['difference'], line['low'], line['high'])} {line['unit']}"
        for _, line in df.iterrows()
    )
    return f"Forest plot of differences with intervals against zero. {'; '.join(rows)}."


# --- strategies ----------------------------------------------------------------------------------


def strategy_matrix(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How often each strategy (row) wins against each other one (column).

    Columns: `strategy`, `opponent` (text), `share`, `low`, `high`, `n`; optional `fair` (the share
    of equals, 0.5 if missing). Strategies stand in the order of their mean share.
    """
    df = checked(df, "strategy_matrix", "strategy", "opponent", "share", "low", "high", "n").copy()
    if "fair" not in df.columns:
        df["fair"] = 0.5
    means = df.groupby("strategy")["share"].mean().sort_values(ascending=False)
    names = [*means.index, *sorted(set(df["opponent"]) - set(means.index))]
    with themed(theme) as colours:
        figure = new_figure(0.9 + 0.42 * len(names))
        axes = figure.subplots()
        _matrix(figure, axes, df, names, colours)
        text = (
            f"{games_text(df, 'pair')}. ▲ better, ▼ worse than even beyond the"
            f" {interval_kind(df)}; no mark: undecided."
        )
        finish(figure, colours, _matrix_finding(df, means), text, _matrix_alt(df))
    return figure


def _matrix(
    figure: ReportFigure, axes: Axes, df: pd.DataFrame, names: list[str], theme: Theme
) -> None:
    grid = np.full((len(names), len(names)), np.nan)
    cells = []
    for _, line in df.iterrows():
        row, column = names.index(line["strategy"]), names.index(line["opponent"])
        grid[row, column] = 100 * (line["share"] - line["fair"])
        mark = "▲" if line["low"] > line["fair"] else "▼" if line["high"] < line["fair"] else ""
        cells.append((row, column, f"{100 * line['share']:.0f}{mark}"))
    top = max(float(np.nanmax(np.abs(grid))), 1.0)
    image = axes.imshow(grid, cmap="PuOr", vmin=-top, vmax=top, aspect="auto")
    for row, column, text in cells:
        color = "white" if abs(grid[row, column]) > 0.62 * top else "#111111"
        axes.text(column, row, text, ha="center", va="center", fontsize=8.5, color=color)
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    axes.set_facecolor(theme.grid)
    axes.set_xlabel("against")
    axes.set_ylabel("wins of (%)")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    if layout().columns > 1:
        figure.colorbar(image, ax=axes, label="points from even")


def _matrix_finding(df: pd.DataFrame, means: pd.Series) -> str:
    """Whom the strategy beats that is shown to beat most others."""
    won = df[df["low"] > df["fair"]]
    if won.empty:
        return "No strategy is shown to beat another"
    counts = won["strategy"].value_counts()
    best = max(counts.index, key=lambda name: (counts[name], means[name]))
    opponents = df[df["strategy"] == best]["opponent"]
    beaten = won[won["strategy"] == best]["opponent"]
    if len(opponents) > 1 and len(beaten) == len(opponents):
        return f"{best} beats every other strategy"
    of = f", {len(beaten)} of {len(opponents)} opponents" if len(opponents) > 1 else ""
    return f"{best} beats {listed(str(name) for name in beaten)}{of}"


def _matrix_alt(df: pd.DataFrame) -> str:
    rows = (
        f"{line['strategy']} against {line['opponent']}"
        f" {as_percent(line['share'], line['low'], line['high'])}"
        for _, line in df.iterrows()
    )
    fair = fair_percent(float(df["fair"].iloc[0]))
    return f"Matrix of win shares, even is {fair}. {'; '.join(rows)}."


def strategy_shares(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """How often strategies win that took every seat in turn, against the even share.

    Columns: `strategy`, `share`, `low`, `high`, `n`, `fair` (the even share); optional `group`
    (text, one panel each) and `interval`.
    """
    df = checked(df, "strategy_shares", "strategy", "share", "low", "high", "n", "fair")
    whole = df
    if "group" in df.columns and df["group"].nunique() > MAX_PANELS:
        distance = (df["share"] - df["fair"]).abs() + (df["low"] > df["fair"])
        distance = distance.groupby(df["group"], sort=False).max()
        df = df[df["group"].isin(distance.nlargest(MAX_PANELS).index)]
    groups = list(dict.fromkeys(df["group"])) if "group" in df.columns else [""]
    parts = [df[df["group"] == group] if "group" in df.columns else df for group in groups]
    with themed(theme) as colours:
        figure = new_figure(0.35 * len(groups) + 0.32 * len(df) + 0.3)
        panels = figure.subplots(
            len(groups), 1, sharex=True, squeeze=False, height_ratios=[len(p) + 0.6 for p in parts]
        )[:, 0]
        for axes, group, part in zip(panels, groups, parts, strict=True):
            axes.errorbar(
                100 * part["share"],
                range(len(part)),
                xerr=error_bars(part, "share", 100),
                fmt=SERIES_MARKERS[0],
                color=SERIES[0],
                capsize=3,
            )
            axes.axvline(100 * float(part["fair"].iloc[0]), color=colours.ink, ls="--", lw=1.2)
            names = [label_lines(str(name), layout().label) for name in part["strategy"]]
            axes.set_yticks(range(len(part)), names)
            axes.set_ylim(len(part) - 0.4, -0.6)
            axes.set_title(shortened(str(group), 2 * layout().label - 8))
            grid_lines(axes, "x")
        panels[-1].set_xlabel("share of the games won (%)")
        text = f"{note(whole)} Dashed: the even share."
        if len(df) < len(whole):
            n_groups = whole["group"].nunique()
            text += f" Drawn: the {len(groups)} of {n_groups} cells furthest from the even share."
        finish(figure, colours, _share_finding(whole), text, _share_alt(df))
    return figure


def _share_finding(df: pd.DataFrame) -> str:
    best = top_row(df, df["share"] - df["fair"])
    if best["low"] <= best["fair"]:
        return "No strategy is shown to win more than the even share"
    is_many = "group" in df.columns and df["group"].nunique() > 1
    where = f" ({shortened(str(best['group']))})" if is_many else ""
    share = as_percent(best["share"], best["low"], best["high"])
    return (
        f"{best['strategy']} wins {share} of the games{where}, more than the even share of"
        f" {fair_percent(best['fair'])}"
    )


def _share_alt(df: pd.DataFrame) -> str:
    rows = (
        f"{line['strategy']}{', ' + line['group'] if line.get('group') else ''}"
        f" {interval(line['share'], line['low'], line['high'], 100)} %"
        for _, line in df.iterrows()
    )
    return f"Dot plot of win shares of strategies. {'; '.join(rows)}."


def ratings(df: pd.DataFrame, *, theme: str = "light") -> ReportFigure:
    """Ratings of strategies with their intervals, best first.

    Columns: `strategy`, `rating`, `low`, `high`, `n`; optional `unit` (text, `Elo` if missing) and
    `is_behind` (boolean: established to be weaker than the best; otherwise the intervals decide).
    """
    df = checked(df, "ratings", "strategy", "rating", "low", "high", "n")
    df = df.sort_values("rating", ascending=False, kind="stable").reset_index(drop=True)
    unit = str(df["unit"].iloc[0]) if "unit" in df.columns else "Elo"
    with themed(theme) as colours:
        figure = new_figure(0.6 + 0.32 * len(df))
        axes = figure.subplots()
        axes.errorbar(
            df["rating"],
            range(len(df)),
            xerr=error_bars(df, "rating"),
            fmt=SERIES_MARKERS[0],
            color=SERIES[0],
            capsize=3,
        )
        names = [label_lines(str(name), layout().label) for name in df["strategy"]]
        axes.set_yticks(range(len(df)), names)
        axes.set_ylim(len(df) - 0.4, -0.6)
        axes.set_xlabel(f"rating ({unit})")
        grid_lines(axes, "x")
        finish(figure, colours, _rating_finding(df, unit), note(df), _rating_alt(df, unit))
    return figure


def _rating_finding(df: pd.DataFrame, unit: str) -> str:
    best = df.iloc[0]
    if len(df) == 1:
        value = number(best["rating"], best["low"], best["high"])
        return f"{best['strategy']} is rated {value} {unit}"
    second, others = df.iloc[1], df.iloc[1:]
    behind = others["high"] < best["low"]
    if "is_behind" in df.columns:  # by a study, which tests the differences themselves
        behind = others["is_behind"].astype(bool)
    if behind.all():
        ends = (best[end] - second["rating"] for end in ("rating", "low", "high"))
        lead = number(*ends)
        return f"{best['strategy']} is rated best, {lead} {unit} ahead of {second['strategy']}"
    level = [best["strategy"], *others[~behind]["strategy"]]
    return f"Not shown which is the best of {listed(str(name) for name in level)}"


def _rating_alt(df: pd.DataFrame, unit: str) -> str:
    rows = (
        f"{line['strategy']} {interval(line['rating'], line['low'], line['high'])}"
        for _, line in df.iterrows()
    )
    return f"Ratings in {unit}, best first. {'; '.join(rows)}."
