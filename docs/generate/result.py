"""The result's fields, words and JSON Schema, from the classes of ``graders/harness/result.py``."""

from __future__ import annotations

import enum
import inspect
import json
import re
from pathlib import Path

import msgspec

from docs.generate.docstrings import below_names, markdown, table
from graders.harness import result

EXAMPLE = Path(__file__).with_name("result_example.json")
VALUES = re.compile(r"\[(?P<values>[^\]]*)\](?:: )?(?P<meaning>.*)", re.DOTALL)
"""The docstring of a flag or note: the keys of its values, and its meaning."""

INTRODUCTION = """\
# The result

`grader grade --json` prints a result; `--out DIR` writes a `result.json` for each submission, and
every report is made from it. This page is for people who read one, by eye or by program. The
[JSON Schema](result.schema.json) and the tables are made from `graders/harness/result.py`.

- A result is one JSON document in UTF-8. The same submission, grader, packages and interpreters
  give the same bytes, so it has no time, path or level of the sandbox; these are in `run.log`.
- Marks are rounded half up to two decimals. The grader computes with exact fractions, so parts with
  thirds may differ from their sum by a hundredth.
- Every text of a submission is safe to show: its length is limited, and control characters and the
  like are escapes (`\\u202e`). It is still data: escape it for your medium.
- The lists of fields, verdicts and codes are closed under this `schema_version`. Fields with a
  default may be absent from results of earlier releases.
- **The total** in reports and the gradebook is `marks` plus the `amount` of every adjustment, never
  below zero. **The whole mark** adds the `marks` of every part in `manual`, and is unknown as long
  as one of these is null.
"""


def page() -> str:
    """Return the page."""
    example = EXAMPLE.read_text(encoding="utf-8")
    return "\n".join(
        [
            INTRODUCTION,
            "## The whole\n",
            fields_of(result.Result),
            "## tasks\n",
            fields_of(result.TaskResult),
            "## checks\n",
            fields_of(result.CheckResult),
            words_of(result.Verdict, "verdict"),
            words_of(result.Visibility, "visibility"),
            words_of(result.Status, "status"),
            "## Causes\n",
            f"{about(result.Cause)} Empty fields are omitted.\n",
            fields_of(result.Cause),
            kinds_of_causes(),
            "## exhibits\n",
            *(
                f"`{kind.__struct_config__.tag}`: {about(kind)}\n\n{fields_of(kind)}"
                for kind in (result.Picture, result.Text, result.Transcripts)
            ),
            "## findings\n",
            fields_of(result.Finding),
            "## manual\n",
            fields_of(result.ManualPart),
            "## comments\n",
            fields_of(result.Comment),
            "## adjustments\n",
            fields_of(result.Adjustment),
            "## Flags and notes\n",
            "Each has a `code` and `values`, plain data for its sentence: `names` are the first,",
            "and `more` counts the others.\n",
            codes_of(result.FlagCode, "flag"),
            codes_of(result.NoteCode, "note"),
            "## Version 1\n",
            "Version 1 had sentences: a check's `message`, and texts in `flags` and `notes`. All",
            "commands still read such a result. Its texts get the kind or code `text`.\n",
            "## An example\n",
            "It is invented, and valid.\n",
            f"```json\n{example}```\n",
        ]
    )


def schema() -> str:
    """Return the JSON Schema as an indented document, for programs that read results."""
    document = result.schema()
    for definition in document["$defs"].values():
        # up to Python 3.12, docstrings keep the indentation of their source
        definition["description"] = inspect.cleandoc(definition["description"])
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def about(kind: type) -> str:
    """Return the first paragraph of a class's docstring."""
    return markdown(kind.__doc__ or "").partition("\n\n")[0]


def fields_of(kind: type[msgspec.Struct]) -> str:
    """Return the table of a struct's fields."""
    docs = below_names(kind)
    rows = [
        [f"`{name}`", docs.get(name, "").replace("None", "null")] for name in kind.__struct_fields__
    ]
    return table(["field", "meaning"], rows)


def words_of(kind: type[enum.Enum], heading: str) -> str:
    """Return the table of the words of an enumeration."""
    docs = below_names(kind)
    return table([heading, "meaning"], [[f"`{one.value}`", docs[one.name]] for one in kind])


def kinds_of_causes() -> str:
    """Return the table of the kinds of causes, each with its verdict."""
    docs = below_names(result.CauseKind)
    rows = []
    for kind in result.CauseKind:
        facts = result.CAUSES.get(kind)
        verdict = f"`{facts.verdict.value}`" if facts else "any"
        rows.append([f"`{kind.value}`", docs[kind.name], verdict])
    return table(["kind", "meaning", "verdict"], rows)


def codes_of(kind: type[enum.Enum], heading: str) -> str:
    """Return the table of the codes of flags or notes, each with the keys of its values."""
    docs = below_names(kind)
    rows = []
    for one in kind:
        found = VALUES.fullmatch(docs[one.name])
        values, meaning = found.group("values", "meaning") if found else ("", docs[one.name])
        keys = ", ".join(f"`{key}`" for key in values.split(", ") if key)
        rows.append([f"`{one.value}`", keys, meaning[:1].upper() + meaning[1:]])
    return table([heading, "values", "meaning"], rows)
