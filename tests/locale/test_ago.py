"""How long ago something was."""

import pytest

from charidice.locale import use
from charidice.locale.ago import ago


@pytest.mark.parametrize(
    ("seconds", "english", "czech"),
    [
        (-3, "just now", "právě teď"),
        (59.9, "just now", "právě teď"),
        (60, "1 minute ago", "před 1 minutou"),
        (3599, "59 minutes ago", "před 59 minutami"),
        (3600, "1 hour ago", "před 1 hodinou"),
        (86_399, "23 hours ago", "před 23 hodinami"),
        (86_400, "1 day ago", "před 1 dnem"),
        (40 * 86_400, "40 days ago", "před 40 dny"),
    ],
)
def test_the_largest_unit_that_fits_is_named(seconds: float, english: str, czech: str) -> None:
    use("en")
    assert ago(seconds) == english
    use("cs")
    assert ago(seconds) == czech
