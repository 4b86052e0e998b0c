"""One error budget for a report: whatever it claims shares the same 5 %.

The families of claims of a study (seats, worths, confirmations, ...) get fixed parts of the budget,
and inside a family Bonferroni's or Holm's correction holds for all its claims. By Bonferroni's
inequality the chance that a report claims anything false is then at most the budget, whatever the
dependence between its claims. What a screening picks is no claim: it is told apart, with the
rate of false picks that Benjamini and Hochberg's correction allows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.errors import UsageError
from analyzer.statistics.estimates import ALPHA, check_fraction
from analyzer.statistics.multiple import holm

_OTHERS = "the other studies of the report"


@dataclass(frozen=True, slots=True)
class Budget:
    """parts: by family of claims, in which proportion it shares in `alpha`.

    Adjusted p-values are scaled so that a claim may be made exactly where its p-value is at most
    `alpha` itself: readers need to know one threshold only.
    """

    parts: Mapping[str, float]
    alpha: float = ALPHA

    def __post_init__(self) -> None:
        check_fraction("alpha", self.alpha)
        if not self.parts or min(self.parts.values()) <= 0:
            raise UsageError("every family of claims needs a part of the budget above 0")

    def alpha_of(self, family: str) -> float:
        """What one family of claims may spend."""
        return self.alpha * self.parts[family] / sum(self.parts.values())

    def of_one_of(self, n_reports: int) -> Budget:
        """The budget of one of several studies that are told together as one report.

        p-values stay comparable with `alpha`: each family just gets a smaller part of it.
        """
        if n_reports == 1:
            return self
        whole = sum(self.parts.values())
        return Budget({**self.parts, _OTHERS: whole * (n_reports - 1)}, self.alpha)

    def level(self, family: str, n_claims: int = 1) -> float:
        """The level of each of `n_claims` intervals of a family, so that all hold together."""
        return 1 - self.alpha_of(family) / max(n_claims, 1)

    def bonferroni(self, family: str, p_value: float, n_claims: int) -> float:
        """The p-value that goes with intervals of `level`: at most alpha where these exclude."""
        return min(1.0, p_value * max(n_claims, 1) * self.alpha / self.alpha_of(family))

    def holm(self, family: str, p_values: Sequence[float]) -> list[float]:
        """Holm's adjusted p-values of the claims of a family."""
        scale = self.alpha / self.alpha_of(family)
        return [min(1.0, float(p) * scale) for p in holm(p_values)]
