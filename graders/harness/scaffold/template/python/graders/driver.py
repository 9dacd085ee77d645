"""Operations on a submission: plain data in, plain data out.

They run in the sandbox beside the student's code and hold no secrets. They need only the standard
library, in the syntax of the oldest Python that the manifest allows.
"""

from . import sandbox


def new_module(number):
    """Call new_module of new_module.py."""
    return sandbox.require("new_module", "new_module")(number)


def talk(lines):
    """Run new_module.py with *lines* as input; return [end, events] of `sandbox.run_program`."""
    return sandbox.run_program("new_module.py", lines)
