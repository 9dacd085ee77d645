"""*Needs review* without the reasons that staff have seen, and with requests that wait for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from graders.harness.course.pages.attention import Attention
from graders.harness.course.pages.gradebook import GradebookRow
from graders.harness.course.pages.summary import ClassSummary
from graders.harness.result import one_line

ASKED = "a regrade request waits for an answer: {question}"
EVERY = "*"
LONGEST_QUESTION = 200


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Reasons that staff have seen, and requests that they have not answered, by submission."""

    seen: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Reasons; ``*`` stands for any part of one, and for any submission."""
    requests: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Questions without an answer."""

    def left(self, submission: str, reasons: Iterable[str]) -> list[str]:
        """Return the requests of *submission*, then its *reasons* that are not seen yet."""
        seen = (*self.seen.get(submission, ()), *self.seen.get(EVERY, ()))
        return [
            *map(_asked, self.requests.get(submission, ())),
            *(reason for reason in reasons if not any(_fits(reason, text) for text in seen)),
        ]

    def applied(self, summary: ClassSummary, rows: Sequence[GradebookRow]) -> ClassSummary:
        """Return the *summary* of *rows* with what is left to review."""
        items = (*summary.attention, *self._only_asked(summary, rows))
        left = (
            replace(item, reasons=tuple(self.left(item.submission, item.reasons))) for item in items
        )
        return replace(summary, attention=tuple(item for item in left if item.reasons))

    def _only_asked(
        self, summary: ClassSummary, rows: Iterable[GradebookRow]
    ) -> Iterator[Attention]:
        """Yield the submissions with a request that have no other reason."""
        others = {item.submission for item in summary.attention}
        who: dict[str, list[str]] = {}
        for row in rows:
            if row.submission in self.requests and row.submission not in others:
                who.setdefault(row.submission, []).append(row.shown)
        for submission, people in who.items():
            yield Attention(tuple(people), submission, ())


def _asked(question: str) -> str:
    return ASKED.format(question=one_line(question, LONGEST_QUESTION))


def _fits(reason: str, pattern: str) -> bool:
    """Return whether *reason* is the text *pattern*, in which only ``*`` stands for other text."""
    plain = pattern.replace("[", "[[]").replace("?", "[?]")
    return reason == pattern or fnmatchcase(reason, plain)
