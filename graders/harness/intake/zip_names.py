"""The names in a zip, which does not always say how they are encoded.

A name has a flag for UTF-8, or its UTF-8 in an extra field. Older tools, such as the Explorer of
Windows, write it as their country's systems do, without a word. Then an encoding counts if all
names of the zip look like names in it, and no other such encoding gives other names. In the zip of
one submission, the one counts before all in which its sources name one of its files, to import it.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from zipfile import ZipInfo

from graders.harness.intake import names

_UTF8_FLAG = 0x800
_UNICODE_PATH = 0x7075
"""The extra field with a name in UTF-8, and a checksum of the name that it stands for."""
_FALLBACK = "cp437"
"""The encoding that the format prescribes, and that `zipfile` reads."""
_ENOUGH = 20_000
"""Bytes of names that are looked at."""


class _Encoding(NamedTuple):
    codec: str
    title: str
    script: tuple[str, ...]
    """Beginnings of the letters' names in Unicode."""
    common: str = ""
    """Pattern of the bytes of a common character, if the script has thousands."""


_ENCODINGS = (
    _Encoding("gbk", "GBK", ("CJK",), r"[\xb0-\xd7][\xa1-\xfe]"),
    _Encoding("big5", "Big5", ("CJK",), r"[\xa4-\xc6]."),
    _Encoding("cp949", "Korean", ("HANGUL",)),
    _Encoding("cp932", "Shift-JIS", ("CJK", "HIRAGANA", "KATAKANA"), r"[\x81-\x84\x88-\x97]."),
    _Encoding("cp866", "cp866", ("CYRILLIC",)),
    _Encoding("cp1251", "Windows-1251", ("CYRILLIC",)),
    _Encoding("cp850", "cp850", ("LATIN",)),
    _Encoding("cp852", "cp852", ("LATIN",)),
    _Encoding("cp1252", "Windows-1252", ("LATIN",)),
    _Encoding("cp1250", "Windows-1250", ("LATIN",)),
)
_WORD = re.compile(r"[^\W\d_]+")
_WIDE = re.compile(r"[\u3000-\u303f\uff01-\uff20\uff5b-\uff60]")
"""Signs and digits as wide as a Chinese character."""


def decoded(entries: Sequence[ZipInfo], sources: Callable[[], str] = str) -> tuple[list[str], str]:
    """Return the name of each entry, and a remark for staff, or "", if the zip does not say how
    they are encoded. *sources*: returns the text of a submission's sources.
    """
    known = [_known(entry) for entry in entries]
    unknown = {_raw(entry) for entry, name in zip(entries, known, strict=True) if name is None}
    if not unknown:
        return [name or "" for name in known], ""
    encodings = _fitting(unknown, set(re.findall(r"\w+", sources())))
    codec = encodings[0].codec if len(encodings) == 1 else _FALLBACK
    found = [
        _raw(entry).decode(codec) if name is None else name
        for entry, name in zip(entries, known, strict=True)
    ]
    example = names.display(min(unknown).decode(codec), 60)
    if len(encodings) == 1:
        if all(name.decode(codec) == name.decode(_FALLBACK) for name in unknown):
            return found, ""
        title = encodings[0].title
        return found, f"names in the zip are read as {title}, which it does not say: '{example}'"
    titles = " or ".join(encoding.title for encoding in encodings) or "none that is known"
    return found, (
        f"the zip does not say how its names are encoded ({titles}): '{example}'; if that looks "
        "wrong, unpack it with `unzip -O ENCODING`, and name the folder"
    )


def _raw(entry: ZipInfo) -> bytes:
    """Return the name's bytes, which `zipfile` has decoded."""
    return entry.orig_filename.encode(_FALLBACK)


def _known(entry: ZipInfo) -> str | None:
    """Return the name if its encoding is known. Some tools write UTF-8 without the flag for it."""
    if entry.flag_bits & _UTF8_FLAG or entry.orig_filename.isascii():
        return entry.orig_filename
    raw = _raw(entry)
    try:
        return (_in_extra_field(entry.extra, raw) or raw).decode()
    except UnicodeDecodeError:
        return None


def _in_extra_field(extra: bytes, raw: bytes) -> bytes:
    """Return the name in UTF-8 that stands for *raw*, or b""."""
    while len(extra) >= 4:
        kind, size = int.from_bytes(extra[:2], "little"), int.from_bytes(extra[2:4], "little")
        field, extra = extra[4 : 4 + size], extra[4 + size :]
        checksum = zlib.crc32(raw).to_bytes(4, "little")
        if kind == _UNICODE_PATH and field[:1] == b"\1" and field[1:5] == checksum:
            return field[5:]
    return b""


def _fitting(unknown: set[bytes], words: set[str]) -> list[_Encoding]:
    """Return the encodings in which a name is one of *words*, or else those in which all look like
    names; one of those that agree.
    """
    parts = sorted({part for name in unknown for part in name.split(b"/")})
    parts = [part for part in parts if not part.isascii()]
    sample = b"/".join(parts)
    if len(sample) > _ENOUGH:
        sample = sample[:_ENOUGH].rpartition(b"/")[0]
    fitting: dict[str, _Encoding] = {}
    named: dict[str, _Encoding] = {}
    for encoding in _ENCODINGS:
        try:
            read = sample.decode(encoding.codec)
            stems = {part.decode(encoding.codec).partition(".")[0] for part in parts}
        except UnicodeDecodeError:
            continue
        if words & stems:
            named.setdefault(read, encoding)
        if _looks_right(read, encoding):
            fitting.setdefault(read, encoding)
    return list((named or fitting).values())


def _looks_right(text: str, encoding: _Encoding) -> bool:
    """Return whether the letters are of one script, in the usual case, and mostly common ones."""
    foreign = [sign for sign in text if not sign.isascii() and not _WIDE.match(sign)]
    if not foreign or not all(_is_of(sign, encoding.script) for sign in foreign):
        return False
    if encoding.common:
        usual = [re.match(encoding.common, _bytes(sign, encoding)) for sign in foreign]
        return sum(map(bool, usual)) >= 0.6 * len(foreign)
    letters = sum(map(str.isalpha, text))
    if "LATIN" in encoding.script and len(foreign) > letters / 2:
        return False
    return all(_has_usual_case(word, encoding) for word in _WORD.findall(text))


def _is_of(sign: str, script: tuple[str, ...]) -> bool:
    return sign.isalpha() and unicodedata.name(sign, "").startswith(script)


def _bytes(sign: str, encoding: _Encoding) -> str:
    return sign.encode(encoding.codec).decode("latin-1")


def _has_usual_case(word: str, encoding: _Encoding) -> bool:
    """Return whether capitals begin the word, or are all of it; in Latin, ASCII's may be inside."""
    if word.isascii():
        return True
    if "LATIN" not in encoding.script and any(map(str.isascii, word)):
        return False
    inner: Iterator[str] = (sign for sign in word[1:] if not sign.isascii())
    return word.isupper() or not any(map(str.isupper, inner))
