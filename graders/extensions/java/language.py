"""Java as the harness asks for it: names, signs, and what reads, proves and runs its sources."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graders.harness.assignment.regions import INSTEAD, StarterError
from graders.harness.content import installing
from graders.harness.errors import GraderError

if TYPE_CHECKING:
    from graders.extensions.java.braces import BracedNesting
    from graders.extensions.java.programs import JavaPrograms
    from graders.extensions.java.runtime import JavaRuntime
    from graders.harness.assignment.manifest import Manifest

STARTERS = ">=17"
"""The releases of Java with which starters are compiled."""
_METHOD = re.compile(
    r"^    (?:public|protected|private)\b[^;={}]*?\b(\w+)\([^)]*\)[^;{}]*\{",
    re.MULTILINE,
)
_SIGNS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "grader_package": (r"\bgrader\s*\.", ("grader",)),
    "unsafe_memory": (r"\bUnsafe\b|\bjdk\s*\.\s*internal\b", ("Unsafe", "internal")),
    "reflection": (
        r"\bjava\s*\.\s*lang\s*\.\s*reflect\b|\bsetAccessible\b|\bgetDeclared\w+",
        ("reflect", "setAccessible", "getDeclared"),
    ),
    "streams": (
        r"\bSystem\s*\.\s*set(?:Out|In|Err)\b|\bFileDescriptor\b",
        ("setOut", "setIn", "setErr", "FileDescriptor"),
    ),
    "processes": (
        r"\bProcessBuilder\b|\bgetRuntime\b|\bProcessHandle\b",
        ("ProcessBuilder", "getRuntime", "ProcessHandle"),
    ),
    "threads": (r"\bThreadGroup\b|\bgetAllStackTraces\b", ("ThreadGroup", "getAllStackTraces")),
}
_STEPS = """\
      - uses: actions/setup-java@b6effb05e454b25005698d916606bdc6ffcbf961 # v5.7.0
        with:
          distribution: temurin
          java-version: "{}"
"""


_WORDS = re.compile(
    rb"""//[^\n]*|/\*.*?(?:\*/|\Z)|\s+|("""
    rb"""'(?:[^'\\\n]+|\\.)*'?|"(?:[^"\\\n]+|\\.)*"?"""
    rb"""|[^/\s'"]+|/)""",
    re.DOTALL,
)


class JavaLanguage:
    """See `graders.harness.assignment.language.Language`."""

    name = "java"
    title = "Java"
    suffix = ".java"
    comment = "//"
    is_compiled = True
    is_forked = False
    start_cpu_seconds = 0.1
    signs = _SIGNS
    words = _WORDS
    template: Path | None = Path(__file__).parent / "template"
    stem = re.compile(r"[A-Z][A-Za-z0-9]*", re.ASCII)
    example = "Caesar.java: a class"
    authoring = "graders.extensions.java.authoring"

    def new_stem(self, assignment_id: str) -> str:
        """Return the name of a class: ``CaesarCipher`` for ``caesar_cipher``."""
        return "".join(part[:1].upper() + part[1:] for part in assignment_id.split("_"))

    def problem(self, manifest: Manifest) -> str:
        """Return why a *manifest* is wrong: it lacks the release, or has keys for Python."""
        if manifest.java is None:
            return 'the table [java] is missing; it has the release, such as ">=17"'
        if manifest.packages:
            return "packages are for Python"
        if manifest.files.scratch:
            return "scratch is for Python"
        if manifest.transcript and manifest.calls:
            return (
                "with [calls], [transcript] is for Python: a check of a program in Java sets "
                "sys.stdin by monkeypatch, calls main, and reads capsys"
            )
        return ""

    def steps(self, manifest: Manifest) -> str:
        """Return the step that installs a JDK."""
        assert manifest.java is not None
        return _STEPS.format(manifest.java.release.lstrip(">= "))

    def features(self, manifest: Manifest) -> dict[str, dict[str, str]]:
        """Return the JDK."""
        assert manifest.java is not None
        release = manifest.java.release.lstrip(">= ")
        return {"ghcr.io/devcontainers/features/java:1": {"version": release}}

    def nesting(self, lines: Sequence[str]) -> BracedNesting:
        """Return the nesting of a source text, by its braces."""
        from graders.extensions.java.braces import BracedNesting

        return BracedNesting(lines)

    def functions(self, file: str, text: str) -> Mapping[str, str]:
        """Return the methods with the starter's indentation, as "Block.swap": name -> bodies."""
        owner = file.removesuffix(self.suffix)
        bodies: dict[str, str] = {}
        for head in _METHOD.finditer(text):
            name = f"{owner}.{head[1]}"
            body = text[head.end() :].partition("\n    }")[0]
            without_comments = re.sub(r"//[^\n]*", "", body)
            bodies[name] = bodies.get(name, "") + "".join(without_comments.split()) + ";"
        return bodies

    def unproved(self) -> str:
        """Return why starters are not compiled here, or ""."""
        from graders.extensions.java.jdk import find_jdk
        from graders.harness.sandbox.interface import SandboxRefused

        try:
            find_jdk(STARTERS)
        except SandboxRefused as error:
            return f"the stripped Java was not compiled: {error}"
        return ""

    def prove(self, files: Mapping[str, bytes], reference: Path) -> None:
        """Raise StarterError with the first error if *files* do not compile."""
        from graders.extensions.java.jars import error_in
        from graders.extensions.java.jdk import find_jdk

        error = error_in(find_jdk(STARTERS), files)
        if error:
            raise StarterError(
                f"{reference}: without its solutions, this does not compile: {error} "
                f"(lines of the starter); add a '// {INSTEAD} ...' line to the region there"
            )

    def grammar(self) -> object:
        """Return tree-sitter's grammar. Raises GraderError if it is not installed."""
        try:
            import tree_sitter_java
        except ImportError:
            raise GraderError(
                f"the grammar of Java is not installed: {installing('java')}"
            ) from None
        return tree_sitter_java.language()

    def runtime(self) -> JavaRuntime:
        """Return what opens boxes of Java virtual machines."""
        from graders.extensions.java.runtime import JavaRuntime

        return JavaRuntime()

    def programs(self) -> JavaPrograms:
        """Return what writes failed checks as classes."""
        from graders.extensions.java.programs import JavaPrograms

        return JavaPrograms()


JAVA = JavaLanguage()
