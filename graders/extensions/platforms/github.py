"""GitHub Classroom and Classroom 50: clones of repositories, and rosters.

By GitHub's description of its API, github/gh-classroom, and programs that read its tables;
`submission_timestamp` is not documented as the time of a push. Classroom 50: by its wiki,
*Migrating from GitHub Classroom* and *gh-teacher*.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import partial
from posixpath import join

from graders.extensions.platforms.feedback import PERSONAL_FOLDERS
from graders.extensions.platforms.platform import Platform
from graders.harness.intake import names
from graders.harness.intake.class_trees import Tree, of_kind
from graders.harness.intake.collector import Kind, Refusal
from graders.harness.intake.delivery import Person
from graders.harness.intake.platforms import Recognised, UnnamedSubmission
from graders.harness.intake.sources import TreeEntry
from graders.harness.intake.submission import ExpectedFiles

_AROUND = "-submissions"
"""The end of the folder that `gh classroom clone` makes."""


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Clones of repositories: GitHub Classroom's are `assignment-username`, Classroom 50's
    `classroom-assignment-username`. Two or more folders have to have a `.git` folder. In a folder
    `assignment-submissions` one is enough, with or without it.

    The assignment's part is the name of the folder around them without `-submissions` (the default
    of `gh classroom clone`), or the common beginning of all clones, up to a dash. Teams may share
    the beginning of their names, so a shorter beginning may be the assignment's, too. Git's times
    and names are not read, because students choose them.
    """
    around = os.path.basename(folder or os.path.abspath(tree.path))
    folders = of_kind(entries, Kind.FOLDER)
    clones = list(filter(partial(_is_clone, tree, folder), folders))
    if around.endswith(_AROUND):  # then one is enough, also without git's folder
        prefix = around.removesuffix(_AROUND) + "-"
        clones = clones or [folder for folder in folders if folder.startswith(prefix)]
    if len(clones) < 2 - around.endswith(_AROUND):
        return None
    prefix = _assignment_prefix(clones, around)
    if prefix in ("", *clones):
        return None
    drafts = (
        UnnamedSubmission(
            wishes=(name,),
            label=name,
            source=TreeEntry(tree, join(folder, name)),
            people=(Person(ids=tuple(_after(name, prefix, around))),),
        )
        for name in clones
    )
    return Recognised(tuple(drafts), frozenset(clones))


def _assignment_prefix(clones: list[str], around: str) -> str:
    """Return the assignment's part of the clones' names; *around* is the folder around them."""
    common = os.path.commonprefix(clones)  # noqa: RUF071  a part of a name, not of a path
    prefix = around.removesuffix(_AROUND) + "-"
    if around.endswith(_AROUND) and common.startswith(prefix):
        return prefix
    return common[: common.rfind("-") + 1]


def _after(name: str, prefix: str, around: str) -> list[str]:
    """Return the parts of a clone's name that may be its owner: after *prefix*, or after a shorter
    beginning of that, unless the folder *around* tells the assignment's name.
    """
    if around.endswith(_AROUND) and prefix == around.removesuffix("submissions"):
        return [name.removeprefix(prefix)]
    ends = [match.end() for match in re.finditer("-", prefix)]
    return [name[end:] for end in reversed(ends)]


def _is_clone(tree: Tree, folder: str, name: str) -> bool:
    if names.is_litter(name):
        return False
    try:
        return tree.entries(join(folder, name)).get(".git") is Kind.FOLDER
    except Refusal:  # reported when the folder is read
        return False


PLATFORM = Platform(
    name="github",
    title="GitHub Classroom, Classroom 50",
    recognise=recognise,
    feedback=PERSONAL_FOLDERS,
    headings={
        "number": ("roster identifier",),
        "other": ("github username", "github id"),
        "folder": ("student repository name",),
        "submitted": ("submission timestamp",),
    },
)
