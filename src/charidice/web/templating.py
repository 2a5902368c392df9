"""The templates, and how they are rendered in the language of the context."""

import contextlib
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import jinja2
from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket

from charidice.locale import catalogue, explain, gettext, languages, ngettext
from charidice.locale.lengths import game_lengths, rounds
from charidice.locale.levels import level, level_note
from charidice.locale.sentences import listed
from charidice.records.names import LONGEST_NAME
from charidice.web.edge.static_files import asset
from charidice.web.tokens import colour

# Fields count an emoji twice; what is too long for a name is refused when it is sent.
_MOST_TYPED: Final = 2 * LONGEST_NAME
# What templates are compiled with.
_OPTIONS: Final[dict[str, Any]] = {
    "undefined": StrictUndefined,
    "trim_blocks": True,
    "lstrip_blocks": True,
}


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates beside their sources, as Python keeps its modules, where it may write."""

    def __init__(self, folder: Path) -> None:
        made_by = f"{jinja2.__version__} {sorted(map(repr, _OPTIONS.items()))}"
        super().__init__(str(folder), f"%s-{sha256(made_by.encode()).hexdigest()[:16]}.template")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled before, if it can be read."""
        with contextlib.suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template for the next start."""
        if not sys.dont_write_bytecode:
            with contextlib.suppress(OSError):
                Path(self.directory).mkdir(exist_ok=True)
                super().dump_bytecode(bucket)


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("charidice.web"),
        autoescape=True,
        auto_reload=False,
        bytecode_cache=CompiledTemplates(Path(__file__).parent / "templates" / "__pycache__"),
        **_OPTIONS,
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
