"""Comments on a submission as one cell of a sheet.

The cell begins with the comment on the whole submission. A line that begins with `file:line:` or
`file:first-last:` starts a comment on these lines, which goes on until the next one:

    Well structured, but see below.
    game.py:12: Say why this is 7.
    game.py:30-41: The same as in drop().

A comment with a rubric item is the desk's alone: the cell does not have it, and does not change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from graders.extensions.tutoring.marking_edits import CommentText, SetComment
from graders.harness.assignment.naming import nearest
from graders.harness.course.marks.markings import CommentTable, Marking
from graders.harness.intake.names import display

_START = re.compile(
    r"^(?P<file>[^:\n]{1,200}):(?P<line>[0-9]{1,6})(?:-(?P<end>[0-9]{1,6}))?:[ \t]*",
    re.MULTILINE,
)
_FILE = re.compile(r"\S+\.\w{1,5}")
"""A name at the beginning of a comment that must be a file's: other text may look alike."""


def written(comments: Iterable[CommentTable]) -> str:
    """Return the cell of these comments."""
    whole, on_lines = [], []
    for comment in _of_sheet(comments):
        if comment.file:
            lines = f"{comment.line}-{comment.end}"
            if comment.end == comment.line:
                lines = str(comment.line)
            on_lines.append(f"{comment.file}:{lines}: {comment.text}")
        else:
            whole.append(comment.text)
    return "\n".join(["\n\n".join(whole), *on_lines]).strip()


def _of_sheet(comments: Iterable[CommentTable]) -> list[CommentTable]:
    return [comment for comment in comments if not comment.item]


def parsed(cell: str, files: Sequence[str]) -> list[CommentText]:
    """Return the comments in a cell. files: the submission's. Raises ValueError for an unknown
    file.
    """
    starts = [start for start in _START.finditer(cell) if _names_a_file(start, files)]
    begins = [*(start.start() for start in starts), len(cell)]
    texts = [CommentText(cell[: begins[0]].strip())]
    for start, end in zip(starts, begins[1:], strict=True):
        first = int(start["line"])
        last = max(int(start["end"] or first), first)
        text = cell[start.end() : end].strip()
        texts.append(CommentText(text, start["file"].strip(), max(first, 1), max(last, 1)))
    return [text for text in texts if text.text]


def _names_a_file(start: re.Match[str], files: Sequence[str]) -> bool:
    name = start["file"].strip()
    if name in files:
        return True
    if _FILE.fullmatch(name) is None:
        return False
    near = nearest(name, files)
    hint = f"; is it '{display(near)}'?" if near else ""
    raise ValueError(f"there is no file '{display(name)}' in this submission{hint}")


def changes(marking: Marking, cell: str, files: Mapping[str, int]) -> Iterator[SetComment]:
    """Yield the changes that make *cell* the comments of a submission. An equal comment keeps its
    id and author. files: the submission's, with their numbers of lines. Raises ValueError.
    """
    wanted = parsed(cell, list(files))
    present = _of_sheet(marking.comment)
    whole = [comment for comment in present if not comment.file]
    if wanted and wanted[0] == CommentText(written(whole)):
        # several comments on the whole submission stay apart
        wanted[:1] = [CommentText(comment.text) for comment in whole]
    for comment in present:
        base = CommentText(comment.text, comment.file, comment.line, comment.end)
        if base in wanted:
            wanted.remove(base)
        else:
            yield SetComment(comment.id, base, None)
    taken = {comment.id for comment in marking.comment}
    numbers = (number for number in count(1) if f"sheet-{number}" not in taken)
    for text in wanted:
        if text.end > files.get(text.file, text.end):
            file_name = display(text.file)
            raise ValueError(f"'{file_name}' ends at line {files[text.file]}")
        yield SetComment(f"sheet-{next(numbers)}", None, text)
