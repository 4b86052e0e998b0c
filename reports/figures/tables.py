"""What the figures ask of their tables."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analyzer.wording import counted, seat_name, spoken

INTERVAL = "95 % intervals"
"""What an interval is called where the table has no column `interval` that says more."""


class TableError(ValueError):
    """A table that a figure cannot draw: what is missing."""


def checked(df: pd.DataFrame, figure: str, *columns: str) -> pd.DataFrame:
    """The table with a fresh index; TableError if a column is missing or there are no rows."""
    missing = [column for column in columns if column not in df.columns]
    if missing:
        raise TableError(f"{figure} needs the columns {', '.join(missing)}")
    if df.empty:
        raise TableError(f"{figure} needs at least one row")
    return df.reset_index(drop=True)


def in_words(df: pd.DataFrame, players: int) -> list[str]:
    """The column `quantity` as sentences say it: by `label` where there is one, seats in words."""
    names = df["label" if "label" in df.columns else "quantity"]
    return [spoken(str(name), players) for name in names]


def interval_kind(df: pd.DataFrame) -> str:
    """The kind of interval that the table names, such as `95 % intervals (Goodman)`."""
    return str(df["interval"].iloc[0]) if "interval" in df.columns else INTERVAL


def scale(vector: object) -> str:
    """A handicap by seat as people write it: `6-9`."""
    return str(vector).replace(",", "-")


def seat_names(df: pd.DataFrame) -> pd.Series:
    """The column `seat` in words: `start player`; of a table with groups each has its players."""
    seats = df["seat"].astype(int)
    groups = df["group"] if "group" in df.columns else pd.Series("", index=df.index)
    players = seats.groupby(groups).transform("max") + 1
    return pd.Series(map(seat_name, seats, players), index=df.index, dtype=object)


def among(level: object) -> str:
    """Who played, after what they did: ` among expert players`."""
    return f" among {level} players"


def games_text(df: pd.DataFrame, each: str = "") -> str:
    """How many games stand behind the rows: `40,000 games`, `400 to 1,000 games a row`.

    `each` names what every row has its own games for (`vector`); empty where all share them.
    """
    low, high = int(df["n"].min()), int(df["n"].max())
    if low != high:
        return f"{low:,} to {high:,} games a {each or 'row'}"
    return counted(high, "game") + (f" a {each}" if each else "")


def note(df: pd.DataFrame, each: str = "") -> str:
    """The usual note: number of games and kind of interval."""
    text = f"{games_text(df, each)}. Lines: {interval_kind(df)}."
    is_open = not np.isfinite(df[["low", "high"]].to_numpy(dtype=float)).all()
    return f"{text} A line that is missing has no known end." if is_open else text


def error_bars(df: pd.DataFrame, value: str, factor: float = 1.0) -> np.ndarray:
    """Lengths below and above the values for `errorbar`; unknown ends are left out."""
    below = factor * (df[value] - df["low"]).to_numpy(dtype=float)
    above = factor * (df["high"] - df[value]).to_numpy(dtype=float)
    bars = np.maximum(np.vstack([below, above]), 0.0)
    return np.where(np.isfinite(bars), bars, 0.0)


def top_row(df: pd.DataFrame, by: pd.Series) -> pd.Series:
    """The row in which `by`, which has the rows of the table, is largest."""
    return df.iloc[int(by.to_numpy(dtype=float).argmax())]


def is_apart(df: pd.DataFrame, truth: float | pd.Series) -> pd.Series:
    """Which rows have intervals that exclude a value."""
    return (df["low"] > truth) | (df["high"] < truth)
