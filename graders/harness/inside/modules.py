"""Imports a submission's files from memory.

A :class:`Program` holds the sources of one box: the submission's files, the course's files, the
driver and stand-ins. They come over the pipe and are never on a disk inside the box.

The first module of a name wins: the interpreter's loaded modules and its standard library, then the
course's files, then the submission's files. So a submission can shadow neither, but may have
further modules. Only a program that runs as a script has its own modules first
(:func:`beside_script`). The driver and its modules are in the package ``_grader``, so that they
take no name that a student would choose.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import marshal
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from . import marks

if TYPE_CHECKING:
    from typing import Protocol

    class Keeper(Protocol):
        """Runs modules, and keeps some of them for the next import of their name."""

        waiting: dict[str, ModuleType]

        def run(self, role: str, module: ModuleType, code: CodeType, source: bytes) -> None:
            """Run the *code* of *module*."""


PACKAGE = "_grader"
SCRATCH = "scratch.py"
"""Among the driver's files: a mark that programs may use the scratch space."""


class Program:
    """The sources to run.

    One dict for each role maps file names ("block.py", "pygame/__init__.py") to sources:
    *submitted* (hostile), *course* (wins over submitted), *driver* (the driver and its modules).
    *variant_files* maps names of variants to further course files, stand-ins, that replace
    submitted files in that variant.
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
        self.variant_files = {name: dict(files) for name, files in (variant_files or {}).items()}
        self.compiled: dict[tuple[str, str], CodeType] = {}
        """Code of compiled files, by role and file name."""
        self.trusted = False
        """True if the submitted files are the reference's, which answers checks."""

    @classmethod
    def from_message(cls, value: dict[str, Any]) -> Program:
        """Parse the result of :meth:`to_message`."""
        return cls(value["submitted"], value["course"], value["driver"], value["variant_files"])

    def with_submission(self, submitted: dict[str, bytes]) -> Program:
        """Return a program with other submitted files."""
        return Program(submitted, self.course, self.driver, self.variant_files)

    def with_reference(self, solution: dict[str, bytes]) -> Program:
        """Return a program that runs the reference, which answers checks."""
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
        """Compile one file and keep the code object. Raises the compiler's exceptions."""
        self.compiled[role, name] = self.code_of(role, name, source)

    def code_of(self, role: str, name: str, source: bytes) -> CodeType:
        """Compile one file. Raises the compiler's exceptions."""
        text: Any = source
        if role == "submitted" and marks.MARKED in self.driver:
            text = marks.marked(source, name)
        code: CodeType = compile(text, name, "exec", dont_inherit=True)
        return code

    def to_code(self) -> list[list[Any]]:
        """Return role, name and code of every file that compiles, for another process of this
        interpreter.
        """
        for role, name, source in self.sources():
            with suppress(Exception):  # the import raises it again
                self.compile_one(role, name, source)
        return [[role, name, marshal.dumps(code)] for (role, name), code in self.compiled.items()]

    def add_code(self, code: list[list[Any]]) -> None:
        """Add code that :meth:`to_code` returned for a program without a submission."""
        for role, name, compiled in code:
            self.compiled[role, name] = marshal.loads(compiled)

    def find(
        self, fullname: str, variant: str, folders: Iterable[str] = ()
    ) -> tuple[str, str, bytes, bool] | None:
        """Return (role, file name, source, is_package) of the module *fullname*, or None.

        folders: where submitted files are looked for if there is none at the top.
        """
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
            for folder in ("", *(f"{folder}/" for folder in folders if role == "submitted")):
                found = self._file_at(folder + base, role, table)
                if found is not None:
                    return found
        return None

    def _file_at(
        self, base: str, role: str, table: dict[str, bytes]
    ) -> tuple[str, str, bytes, bool] | None:
        for name, package in ((f"{base}.py", False), (f"{base}/__init__.py", True)):
            if name in table:
                return role, name, table[name], package
        if role == "submitted" and any(name.startswith(f"{base}/") for name in table):
            return role, f"{base}/__init__.py", b"", True  # a package without such a file
        return None


class MemoryImporter:
    """Finds and loads the modules of one program in one variant, from the end of ``sys.meta_path``.

    It has no base class from ``importlib.abc``, which takes as long to import as the rest of a
    plain process.
    """

    def __init__(self, program: Program, variant: str) -> None:
        self.program = program
        self.variant = variant
        self.lacking: list[str] = []
        """Requested modules that neither the interpreter nor the program has."""
        self.folders = frozenset(sys.path)
        """Those that are looked through before any code of the submission runs."""
        self.keeper: Keeper | None = None
        """Runs the modules if the process serves several checks; otherwise None."""

    def find(self, fullname: str) -> tuple[str, str, bytes, bool] | None:
        """Return the module *fullname* as :meth:`Program.find` does, also in folders of the
        submission that the program has added to ``sys.path``.
        """
        found = self.program.find(fullname, self.variant)
        if found is not None:
            return found
        added = [
            folder
            for folder in sys.path
            if type(folder) is str and folder and folder not in self.folders
        ]
        if not added:
            return None
        home = os.getcwd()
        below = [os.path.relpath(entry, home) for entry in added]
        folders = [folder for folder in below if folder[0] != "."]
        return self.program.find(fullname, self.variant, folders) if folders else None

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        source_file = self.find(fullname)
        if source_file is None or not self.belongs(fullname, source_file[0]):
            self.lacking.append(fullname)
            return None
        _role, name, _source, package = source_file
        loader: Any = self  # a loader by its methods, not its base class
        spec = importlib.machinery.ModuleSpec(fullname, loader, origin=name, is_package=package)
        spec.loader_state = source_file
        # gives the module a __file__, which some submissions read
        spec.has_location = True
        spec.cached = None
        return spec

    def belongs(self, fullname: str, role: str) -> bool:
        """Return whether a module of this *role* may be part of the package in its name.

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
            self.program.compile_one(role, name, source)
            code = self.program.compiled[role, name]
        if self.keeper is None:
            exec(code, module.__dict__)
        else:
            self.keeper.run(role, module, code, source)

    def finds(self, fullname: str) -> bool:
        """Return whether *fullname* is a module of the program, or of the driver's package."""
        return fullname.split(".", maxsplit=1)[0] == PACKAGE or self.find(fullname) is not None

    def get_source(self, fullname: str) -> str | None:
        """Return a module's source to ``linecache`` and ``inspect``, for printed tracebacks."""
        source_file = self.find(fullname)
        if source_file is None:
            return None
        return importlib.util.decode_source(source_file[2])

    def get_filename(self, fullname: str) -> str:
        source_file = self.find(fullname)
        if source_file is None:
            raise ImportError(fullname)
        return source_file[1]

    def is_package(self, fullname: str) -> bool:
        source_file = self.find(fullname)
        return bool(source_file and source_file[3])


STARTED = frozenset(
    {
        *("abc", "codecs", "encodings", "genericpath", "io", "ntpath", "os"),
        *("posixpath", "site", "stat", *sys.builtin_module_names),
    }
)
"""Modules that Python has loaded before it runs a script: no file beside it can replace them."""


class ScriptsModules:
    """Finds those *names* among the modules of *importer*, before the library is searched."""

    def __init__(self, importer: MemoryImporter, names: set[str]) -> None:
        self.importer = importer
        self.names = names

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        wanted = fullname.partition(".")[0] in self.names
        return self.importer.find_spec(fullname) if wanted else None


@contextmanager
def beside_script(submitted: Iterable[str]) -> Iterator[None]:
    """Let the *submitted* files win over the library's modules, as files beside a script do."""
    importer = next(finder for finder in sys.meta_path if type(finder) is MemoryImporter)
    names = {name.partition("/")[0].partition(".")[0] for name in submitted} - STARTED
    shadowed = {name: sys.modules.pop(name) for name in names & sys.modules.keys()}
    finder: Any = ScriptsModules(importer, names)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        # later imports are the driver's, and must find the library
        sys.meta_path.remove(finder)
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(shadowed)


def install(program: Program, variant: str) -> MemoryImporter:
    """Make the modules of *program* importable in this process, after all others."""
    importer = MemoryImporter(program, variant)
    sys.meta_path.append(importer)
    return importer
