"""What tutors gave for the parts that people mark, kept in a class's folder beside the results.

Grading makes results anew, and knows nothing of tutors: so their marks are a file of their own,
`tutors-marks.json`, and `Marks.applied` puts them into a result, whenever one is written. A result
depends on them by that function alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec

from graders.harness.content import write_readable
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.result import Flag, FlagCode, ManualPart, Result

FILE = "tutors-marks.json"


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tutor gave for one part of one submission."""

    submission: str
    part: str
    marks: str | None
    """As people write them ("3.5"); None where there is no more than a comment."""
    comment: str = ""
    files: str = ""
    """Digest of the files that the tutor was shown; empty where nobody knows."""

    @property
    def exact(self) -> Fraction | None:
        """Return the marks as a number."""
        return None if self.marks is None else Fraction(self.marks)


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    format: Literal[1]
    marks: tuple[Given, ...]


class Marks:
    """All that tutors gave in one class."""

    def __init__(self, given: Iterable[Given] = ()) -> None:
        self._given = {(one.submission, one.part): one for one in given}

    def __iter__(self) -> Iterator[Given]:
        """Yield them, by submission and part."""
        return iter([self._given[key] for key in sorted(self._given)])

    def of(self, submission: str) -> Mapping[str, Given]:
        """Return what was given for *submission*, by the part's name."""
        return {part: one for (name, part), one in self._given.items() if name == submission}

    def changed(self, new: Iterable[Given], gone: Collection[tuple[str, str]] = ()) -> Marks:
        """Return these marks with *new* ones in their place, without those that *gone* names
        (submission, part).
        """
        kept = {key: one for key, one in self._given.items() if key not in gone}
        return Marks([*kept.values(), *new])

    def strangers(self, submissions: Collection[str]) -> tuple[str, ...]:
        """Return which submissions have marks, but are not among *submissions*."""
        return tuple(sorted({one.submission for one in self} - set(submissions)))

    def applied(self, result: Result, files: str = "") -> Result:
        """Return *result* with the marks and comments of its submission, and none from elsewhere.

        files: digest of the submission's files. Where a tutor has seen others, a flag asks to look
        again.
        """
        given = self.of(result.submission)
        parts = tuple(_filled(part, given.get(part.name)) for part in result.manual)
        stale = [
            part.name
            for part in parts
            if part.marks is not None and files and given[part.name].files not in ("", files)
        ]
        flags = [flag for flag in result.flags if flag.code is not FlagCode.HANDED_IN_AGAIN]
        if stale:
            flags.append(Flag(FlagCode.HANDED_IN_AGAIN, {"parts": stale}))
        return msgspec.structs.replace(result, manual=parts, flags=tuple(flags))


def _filled(part: ManualPart, given: Given | None) -> ManualPart:
    if given is None:
        return ManualPart(part.name, part.max_marks)
    return ManualPart(part.name, part.max_marks, given.exact, given.comment)


def read(folder: Path) -> Marks:
    """Return the marks that are kept in *folder*; none where there is no such file. Raises
    GraderError.
    """
    path = folder / FILE
    try:
        return Marks(msgspec.json.decode(path.read_bytes(), type=_Kept).marks)
    except FileNotFoundError:
        return Marks()
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(
            f"{display(str(path), 200)}: the tutors' marks cannot be read ({error}); put back an earlier copy of the "
            "file, or move it away and take the tutors' sheets again (`grader sheet --take`)"
        ) from None


def write(folder: Path, marks: Marks) -> None:
    """Keep *marks* in *folder*. Raises GraderError."""
    write_readable(folder / FILE, _Kept(1, tuple(marks)))
