"""Matching of names in commands and files: by prefix or pattern, with suggestions for typos."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from fnmatch import filter as filter_names
from fnmatch import fnmatchcase

from graders.harness.errors import GraderError
from graders.harness.result import printable

MOST_NAMED = 6
"""Maximum names in a message about an ambiguous pattern."""


class UnknownName(GraderError):
    """No name matches, or too many do. The message names the nearest, or the way to list all."""


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the item of *names* that is most similar to *name*, or "" if none is similar."""
    by_lower_case = {name.lower(): name for name in names}
    close = get_close_matches(name.lower(), by_lower_case, n=1, cutoff=0.65)
    return by_lower_case[close[0]] if close else ""


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return an ending for an error about *name*, ``; did you mean grade?``, or ""."""
    close = nearest(name, names)
    return f"; did you mean {close}?" if close else ""


def match_names(
    patterns: Iterable[str], names: Collection[str], *, what: str, see: str
) -> frozenset[str]:
    """Return the *names* that match any pattern: a name, a prefix ("block") or a glob ("*.swap-*").

    Raises UnknownName for a pattern without a match. The word for a named thing is *what*. The
    advice is the names that contain the pattern, or a similar one, or *see*, how to list the names.
    """
    selected: set[str] = set()
    for pattern in patterns:
        exact = {pattern} & set(names)
        matches = exact or {
            name for name in names if name.startswith(pattern) or fnmatchcase(name, pattern)
        }
        if not matches:
            near = filter_names(names, f"*{pattern}*") or [nearest(pattern, names)]
            advice = f"did you mean {first_of(sorted(near))}?" if any(near) else see
            raise UnknownName(f"no {what} is called {printable(pattern, 80)!r}; {advice}")
        selected |= matches
    return frozenset(selected)


def match_one(pattern: str, names: Collection[str], *, what: str, see: str) -> str:
    """Return the only one of *names* that is *pattern*, or else begins with it, or else has it
    anywhere, or else fits it as in :func:`match_names`.

    Raises UnknownName if there are several, or none.
    """
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name == pattern,
        lambda name: name.startswith(pattern),
        lambda name: pattern in name,
    )
    found = (sorted(name for name in names if fits(name)) for fits in ways)
    matches = next(filter(None, found), None) or sorted(
        match_names([pattern], names, what=what, see=see)
    )
    if len(matches) > 1:
        raise UnknownName(
            f"{printable(pattern, 80)!r} fits {len(matches)} of them "
            f"({first_of(matches)}): name one {what}"
        )
    return matches[0]


def first_of(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return the first of *names* and the number of the others, for a message."""
    rest = names[most:] and [f"and {len(names) - most} more"]
    return ", ".join([*names[:most], *rest]) or "none"


def by_likeness(name: str, names: Collection[str]) -> list[str]:
    """Return *names*, the most similar to *name* first."""
    return get_close_matches(name, names, n=max(len(names), 1), cutoff=0)
