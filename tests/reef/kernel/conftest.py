"""Settings for the tests of Reef's kernel."""

from tests.kernel.conftest import _wrapping_words as _wrapping_words
