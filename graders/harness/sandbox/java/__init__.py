"""Boxes whose processes are Java virtual machines instead of Python, on any backend.

The worker (``inside/java``), the driver and the course's classes are trusted. They are compiled
once, outside, and cached. So is the reference, if it answers checks, but in another folder, because
boxes can read the jars. A submission is compiled only inside the sandbox, by a machine that has run
no submitted code. Its class files then travel as data from machine to machine.

A machine takes a tenth of a second to start, and longer until it compiles quickly. So one machine
compiles for all submissions (:mod:`graders.harness.sandbox.java.shared_compiler`) and runs none of
them. The survey, which comes last and reads sources like a compiler, uses that machine. A
submission that does not compile there is compiled again in its own box. A machine that has served a
check is reused, with every class loaded again, for the prefetch
(:mod:`graders.harness.replay.prefetch`) and the search for a small example. This is a convenience,
not a boundary: messages for students do not come from such a machine. It decides a check only if
the submission is self-contained (``inside/java/grader/SelfContained.java``): then its classes can
leave nothing behind, once they are loaded again. A machine that was killed, got an answer to a
callback, or still has a thread of the submission is not reused. While a machine is kept, others run
beside it. So these boxes have no scratch space, through which a file could pass from one check to
the next.
"""

from graders.harness.sandbox.java.guest import guest_of
from graders.harness.sandbox.java.jars import (
    JavaBuildError,
    JavaSources,
    archive_classes,
    build_jars,
    reference_classes,
)
from graders.harness.sandbox.java.jdk import Jdk, find_jdk
from graders.harness.sandbox.java.jvm_box import JavaBackend, prove

__all__ = [
    "JavaBackend",
    "JavaBuildError",
    "JavaSources",
    "Jdk",
    "archive_classes",
    "build_jars",
    "find_jdk",
    "guest_of",
    "prove",
    "reference_classes",
]
