"""How much one submission may hold: a table of data, far above what any honest one needs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of intake. Reaching one is an `IntakeError` (a person looks), never a quiet
    truncation.
    """

    file_bytes: int = 4 << 20
    """One source file, real bytes counted while reading (a header's word is not taken)."""
    total_bytes: int = 32 << 20
    """All source files of a submission together."""
    sources: int = 2_000
    """Source files, whatever folder they are in."""
    entries: int = 50_000
    """Entries of any kind: an honest archive that drags a virtual environment along has some
    20,000.
    """
    depth: int = 32
    """Folders inside one another; what lies deeper is left out with a note (honest ones have fewer
    than 10).
    """
    archive_bytes: int = 256 << 20
    """The archive file as it lies on the disk."""
    unpacked_bytes: int = 1 << 30
    """What a compressed tar may unpack to: it can only be read from front to back."""
    unpacked_ratio: int = 200
    """Unpacked bytes per packed byte, looked at once more than `unpacked_floor` bytes came out."""
    unpacked_floor: int = 16 << 20
    """Below this a high ratio harms nobody (an archive of empty folders packs very well)."""
    header_bytes: int = 64 << 10
    """One extended header of a tar: a long name or extended attributes."""
    unpack_memory_bytes: int = 128 << 20
    """Memory the xz decoder may ask for; `xz -9` needs 65 MiB."""


LIMITS = Limits()
