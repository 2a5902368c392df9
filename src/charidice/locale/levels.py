"""How bots are called, in the language of the context."""

from contextvars import copy_context

from charidice.bots.levels import LEVELS
from charidice.bots.names import MOST_OF_A_LEVEL
from charidice.locale import gettext as _
from charidice.locale import languages, use


def level(name: str) -> str:
    """What a level of bots is called."""
    return {
        "random": _("Random"),
        "casual": _("Casual"),
        "greedy": _("Greedy"),
        "generous": _("Generous"),
        "expert": _("Expert"),
        "perfect": _("Perfect"),
    }[name]


def level_note(name: str) -> str:
    """How a level plays, in a few words."""
    return {
        "random": _("plays at random"),
        "casual": _("a friendly beginner"),
        "greedy": _("most points now"),
        "generous": _("gives to win the bonus"),
        "expert": _("hard to beat"),
        "perfect": _("plays perfectly with two players"),
    }[name]


def bot_title(name: str, number: int = 1) -> str:
    """What a bot is called where a sign shows that it is one; the second of a level has a 2."""
    return level(name) if number == 1 else f"{level(name)} {number}"


def bot_name(title: str) -> str:
    """What a bot with this title is called in sentences."""
    # Translators: how a bot is called, so that nobody takes it for a person.
    return _("{name} (bot)").format(name=title)


def bot_names_in_all_languages() -> frozenset[str]:
    """Everything that a bot may be called, in any language."""

    def shown(language: str) -> frozenset[str]:
        use(language)
        numbers = range(1, MOST_OF_A_LEVEL + 1)
        bots = [(name, number) for name in LEVELS for number in numbers]
        titles = [bot_title(*each) for each in bots]
        almost = [f"{bot_name(level(name))} {number}" for name, number in bots]
        return frozenset([*titles, *map(bot_name, titles), *almost])

    every = (copy_context().run(shown, language) for language in languages())
    return frozenset().union(*every)
