"""Boxes whose processes are Java virtual machines instead of Python's, on top of any backend.

The worker (``worker/java``), the driver and the course's classes are ours: they are compiled once, outside, and kept. A
submission is compiled inside the sandbox alone, by a machine that has run none of its code; its class files then
travel as data from machine to machine.

A machine takes a few tenths of a second to start. So that not every check has to wait for one, calls that are sent
ahead go to a machine that earlier checks have used, with every class loaded afresh. That is a convenience and no
boundary: only answers that are the recorded ones count from there, everything else comes from a machine of its own.
One that was killed, or in which a thread of the submission is left, is not used again.
"""

from graders.harness.sandbox.java.box import JavaBackend, prove
from graders.harness.sandbox.java.guest import guest_of
from graders.harness.sandbox.java.jars import JavaBroken, Sources, archive_classes, build_jars
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
]
