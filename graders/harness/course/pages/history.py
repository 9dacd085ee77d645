"""`history.jsonl`: what changed the marks of a class, a line for each change.

A line is added at the same moment as the change itself takes effect (see `changing.Draft.append`):
after a kill there are both, or neither. Nothing ever changes or removes a line, and each line has
the digest of those above it, so that an edit is noticed. Results do not depend on the file.
"""

from __future__ import annotations

import datetime
import getpass
import hashlib
from collections.abc import Callable, Iterable, Mapping

import msgspec

from graders.harness.content import release
from graders.harness.course.pages.class_file import as_json
from graders.harness.course.pages.page_names import paired
from graders.harness.course.pages.result_changes import mark_of
from graders.harness.result import Result, printable

HISTORY = "history.jsonl"
GRADE, DECIDE, FILES, TUTORS = "grade", "decide", "files", "tutors"
"""Kinds of events: a grading; decisions or weights; decisions on files, which wait for the next
grading; what tutors wrote.
"""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the file."""

    what: str
    at: str
    """In UTC, ISO 8601."""
    user: str
    """Login on the machine."""
    release: str
    """Of the harness."""
    by: tuple[str, ...] = ()
    """People by whom the change is signed."""
    command: str = ""
    """The command line of a grading."""
    grader: str = ""
    """Digest of all that verdicts depend on but submissions; of a grading."""
    submissions: str = ""
    """Digest of all submissions; of a grading."""
    made_with: dict[str, str] = {}
    """Source of the results -> its digest, as in `class.json`."""
    changed: int = 0
    """Number of results with another mark than before, new ones included."""
    results: int = 0
    follows: str = ""
    """Digest of the lines above."""


def event(
    what: str,
    before: Mapping[str, Result] = {},
    after: Mapping[str, Result] = {},
    **facts: object,
) -> Event:
    """Return what happens now. before, after: results by page; facts: other fields."""
    return Event(
        what,
        datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        _user(),
        release(),
        changed=changed_marks(before, after),
        results=len(after),
        **facts,  # type: ignore[arg-type]
    )


def changed_marks(before: Mapping[str, Result], after: Mapping[str, Result]) -> int:
    """Return the number of results whose mark is another, with those that are new or gone."""
    old, new = paired(before, after)
    return sum(
        mark_of(old.get(page)) != mark_of(new.get(page)) or (page in old) != (page in new)
        for page in {*old, *new}
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container may give its user no name
        return ""


def signed(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of people for an event: each once, without empty ones."""
    return tuple(sorted({printable(name, 200) for name in names if name.strip()}))


def digest_of(digests: Mapping[str, str]) -> str:
    """Return the digest of all submissions. digests: by submission."""
    return digest(msgspec.json.encode(sorted(digests.items())))


def digest(data: bytes) -> str:
    """Return the digest of lines, or of other data."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def line_of(happened: Event) -> Callable[[bytes], bytes]:
    """Return a function that adds *happened* to the file with the content that it gets."""

    def added(before: bytes) -> bytes:
        above = before if not before or before.endswith(b"\n") else before + b"\n"
        line = msgspec.structs.replace(happened, follows=digest(above))
        return above + as_json(msgspec.to_builtins(line))

    return added
