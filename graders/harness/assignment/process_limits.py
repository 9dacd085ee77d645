"""Limits of an assignment's processes, a table of its manifest."""

from __future__ import annotations

import msgspec


class ManifestStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Immutable, strict base of all tables of the manifest."""


class Limits(ManifestStruct, frozen=True):
    """Limits of a check's process. Reaching a limit ends this check only."""

    cpu_seconds: float = 10.0
    """CPU time of one process."""
    least_cpu_seconds: float = 1.0
    """A check gets a multiple of the reference's CPU time, from this up to ``cpu_seconds``."""
    wall_seconds: float = 60.0
    """Elapsed time of one process. A second run must confirm the timeout."""
    total_cpu_seconds: float = 50.0
    """CPU time of all checks of a submission, with the judge's own work for it. Checks that are
    left are not run, and the submission is flagged.
    """
    total_wall_seconds: float = 75.0
    """The same for elapsed time; up to three times as much on a busy machine."""
    hurried_cpu_seconds: float = 1.0
    """Each timeout by the CPU halves the limit of later runs, down to this one. Each by the wall
    clock halves their wall time, down to the same share, so that no submission takes hours.
    """
    memory_mb: int = 512
    """Maximum memory of one process."""
    output_chars: int = 1_000_000
    """Maximum characters printed in one call."""
    frame_kb: int = 2048
    """Maximum size of one message between judge and sandbox."""
    open_files: int = 64
    """Maximum descriptors of one process."""
    scratch_mb: int = 8
    """Maximum size of all files that a process writes (``scratch = true``)."""
    scratch_files: int = 256
    """Maximum number of these files."""
    recursion: int = 5000
    """Python's recursion limit in the submission's interpreter."""
    asks: int = 50_000
    """Maximum callbacks of one check's process."""
    ask_cpu_seconds: float = 20.0
    """CPU time limit of the reference for one check's callbacks."""
