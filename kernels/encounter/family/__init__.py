"""The family of strategies that are driven by numbers: one policy, many weight vectors."""
