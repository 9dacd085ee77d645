"""Opens boxes of Java virtual machines for an assignment."""

from __future__ import annotations

import json

from graders.extensions.java.guest import guest_of
from graders.extensions.java.jars import (
    WORKER,
    JavaSources,
    archive_classes,
    build_jars,
    reference_classes,
)
from graders.extensions.java.jdk import find_jdk, wanted_release
from graders.extensions.java.jvm_box import JavaBackend, prove
from graders.harness.assignment.manifest import ALL_PUBLIC, Assignment, Java, Manifest
from graders.harness.errors import GraderError
from graders.harness.grading.program import flat
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.sandbox.interface import Backend, Level
from graders.harness.sandbox.interpreters import build_of

CALLED = """\
package driver;

import java.util.Map;

/** The table [calls]: name -> class, and the class of which all names are meant. */
final class Called {{
    static final Map<String, String> HOMES = Map.ofEntries({entries});
    static final String OPEN = {everything};
}}
"""


class JavaRuntime:
    """See `graders.harness.grading.program.Runtime`."""

    def demand(self, manifest: Manifest) -> str:
        """Return the releases of the JDK."""
        return _settings(manifest).release

    def found(self, manifest: Manifest) -> str:
        """Return the folder of the JDK. Raises SandboxRefused."""
        return str(find_jdk(_settings(manifest).release).home)

    def open_backend(
        self, assignment: Assignment, *, choice: str, minimum: Level, python: str
    ) -> Backend:
        """Return a backend of virtual machines; another *python* than the manifest's is refused."""
        manifest = assignment.manifest
        interpreter = python or find_interpreter(manifest.marking_python)
        build_of(interpreter)  # refused here once, not again for each way to isolate
        if python:
            raise GraderError(
                f"{assignment.id} is in Java: set JAVA_HOME to choose a JDK, not --python"
            )
        settings = _settings(manifest)
        jdk = find_jdk(settings.release)
        course_files = [name for name in manifest.files.course if name.endswith(".java")]
        sources = JavaSources(
            driver=_driver(assignment),
            course=flat(assignment.course, course_files),
            starter=flat(assignment.starter, manifest.files.submitted),
        )
        jars = build_jars(jdk, sources)
        guest = guest_of(jdk, jars, settings, manifest.limits)
        archive_classes(guest, jars, sources.starter)
        backend = select_backend(
            interpreter, choice=choice, minimum=minimum, guest=guest, prove=prove
        )

        def reference() -> dict[str, bytes]:
            solution = flat(assignment.reference, manifest.files.submitted)
            return reference_classes(jdk, sources.course, solution)

        return JavaBackend(backend, jdk, manifest.files.submitted, reference, manifest.limits)

    def newest(self, manifest: Manifest) -> None:
        """Return None: programs run in no Python."""

    def language_of(self, manifest: Manifest, backend: Backend) -> str:
        """Return the release as which submissions are compiled."""
        return f"Java {wanted_release(_settings(manifest).release)[0]}"


def _driver(assignment: Assignment) -> dict[str, bytes]:
    """Return the sources of the driver: the assignment's own, or the one that calls by name."""
    calls = assignment.manifest.calls
    if not calls:
        return flat(assignment.grader, assignment.manifest.driver)
    homes = {name: home for home, names in calls.items() for name in names}
    everything = homes.pop(ALL_PUBLIC, "")
    entries = ", ".join(
        f"Map.entry({json.dumps(file)}, {json.dumps(homes[file])})" for file in homes
    )
    table = CALLED.format(entries=entries, everything=json.dumps(everything))
    generic = {path.name: path.read_bytes() for path in sorted((WORKER / "driver").iterdir())}
    return {**generic, "Called.java": table.encode()}


def _settings(manifest: Manifest) -> Java:
    assert manifest.java is not None, "the manifest was loaded"
    return manifest.java
