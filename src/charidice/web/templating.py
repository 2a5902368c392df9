"""The templates, and how they are rendered in the language of the context."""

from collections.abc import Mapping
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from charidice.locale import catalogue, explain, gettext, languages, ngettext
from charidice.locale.lengths import game_lengths, rounds
from charidice.locale.levels import level, level_note
from charidice.locale.sentences import listed
from charidice.records.names import LONGEST_NAME
from charidice.web.edge.static_files import asset
from charidice.web.tokens import colour

# Fields count an emoji twice; what is too long for a name is refused when it is sent.
_MOST_TYPED: Final = 2 * LONGEST_NAME


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("charidice.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals.update(
        _=gettext,
        ngettext=ngettext,
        explain=explain,
        asset=asset,
        level_title=level,
        level_note=level_note,
        game_lengths=game_lengths,
        rounds=rounds,
        listed=listed,
        most_typed=_MOST_TYPED,
        colour=colour,
    )
    return environment


ENVIRONMENT: Final = _environment()


def prepare_templates() -> None:
    """Load and compile all templates and catalogues, so that no visitor waits for it."""
    for name in ENVIRONMENT.list_templates():
        if name.endswith(".html"):
            ENVIRONMENT.get_template(name)
    for language in languages():
        catalogue(language)


def render(template: str, values: Mapping[str, Any]) -> str:
    """A template in the language of the context."""
    return ENVIRONMENT.get_template(template).render(values)
