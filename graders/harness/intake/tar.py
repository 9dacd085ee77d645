"""Reads a tar from front to back, in one loop, with bounded memory.

It replaces the standard library's `tarfile`. Versions of that in use can be kept busy for hours by
a crafted header (a backtracking pattern, a cycle by a negative size), recurse once for each
extended header, and read a header of any size at once. Submissions need only names, kinds and
bytes.

Formats: POSIX.1-1988 ustar, POSIX.1-2001 pax (`path`, `size`), GNU (long names, sizes in base 256),
old V7.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from graders.harness.intake.collector import Kind, Member, Refusal, check_limit
from graders.harness.intake.limits import IntakeLimits

_BLOCK = 512
_CHUNK = 1 << 20

_KINDS = {
    b"0": Kind.FILE, b"\0": Kind.FILE, b"7": Kind.FILE,
    b"1": Kind.LINK, b"2": Kind.LINK,
    b"5": Kind.FOLDER,
}  # fmt: skip
"""Type flag -> kind; any other (devices, FIFOs, sparse files, volumes, vendors' flags) is
SPECIAL.
"""

_WITHOUT_DATA = b"123456"
"""Type flags of entries without data, whatever their size field. (POSIX allows data after a hard
link, but no known tool writes it; it would be reported as damage.)
"""

_DECIMAL = re.compile(rb"[0-9]{1,20}")


class Readable(Protocol):
    """A source of bytes from front to back."""

    def read(self, size: int, /) -> bytes:
        """Return up to *size* bytes."""


class _Data:
    """The content of the current member."""

    def __init__(self, stream: Readable, size: int) -> None:
        self._stream = stream
        self._left = size
        self._padding = _padded(size) - size

    def read(self, size: int) -> bytes:
        """Return up to *size* bytes of the content."""
        content = self._stream.read(min(size, self._left))
        if len(content) < min(size, self._left):
            raise Refusal("the archive is damaged (it ends inside a file); ask for it again")
        self._left -= len(content)
        return content

    def skip(self) -> None:
        """Skip the rest of the content and its padding, which some tools omit at the end."""
        left = self._left + self._padding
        while left > 0 and (part := self._stream.read(min(left, _CHUNK))):
            left -= len(part)


def is_header(block: bytes) -> bool:
    """Return whether *block* is a tar header, by its checksum."""
    if len(block) < _BLOCK or not any(block[:100]):
        return False
    checksum = _number(block[148:156])
    return checksum == sum(block[:148]) + 8 * 0x20 + sum(block[156:_BLOCK])


def members(stream: Readable, limits: IntakeLimits) -> Iterator[Member]:
    """Yield every entry. Raises Refusal if the archive is damaged. *stream* enforces limits."""
    records: dict[bytes, bytes] = {}
    headers = 0
    while len(block := stream.read(_BLOCK)) == _BLOCK and any(block):
        if not is_header(block):
            raise _damaged("a header's checksum is wrong")
        headers += 1
        check_limit(headers, limits.headers, "the archive holds more than {:,} headers")
        flag = block[156:157]
        size = _number(block[124:136])
        if size is None:
            raise _damaged("a header's size is not a number")
        if flag in b"xgLK":
            if size > limits.header_bytes:
                raise _damaged("an extended header is too large")
            records |= _extended(flag, stream.read(_padded(size))[:size])
            continue
        name = _text(records.get(b"path", _name(block)))
        data = _Data(stream, _data_size(flag, size, records))
        yield Member(name, _kind(flag, name, records), data.read)
        data.skip()
        records = {}
    if len(block) not in (0, _BLOCK):
        raise _damaged("it ends inside a header")


def _extended(flag: bytes, data: bytes) -> dict[bytes, bytes]:
    """Return the records of an extended header, which apply to the next entry."""
    if flag == b"L":
        return {b"path": data.split(b"\0", 1)[0]}
    if flag == b"x":
        records = _pax(data)
        _decimal(records.get(b"size", b"0"))
        return records
    return {}


def _data_size(flag: bytes, size: int, records: Mapping[bytes, bytes]) -> int:
    if flag in _WITHOUT_DATA:
        return 0
    return int(records.get(b"size", size))


def _kind(flag: bytes, name: str, records: Iterable[bytes]) -> Kind:
    if any(key.startswith(b"GNU.sparse.") for key in records):
        return Kind.SPECIAL
    kind = _KINDS.get(flag, Kind.SPECIAL)
    if kind is Kind.FILE and name.endswith("/"):
        return Kind.FOLDER  # V7 has no type flag for folders
    return kind


def _damaged(how: str) -> Refusal:
    return Refusal(f"the archive is damaged ({how}); ask for it again")


def _padded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def _name(block: bytes) -> bytes:
    """Return the name in a header, with the prefix that only ustar has."""
    name = block[:100].split(b"\0", 1)[0]
    prefix = block[345:500].split(b"\0", 1)[0]
    if prefix and block[257:263] == b"ustar\0":
        return prefix + b"/" + name
    return name


def _text(name: bytes) -> str:
    """Decode a name as file system functions do: bytes that are not UTF-8 become surrogates."""
    return name.decode("utf-8", "surrogateescape")


def _number(field: bytes) -> int | None:
    """Parse a header's number, octal or (GNU) base 256; None if it is invalid or negative."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    if digits.strip(b"01234567"):
        return None
    return int(digits or b"0", 8)


def _pax(data: bytes) -> dict[bytes, bytes]:
    """Parse the records of a pax header, "LENGTH KEY=VALUE\\n", whose length counts itself."""
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
    if not _DECIMAL.fullmatch(digits):
        raise _damaged("an extended header's number cannot be read")
    return int(digits)
