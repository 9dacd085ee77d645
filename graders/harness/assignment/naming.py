"""How people name things: by their names, the beginning of names or a pattern; and which name they
may have meant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase

from graders.harness.errors import GraderError
from graders.harness.result import printable

MOST_NAMED = 6
"""Names that are told where a pattern fits several, but is to fit one."""


class UnknownName(GraderError):
    """Nothing is called so, or too much; the message says what is nearest, and what lists the
    names.
    """


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the name of *known* that is most like *name*; empty where none is alike."""
    by_letters = {one.lower(): one for one in known}
    close = get_close_matches(name.lower(), by_letters, n=1, cutoff=0.65)
    return by_letters[close[0]] if close else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return what to put behind a complaint about *name*: ``; did you mean grade?``; empty where
    none is alike.
    """
    close = nearest(name, known)
    return f"; did you mean {close}?" if close else ""


def fitting(
    patterns: Iterable[str], names: Collection[str], *, what: str, see: str
) -> frozenset[str]:
    """Return the *names* that are meant: by name, by the beginning of names ("block"), or by a
    pattern ("*.swap-*").

    Raises UnknownName for a pattern that none fits. *what* says what they are names of, *see* what
    lists them.
    """
    found: set[str] = set()
    for pattern in patterns:
        exact = {pattern} & set(names)
        fits = exact or {
            name
            for name in names
            if name.startswith(pattern) or fnmatchcase(name, pattern)
        }
        if not fits:
            said = did_you_mean(pattern, names) or f"; {see}"
            raise UnknownName(f"no {what} is called {printable(pattern, 80)!r}{said}")
        found |= fits
    return frozenset(found)


def the_one(pattern: str, names: Collection[str], *, what: str, see: str) -> str:
    """Return the one of *names* that *pattern* fits, as for :func:`fitting`. Raises UnknownName if
    it fits several.
    """
    fits = sorted(fitting([pattern], names, what=what, see=see))
    if len(fits) > 1:
        told = ", ".join(fits[:MOST_NAMED]) + (
            ", ..." if len(fits) > MOST_NAMED else ""
        )
        raise UnknownName(
            f"{printable(pattern, 80)!r} fits {len(fits)} of them ({told}): name one {what}"
        )
    return fits[0]
