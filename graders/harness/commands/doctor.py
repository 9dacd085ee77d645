"""``grader doctor``: reports the capabilities of this machine."""

from __future__ import annotations

from graders.harness.commands.grammar import AsJson


def doctor(*, json: AsJson = False) -> int:
    """Report what this machine can do.

    Reports interpreters, sandbox levels and optional tools, and what to do about missing ones.
    """
    from graders.harness.doctor import main

    return main(as_json=json)
