"""Walks a tar from front to back, in one loop, with bounded memory.

Not the standard library's `tarfile`: interpreters in the field have versions of it that a crafted
header keeps busy for hours (a pattern that backtracks, a negative size that leads in circles), that
recurse once per extended header, and that read a header of any size at once. All that a submission
needs of the format is names, kinds and bytes.

Formats: POSIX.1-1988 ustar, POSIX.1-2001 pax (`path`, `size`), GNU (long names, sizes in base 256),
old V7.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from graders.harness.intake.harvest import Kind, Member, Refusal
from graders.harness.intake.limits import Limits

_BLOCK = 512
_CHUNK = 1 << 20

_KINDS = {
    b"0": Kind.FILE, b"\0": Kind.FILE, b"7": Kind.FILE,
    b"1": Kind.LINK, b"2": Kind.LINK,
    b"5": Kind.FOLDER,
}  # fmt: skip
"""Type flag -> kind; any other (devices, FIFOs, sparse files, volumes, what vendors added) is
SPECIAL.
"""

_WITHOUT_DATA = frozenset(b"123456")
"""Type flags whose size field says nothing about what follows. (POSIX lets a hard link carry data;
no tool that we know writes such, and one that did would be told as damaged.)
"""


class Readable(Protocol):
    """A source of bytes from front to back."""

    def read(self, size: int, /) -> bytes:
        """Return up to *size* bytes."""


class _Data:
    """The content of one member, while it is its turn."""

    def __init__(self, stream: Readable, size: int) -> None:
        self._stream = stream
        self.left = size

    def read(self, size: int) -> bytes:
        """Return up to *size* bytes of the content."""
        content = self._stream.read(min(size, self.left))
        if len(content) < min(size, self.left):
            raise Refusal("the archive is damaged (it ends inside a file); ask for it again")
        self.left -= len(content)
        return content


def is_header(block: bytes) -> bool:
    """Tell whether this block's checksum makes it a tar header."""
    if len(block) < _BLOCK or not any(block[:100]):
        return False
    told = _number(block[148:156])
    return told is not None and told == sum(block[:148]) + 8 * 0x20 + sum(block[156:_BLOCK])


def members(stream: Readable, limits: Limits) -> Iterator[Member]:
    """Yield every entry. Raises Refusal when the archive is damaged; *stream* itself counts what is
    read.
    """
    path: str | None = None
    size: int | None = None
    sparse = False
    while len(block := stream.read(_BLOCK)) == _BLOCK and any(block):
        if not is_header(block):
            raise _damaged("a header's checksum is wrong")
        flag = block[156:157]
        own_size = _number(block[124:136])
        if own_size is None:
            raise _damaged("a header's size is not a number")
        if flag in b"xgLK":
            if own_size > limits.header_bytes:
                raise _damaged("an extended header is too large")
            data = stream.read(_padded(own_size))[:own_size]
            if flag == b"L":
                path = _text(data.split(b"\0", 1)[0])
            elif flag == b"x":
                records = _pax(data)
                path = _text(records[b"path"]) if b"path" in records else path
                size = _decimal(records[b"size"]) if b"size" in records else size
                sparse = sparse or any(key.startswith(b"GNU.sparse.") for key in records)
            continue
        name = path if path is not None else _name(block)
        kind = Kind.SPECIAL if sparse else _KINDS.get(flag, Kind.SPECIAL)
        if kind is Kind.FILE and name.endswith("/"):
            kind = Kind.FOLDER  # V7 has no type flag for folders
        own_size = 0 if flag[0] in _WITHOUT_DATA else size if size is not None else own_size
        data_left = _Data(stream, own_size)
        yield Member(name, kind, data_left.read)
        _skip(stream, _padded(own_size) - (own_size - data_left.left))
        path, size, sparse = None, None, False
    if len(block) not in (0, _BLOCK):
        raise _damaged("it ends inside a header")


def _damaged(how: str) -> Refusal:
    return Refusal(f"the archive is damaged ({how}); ask for it again")


def _padded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def _skip(stream: Readable, size: int) -> None:
    while size > 0:
        part = stream.read(min(size, _CHUNK))
        if not part:
            return  # a last file without its padding: some tools end so
        size -= len(part)


def _name(block: bytes) -> str:
    """Return a header's own name, with the prefix that ustar (and only ustar) has."""
    name = block[:100].split(b"\0", 1)[0]
    prefix = block[345:500].split(b"\0", 1)[0] if block[257:263] == b"ustar\0" else b""
    return _text(prefix + b"/" + name if prefix else name)


def _text(name: bytes) -> str:
    """Return the name; what is not UTF-8 becomes lone surrogates, as the file system functions do
    it.
    """
    return name.decode("utf-8", "surrogateescape")


def _number(field: bytes) -> int | None:
    """Return a header's number, octal or (GNU) base 256; None for anything else, and for a negative
    one.
    """
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    if not all(digit in b"01234567" for digit in digits):
        return None
    return int(digits, 8) if digits else 0


def _pax(data: bytes) -> dict[bytes, bytes]:
    """Return the records of a pax header; each is "LENGTH KEY=VALUE\\n", its length counting
    itself.
    """
    records = {}
    at = 0
    while at < len(data) and data[at]:
        space = data.find(b" ", at, at + 8)
        length = _decimal(data[at:space]) if space > at else 0
        record = data[space + 1 : at + length]
        key, equals, value = record.partition(b"=")
        if length <= space + 1 - at or not equals or not record.endswith(b"\n"):
            raise _damaged("an extended header cannot be read")
        records[key] = value[:-1]
        at += length
    return records


def _decimal(digits: bytes) -> int:
    if not digits.isdigit() or len(digits) > 20:
        raise _damaged("an extended header's number cannot be read")
    return int(digits)
