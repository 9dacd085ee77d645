"""The platforms that courses use, both ways.

- Each module of a platform has a `PLATFORM` (:mod:`graders.extensions.platforms.platform`): it
  recognises the platform's download, and writes marks and pages as that platform takes them.
- Formats of one result for ``grader report``, and the table of a class for each platform.
- Long tables of a class for statistics.
- ``grader hand-back`` writes students' own pages.
- ``grader bundle gradescope`` writes the zip of Gradescope's autograder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.harness.commands.bundle import Bundle
    from graders.harness.intake.platforms import Platform
    from graders.harness.reports.formats import ClassFormat, Format


def _platforms() -> Sequence[Platform]:
    from graders.extensions.platforms import (
        blackboard,
        brightspace,
        canvas,
        github,
        gradescope,
        ilias,
        markus,
        moodle,
        sakai,
    )

    modules = (gradescope, moodle, canvas, brightspace, blackboard, github, markus, sakai, ilias)
    return [module.PLATFORM for module in modules]  # in the order in which they are asked


def _formats() -> Sequence[Format]:
    from graders.extensions.platforms.formats import (
        gradescope,
        junit,
        markus,
        prairielearn,
        submitty,
    )

    modules = (junit, gradescope, markus, prairielearn, submitty)
    return [format for module in modules for format in module.FORMATS]


def _class_formats() -> Sequence[ClassFormat]:
    from graders.extensions.platforms import class_tables, long_tables

    return [*class_tables.class_formats(), *long_tables.CLASS_FORMATS]


def _bundles() -> Sequence[Bundle]:
    from graders.extensions.platforms.gradescope_bundle import gradescope

    return [gradescope]


EXTENSION = Extension(
    "platforms",
    commands=lambda: ["graders.extensions.platforms.hand_back:hand_back"],
    platforms=_platforms,
    formats=_formats,
    class_formats=_class_formats,
    bundles=_bundles,
)
