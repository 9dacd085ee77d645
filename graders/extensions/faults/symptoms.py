"""How a check failed on a program, as data that can be compared with another program's."""

from __future__ import annotations

import hashlib

import msgspec

DIGEST_BYTES = 4
"""Bytes of a digest: it tells wrong answers apart, and no security depends on it."""


class Judgement(msgspec.Struct, frozen=True, array_like=True):
    """The judgement of a check on one example that failed."""

    assertion: str
    """A digest of what was broken: the check's message without its values, or the exception."""
    data: str
    """A digest of the same with all values, expected and got."""
    form: str = ""
    """A digest of the message and the texts shown with it, without what chance draws: numbers count
    as 0 or another one, blocks and colours as any; "" if no text is shown.
    """


class Symptom(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one check failed when it was run."""

    basis: str
    """A digest of the check and its recorded calls: symptoms are compared only if it is equal."""
    failed: dict[int, Judgement]
    """Number of an example on which it failed, from 0 -> what was wrong. A check that is no
    property has one example.
    """
    judged: int | None = None
    """Number of examples on which it ran; None for all."""

    @property
    def assertions(self) -> frozenset[str]:
        """The assertions that failed."""
        return frozenset(one.assertion for one in self.failed.values())

    @property
    def forms(self) -> frozenset[str]:
        """The kinds of wrong answers; empty if one is of none."""
        forms = frozenset(one.form for one in self.failed.values())
        return frozenset() if "" in forms else forms

    def within(self, judged: int | None) -> dict[int, Judgement]:
        """Return what failed on the first *judged* examples; None for all."""
        if judged is None:
            return self.failed
        return {number: outcome for number, outcome in self.failed.items() if number < judged}


Symptoms = dict[str, Symptom]
"""Id of a failed check -> its symptom."""


def digest(data: bytes) -> str:
    """Return a short digest of *data* as text."""
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()
