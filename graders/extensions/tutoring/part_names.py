"""Short names of the parts that tutors mark: a handout may describe a part in its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def short_names(parts: Iterable[str]) -> dict[str, str]:
    """Return each name up to a bracket, if that is enough to tell it from the others."""
    names = {name: name.partition(" (")[0] for name in parts}
    times = Counter(names.values())
    return {name: short if times[short] == 1 else name for name, short in names.items()}
