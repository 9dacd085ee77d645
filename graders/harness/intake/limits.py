"""Limits on the size of a submission, far above the needs of honest ones."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IntakeLimits:
    """Limits of intake. Exceeding one is an `IntakeError` for staff, never a silent truncation."""

    file_bytes: int = 4 << 20
    """Bytes of a source file, counted while reading, because headers may lie."""
    total_bytes: int = 32 << 20
    """Bytes of all source files of a submission together."""
    sources: int = 2_000
    """Number of source files, in all folders."""
    entries: int = 50_000
    """Entries of any kind: an honest archive with a virtual environment has some 20,000."""
    depth: int = 32
    """Nested folders; deeper entries are left out with a note. Honest submissions have under 10."""
    name_squares: int = 200_000_000
    """Sum of the squares of the lengths of names that are not ASCII: marks on a letter take as long
    to compose. Of 20,000 honest names of 60 letters it is 72 million; the limit takes some seconds.
    """
    archive_bytes: int = 256 << 20
    """Bytes of the archive file."""
    unpacked_bytes: int = 1 << 30
    """Unpacked bytes of a compressed tar, which can only be read from front to back."""
    unpacked_ratio: int = 200
    """Unpacked bytes per packed byte, checked beyond `unpacked_floor` unpacked bytes."""
    unpacked_floor: int = 16 << 20
    """Unpacked bytes below which a high ratio is harmless: empty folders pack very well."""
    streams: int = 20_000
    """Packed streams of an archive, one behind the other: `pbzip2` begins one every 900 kB."""
    headers: int = 150_000
    """Headers of a tar, of which an entry has up to three."""
    header_bytes: int = 64 << 10
    """Bytes of an extended header of a tar: a long name or extended attributes."""
    unpack_memory_bytes: int = 128 << 20
    """Memory for the xz decoder; `xz -9` needs 65 MiB."""


LIMITS = IntakeLimits()
