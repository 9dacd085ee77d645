"""Converts sources to UTF-8, so that all later readers see the same text.

Python's compiler, parsers and linters each decode a source by its coding line (PEP 263), and do not
agree on where that line is: the compiler takes a single carriage return for the end of a line,
`tokenize` does not. Some codecs turn an apparent comment into code (UTF-7, raw-unicode-escape), and
running code may register further codecs. So this module decodes a source once, by a codec of this
interpreter that only maps characters. The result is UTF-8, and its coding line names no other
encoding.

An editor's setting should not cost marks. So a source that is not UTF-8 and names no encoding is
read as Windows-1252, the default of editors on Windows. Java compilers there read it the same way.
Python rejects it, so a note tells staff, who may decide like Python.
"""

from __future__ import annotations

import codecs
import re

from graders.harness.intake import names
from graders.harness.result import Note, NoteCode

_MARKED = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks of encodings that no interpreter reads, longer ones first because they share
prefixes.
"""

HARMLESS = frozenset(
    {
        "ascii", "iso8859-1", "mac-roman", "cp437", "cp850", "cp852", "cp858", "cp866",
        "koi8-r", "koi8-u",
        *(f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)),
        *(f"cp{page}" for page in range(1250, 1259)),
        "gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "shift_jis", "cp932",
        "euc_jp", "euc_kr", "cp949",
    }
)  # fmt: skip
"""Accepted codecs, by their canonical names: tables of characters, equal in every interpreter."""

_CODECS = {name: name for name in HARMLESS} | {"utf-8": "utf-8", "utf-8-sig": "utf-8"}
"""Python's name of a codec -> the codec to decode by; other codecs are not used."""

_CODING = re.compile(
    rb"((?:\xef\xbb\xbf)?"
    rb"(?:[ \t\f]*(?:#[^\n]*)?\r?\n)??"  # a first line that allows a coding line after it
    rb"[ \t\f]*#[^\n]*?coding[:=][ \t]*)([-\w.]+)"
)
"""The name of the encoding in one of the first two lines (PEP 263)."""
_UTF_8 = re.compile(r"utf-8(?:-.*)?")
"""Names that Python treats as UTF-8 without a codec, in lower case with hyphens."""
_WINDOWS = {byte: ord(bytes([byte]).decode("cp1252", "ignore") or chr(byte)) for byte in range(256)}
"""Windows-1252; its five undefined bytes map to themselves, as in browsers."""


def as_utf_8(path: str, data: bytes) -> tuple[bytes, Note | None]:
    """Return the source *data* as UTF-8 without a byte order mark, and a note if the conversion
    needs one.

    A source in UTF-8 is unchanged otherwise. In Python, however, a coding line that names another
    encoding is replaced, and so are the line ends of old Macs, which not every reader knows.
    """
    last, mark = 0, codecs.BOM_UTF8
    while data.startswith(2 * mark, last):
        last += len(mark)
    source, note = _with_mark(path, data[last:])
    return source.removeprefix(codecs.BOM_UTF8), note


def _with_mark(path: str, data: bytes) -> tuple[bytes, Note | None]:
    """Return the source as UTF-8, with its byte order mark if it has one, and a note."""
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            return _as_marked(path, data, encoding)
    if not path.endswith(".py"):
        return _as_it_looks(path, data, "not_utf_8")
    source, named = _relabelled(data)
    if not named:
        return _as_it_looks(path, source, "unnamed")
    codec = _codec_of(named)
    if codec is None:
        return _as_it_looks(path, source, "unknown", named)
    if codec != "utf-8" and source.startswith(codecs.BOM_UTF8):
        return _as_it_looks(path, source, "marked_as_utf_8", named)
    try:
        converted = source.decode(codec).encode("utf-8")
    except UnicodeError:
        return _as_it_looks(path, source, "wrongly_named", named)
    return converted, None if converted == source else _converted(path, named)


def _as_marked(path: str, data: bytes, encoding: str) -> tuple[bytes, Note | None]:
    """Return *data*, which has a byte order mark of *encoding*, as UTF-8, and a note."""
    try:
        source = data.decode(encoding).lstrip("\ufeff").encode("utf-8")
    except UnicodeError:
        data = _relabelled(data)[0] if path.endswith(".py") else data
        return _as_it_looks(path, data, "wrongly_marked", encoding.upper())
    source = _relabelled(source)[0] if path.endswith(".py") else source
    return source, _converted(path, encoding.upper())


def _converted(path: str, encoding: str) -> Note:
    values = {"file": names.display(path), "encoding": encoding}
    return Note(NoteCode.ENCODING_CONVERTED, values)


def _relabelled(source: bytes) -> tuple[bytes, str]:
    """Return *source* with a coding line for UTF-8, if it has one, and the encoding that the line
    named, or "".
    """
    lines = source.split(b"\r\n")
    source = b"\r\n".join([line.replace(b"\r", b"\n") for line in lines])
    match = _CODING.match(source)
    if match is None:
        return source, ""
    encoding = match[2].decode("ascii")
    new = match[2] if _is_utf_8(encoding) else b"utf-8"
    return match[1] + new + source[match.end() :], names.display(encoding)


def _is_utf_8(named: str) -> bool:
    return _UTF_8.fullmatch(named.lower().replace("_", "-")) is not None


def _codec_of(named: str) -> str | None:
    """Return the harmless codec of this name, or None."""
    if _is_utf_8(named):
        return "utf-8"
    try:
        return _CODECS.get(codecs.lookup(named).name)
    except (LookupError, ValueError):
        return None


def _as_it_looks(
    path: str, source: bytes, problem: str, encoding: str = ""
) -> tuple[bytes, Note | None]:
    """Return *source* as UTF-8, read as Windows-1252 if it is not UTF-8, and a note.

    A source in UTF-8 without the name of an *encoding* needs no note.
    """
    read_as = "UTF-8"
    try:
        source.decode("utf-8")
    except UnicodeError:
        source = codecs.charmap_decode(source, "strict", _WINDOWS)[0].encode("utf-8")
        read_as = "Windows-1252"
    if read_as == "UTF-8" and not encoding:
        return source, None
    values = {
        "file": names.display(path),
        "problem": problem,
        "encoding": encoding,
        "read_as": read_as,
    }
    return source, Note(NoteCode.ENCODING_GUESSED, values)
