"""What bots are called, in all languages."""

from charidice.bots import NAMES
from charidice.locale import current, languages, use
from charidice.locale.levels import bot_names_in_all_languages, bot_title, level
from charidice.tables import Seat
from charidice.web.live.words import seat_name, seat_title


def test_everything_that_a_page_calls_a_bot_is_listed() -> None:
    listed = bot_names_in_all_languages()
    try:
        for language in languages():
            use(language)
            for name in NAMES:
                for number in (1, 2, 3, 4):
                    seat = Seat(
                        f"{name} (bot {number})" if number > 1 else f"{name} (bot)", 1, bot=name
                    )
                    assert {seat_name(seat, 0), seat_title(seat, 0)} <= listed
    finally:
        use("en")


def test_listing_the_names_changes_nobodys_language() -> None:
    use("de")
    try:
        assert "Casual (bot)" in bot_names_in_all_languages()
        assert current() == "de"
        assert bot_title("expert", 2) == f"{level('expert')} 2"
    finally:
        use("en")
