"""Assignments whose submissions have more or less time than the manifest gives."""

from __future__ import annotations

import msgspec

from graders.harness.assignment.manifest import Assignment


def with_limits(assignment: Assignment, **changes: float) -> Assignment:
    """Return *assignment* with other limits."""
    manifest = assignment.manifest
    limits = msgspec.structs.replace(manifest.limits, **changes)
    return msgspec.structs.replace(assignment, manifest=msgspec.structs.replace(manifest, limits=limits))
