"""Times as platforms write them, with a zone or without one.

A time without a zone is that of the course, of the site or of the member of staff who exported it;
only staff know which. Names of months are read in English, because the forms of other languages
differ from site to site.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from graders.harness.errors import GraderError
from graders.harness.extensions import added

_UTC = re.compile(r" ?(?:Z|UTC)\Z")
_OFFSET = re.compile(r" ([+-][0-9]{2}:?[0-9]{2})\Z")
_CLOCK = re.compile(r"\b([0-9]{1,2}?):?([0-9]{2}) ?([AP]M)\Z", re.IGNORECASE)
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:")


def parsed(text: str) -> datetime | None:
    """Return the date and time in *text*, without a zone if it names none; None for another form or
    language.
    """
    text = _OFFSET.sub(r"\1", _UTC.sub("+00:00", " ".join(text.split())))
    if _ISO.match(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            return None
    text = _CLOCK.sub(r"\1:\2 \3", text.replace(".", ""))
    read = (_in_form(text, form) for form in _forms())
    return next((moment for moment in read if moment is not None), None)


@cache
def _forms() -> tuple[str, ...]:
    """Return the forms of all platforms."""
    return tuple(form for platform in added("platforms") for form in platform.time_forms)


def _in_form(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form)
    except ValueError:
        return None


def zone_of(name: str) -> tzinfo:
    """Return a time zone by its name ("America/Toronto" or "UTC"). Raises GraderError.

    Abbreviations are refused: "EST" is an hour off in summer.
    """
    try:
        if "/" in name or name == "UTC":
            return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        pass
    raise GraderError(
        f"'{name[:60]}' is no known time zone; write one such as America/Toronto, or UTC "
        "(a machine without a list of zones needs the package tzdata)"
    )


def with_zone(text: str) -> datetime | None:
    """Return `parsed`, also of a time with the name of its zone behind. Raises GraderError for an
    unknown zone.
    """
    moment = parsed(text)
    written, _, place = text.strip().rpartition(" ")
    if moment is None and (moment := parsed(written)) and moment.tzinfo is None:
        return last_in(moment, zone_of(place))
    return moment


def first_in(moment: datetime, zone: tzinfo) -> datetime:
    """Return a *moment* without a zone in *zone*; the first of two when clocks are set back."""
    return min(_both_in(moment, zone))


def last_in(moment: datetime, zone: tzinfo) -> datetime:
    """Return a *moment* without a zone in *zone*; the last of two when clocks are set back."""
    return max(_both_in(moment, zone))


def _both_in(moment: datetime, zone: tzinfo) -> list[datetime]:
    """Return both readings, with fixed offsets, so that they compare as instants."""
    folds = (moment.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    return [moment.astimezone(UTC) for moment in folds]
