"""Lists and reads zip and tar archives in memory, without extracting or opening nested archives."""

from __future__ import annotations

import bz2
import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import BinaryIO, Protocol

from graders.harness.intake import tar, zip_names
from graders.harness.intake.collector import Kind, Member, Refusal, check_limit
from graders.harness.intake.limits import IntakeLimits

_CHUNK = 1 << 20
_PIECE = 1 << 16
"""Packed bytes that a decoder gets at once: a stream's end copies the rest of them."""
_ZIP_ENTRY = b"PK\x01\x02"
_PASSWORD_FLAG = 0x1
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Default methods of all zip tools. Other methods are rare, and their decoders let the archive
choose the size of their memory.
"""

_MAGIC = (
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\x1f\x8b", "gz"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a rar archive"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd"),
)
"""First bytes -> format, because the suffix is not trusted."""


def format_of(stream: BinaryIO) -> str | None:
    """Return "zip", "tar", "gz", "bz2", "xz", the description of an unsupported format, or None."""
    stream.seek(0)
    head = stream.read(512)
    stream.seek(0)
    for magic, name in _MAGIC:
        if head.startswith(magic):
            return name
    # an empty tar is all zero
    return "tar" if tar.is_header(head) or head == bytes(512) else None


def members(stream: BinaryIO, limits: IntakeLimits) -> Iterator[Member]:
    """Yield every entry of the archive in order. Raises Refusal for an unsupported archive."""
    check_limit(stream.seek(0, 2), limits.archive_bytes, "the archive is larger than {:,} bytes")
    kind = format_of(stream)
    if kind == "zip":
        yield from zip_members(stream, limits, of_one=True)[0]
    elif kind is not None and kind in _UNPACKERS:
        begin = _Unpacked(stream, kind, limits).read(512)
        if begin and b"\0" not in begin:  # a header of a tar has some
            raise Refusal(
                f"is one file, compressed ({kind}), and no archive; unpack it, or hand it in as a "
                "zip"
            )
        yield from tar.members(_Unpacked(stream, kind, limits), limits)
    else:
        raise Refusal(
            f"is {kind or 'neither a source file nor an archive that can be read'}; hand "
            "it in as a zip"
        )


@contextmanager
def _damage_refused() -> Iterator[None]:
    """Turn the exceptions of the standard library's decoders for bad data into Refusals."""
    try:
        yield
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        struct.error,
        EOFError,
        OSError,
        ValueError,
        OverflowError,
        NotImplementedError,
        RuntimeError,
    ) as error:
        detail = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        raise Refusal(f"the archive is damaged ({ascii(detail)[1:-1]}); ask for it again") from None


def zip_members(
    stream: BinaryIO, limits: IntakeLimits, *, of_one: bool = False
) -> tuple[list[Member], str]:
    """Return every entry of a zip, readable while *stream* is open, and a remark for staff on their
    names, or "". *of_one*: it is one submission. Raises Refusal.
    """
    if _count(stream, _ZIP_ENTRY) > 2 * limits.entries:
        # `zipfile` makes an object of every entry before they can be counted, and the directory's
        # own count may lie
        raise Refusal(f"the archive holds more than {limits.entries:,} entries")
    with _damage_refused():
        archive = zipfile.ZipFile(stream)
    entries = archive.infolist()
    sources = partial(_sources, archive, limits.file_bytes) if of_one else str
    names, remark = zip_names.decoded(entries, sources)
    members = [
        Member(name, _zip_kind(name, info), partial(_zip_read, archive, info))
        for name, info in zip(names, entries, strict=True)
    ]
    return members, remark


def _sources(archive: zipfile.ZipFile, size: int) -> str:
    """Return the beginning of the text of all sources, *size* bytes at most."""
    parts: list[bytes] = []
    for info in archive.infolist():
        if info.filename.endswith((".py", ".java")) and size > 0:
            with suppress(Refusal):  # of what cannot be read, if it is wanted
                parts.append(_zip_read(archive, info, size))
                size -= len(parts[-1])
    return b"\n".join(parts).decode(errors="replace")


def _count(stream: BinaryIO, what: bytes) -> int:
    stream.seek(0)
    total, tail = 0, b""
    while chunk := stream.read(_CHUNK):
        chunk = tail + chunk
        total += chunk.count(what)
        tail = chunk[1 - len(what) :]
    stream.seek(0)
    return total


def _zip_kind(name: str, info: zipfile.ZipInfo) -> Kind:
    """Return the kind, from the end of the name and the Unix mode (0 if there is none)."""
    mode = stat.S_IFMT(info.external_attr >> 16)
    if mode == stat.S_IFLNK:
        return Kind.LINK
    if mode == stat.S_IFDIR or name.endswith(("/", "\\")):
        return Kind.FOLDER
    return Kind.FILE if mode in (0, stat.S_IFREG) else Kind.SPECIAL


def _zip_read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, size: int) -> bytes:
    if info.flag_bits & _PASSWORD_FLAG:
        raise Refusal("the archive is protected by a password; ask for one without")
    if info.compress_type not in _METHODS:
        raise Refusal(
            f"the archive uses an unusual packing (method {info.compress_type}); ask for a "
            "plain zip"
        )
    with _damage_refused(), archive.open(info) as member:
        return member.read(size)


class _Decoder(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Gzip:
    """A decoder of one gzip member with the interface of the other formats' decoders."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)

    @property
    def eof(self) -> bool:
        """Whether the member has ended."""
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        """Whether it can go on only with more data."""
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """Data behind the member."""
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Return up to *max_length* unpacked bytes."""
        return self._inner.decompress(self._inner.unconsumed_tail + data, max(0, max_length))


class _Streams:
    """Reads a file of packed streams, one behind the other.

    The standard library's readers go on through any number of empty streams in one call, and
    `lzma.LZMAFile` has no bound on the decoder's memory.
    """

    def __init__(self, packed: BinaryIO, new: Callable[[], _Decoder], limits: IntakeLimits) -> None:
        self._packed = packed
        self._new = new
        self._limits = limits
        self._decoder = new()
        self._count = 1

    def read(self, size: int) -> bytes:
        """Return up to *size* bytes; none at the end."""
        while True:
            data = b""
            if self._decoder.eof:  # another stream may follow, after padding
                data = self._decoder.unused_data.lstrip(b"\0") or self._packed.read(_PIECE).lstrip(
                    b"\0"
                )
                if not data:
                    return b""
                self._begin()
            elif self._decoder.needs_input:
                data = self._packed.read(_PIECE)
                if not data:
                    raise EOFError("it ends too early")
            out = self._decoder.decompress(data, size)
            if out:
                return out

    def _begin(self) -> None:
        """Begin another stream, which counts whatever it unpacks to."""
        self._count += 1
        check_limit(
            self._count,
            self._limits.streams,
            "the archive consists of more than {:,} packed streams; inspect it by hand",
        )
        self._decoder = self._new()


def _xz(memory: int) -> Callable[[], _Decoder]:
    return lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=memory)


_UNPACKERS: Mapping[str, Callable[[BinaryIO, IntakeLimits], tar.Readable]] = {
    "tar": lambda packed, limits: packed,
    "gz": lambda packed, limits: _Streams(packed, _Gzip, limits),
    "bz2": lambda packed, limits: _Streams(packed, bz2.BZ2Decompressor, limits),
    "xz": lambda packed, limits: _Streams(packed, _xz(limits.unpack_memory_bytes), limits),
}
"""Format of a tar -> its decoder."""


class _Unpacked:
    """A tar's bytes from front to back, counted after decoding, because headers may lie."""

    def __init__(self, packed: BinaryIO, kind: str, limits: IntakeLimits) -> None:
        packed.seek(0)
        self._packed = packed
        self._limits = limits
        self._count = 0
        self._stream = _UNPACKERS[kind](packed, limits)

    def read(self, size: int) -> bytes:
        """Return *size* bytes, fewer only at the end. Raises Refusal for a bomb and for damage."""
        parts, missing = [], size
        while missing > 0:
            with _damage_refused():
                part = self._stream.read(min(missing, _CHUNK))
            if not part:
                break
            self._count += len(part)
            self._refuse_bomb()
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def _refuse_bomb(self) -> None:
        limits = self._limits
        ratio = self._count / max(self._packed.tell(), 1)
        if self._count > limits.unpacked_floor and ratio > limits.unpacked_ratio:
            raise Refusal(
                f"the archive unpacks to more than {limits.unpacked_ratio} times its size; "
                "inspect it by hand"
            )
        check_limit(
            self._count,
            limits.unpacked_bytes,
            "the archive unpacks to more than {:,} bytes; inspect it by hand",
        )
