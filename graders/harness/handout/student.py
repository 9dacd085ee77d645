"""The student's bundle: starter code, public checks with recorded answers, and part of the judge.

The reference contributes only its answers to the public checks. It is graded again with these
checks alone, so that the recording holds no other answers. ``.grader`` contains, beside the
starter,

- the modules of the harness that :mod:`graders.harness.handout.selfcheck` imports, directly or not;
- of the grader, modules with public checks only, what these use of other modules and of the driver,
  the stand-ins of the variants they use, and a manifest limited to these;
- public scenarios, and a copy of the starter, for comparison.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import Any
from zipfile import ZipFile, is_zipfile

import msgspec
import tomli_w

from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.manifest import ROOT, Assignment, Manifest
from graders.harness.assignment.naming import first_of
from graders.harness.assignment.scenario import scenarios_of
from graders.harness.assignment.trees import nodes
from graders.harness.content import HARNESS, files_below, installing
from graders.harness.errors import GraderError
from graders.harness.extensions import home
from graders.harness.extensions import installed as extensions_by_name
from graders.harness.grading.grader import Grader
from graders.harness.grading.marking import marks_need, worth
from graders.harness.grading.program import open_backend
from graders.harness.handout.archive import write_zip
from graders.harness.handout.bundled_extensions import metadata_of, needed
from graders.harness.handout.cutting import operations_in, used_parts, words_in
from graders.harness.handout.leaks import leaks, secrets_of
from graders.harness.handout.starter import TEMPLATE, common_files, stale
from graders.harness.handout.unwritten import RECORDING, WHOLE, facts
from graders.harness.intake.select import IN_BUNDLES
from graders.harness.replay.recording import Recording, to_bytes
from graders.harness.result import Visibility
from graders.harness.sandbox.packages import Pinned, source_for
from graders.harness.style.linters import kind_of, missing

TOOLS = ".grader"
ENTRY = "graders.harness.handout.selfcheck"

NEEDED = (
    "hypothesis",
    "jinja2",
    "msgspec",
    "platformdirs",
    "pytest",
    "pytest-timeout",
    "rich",
)
"""Packages that a student's judge imports."""
OLDEST_MINOR = 10
"""The oldest release of Python 3 on which a bundle works, as in its check.py."""

STAFF_ONLY = frozenset(
    f"graders.harness.{name}"
    for name in (
        "course",
        "cli",
        "commands",
        "handout.cutting",
        "handout.starter",
        "handout.student",
        "processes",
    )
)
"""Modules that a bundle must not need; importing one would mix staff's code into it."""

SMALL_EXAMPLE_CALLS = 30
"""Runs of a failing check to find a small example; each starts a process."""


class BundleError(GraderError):
    """The bundle cannot be built; the message says what to fix."""


def build(assignment: Assignment, out: Path) -> tuple[Path, Path]:
    """Write the bundle of *assignment* below *out*, as a folder and a zip; return both paths.

    Raises BundleError, and GraderBroken if the reference does not pass the public checks.
    """
    lag = stale(assignment.reference, assignment.starter, common_files(assignment.manifest))
    if lag:
        raise BundleError(
            f"the starter is stale ({lag[0]}): run `grader refresh {assignment.id} --only starter` "
            "first"
        )
    files = contents(assignment)
    name = f"{assignment.id}-student"
    folder, archive = out / name, out / f"{name}.zip"
    _replace(folder, archive, files)
    write_zip(archive, {f"{name}/{path}": data for path, data in files.items()})
    return folder, archive


def _replace(folder: Path, archive: Path, files: Mapping[str, bytes]) -> None:
    """Write *files* into *folder* instead of those of the earlier bundle in *archive*.

    All other files stay. Raises BundleError, before any change, if content would be lost.
    """
    earlier = _earlier(folder, archive)
    lost = [
        path
        for path in sorted(earlier.keys() | files.keys())
        if (folder / path).is_file()
        and (folder / path).read_bytes() not in (earlier.get(path), files.get(path))
    ]
    if lost:
        raise BundleError(
            f"{folder} has files that differ from the bundle's: {first_of(lost)}; "
            "move them away, or choose another --out"
        )
    for path in earlier.keys() - files.keys():
        (folder / path).unlink(missing_ok=True)
    for path, data in sorted(files.items()):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _earlier(folder: Path, archive: Path) -> dict[str, bytes]:
    """Return the files that the bundle in *folder* had when it was built: those in *archive*.

    Raises BundleError if *folder* is something else.
    """
    if not folder.exists():
        return {}
    if not is_zipfile(archive):
        raise BundleError(
            f"{folder} exists and is not a bundle (there is no {archive.name} beside it): "
            "remove it, or choose another --out"
        )
    with ZipFile(archive) as bundle:
        return {
            name.removeprefix(f"{folder.name}/"): bundle.read(name) for name in bundle.namelist()
        }


def contents(assignment: Assignment) -> dict[str, bytes]:
    """Return every file of the bundle, by its path."""
    source = source_for(assignment) if assignment.manifest.packages else None
    lists = requirements(assignment.manifest, source.pinned(assignment) if source else ())
    for_packages = source.files_for_students(assignment) if source else {}
    recording, whole = recordings(assignment)
    manifest = public_manifest(assignment.manifest, [check.spec for check in whole.checks])
    starter = dict(files_below(assignment.starter))
    if "README.md" not in starter:
        raise BundleError(
            f"starter/{assignment.id} has no README.md, which tells students what to do: write "
            f"reference/{assignment.id}/README.md, then run "
            f"`grader refresh {assignment.id} --only starter`"
        )
    from_template = {name: (TEMPLATE / name).read_bytes() for name in IN_BUNDLES}
    files = {**starter, **from_template}
    tools = {
        **code_files(assignment, manifest),
        **{f"starter/{assignment.id}/{path}": data for path, data in files.items()},
        f"graders/{assignment.id}/assignment.toml": tomli_w.dumps(_plain(manifest)).encode(),
        f"graders/{assignment.id}/{RECORDING}": to_bytes(recording),
        f"graders/{assignment.id}/{WHOLE}": facts(assignment, recording.checks),
        **{f"graders/{assignment.id}/{name}": data for name, data in for_packages.items()},
        **metadata_of(needed(manifest)),
        **lists,
    }
    for scenario in scenarios_of(assignment):
        if scenario.visibility is Visibility.PUBLIC:
            path = assignment.scenarios / f"{scenario.name}.txt"
            tools[f"scenarios/{assignment.id}/{path.name}"] = path.read_bytes()
    files |= {f"{TOOLS}/{path}": data for path, data in tools.items()}
    problems = leaks(files, secrets_of(assignment, recording, whole))
    if problems:
        raise BundleError(f"the bundle would reveal secrets: {'; '.join(problems[:5])}")
    return files


# Public parts.


def recordings(assignment: Assignment) -> tuple[Recording, Recording]:
    """Grade the reference; return the recordings of the public checks and of all checks."""
    with Grader(assignment, open_backend(assignment, choice="auto")) as grader:
        return grader.record(only_public=True), grader.recorded()


def public_manifest(manifest: Manifest, checks: Iterable[CheckSpec]) -> Manifest:
    """Return *manifest* with the marks of the public ones of all *checks*, and without parts that
    only hidden checks need.
    """
    specs = list(checks)
    public = [spec for spec in specs if spec.visibility is Visibility.PUBLIC]
    variants = set(chain.from_iterable(spec.variants for spec in public))
    tasks = []
    for task in manifest.tasks:
        full = worth(task, specs)
        mine = [full[spec.id] for spec in public if spec.task == task.id]
        if mine:
            marks = _number(sum(mine, Fraction(0)))
            tasks.append(msgspec.structs.replace(task, marks=marks))
    course = tuple(dict.fromkeys((*manifest.files.course, *IN_BUNDLES)))
    files = msgspec.structs.replace(manifest.files, course=course)
    return msgspec.structs.replace(
        manifest,
        tasks=tuple(tasks),
        files=files,
        variants={name: variant for name, variant in manifest.variants.items() if name in variants},
        never_released=(),
        shrink=msgspec.structs.replace(manifest.shrink, calls=SMALL_EXAMPLE_CALLS),
    )


def _number(marks: Fraction) -> float | int:
    return marks.numerator if marks.denominator == 1 else float(marks)


def _plain(manifest: Manifest) -> dict[str, object]:
    """Return *manifest* as plain data without None, which TOML lacks."""
    plain: dict[str, object] = _without_none(msgspec.to_builtins(manifest))
    return plain


def _without_none(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_none(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}
    return value


# Modules.


OWN = ("graders.harness.", "graders.extensions.")
HOOKS = "graders.harness.hooks"
"""It imports other modules only for their types."""


def imports_of(path: Path, package: str) -> set[str]:
    """Return the modules below ``graders`` that the module at *path* imports, also inside
    functions.
    """
    modules: set[str] = set()
    for node in nodes((ast.Import, ast.ImportFrom), ast.parse(path.read_bytes())):
        names = [alias.name for alias in node.names]
        if isinstance(node, ast.Import):
            modules.update(names)
        elif node.module:
            base = f"{package}.{node.module}" if node.level else node.module
            modules.update([base], (f"{base}.{name}" for name in names))
    return {name for name in modules if name.split(".")[0] == "graders"}


def _file_of(module: str, root: Path) -> Path | None:
    is_own = f"{module}.".startswith(OWN) or module == "graders"
    path = (ROOT if is_own else root).joinpath(*module.split("."))
    return next(
        (item for item in (path.with_suffix(".py"), path / "__init__.py") if item.is_file()), None
    )


def closure(entries: Iterable[str], root: Path = ROOT) -> dict[str, Path]:
    """Return *entries*, the modules they import and all parent packages: name -> file.

    root: the folder whose ``graders/`` holds the modules that are not the harness's.
    """
    modules: dict[str, Path] = {}
    waiting = list(entries)
    while waiting:
        module = waiting.pop()
        path = _file_of(module, root)
        if module in modules or path is None:
            continue
        modules[module] = path
        above = module.rpartition(".")[0]
        package = module if path.name == "__init__.py" else above
        waiting += imports_of(path, package) if module != HOOKS else ()
        if above:
            waiting.append(above)
    return modules


def code_files(assignment: Assignment, manifest: Manifest) -> dict[str, bytes]:
    """Return the code of a student's judge: needed modules of the harness, public ones of the
    grader.

    Raises BundleError if it includes modules for staff.
    """
    package = f"graders.{assignment.id}"
    tests = set(assignment.grader.glob("test_*.py")) - set(assignment.grader.glob("*_hidden.py"))
    helpers = [
        path for path in (assignment.grader / "calls.py", assignment.painting) if path.is_file()
    ]
    public = [f"{package}.{path.stem}" for path in (*sorted(tests), *helpers)]
    extensions = [entry.module for entry in needed(manifest)]
    entries = [ENTRY, "graders.harness.grading.plugin", package, *extensions, *public]
    modules = closure(entries, assignment.root)
    staff = sorted(STAFF_ONLY.intersection(modules))
    if staff:
        raise BundleError(f"the student's judge imports {staff[0]}, which is for staff")
    named = [(assignment.grader / name).resolve() for name in _named_files(manifest)]
    named += [path for stub in assignment.stubs for path in sorted(stub.rglob("*.py"))]
    own = {
        name: path
        for name, path in modules.items()
        if path.name != "__init__.py" and not name.startswith(OWN)
    }
    sources = {name: path.read_bytes() for name, path in own.items()}
    checks = [check for check in public if check in own]
    shown = [name for name in own if name == f"{package}.calls"]
    whole = [
        name
        for name, path in own.items()
        if not {"calls", "painting"}.isdisjoint(name.split(".")) or path.resolve() in named
    ]
    cut = used_parts(sources, tests=checks, whole=whole)
    used = {word for name in cut if name not in shown for word in words_in(cut[name])}
    drivers, hidden = cut_driver(assignment, manifest, used)
    if hidden:
        cut |= used_parts(
            {name: sources[name] for name in shown},
            tests=(),
            whole=(),
            operations=dict.fromkeys(shown, ("shown", "program", "HEAD")),
            without=hidden,
        )
    paths = [path for name, path in modules.items() if name not in own]
    paths += named
    # also read as files
    for folder in (
        HARNESS / "inside",
        HARNESS / "protocol",
        HARNESS / "reports" / "html",
        *(home(entry.name) / "inside" for entry in needed(manifest)),
    ):
        paths += [folder / name for name, _ in files_below(folder)]
    rules = extensions_by_name().get(manifest.survey.extension)
    paths += rules.rules() if rules else ()
    return {
        **{assignment.name_in_checkout(own[name]): cut[name] for name in cut},
        **{assignment.name_in_checkout(path): path.read_bytes() for path in paths},
        **drivers,
    }


DRIVER = "driver"


def cut_driver(
    assignment: Assignment, manifest: Manifest, used: Collection[str]
) -> tuple[dict[str, bytes], frozenset[str]]:
    """Return the driver's first file with the operations that are *used*, and the names of others.

    A driver of another language than Python is not cut.
    """
    name = f"{DRIVER}.py"
    if name not in manifest.driver:
        return {}, frozenset()
    path = assignment.grader / name
    source = path.read_bytes()
    all_operations = operations_in(source)
    asked = {manifest.survey.findings, manifest.survey.flags, *manifest.programs, *used}
    kept = all_operations & asked
    cut = used_parts({DRIVER: source}, (), (), {DRIVER: kept})
    return {assignment.name_in_checkout(path): cut[DRIVER]}, frozenset(all_operations - kept)


def _named_files(manifest: Manifest) -> list[str]:
    """Return the files of the grader that *manifest* names."""
    names = list(manifest.driver)
    for variant in manifest.variants.values():
        names += variant.files.values()
    return [*names, *(plan.config for plan in manifest.linters.values())]


def requirements(manifest: Manifest, packages: Iterable[Pinned] = ()) -> dict[str, bytes]:
    """Return the lists of the packages that a student's judge needs, at their tested releases, and
    of the *packages* that programs import.

    Linters have a list of their own, for ``check.py --style``, unless marks depend on them. Raises
    BundleError if one is not installed here.
    """
    always, optional = list(NEEDED), list[str]()
    for name, plan in manifest.linters.items():
        kind = kind_of(name, plan)
        if kind is None:
            raise BundleError(f"the bundle needs {missing(name, plan)}")
        (always if marks_need(name, manifest) else optional).append(kind.PACKAGE)
    lists = {
        "requirements.txt": [
            *map(tested_release, always),
            *(_requirement(*package) for package in packages),
        ],
        "requirements-style.txt": [tested_release(package) for package in optional],
    }
    return {file: "".join(lines).encode() for file, lines in lists.items() if lines}


def tested_release(name: str) -> str:
    """Return the line of a package of the judge. Raises BundleError if it is not installed here."""
    try:
        demand = metadata.metadata(name)["Requires-Python"] or ""
    except metadata.PackageNotFoundError:
        raise BundleError(
            f"the bundle names the release of {name} that is installed here, and there is none: "
            f"{installing('style')}"
        ) from None
    oldest = re.search(r">=(3\.\d+)", demand)
    return _requirement(name, metadata.version(name), oldest[1] if oldest else "", name)


def _requirement(name: str, version: str, since: str, older: str) -> str:
    """Return the line of a package: this *version*, and *older* for Pythons that are older than it
    demands.
    """
    line = f"{name}=={version}"
    oldest = re.match(r"3\.(\d+)", since)
    if oldest is None or int(oldest[1]) <= OLDEST_MINOR:
        return f"{line}\n"
    release = f'"3.{oldest[1]}"'
    return f"{line} ; python_version >= {release}\n{older} ; python_version < {release}\n"
