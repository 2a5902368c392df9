"""The colours of the style sheets, for what browsers read outside of them."""

import re
from functools import cache

from charidice.web.edge.static_files import STATIC


@cache
def colour(name: str, *, dark: bool = False) -> str:
    """A colour by the name it has in the style sheets, as #rrggbb; by day or by night."""
    file = "tokens-dark.css" if dark else "tokens.css"
    text = (STATIC / "css" / file).read_text(encoding="utf-8")
    found = re.search(rf"--{re.escape(name)}: (#[0-9a-f]{{6}});", text)
    if found is None:
        raise LookupError(name)
    return found[1]
