"""Layers of a file: the file itself, its packed files, and encoded data in these."""

from __future__ import annotations

import base64
import binascii
import bz2
import gzip
import io
import lzma
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator

DEEPEST = 6
"""Maximum nesting of packed files; the project's own files are never packed."""

_ENCODED = re.compile(rb"(?:[A-Za-z0-9+/_-]{4}(?:\r?\n|\\n)?){16,}[A-Za-z0-9+/_-]{0,3}={0,2}")
"""Base64, in one piece or in lines; it also matches hexadecimal digits."""
_BREAK = re.compile(rb"\\n|\s")
_ESCAPE = re.compile(r"\\([nrt\"'/])")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}


class Unsearchable(Exception):
    """A file cannot be searched; the message names it and the reason."""


def layers(name: str, data: bytes, depth: int = 0) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of a file and of everything packed or encoded in it, at any depth.
    Raises Unsearchable.
    """
    if depth > DEEPEST:
        raise Unsearchable(f"{name} is nested in too many archives")
    if _compiled(data):
        raise Unsearchable(f"{name} is compiled code")
    yield name, data
    for inner, content in _unpacked(name, data):
        yield from layers(inner, content, depth + 1)


def texts(data: bytes) -> Iterator[str]:
    """Yield the readable texts in *data*: as UTF-8, without escapes (of JSON or literals), as
    UTF-16.
    """
    text = data.decode("utf-8", "replace")
    yield text
    if _ESCAPE.search(text):
        yield _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)
    if data.count(0) > len(data) // 4:
        big_endian = data.startswith((b"\0", b"\xfe\xff"))
        yield data.decode("utf-16-be" if big_endian else "utf-16-le", "replace")


def _compiled(data: bytes) -> bool:
    """Return whether *data* begins like a module compiled by Python or Java."""
    return data.startswith(b"\xca\xfe\xba\xbe") or (
        data[2:4] == b"\r\n" and data[1:2] in (b"\x0c", b"\r", b"\x0e")
    )


def _unpacked(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of a packed file, one layer deep."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        yield from _zipped(name, data)
        return
    if data[257:262] == b"ustar":
        yield from _in_tar(name, data)
        return
    for magic, kind, unpack in _PACKERS:
        if data.startswith(magic):
            try:
                yield f"{name} ({kind})", unpack(data)
            except (OSError, EOFError, lzma.LZMAError, zlib.error):
                raise Unsearchable(f"{name} is a damaged {kind} file") from None
            return
    for number, match in enumerate(_ENCODED.finditer(data), start=1):
        for kind, decode in _DECODERS:
            try:
                yield f"{name} ({kind} {number})", decode(_BREAK.sub(b"", match[0]))
            except ValueError:
                continue


def _zipped(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                yield f"{name}/{entry.filename}", archive.read(entry)
    except (
        zipfile.BadZipFile,
        RuntimeError,
        NotImplementedError,
        EOFError,
        zlib.error,
    ) as error:
        raise Unsearchable(f"{name} is an archive that cannot be read ({error})") from None


def _in_tar(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive:
                stream = archive.extractfile(member)
                yield f"{name}/{member.name}", stream.read() if stream else b""
    except (tarfile.TarError, OSError, EOFError) as error:
        raise Unsearchable(f"{name} is an archive that cannot be read ({error})") from None


def _base64(word: bytes) -> bytes:
    bare = word.rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
    return base64.b64decode(bare + b"=" * (-len(bare) % 4))


_DECODERS: tuple[tuple[str, Callable[[bytes], bytes]], ...] = (
    ("hexadecimal", binascii.unhexlify),
    ("base64", _base64),
)
_PACKERS: tuple[tuple[bytes, str, Callable[[bytes], bytes]], ...] = (
    (b"\x1f\x8b", "gzip", gzip.decompress),
    (b"BZh", "bzip2", bz2.decompress),
    (b"\xfd7zXZ\0", "xz", lzma.decompress),
    (b"x\x01", "zlib", zlib.decompress),
    (b"x\x9c", "zlib", zlib.decompress),
    (b"x\xda", "zlib", zlib.decompress),
)
