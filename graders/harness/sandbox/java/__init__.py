"""Boxes whose processes are Java virtual machines instead of Python's, on top of any backend.

The worker (``inside/java``), the driver and the course's classes are ours: they are compiled once,
outside, and kept; so is the reference, where it answers checks, in another place, for boxes are
shown the jars of the others. A submission is compiled inside the sandbox alone, by a machine that
has run nobody's code; its class files then travel as data from machine to machine.

A machine takes a tenth of a second to start, and longer until it compiles quickly. So one compiles
for all submissions (:mod:`graders.harness.sandbox.java.common`), and runs none of them; the survey,
which comes last and reads sources as a compiler does, asks that one. What does not compile there is
compiled again in the submission's own box. One that has served a check is used again, with every
class loaded afresh: by the scout (:mod:`graders.harness.replay.scout`), and to find a small
example. That is a convenience and no boundary: nothing that such a machine says is told, it comes
from a machine of its own. One that was killed, was answered a question, or has a thread of the
submission left is not used again. While one is kept others run beside it, so boxes of machines have
no scratch space: a file would pass from one check to the next.
"""

from graders.harness.sandbox.java.box import JavaBackend, prove
from graders.harness.sandbox.java.guest import guest_of
from graders.harness.sandbox.java.jars import (
    JavaBroken,
    Sources,
    archive_classes,
    build_jars,
    reference_classes,
)
from graders.harness.sandbox.java.jdk import Jdk, find_jdk

__all__ = [
    "JavaBackend",
    "JavaBroken",
    "Jdk",
    "Sources",
    "archive_classes",
    "build_jars",
    "find_jdk",
    "guest_of",
    "prove",
    "reference_classes",
]
