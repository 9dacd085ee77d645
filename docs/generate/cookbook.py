"""The cookbook: small assignments to copy, with the docstrings of their checks."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from docs.generate.docstrings import markdown, table

FOLDER = Path(__file__).parent.parent / "cookbook"

INTRODUCTION = """\
# A cookbook of small assignments

Each is a whole assignment, as small as it can be: a solution, a manifest, checks, and a wrong
solution that fails the right ones. To start from one, copy its folders into yours, and make the
starter:

<!-- not run: it writes into the repository -->
```sh
cp -r docs/cookbook/account/. .
grader refresh account --only starter
grader grade account reference/account
```

Then give it your own id, or move its checks into your grader.
[Writing a grader](writing-a-grader.md) explains them.
"""


def names() -> list[str]:
    """Return the names of the assignments."""
    return sorted(path.name for path in FOLDER.iterdir())


def page() -> str:
    """Return the page: a row for each assignment, with what its checks are an example of."""
    rows = [[f"`{name}`", *_row(name)] for name in names()]
    return f"{INTRODUCTION}\n{table(['assignment', 'an example of', 'checks'], rows)}"


def _row(name: str) -> list[str]:
    folder = FOLDER / name / "graders" / name
    title = tomllib.loads((folder / "assignment.toml").read_text(encoding="utf-8"))["title"]
    (checks,) = folder.glob("test_*.py")
    docstring = ast.get_docstring(ast.parse(checks.read_text(encoding="utf-8"))) or ""
    link = f"[{checks.name}](cookbook/{checks.relative_to(FOLDER).as_posix()})"
    return [f"{title}. {markdown(' '.join(docstring.split()))}", link]
