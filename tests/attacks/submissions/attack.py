"""An attack: a hostile submission of the toy assignment, its honest verdicts, and the harm that it intends.

Every attack is graded twice. On each backend and level that the machine offers it must get exactly its honest
verdicts and do no harm. In the weak build that it names it must do its harm, or the test would prove nothing.
"""

from __future__ import annotations

import enum
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from graders.harness.sandbox.interface import Level

CHECKS = ("sums.total", "sums.largest", "sums.largest-single", "words.describe", "words.shout")
MARKS_EACH = 2

SCRATCH_BYTES = 8 << 20
"""Bytes that one submission may write, as in the toy assignment's limits."""

SECRET = "the-judge-alone-knows-this-4711"


class Weak(enum.Enum):
    """Deliberately weak builds; see :mod:`tests.attacks.submissions.weak`."""

    IN_PROCESS = (
        "student modules imported into pytest beside checks and reference, an alarm against loops"
    )
    NO_LIMITS = "the same without the alarm"
    SELF_REPORTING = "the same, reporting over an inherited pipe whose first report counts"
    PLAIN = "a worker process of its own that nothing confines (level E)"
    OPEN_ASKS = "our own judge, but every operation may be asked for in every check"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Observations after a submission was graded, by any build."""

    verdicts: Mapping[str, str]
    """Check id -> verdict; empty if the run ended without a report."""
    messages: str = ""
    """The whole report, as one text."""
    status: int | None = 0
    """Exit status of the grading process; None if it had to be killed from outside."""
    term_ignored: bool = False
    """True if it survived SIGTERM."""
    output: int = 0
    """Bytes that reached the grader's own standard output."""
    reports: int = 1
    """Number of reports that the run wrote."""
    left: tuple[str, ...] = ()
    """Processes that still existed afterwards."""
    reached: tuple[str, ...] = ()
    """Services of the machine that the submission reached."""
    written: int = 0
    """Bytes that it left in a world-writable folder of the machine."""


Harm = Callable[[Evidence, "Attack"], bool]


@dataclass(frozen=True, slots=True)
class Attack:
    """One row of the table."""

    number: int
    """Class in the catalogue of attacks."""
    title: str
    weak: Weak
    harm: Harm
    """Returns whether the attack succeeded. It must succeed in the weak build."""
    sums: str
    words: str | None = None
    """Source of words.py, if not the right one."""
    honest: Mapping[str, str] = field(default_factory=dict)
    """Check id -> verdict (or several, "a|b", if a race decides between two losses); all others pass."""
    at: Mapping[Level, Mapping[str, str]] = field(default_factory=dict)
    """Other honest verdicts at some level."""
    open_at: frozenset[Level] = frozenset()
    """Levels that do not claim to hold this attack; there the test shows its harm."""
    not_at: Mapping[Level, str] = field(default_factory=dict)
    """Level -> reason why grading at that level would prove nothing."""
    wall_seconds: float | None = None
    slow: bool = False

    @property
    def loses_by_time(self) -> bool:
        """Whether some check is to end in a timeout; the tests then use a short limit."""
        return any(
            "timeout" in verdict
            for table in (self.honest, *self.at.values())
            for verdict in table.values()
        )

    @property
    def id(self) -> str:
        """Its name in test ids."""
        return f"{self.number} {self.title}"


# The harms.


def gains(seen: Evidence, attack: Attack) -> bool:
    """A check passes that must not. Or there is no report but exit status 0, which some graders trust."""
    if not seen.verdicts:
        return seen.status == 0
    return any(seen.verdicts.get(check) == "passed" for check in attack.honest)


def silences(seen: Evidence, attack: Attack) -> bool:
    """Results of unrelated checks are lost."""
    return any(check not in seen.verdicts for check in CHECKS if check not in attack.honest)


def doubles(seen: Evidence, attack: Attack) -> bool:
    """The run writes more than one report."""
    return seen.reports > 1


def reads(seen: Evidence, attack: Attack) -> bool:
    """The messages contain the planted secret."""
    return SECRET in seen.messages


def calls_out(seen: Evidence, attack: Attack) -> bool:
    """It reached a service outside."""
    return bool(seen.reached)


def stays(seen: Evidence, attack: Attack) -> bool:
    """A process outlives the grading."""
    return bool(seen.left)


def fills(seen: Evidence, attack: Attack) -> bool:
    """It wrote more than a submission may."""
    return seen.written > SCRATCH_BYTES


def floods(seen: Evidence, attack: Attack) -> bool:
    """Its output reached the grader's own."""
    return seen.output > 40_000_000


def hangs(seen: Evidence, attack: Attack) -> bool:
    """The run did not end by itself."""
    return seen.status is None


def outlives_sigterm(seen: Evidence, attack: Attack) -> bool:
    """SIGTERM did not end it."""
    return seen.term_ignored


# Writing submissions.


def sums(
    top: str = "", total: str = "return sum(numbers)", largest: str = "return max(numbers)"
) -> str:
    """Return a sums.py that is right except for the arguments."""
    return "\n\n\n".join(
        [
            textwrap.dedent(top).strip(),
            "def total(numbers):\n" + textwrap.indent(textwrap.dedent(total).strip(), "    "),
            "def largest(numbers):\n"
            + textwrap.indent(textwrap.dedent(largest).strip(), "    ")
            + "\n",
        ]
    )


def words(
    top: str = "",
    describe: str = "return 'the sum is %d' % total(numbers)",
    shout: str = "return text.upper() + '!'",
) -> str:
    """Return a words.py that is right except for the arguments."""
    return "\n\n\n".join(
        [
            "from sums import total\n" + textwrap.dedent(top).strip(),
            "def describe(numbers):\n" + textwrap.indent(textwrap.dedent(describe).strip(), "    "),
            "def shout(text):\n" + textwrap.indent(textwrap.dedent(shout).strip(), "    ") + "\n",
        ]
    )


def failing(verdict: str, *checks: str) -> dict[str, str]:
    """Return the honest verdicts of an attack that loses *checks*."""
    return dict.fromkeys(checks, verdict)
