"""The reference that answers checks is compiled once; a submission with the same text is compiled like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.extensions.java import jvm_box
from graders.extensions.java.guest import guest_of
from graders.extensions.java.jars import JavaSources, build_jars, reference_classes
from graders.extensions.java.jdk import find_jdk
from tests.adder import WORLD, adder, bench_of, good, grader, needs_jdk
from tests.fixtures import cache

__all__ = ["cache"]

pytestmark = needs_jdk


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The variants that boxes have compiled."""
    seen: list[str] = []
    usual = jvm_box.JavaBox._compile

    def compile_(self: jvm_box.JavaBox, variant: str) -> jvm_box.CompileResult:
        seen.append(variant)
        return usual(self, variant)

    monkeypatch.setattr(jvm_box.JavaBox, "_compile", compile_)
    return seen


@pytest.mark.slow
def test_reference_answers_without_being_compiled_and_a_submission_does_not(
    compilations: list[str],
) -> None:
    """Both return the same answers."""
    with bench_of(good()) as bench:
        compilations.clear()
        assert bench.reference.add(20, 22) == 42
        assert compilations == []
        bench.sandbox.session.begin()
        assert bench.sandbox.session.add(20, 22) == 42
        assert compilations == ["own"]


@pytest.mark.slow
def test_reference_that_does_not_compile_is_compiled_in_its_box(
    compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Grading the reference reports the errors."""
    wrong = {"Sums.java": b"package toys; class Sums { int }"}
    assert reference_classes(find_jdk(">=17"), {}, wrong) == {}
    with bench_of(good()) as bench:
        monkeypatch.setattr(grader("auto").backend, "_reference", dict)
        compilations.clear()
        assert bench.reference.add(20, 22) == 42
        assert compilations == ["own"]


@pytest.mark.slow
def test_no_box_can_read_the_compiled_reference(cache: Path) -> None:
    """It is stored outside the folders of a box, because every process in a box can read those."""
    jdk, manifest = find_jdk(">=17"), adder().manifest
    reference = {
        name: (WORLD / "reference" / "adder" / name).read_bytes()
        for name in manifest.files.submitted
    }
    course = {"Given.java": (WORLD / "reference" / "adder" / "Given.java").read_bytes()}
    first = reference_classes(jdk, course, reference)
    assert set(first) >= {"toys.Sums", "toys.Words"}
    (kept,) = (cache / "references").iterdir()
    assert reference_classes(jdk, course, reference) == first
    kept.write_bytes(kept.read_bytes()[:100])  # a damaged file is made again
    assert reference_classes(jdk, course, reference) == first

    driver = {"Driver.java": b"package driver; public class Driver { }"}
    jars = build_jars(jdk, JavaSources(driver, course, reference))  # any starter is good enough
    assert manifest.java is not None
    shown = guest_of(jdk, jars, manifest.java, manifest.limits)["runtime"]
    assert not [
        place for place in shown if kept.is_relative_to(place) or cache.is_relative_to(place)
    ]
    assert kept.parent.stat().st_mode & 0o077 == 0
    held = {
        file.name
        for place in shown
        if jars.worker.is_relative_to(place)
        for file in Path(place).iterdir()
    }
    assert held <= {
        "worker.jar",
        "course.jar",
        "starter.jar",
        "worker.jsa",
        ".accessibility.properties",
    }
