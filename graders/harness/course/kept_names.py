"""Names of a class's submissions that a later run keeps: `names.json` in its folder.

Pages, tutors' marks and decisions belong to a name. So a delivery with an equal key gets the same
name again, whoever else hands in under it (see `intake.drafts.named`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from graders.harness.content import write_file
from graders.harness.documents import parse_json
from graders.harness.intake.delivery import SubmissionSource

FILE = "names.json"


def read(folder: Path) -> Mapping[str, Sequence[str]]:
    """Return the names in *folder*: submission -> its keys; none without a readable file."""
    try:
        return parse_json((folder / FILE).read_bytes(), dict[str, tuple[str, ...]])
    except (OSError, msgspec.DecodeError):
        return {}


def write(folder: Path, deliveries: Iterable[SubmissionSource]) -> None:
    """Write the names of *deliveries* into *folder*. Raises GraderError."""
    keys = {delivery.name: delivery.keys for delivery in deliveries}
    # escaped, because names may hold commands to a terminal or a CI system
    shown = json.dumps(dict(sorted(keys.items())), indent=1)
    shown = shown.replace("#", "\\u0023").replace("::", "\\u003a\\u003a")
    write_file(folder / FILE, shown.encode("ascii") + b"\n")
