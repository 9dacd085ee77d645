"""Which tutor has which submission open: tutors see each other, and never get the same one next.

It is known to one desk while that runs. Desks on several machines divide the work by `assigning`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

GONE_SECONDS = 600.0
"""By the clock, since a page was last heard of. Browsers let hidden pages ask once a minute."""
MOST_PAGES = 200
"""Open pages that are known, the last ones."""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A tutor's open page."""

    tutor: str
    submission: str
    seen: float


class Presence:
    """The open pages of a desk."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._pages: dict[str, OpenPage] = {}

    def note(self, page: str, tutor: str, submission: str = "") -> None:
        """Note that *page* shows a submission; "" for the same as before."""
        with self._lock:
            self._note(page, tutor, submission)

    def _note(self, page: str, tutor: str, submission: str) -> None:
        before = self._pages.pop(page, None)
        if before and not submission:
            submission = before.submission
        if page and submission:
            self._pages[page] = OpenPage(tutor, submission, self._clock())
        for old in list(self._pages)[:-MOST_PAGES]:
            del self._pages[old]

    def leave(self, page: str) -> None:
        """Note that *page* was closed."""
        with self._lock:
            self._pages.pop(page, None)

    def others(self, page: str) -> dict[str, list[str]]:
        """Return the tutors of all other pages, by the submission that they have open."""
        with self._lock:
            return self._others(page)

    def _others(self, page: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for id, one in self._pages.items():
            if id != page and one.seen > self._clock() - GONE_SECONDS:
                found.setdefault(one.submission, []).append(one.tutor or "a tutor")
        return found

    def claim(self, page: str, tutor: str, choose: Callable[[Collection[str]], str]) -> str:
        """Return the submission that *choose* chooses, who gets those that other pages have open,
        and note that *page* shows it. No two pages are given the same one.
        """
        with self._lock:
            chosen = choose(self._others(page))
            if chosen:
                self._note(page, tutor, chosen)
            return chosen
