"""Names the faults of a submission that fails checks.

- ``grader dictionary`` writes how each known fault fails each check.
- ``grader extract`` makes an exemplar, and so a known fault, of a submission.
- The claim *diagnosis* of ``grader verify``.
"""

from __future__ import annotations

from collections.abc import Sequence

from graders.harness.hooks import Claim, Command, Extension


def _commands() -> Sequence[Command]:
    from graders.extensions.faults import dictionary_command, extract_command

    return [dictionary_command, extract_command]


def _claims() -> Sequence[Claim]:
    from graders.extensions.faults.claims import CLAIMS

    return CLAIMS


EXTENSION = Extension("faults", commands=_commands, claims=_claims)
