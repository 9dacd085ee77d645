"""Java, for manifests with ``language = "java"``: boxes whose processes are Java virtual machines
instead of Python, on any backend.

The worker (``inside``), the driver and the course's classes are trusted. They are compiled
once, outside, and cached. So is the reference, if it answers checks, but in another folder, because
boxes can read the jars. A submission is compiled only inside the sandbox, by a machine that has run
no submitted code. Its class files then travel as data from machine to machine.

A machine takes a tenth of a second to start, and longer until it compiles quickly. So one machine
compiles for all submissions (:mod:`graders.extensions.java.shared_compiler`) and runs none of
them. The survey, which comes last and reads sources like a compiler, uses that machine. A
submission that does not compile there is compiled again in its own box. A machine that has served a
check is reused, with every class loaded again, for the prefetch
(:mod:`graders.harness.replay.prefetch`) and the search for a small example. This is a convenience,
not a boundary: messages for students do not come from such a machine. It decides a check only if
the submission is self-contained (``inside/grader/SelfContained.java``): then its classes can
leave nothing behind, once they are loaded again. A machine that was killed, got an answer to a
callback, or still has a thread of the submission is not reused. While a machine is kept, others run
beside it. So these boxes have no scratch space, through which a file could pass from one check to
the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.harness.assignment.language import Language


def _languages() -> Sequence[Language]:
    from graders.extensions.java.language import JAVA

    return [JAVA]


EXTENSION = Extension("java", languages=_languages)
