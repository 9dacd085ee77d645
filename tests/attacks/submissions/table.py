"""All attacks on a running submission, and which classes of the catalogue they are."""

from __future__ import annotations

from tests.attacks.submissions import exhaustion, forging, interpreter, surroundings

ATTACKS = (*interpreter.ATTACKS, *forging.ATTACKS, *surroundings.ATTACKS, *exhaustion.ATTACKS)

CLASSES = frozenset({*range(1, 14), *range(16, 23), 27, 52, 53, 58, *range(62, 80)})
"""The classes that these tables must hold at least one attack of; 0 is our own."""
