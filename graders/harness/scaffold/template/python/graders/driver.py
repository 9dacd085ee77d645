"""Operations on a submission: plain data in, plain data out.

This runs in the sandbox, beside the student's code, and holds no secret. It needs nothing but the standard library, in
the syntax of the oldest Python that the manifest allows.
"""

from . import sandbox


def as_clock(minutes):
    """Call as_clock of clock.py."""
    return sandbox.require("clock", "as_clock")(minutes)


def talk(lines):
    """Run clock.py while *lines* are typed. Returns [end, events] of ``sandbox.run_program``."""
    return sandbox.run_program("clock.py", lines)
