"""How a check failed on a program, as data that can be compared with another program's."""

from __future__ import annotations

import hashlib

import msgspec

from graders.harness.result import CauseKind, Verdict

DIGEST_BYTES = 4
"""Bytes of a digest: it tells replies of known faults apart, and no security depends on it."""

MOST_CALLS = 200
"""Calls of a deviation that are listed, the first ones."""


class Deviation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The calls of a check whose replies are not the reference's, in one variant."""

    wrong: dict[int, str] = {}
    """Number of the call, from 0 -> the :func:`digest` of its reply."""
    end: int | None = None
    """The first call without a result; what later ones return is unknown. None if all have one."""

    def until(self, end: int | None) -> dict[int, str]:
        """Return the wrong replies before call *end*; None for all."""
        if end is None:
            return self.wrong
        return {call: reply for call, reply in self.wrong.items() if call < end}


class Symptom(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one check failed."""

    basis: str
    """A digest of the check and its recorded calls: symptoms are compared only if it is equal."""
    verdict: Verdict
    kind: CauseKind
    name: str = ""
    """The type of the exception, or ""."""
    first: str = ""
    """A digest of the first failing example and of what was wrong with it; "" if unknown."""
    replies: dict[str, Deviation] = {}
    """Variant -> deviation; without the variants that were not prefetched to a definite end."""


Symptoms = dict[str, Symptom]
"""Id of a failed check -> its symptom."""


def digest(data: bytes) -> str:
    """Return a short digest of *data* as text."""
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()
