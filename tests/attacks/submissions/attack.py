"""What one attack is: a hostile submission of the toy assignment, its honest verdicts, and the harm it is after.

Every attack is graded twice. On each backend and level that the machine offers it must get exactly its honest
verdicts and do no harm; in the weak build that it names it must do its harm, or the test would prove nothing.
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
"""What one submission may write, as the toy assignment's limits have it."""

SECRET = "the-judge-alone-knows-this-4711"


class Weak(enum.Enum):
    """Deliberately weak builds; see :mod:`tests.attacks.submissions.weak`."""

    IN_PROCESS = "student modules imported into pytest beside checks and reference, an alarm against loops"
    NO_LIMITS = "the same without the alarm"
    SELF_REPORTING = "the same, reporting over an inherited pipe whose first report counts"
    PLAIN = "a worker process of its own that nothing confines (level E)"
    OPEN_ASKS = "our own judge, but every operation may be asked for in every check"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What there is to see after a submission has been graded, by whatever build."""

    verdicts: Mapping[str, str]
    """Check id -> verdict; empty when the run ended without a report."""
    messages: str = ""
    """All that a report says, in one text."""
    status: int | None = 0
    """Exit status of the grading process; None when it had to be killed from outside."""
    term_ignored: bool = False
    """It went on after SIGTERM."""
    output: int = 0
    """Bytes that reached the grader's own standard output."""
    reports: int = 1
    """How many reports came out of the run."""
    left: tuple[str, ...] = ()
    """Processes that were still there afterwards."""
    reached: tuple[str, ...] = ()
    """Services of the machine that the submission reached."""
    written: int = 0
    """Bytes that it left in a folder of the machine that anybody may write to."""


Harm = Callable[[Evidence, "Attack"], bool]


@dataclass(frozen=True, slots=True)
class Attack:
    """One row of the table."""

    number: int
    """Class in the catalogue of attacks."""
    title: str
    weak: Weak
    harm: Harm
    """Says whether the attack had its way. Must be so in the weak build."""
    sums: str
    words: str | None = None
    """Source of words.py, if not the right one."""
    honest: Mapping[str, str] = field(default_factory=dict)
    """Check id -> verdict (or several, "a|b", where a race decides between two losses); all others pass."""
    at: Mapping[Level, Mapping[str, str]] = field(default_factory=dict)
    """Other honest verdicts at some level."""
    open_at: frozenset[Level] = frozenset()
    """Levels that do not claim to hold this attack: there its harm is shown to happen."""
    not_at: Mapping[Level, str] = field(default_factory=dict)
    """Level -> why grading it there would prove nothing."""
    wall_seconds: float | None = None
    slow: bool = False

    @property
    def loses_by_time(self) -> bool:
        """Whether some check is to end by the clock: the sooner, the better for the tests."""
        return any("timeout" in verdict for table in (self.honest, *self.at.values()) for verdict in table.values())

    @property
    def id(self) -> str:
        """How the tests call it."""
        return f"{self.number} {self.title}"


# The harms.


def gains(seen: Evidence, attack: Attack) -> bool:
    """A check passes that must not; or the run says "fine" by its exit status, which some graders believe."""
    if not seen.verdicts:
        return seen.status == 0
    return any(seen.verdicts.get(check) == "passed" for check in attack.honest)


def silences(seen: Evidence, attack: Attack) -> bool:
    """Results of checks that have nothing to do with it are lost."""
    return any(check not in seen.verdicts for check in CHECKS if check not in attack.honest)


def doubles(seen: Evidence, attack: Attack) -> bool:
    """More than one report comes out."""
    return seen.reports > 1


def reads(seen: Evidence, attack: Attack) -> bool:
    """It knows the planted secret."""
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
    """Its output came through to the grader's."""
    return seen.output > 40_000_000


def hangs(seen: Evidence, attack: Attack) -> bool:
    """The run did not end by itself."""
    return seen.status is None


def outlives_sigterm(seen: Evidence, attack: Attack) -> bool:
    """The usual way to end a program did not end it."""
    return seen.term_ignored


# Writing submissions.


def sums(top: str = "", total: str = "return sum(numbers)", largest: str = "return max(numbers)") -> str:
    """A sums.py that is right but for what is given."""
    return "\n\n\n".join(
        [
            textwrap.dedent(top).strip(),
            "def total(numbers):\n" + textwrap.indent(textwrap.dedent(total).strip(), "    "),
            "def largest(numbers):\n" + textwrap.indent(textwrap.dedent(largest).strip(), "    ") + "\n",
        ]
    )


def words(
    top: str = "", describe: str = "return 'the sum is %d' % total(numbers)", shout: str = "return text.upper() + '!'"
) -> str:
    """A words.py that is right but for what is given."""
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
