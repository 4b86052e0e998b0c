"""Experiments, statistics and records on top of the compiled games."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.play.load import load

__version__ = "0.1.0"
__all__ = ["__version__", "load"]


def __getattr__(name: str) -> Any:
    """Imports `load`, and pandas with it, when it is first asked for."""
    if name == "load":
        from analyzer.play.load import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
