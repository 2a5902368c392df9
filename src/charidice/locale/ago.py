"""How long ago something was, in words."""

from typing import Final

from charidice.locale import gettext as _
from charidice.locale import ngettext

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def ago(seconds: float) -> str:
    """“just now”, “5 minutes ago”, “3 days ago”."""
    if seconds < _MINUTE:
        return _("just now")
    if seconds < _HOUR:
        count = int(seconds // _MINUTE)
        text = ngettext("{count} minute ago", "{count} minutes ago", count)
    elif seconds < _DAY:
        count = int(seconds // _HOUR)
        text = ngettext("{count} hour ago", "{count} hours ago", count)
    else:
        count = int(seconds // _DAY)
        text = ngettext("{count} day ago", "{count} days ago", count)
    return text.format(count=count)
