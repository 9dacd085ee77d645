"""All attacks on a running submission, and their classes in the catalogue."""

from __future__ import annotations

from tests.attacks.submissions import exhaustion, forging, interpreter, surroundings

ATTACKS = (*interpreter.ATTACKS, *forging.ATTACKS, *surroundings.ATTACKS, *exhaustion.ATTACKS)

CLASSES = frozenset({*range(1, 14), *range(16, 23), 27, 52, 53, 58, *range(62, 80)})
"""Classes of which the tables must have at least one attack; 0 is outside the catalogue."""
