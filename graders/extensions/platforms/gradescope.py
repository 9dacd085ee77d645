"""Gradescope: "Export submissions", the roster, and `results.json` of an autograder.

An export is `submission_metadata.yml` beside folders `submission_NNN`. The metadata names the
submitters (all members of a group) and the time of each submission.

By its documentation for autograders, its samples (gradescope/autograder_samples), and programs that
read its metadata and scores. The scores of a whole course have one column of lateness for each
assignment, so they are no roster with lateness.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from posixpath import join
from typing import Any

from graders.extensions.platforms.downloads import matches_in
from graders.extensions.platforms.feedback import Address, Target
from graders.extensions.platforms.marks_tables import first_and_last
from graders.extensions.platforms.platform import Marks, MarksOptions, Platform
from graders.extensions.platforms.tables import maximum
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.gradebook import Table, to_csv
from graders.harness.course.pages.mark_cells import mark_cell, marked_by_tutors
from graders.harness.course.pages.page_names import page_folder
from graders.harness.course.people.headings import headings_of
from graders.harness.intake import moments
from graders.harness.intake.class_trees import Tree
from graders.harness.intake.collector import Kind, Refusal, check_limit
from graders.harness.intake.delivery import FileSource, Person
from graders.harness.intake.nothing import is_nothing
from graders.harness.intake.platforms import Recognised, UnnamedSubmission
from graders.harness.intake.sources import TreeEntry, Unreadable
from graders.harness.intake.submission import ExpectedFiles
from graders.harness.reports.console import marks_in_words

METADATA = "submission_metadata.yml"
_METADATA_BYTES = 64 << 20
_PARSED_CHARS = 4 << 20
"""Maximum parsed part of a metadata file: submitters and times of some 20,000 submissions."""
_GRADESCOPE = re.compile(r"submission_\d+")
_RELEVANT = re.compile(
    r"""
    ^submission_\d+:[^\S\n]*$  # the beginning of a submission's entry
    | ^[ ]{2}:?(?:submitters|created_at):(?:[^\S\n].*)?$  # a key of it
    (?:\n(?:[ ]{3}|[ ]{2}-).*)*  # and the key's value
    """,
    re.MULTILINE | re.VERBOSE,
)


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Gradescope's "Export submissions": `submission_metadata.yml` beside folders `submission_NNN`.

    The metadata names the submitters (all members of a group) and the time of each submission. Its
    other parts, which hold text of students, are not even parsed. A submission that lacks a folder
    or a record is a delivery that needs review.
    """
    if entries.get(METADATA) is not Kind.FILE:
        return None
    folders = matches_in(_GRADESCOPE, entries, Kind.FOLDER).keys()
    records = _submissions(tree.read(join(folder, METADATA), _METADATA_BYTES + 1))
    drafts = []
    for name in sorted(folders | records.keys()):
        source: FileSource = TreeEntry(tree, join(folder, name))
        if name not in folders:
            source = Unreadable(f"{METADATA} lists '{name}', but it is not there")
        drafts.append(_gradescope_draft(name, records.get(name), source))
    return Recognised(tuple(drafts), frozenset(folders | {METADATA})) if drafts else None


@dataclass(frozen=True, slots=True)
class _Record:
    """A submission in Gradescope's metadata."""

    people: tuple[Person, ...]
    created_at: datetime | None


def _gradescope_draft(name: str, record: _Record | None, source: FileSource) -> UnnamedSubmission:
    """Return the draft of a folder *name*; *record* is None if the metadata does not list it."""
    if record is None:
        return UnnamedSubmission(
            (name,), name, source, flags=(f"{METADATA} does not say whose '{name}' is",)
        )
    if not record.people:
        flag = f"{METADATA} names no submitter of '{name}'"
        return UnnamedSubmission(
            (name,), name, source, submitted_at=record.created_at, flags=(flag,)
        )
    wishes = [name]
    if all(person.ids for person in record.people):
        wishes.insert(0, "_".join(sorted(person.ids[0] for person in record.people)))
    return UnnamedSubmission(
        wishes=tuple(wishes),
        label=", ".join(filter(None, (person.name for person in record.people))) or name,
        source=source,
        people=record.people,
        submitted_at=record.created_at,
    )


def _submissions(data: bytes) -> dict[str, _Record]:
    """Return folder -> record from a Gradescope metadata file. Raises Refusal."""
    check_limit(
        len(data),
        _METADATA_BYTES,
        METADATA + " is larger than {:,} bytes; export the submissions again",
    )
    text = data.decode("utf-8", "replace")
    # the whole text only if its style differs, or the relevant part refers to the rest
    table = _parsed(_relevant(text)) or _parsed(text)
    if not table and text.strip():
        raise Refusal(f"{METADATA} cannot be read as Gradescope's; export the submissions again")
    return {
        name: _record(_table(entry)) for name, entry in table.items() if _GRADESCOPE.fullmatch(name)
    }


def _parsed(text: str) -> dict[str, Any]:
    """Parse *text* as a YAML table; return an empty one if it is too long or not a table."""
    import yaml  # not at the top, because every command with submissions would load it

    if len(text) > _PARSED_CHARS:
        return {}
    try:
        # this loader makes only strings, lists and tables
        return _table(yaml.load(text, Loader=yaml.BaseLoader))
    except (yaml.YAMLError, RecursionError, ValueError):
        return {}


def _relevant(text: str) -> str:
    """Return the lines with submitters and times, without results and history.

    In block style, the value of a key is indented deeper than the key (or is a list at its level).
    So a line that starts with exactly two spaces and a key is a key, whatever students' text
    surrounds it.
    """
    return "\n".join(_RELEVANT.findall(text))


def _table(value: Any) -> dict[str, Any]:
    """Return a table without the colons of Ruby's symbols in its keys; an empty one for any other
    value.
    """
    if not isinstance(value, dict):
        return {}
    return {str(key).removeprefix(":"): inner for key, inner in value.items()}


def _record(entry: Mapping[str, Any]) -> _Record:
    submitters = entry.get("submitters")
    if not isinstance(submitters, list):
        submitters = []
    created_at = moments.parsed(_text(entry.get("created_at")))
    return _Record(tuple(_submitter(submitter) for submitter in submitters), created_at)


def _submitter(value: Any) -> Person:
    table = _table(value)
    ids = (_text(table.get("sid")), _text(table.get("email")))
    return Person(_text(table.get("name")), tuple(id_ for id_ in ids if not is_nothing(id_)))


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


# Marks and feedback.


def _address(entry: GradebookEntry) -> Address:
    return Address(f"{page_folder(entry.row.page)}/results.json")


def marks(entries: Sequence[GradebookEntry], options: MarksOptions) -> bytes:
    """Return a table by Gradescope's own ids. Gradescope imports no marks of an assignment that it
    graded; an "external assignment" takes this table.
    """
    with_tutors = marked_by_tutors(entries)
    full = marks_in_words(maximum(entries, with_tutors))
    heading = ("First Name", "Last Name", "SID", "Email", f"Total Score (of {full})")
    lines = [
        (
            *first_and_last(entry),
            entry.cell(headings_of("number")) or entry.row.student_id,
            entry.cell(headings_of("email")),
            mark_cell(entry.row, with_tutors),
        )
        for entry in entries
    ]
    return to_csv(Table(heading, tuple(lines)))


PLATFORM = Platform(
    name="gradescope",
    title="Gradescope",
    recognise=recognise,
    marks=Marks("gradescope-csv", marks, "scores by Gradescope's ids, CSV"),
    feedback=Target(
        lambda entries, download: _address,
        format="gradescope",
        about="a results.json for each submission",
    ),
    headings={"lateness": ("lateness h m s",)},
)
