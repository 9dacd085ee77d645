"""A desk without names, ids and folders: tutors mark blind, in an order that says nothing.

A submission has a code, always the same, by which tutors can speak about it. The names and ids of
its authors are hidden in its code, too, as far as they can be told from words of the program: so a
part of a name is hidden with a capital, "Max" and not "max".
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from graders.extensions.tutoring.desk.colours import Line
from graders.extensions.tutoring.desk.decided import DecideRequest, EffectView
from graders.extensions.tutoring.desk.desk import (
    Code,
    Desk,
    RubricEffect,
    State,
    Unknown,
    seated_entries,
)
from graders.extensions.tutoring.desk.views import MarkingView
from graders.extensions.tutoring.marking_edits import (
    Change,
    CommentText,
    Conflict,
    RubricChange,
    SetComment,
)
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.people.headings import headings_of

SHORTEST = 3
"""Letters of a word that is hidden."""
MOST_TIMES = 3
"""Times that a file has a plain word of a person; with more it is a word of the program."""
CODE_LETTERS = 4
HIDDEN = "\N{BULLET}"
Struct = TypeVar("Struct", bound=msgspec.Struct)


class BlindDesk(Desk):
    """A desk whose submissions have codes for names."""

    def read(self) -> tuple[GradebookEntry, ...]:
        """See `Desk`."""
        entries = super().read()
        self._codes = codes(self.seats)
        self._names = {code: name for name, code in self._codes.items()}
        words, names = words_of(entries), name_parts_of(entries)
        self._own = {name: _Words(mine, names[name]) for name, mine in words.items()}
        of_word = {word.casefold(): self._codes[name] for name in words for word in words[name]}
        self._all = _pattern(of_word)
        self._of_word = of_word
        return entries

    def _name(self, code: str) -> str:
        """Return the name of the submission with a code. Raises Unknown."""
        try:
            return self._names[code]
        except KeyError:
            # not with the word: of a name that is somebody's, `said` would make the code
            raise Unknown("there is no such submission") from None

    def real_name(self, name: str) -> str:
        """See `Desk`."""
        return self._names.get(name, "")

    def shown_name(self, name: str) -> str:
        """See `Desk`."""
        return self._codes.get(name, "")

    def said(self, text: str) -> str:
        """Return a sentence of staff or of the harness without names and folders."""
        text = text.replace(str(self.folder), "the class")
        if self._all is None:
            return text
        return self._all.sub(lambda found: self._of_word[found.group().casefold()], text)

    def people(self) -> list[tuple[str, str]]:
        """See `Desk`."""
        return [(code, "") for code in sorted(self._names)]

    def order(self, part: str) -> list[str]:
        """Return the submissions in a random order, another one for each part."""
        return sorted(self.seats, key=lambda name: _digest(part, self._codes[name]))

    def code(self, name: str) -> Code:
        """See `Desk`."""
        real = self._name(name)
        identity, found = self._own[real], super().code(real)
        files = [
            msgspec.structs.replace(file, lines=identity.without(file.lines))
            for file in found.files
        ]
        review = _each_text(found.review, self.said)
        blinded = msgspec.structs.replace(found, name=name, files=files)

        def hidden(text: str) -> str:
            for file in found.files:
                text = text.replace(file.name, identity.file_name(file.name))
            return identity.without_signs(text)

        blinded = _each_text(blinded, hidden)
        unreadable = self.said(found.unreadable)
        return msgspec.structs.replace(blinded, review=review, unreadable=unreadable)

    def colours(self, name: str, file: str) -> list[Line]:
        """See `Desk`."""
        real = self._name(name)
        lines = super().colours(real, file)
        texts = [
            "".join(piece if isinstance(piece, str) else piece[1] for piece in line)
            for line in lines
        ]
        hidden = self._own[real].without(texts)
        return [_cut(line, text) for line, text in zip(lines, hidden, strict=True)]

    def marking(self, name: str) -> MarkingView:
        """See `Desk`."""
        real = self._name(name)
        return self._shown(super().marking(real), name)

    def _shown(self, found: MarkingView, code: str) -> MarkingView:
        hide = self._own[self._name(code)].file_name
        comments = [
            msgspec.structs.replace(comment, file=hide(comment.file)) if comment.file else comment
            for comment in found.comments
        ]
        return msgspec.structs.replace(found, name=code, comments=comments)

    def change(self, name: str, change: Change, tutor: str) -> MarkingView:
        """See `Desk`."""
        real = self._name(name)
        if isinstance(change, SetComment):
            base, value = (self._with_file(real, state) for state in (change.base, change.value))
            change = msgspec.structs.replace(change, base=base, value=value)
        try:
            self.write_change(real, change, tutor)
        except Conflict as conflict:
            now = conflict.now
            if isinstance(now, CommentText):
                now = msgspec.structs.replace(now, file=self._own[real].file_name(now.file))
            raise Conflict(now, conflict.by) from None
        return self.marking(name)

    def _with_file(self, real: str, text: CommentText | None) -> CommentText | None:
        """Return a comment with the name of its file as it is."""
        if text is None or not text.file:
            return text
        hide = self._own[real].file_name
        names = {hide(file.name): file.name for file in super().code(real).files}
        return msgspec.structs.replace(text, file=names.get(text.file, text.file))

    def decide(self, name: str, request: DecideRequest) -> EffectView:
        """See `Desk`."""
        real = self._name(name)
        review = super().code(real).review
        texts = [*review.reasons, *(request.question for request in review.requests)]
        texts += review.takes
        abouts = {self.said(text): text for text in texts}
        request = msgspec.structs.replace(request, about=abouts.get(request.about, request.about))
        effect = super().decide(real, request)
        # in the order of codes: that of the gradebook is the order of names
        moves = [
            msgspec.structs.replace(
                move,
                who=self._codes.get(move.submission, ""),
                submission=self._codes.get(move.submission, ""),
                why=[self.said(why) for why in move.why],
            )
            for move in sorted(effect.moves, key=lambda move: self._codes.get(move.submission, ""))
        ]
        lines = [self.said(line) for line in effect.lines]
        return msgspec.structs.replace(effect, moves=moves, lines=lines)

    def rerun(self, name: str, check: str) -> str:
        """See `Desk`."""
        real = self._name(name)
        return self.said(self._own[real].without_signs(super().rerun(real, check)))

    def rubric_effect(self, change: RubricChange) -> RubricEffect:
        """See `Desk`."""
        moves = super().rubric_effect(change).moves
        return RubricEffect(sorted((self._codes[name], was, now) for name, was, now in moves))

    def states(self) -> dict[str, State]:
        """See `Desk`."""
        states = self._states()
        return {code: states[self._names[code]] for code in sorted(self._names)}


def codes(names: Iterable[str]) -> dict[str, str]:
    """Return a code for each of *names*: the same in each copy of the class."""
    found: dict[str, str] = {}
    for name in sorted(names):
        letters = base64.b32encode(_digest("code", name)).decode()
        length = CODE_LETTERS
        while letters[:length] in found.values():
            length += 1
        found[name] = letters[:length]
    return found


def _digest(*texts: str) -> bytes:
    whole = "\0".join(texts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(whole, digest_size=20).digest()


def words_of(entries: Iterable[GradebookEntry]) -> dict[str, set[str]]:
    """Return the names, ids and folders of each submission."""
    found: dict[str, set[str]] = {}
    for name, group in seated_entries(entries).items():
        words = {name, group[0].row.page}
        for entry in group:
            words |= {entry.row.name, entry.row.student_id, _turned(entry.row.name)}
            words |= {entry.cell(headings_of(kind)) for kind in ("login", "email", "number")}
        found[name] = {word for word in words if len(word) >= SHORTEST}
    return found


def name_parts_of(entries: Iterable[GradebookEntry]) -> dict[str, set[str]]:
    """Return first names and family names of each submission's authors, with a capital."""
    return {
        name: {
            part.capitalize() if part.islower() or part.isupper() else part
            for entry in group
            for part in re.split(r"[\s,]+", entry.row.name)
            if len(part) >= SHORTEST
        }
        for name, group in seated_entries(entries).items()
    }


def _turned(name: str) -> str:
    """Return "Wong, Ada" for "Ada Wong", and the other way round."""
    before, comma, after = map(str.strip, name.partition(","))
    if comma:
        return f"{after} {before}"
    first, _, last = name.rpartition(" ")
    return f"{last}, {first}" if first else name


class _Words:
    """The words of a submission's authors."""

    def __init__(self, words: set[str], name_parts: set[str]) -> None:
        plain = {word for word in words if word.isalpha()}
        self._signs = _pattern(dict.fromkeys(words - plain))
        self._plain = [_pattern({word: ""}) for word in plain]
        self._plain += [_pattern({part: ""}, re.NOFLAG) for part in name_parts - plain]

    def without_signs(self, text: str) -> str:
        """Return a text without ids, addresses and full names."""
        return text if self._signs is None else self._signs.sub(_bullets, text)

    def file_name(self, name: str) -> str:
        """Return the name of a file without any of the words."""
        for pattern in filter(None, (self._signs, *self._plain)):
            name = pattern.sub(_bullets, name)
        return name

    def without(self, lines: list[str]) -> list[str]:
        """Return the lines of a file without these, and without plain words that it has seldom."""
        lines = [self.without_signs(line) for line in lines]
        for pattern in self._plain:
            if pattern and sum(len(pattern.findall(line)) for line in lines) <= MOST_TIMES:
                lines = [pattern.sub(_bullets, line) for line in lines]
        return lines


def _pattern(
    words: Mapping[str, Any], flags: re.RegexFlag = re.IGNORECASE
) -> re.Pattern[str] | None:
    """Return a pattern of whole words, by default in any case; None for none. Letters may stand
    around a number: s1234567.
    """
    if not words:
        return None
    longest_first = sorted(words, key=len, reverse=True)
    numbers = "|".join(word for word in longest_first if word.isdecimal())
    others = "|".join(re.escape(word) for word in longest_first if not word.isdecimal())
    patterns = []
    if others:
        patterns.append(rf"(?<![^\W_])(?:{others})(?![^\W_])")
    if numbers:
        patterns.append(rf"(?<!\d)(?:{numbers})(?!\d)")
    return re.compile("|".join(patterns), flags)


def _bullets(found: re.Match[str]) -> str:
    return HIDDEN * len(found.group())


def _cut(line: Line, text: str) -> Line:
    """Return *text*, which is as long as *line*, in the colours of that."""
    cut: Line = []
    end = 0
    for span in line:
        start, end = end, end + len(span if isinstance(span, str) else span[1])
        cut.append(text[start:end] if isinstance(span, str) else (span[0], text[start:end]))
    return cut


def _each_text(value: Struct, change: Callable[[str], str]) -> Struct:
    """Return a struct in which *change* was made of every text."""

    def changed(part: Any) -> Any:
        match part:
            case str():
                return change(part)
            case list() | tuple():
                return [changed(value) for value in part]
            case dict():
                return {key: changed(value) for key, value in part.items()}
        return part

    return msgspec.convert(changed(msgspec.to_builtins(value)), type(value))
