"""What tests of strategies share."""

from tests.cli.conftest import reef

__all__ = ["reef"]
