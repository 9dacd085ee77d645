"""Everything that an extension may add, on one page.

An extension is a package with an entry point of the group ``graders.extensions`` that names an
`Extension`::

    # pyproject.toml
    [project.entry-points."graders.extensions"]
    similar = "graders.extensions.similar:EXTENSION"

    # graders/extensions/similar/__init__.py
    EXTENSION = Extension(
        "similar", commands=lambda: ["graders.extensions.similar.command:similar"]
    )

Each field of `Extension` is a function without arguments that returns what the extension adds. The
harness calls it when it needs that kind of thing. The function imports what it needs, so that an
extension costs nothing before. A field is left out if the extension adds nothing of its kind.

The harness imports no extension and runs without any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:  # a student's bundle has this page, but not the rooms for staff
    from pathlib import Path

    from graders.harness.assignment.language import Language
    from graders.harness.assignment.value_kinds import ValueKind
    from graders.harness.commands.bundle import Bundle
    from graders.harness.grading.advising import Advisor
    from graders.harness.grading.calls_by_name import CallsByName
    from graders.harness.intake.platforms import Platform
    from graders.harness.processes.experiments import Experiment
    from graders.harness.reports.formats import ClassFormat, Format
    from graders.harness.sandbox.packages import PackageSource
    from graders.harness.style.linters import LinterKind

T = TypeVar("T")
Added = Callable[[], Sequence[T]]


def nothing() -> tuple[()]:
    """Return nothing: what an extension adds at a hook that it does not use."""
    return ()


@dataclass(frozen=True, slots=True)
class Extension:
    """One extension's additions to the harness."""

    name: str
    """The entry point's name, and the extra's of the distribution, if it needs other packages."""
    commands: Added[str] = nothing
    """Commands of ``grader``, "module:function" each, listed in the help behind those of the
    harness; :mod:`graders.harness.commands.grammar` reads their functions."""
    modes: Added[tuple[str, str]] = nothing
    """A command, and the "module:function" that it calls instead if that one's option is given."""
    parts: Added[Any] = nothing
    """Parts of ``grader refresh``; the extension that has this command says what a part is."""
    experiments: Added[Experiment] = nothing
    """Experiments of authors' tools on a program in a warm process, instead of grading it."""
    rules: Added[Path] = nothing
    """Rules on how code is written: modules beside the driver of the assignments whose surveys name
    the extension."""
    linters: Added[LinterKind] = nothing
    """Linters, which look at submissions of the assignments whose manifests ask for them."""
    packages: Added[PackageSource] = nothing
    """Installers of the packages that manifests name; the first is used."""
    value_kinds: Added[ValueKind] = nothing
    """Objects of such packages that leave the sandbox as plain data, and their comparison."""
    languages: Added[Language] = nothing
    """Languages of submissions beside Python."""
    calls: Added[CallsByName] = nothing
    """Servers of the checks of assignments without a driver, whose manifests have a table
    ``[calls]``; the first is used.
    """
    platforms: Added[Platform] = nothing
    """Platforms whose downloads and rosters are recognised, the first to be asked first."""
    formats: Added[Format] = nothing
    """Formats of one result, for ``grader report``."""
    class_formats: Added[ClassFormat] = nothing
    """Formats of a whole class, for ``grader report``."""
    bundles: Added[Bundle] = nothing
    """Bundles of ``grader bundle`` beside the students'."""
    advice: Added[Advisor] = nothing
    """Advisors, which say more about a graded submission, for staff; they change no verdict and no
    mark.
    """
