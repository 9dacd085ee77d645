"""Which tutor has which submission open: tutors see each other, and never get the same one next.

It is in a file of the class's folder, so that all desks on that folder know it. Nothing else
depends on the file. Desks on copies of the folder divide the work by `assigning`.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import msgspec

from graders.harness import content
from graders.harness.errors import GraderError

FILE, LOCK = ".desk.json", ".desk.lock"
GONE_SECONDS = 600.0
"""By the clock, since a page was last heard of. Browsers let hidden pages ask once a minute."""
AGAIN_SECONDS = 30.0
"""By the clock, after which it is noted again that a page was heard of."""
MOST_PAGES = 200
"""Open pages that are known, the last ones."""


class OpenPage(msgspec.Struct, frozen=True):
    """A tutor's open page."""

    tutor: str
    submission: str
    seen: float


Pages = dict[str, OpenPage]


class Presence:
    """The open pages of all desks of the class in a folder. `close` ends those of this desk.

    A page is named by its browser, a dot, and a name of its own. Pages of one browser are one
    person's, so they do not count as others for each other: neither two windows, nor a page that a
    killed desk left behind.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock
        self._own: set[str] = set()

    def note(self, page: str, tutor: str, submission: str = "") -> None:
        """Note that *page* shows a submission; "" for the same as before."""
        with contextlib.suppress(GraderError), self._changing() as pages:
            self._note(pages, page, tutor, submission)

    def _note(self, pages: Pages, page: str, tutor: str, submission: str) -> None:
        self._own.add(page)
        before, now = pages.get(page), self._clock()
        if before and before.seen > now - AGAIN_SECONDS:
            now = before.seen
        noted = OpenPage(tutor, submission or (before.submission if before else ""), now)
        if page and noted.submission and noted != before:
            pages.pop(page, None)
            pages[page] = noted

    def leave(self, *closed: str) -> None:
        """Note that pages were closed."""
        with contextlib.suppress(GraderError), self._changing() as pages:
            for page in closed:
                pages.pop(page, None)

    def close(self) -> None:
        """Note that all pages of this desk were closed."""
        self.leave(*self._own)

    def others(self, page: str) -> dict[str, list[str]]:
        """Return the tutors of all other pages, by the submission that they have open."""
        return self._others(self._read(), page)

    def _others(self, pages: Pages, page: str) -> dict[str, list[str]]:
        found: dict[str, dict[str, None]] = {}
        for id, other in pages.items():
            if _browser(id) != _browser(page):
                found.setdefault(other.submission, {})[other.tutor or "a tutor"] = None
        return {name: [*tutors] for name, tutors in found.items()}

    def claim(self, page: str, tutor: str, choose: Callable[[Collection[str]], str]) -> str:
        """Return the submission that *choose* chooses, who gets those that other pages have open,
        and note that *page* shows it. No two browsers are given the same one. Raises GraderError.
        """
        with self._changing() as pages:
            chosen = choose(self._others(pages, page))
            self._note(pages, page, tutor, chosen)
        return chosen

    @contextlib.contextmanager
    def _changing(self) -> Iterator[Pages]:
        """Yield the open pages, and write what becomes of them. Raises GraderError."""
        with content.locked(self._folder / LOCK):
            pages = self._read()
            before = dict(pages)
            yield pages
            if pages != before:
                last = dict([*pages.items()][-MOST_PAGES:])
                content.write_file(self._folder / FILE, msgspec.json.encode(last))

    def _read(self) -> Pages:
        try:
            data = (self._folder / FILE).read_bytes()
            pages = msgspec.json.decode(data, type=Pages)
        except (OSError, msgspec.DecodeError):
            return {}
        gone = self._clock() - GONE_SECONDS
        return {id: page for id, page in pages.items() if page.seen > gone}


def _browser(page: str) -> str:
    return page.rpartition(".")[0] or page
