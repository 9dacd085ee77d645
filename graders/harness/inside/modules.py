"""Imports a submission's files from memory.

A :class:`Program` is everything that one side of a session runs: the submission's files, the
course's own files, the driver and stand-ins, as sources that came over the pipe. Nothing of it is
ever on a disk inside the box.

Which name wins, first to last: what the interpreter already has and its standard library; the
course's files; the submission's files. So a submission can shadow neither, yet may bring modules of
its own. The driver and what comes with it live in a package of their own, ``_grader``, so that no
name a student would choose is taken.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import marshal
import sys
from collections.abc import Iterator
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .interpreter_state import ModuleKeeper

PACKAGE = "_grader"


class Program:
    """The sources to run.

    sources: module file name ("block.py", "pygame/__init__.py") -> source bytes, one table per
    role: *submitted* (hostile), *course* (wins over submitted), *driver* (the driver, and whatever
    it brings). variant_files: variant name -> further course files that replace submitted ones in
    that variant (stand-ins).
    """

    def __init__(
        self,
        submitted: dict[str, bytes],
        course: dict[str, bytes],
        driver: dict[str, bytes],
        variant_files: dict[str, dict[str, bytes]] | None = None,
    ) -> None:
        self.submitted = dict(submitted)
        self.course = dict(course)
        self.driver = dict(driver)
        self.variant_files = {
            name: dict(files) for name, files in (variant_files or {}).items()
        }
        self.compiled: dict[tuple[str, str], CodeType] = {}
        """By role and file name: the code of files that have been compiled."""
        self.trusted = False
        """Whether the submitted files are the reference's, which answers checks."""

    @classmethod
    def from_message(cls, value: dict[str, Any]) -> Program:
        """Build a program from the plain dict that :meth:`to_message` made."""
        return cls(
            value["submitted"], value["course"], value["driver"], value["variant_files"]
        )

    def with_submission(self, submitted: dict[str, bytes]) -> Program:
        """Return a program with other submitted files."""
        return Program(submitted, self.course, self.driver, self.variant_files)

    def with_reference(self, solution: dict[str, bytes]) -> Program:
        """Return a program whose submitted files are the reference's, which answers checks."""
        program = self.with_submission(solution)
        program.trusted = True
        return program

    def without_submission(self) -> Program:
        """Return the trusted part of this program, with its compiled code."""
        part = Program({}, self.course, self.driver, self.variant_files)
        part.compiled = self.compiled
        return part

    def to_message(self) -> dict[str, Any]:
        """Return this program as plain data for the pipe."""
        return {
            "submitted": self.submitted,
            "course": self.course,
            "driver": self.driver,
            "variant_files": self.variant_files,
        }

    def sources(self) -> Iterator[tuple[str, str, bytes]]:
        """Yield every (role, file name, source)."""
        for role in ("driver", "course", "submitted"):
            for name, source in sorted(getattr(self, role).items()):
                yield role, name, source
        for variant, files in sorted(self.variant_files.items()):
            for name, source in sorted(files.items()):
                yield "variant:" + variant, name, source

    def compile_one(self, role: str, name: str, source: bytes) -> None:
        """Compile one file and keep the code object. Raises whatever the compiler raises."""
        self.compiled[role, name] = compile(source, name, "exec", dont_inherit=True)

    def to_code(self) -> list[list[Any]]:
        """Return role, name and compiled code of every file that compiles, for another process of
        this interpreter.
        """
        for role, name, source in self.sources():
            try:
                self.compile_one(role, name, source)
            except Exception:  # the import will raise it again
                pass
        return [
            [role, name, marshal.dumps(code)]
            for (role, name), code in self.compiled.items()
        ]

    def add_code(self, code: list[list[Any]]) -> None:
        """Take over the code that :meth:`to_code` made of a program without a submission."""
        for role, name, compiled in code:
            self.compiled[role, name] = marshal.loads(compiled)

    def find(self, fullname: str, variant: str) -> tuple[str, str, bytes, bool] | None:
        """Return (role, file name, source, is_package) of the module *fullname*, or None."""
        tables: tuple[tuple[str, dict[str, bytes]], ...]
        if fullname.startswith(PACKAGE + "."):
            fullname = fullname[len(PACKAGE) + 1 :]
            tables = (("driver", self.driver),)
        else:
            tables = (
                ("course", self.course),
                ("variant:" + variant, self.variant_files.get(variant, {})),
                ("submitted", self.submitted),
            )
        base = fullname.replace(".", "/")
        for role, table in tables:
            for name, package in ((base + ".py", False), (base + "/__init__.py", True)):
                if name in table:
                    return role, name, table[name], package
        return None


class MemoryImporter:
    """Finds and loads the modules of one program in one variant. Goes last on ``sys.meta_path``.

    Not derived from the classes of ``importlib.abc``, which take as long to load as all the rest of
    a plain process.
    """

    def __init__(self, program: Program, variant: str) -> None:
        self.program = program
        self.variant = variant
        self.lacking: list[str] = []
        """Modules that were looked for and are neither the interpreter's nor in the program."""
        self.keeper: ModuleKeeper | None = None
        """Runs modules in its own way, where the process serves several checks."""

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        found = self.program.find(fullname, self.variant)
        if found is None or not self.belongs(fullname, found[0]):
            self.lacking.append(fullname)
            return None
        _role, name, _source, package = found
        loader: Any = self  # it is a loader by its methods, see above
        spec = importlib.machinery.ModuleSpec(
            fullname, loader, origin=name, is_package=package
        )
        spec.loader_state = found
        spec.has_location = (
            True  # gives the module a __file__, which some submissions read
        )
        spec.cached = None
        return spec

    def belongs(self, fullname: str, role: str) -> bool:
        """Return whether a module of this *role* may be part of the package it names.

        The package must have the same role. So a submission adds nothing to the interpreter's
        packages, such as ``encodings``, or to the course's.
        """
        parent = fullname.rpartition(".")[0]
        if not parent or parent == PACKAGE:
            return True
        loaded: Any = getattr(sys.modules.get(parent), "__spec__", None)
        if getattr(loaded, "loader", None) is not self:
            return False
        return bool(loaded.loader_state[0] == role)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self.keeper.waiting.get(spec.name) if self.keeper is not None else None

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        if self.keeper is not None and module.__spec__.name in self.keeper.waiting:
            del self.keeper.waiting[module.__spec__.name]
            return
        role, name, source, _package = module.__spec__.loader_state
        code = self.program.compiled.get((role, name))
        if code is None:
            code = self.program.compiled[role, name] = compile(
                source, name, "exec", dont_inherit=True
            )
        if self.keeper is None:
            exec(code, module.__dict__)
        else:
            self.keeper.run(role, module, code, source)

    def finds(self, fullname: str) -> bool:
        """Return whether *fullname* is a module of the program, or of the driver's package."""
        return (
            fullname.split(".", maxsplit=1)[0] == PACKAGE
            or self.program.find(fullname, self.variant) is not None
        )

    def get_source(self, fullname: str) -> str | None:
        """Serve ``linecache`` and ``inspect`` (students may print tracebacks)."""
        found = self.program.find(fullname, self.variant)
        return None if found is None else importlib.util.decode_source(found[2])

    def get_filename(self, fullname: str) -> str:
        found = self.program.find(fullname, self.variant)
        if found is None:
            raise ImportError(fullname)
        return found[1]

    def is_package(self, fullname: str) -> bool:
        found = self.program.find(fullname, self.variant)
        return bool(found and found[3])


def install(program: Program, variant: str) -> MemoryImporter:
    """Make the modules of *program* importable in this process, after everything else."""
    importer = MemoryImporter(program, variant)
    sys.meta_path.append(importer)
    return importer
