"""Writes the JSON Schema of a result, for other programs that read result files.

Run ``python -m graders.harness.reports.schema`` after a change of :mod:`graders.harness.result`.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path

from graders.harness.assignment.manifest import ROOT
from graders.harness.result import schema

SCHEMA_FILE = ROOT / "docs" / "result.schema.json"


def schema_document() -> bytes:
    """Return the schema as an indented JSON document; it depends only on the result's classes."""
    document = schema()
    for definition in document["$defs"].values():
        # up to Python 3.12, docstrings keep the indentation of their source
        definition["description"] = inspect.cleandoc(definition["description"])
    return json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n"


def write_schema(path: Path = SCHEMA_FILE) -> None:
    """Write the schema to *path*."""
    path.write_bytes(schema_document())


if __name__ == "__main__":
    write_schema()
