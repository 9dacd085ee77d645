"""Without isolation, grading is refused with a message."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from graders.harness.inside import launcher, syscalls
from graders.harness.sandbox import choice, find_interpreter, probe, select_backend
from graders.harness.sandbox.interface import Level, SandboxError, SandboxRefused
from tests.attacks.boundary.stand import enter_container

pytestmark = pytest.mark.skipif(not syscalls.supported(), reason="this machine has no sandbox")


def elsewhere(deed: Callable[[], Any]) -> Any:
    """Return the result of *deed*, run in a separate process."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            result = deed()
        except BaseException as error:
            result = f"broken: {error!r}"
        try:
            os.write(writer, json.dumps(result).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        answer = json.loads(stream.read())
    os.waitpid(pid, 0)
    return answer


def selected(python: str, **demand: Any) -> str:
    """Return "backend level", or the refusal."""
    try:
        backend = select_backend(python, **demand)
    except SandboxRefused as refused:
        return f"refused: {refused}"
    backend.close()
    return f"{backend.name} {backend.level.label}"


@pytest.fixture(scope="module")
def python() -> str:
    """The judge's own interpreter."""
    return find_interpreter(">=3.10")


def in_bare_container(python: str, **demand: Any) -> str:
    """Select a backend where there are neither namespaces nor Landlock."""

    def deed() -> str:
        enter_container(landlock=False)
        return selected(python, **demand)

    return str(elsewhere(deed))


@pytest.mark.slow
def test_refuses_when_only_weak_levels_are_left(python: str) -> None:
    """Nothing is graded without namespaces and Landlock. The message is one line, and says what to do next."""
    said = in_bare_container(python)
    assert said.startswith("refused: this machine does not offer level C or better")
    assert "grader doctor" in said
    assert "\n" not in said


@pytest.mark.slow
@pytest.mark.parametrize("named", ["box", "bubblewrap"])
def test_refuses_a_backend_by_name_below_the_minimum(python: str, named: str) -> None:
    """Naming a backend does not lower the minimum."""
    assert in_bare_container(python, choice=named).startswith("refused: ")


def test_weaker_level_can_be_chosen_by_name(python: str) -> None:
    """Level E may be chosen by name, for trusted code."""
    assert (
        in_bare_container(python, choice="E")
        == in_bare_container(python, choice="plain")
        == "plain E"
    )


@pytest.mark.nightly
def test_container_gets_the_level_without_namespaces(python: str) -> None:
    """Without namespaces but with Landlock, the level is B for root and C for other users."""

    def deed() -> str:
        enter_container()
        return selected(python)

    expected = {"box B"} if os.geteuid() == 0 else {"box C"}
    if not any(offer.offered and offer.level is Level.C for offer in probe(python)):
        pytest.skip("this kernel has no Landlock")
    assert elsewhere(deed) in expected


@pytest.mark.slow
def test_minimum_level_is_enforced(python: str) -> None:
    """A site may require more than a machine offers."""

    def deed() -> str:
        enter_container()
        return selected(python, minimum=Level.A)

    assert elsewhere(deed).startswith(
        "refused: this machine does not offer level A or better (box A+: "
    )


def test_missing_bubblewrap_is_refused(
    python: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A missing sandbox program must not lead to grading without it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "bubblewrap is not installed" in selected(python, choice="bubblewrap")


@pytest.mark.parametrize("machine", ["riscv64", "armv8l", "aarch64_be", "i686"])
def test_other_architecture_is_refused(
    python: str, machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message is one line: there is no table of system calls for this machine."""
    monkeypatch.setattr(syscalls, "MACHINE", machine)
    assert selected(python) == (
        "refused: submissions can be isolated on 64-bit x86 or Arm Linux only: grade there,"
        ' or choose "plain" for code you trust'
    )
    assert selected(python, choice="plain") == "plain E"


def without(removed: str, folder: Path) -> Path:
    """Copy the programs of the sandbox without a part of ``box.py``; return the program that starts them."""
    harness = Path(choice.__file__).parents[1]
    for name in ("inside", "protocol"):
        shutil.copytree(harness / name, folder / name)  # with bytecode, which boxes do not write
    box = folder / "inside" / "box.py"
    text = box.read_text()
    assert text.count(removed) == 1
    box.write_text(text.replace(removed, "" if removed.endswith("\n") else "pass"))
    return folder / "inside" / "boot.py"


@pytest.mark.slow
def test_box_without_a_wall_is_not_used(
    python: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A probe inside the box finds the missing wall before a submission enters."""
    boot = without("    seccomp.install(box_filter)\n", tmp_path)
    monkeypatch.setattr("graders.harness.sandbox.launched.BOOT", boot)
    assert "system calls are not filtered" in selected(python, choice="box")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "removed", "missed"),
    [
        (Level.C, "    syscalls.drop_capabilities()\n", "still has capabilities"),
        (Level.A, "        os.setresuid(uid, uid, uid)\n", "user id is not the box's own"),
        (Level.C, "    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)\n", "could read its memory"),
        (Level.C, "landlock.confine(_runtime_rules(config) + rules)", "can be read"),
        (Level.A, '    syscalls.unmount("/old")\n', "/old"),
        (Level.A, "        | syscalls.CLONE_NEWPID\n", "no process ids of its own"),
    ],
)
def test_box_without_one_of_its_walls_is_refused(
    python: str,
    level: Level,
    removed: str,
    missed: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The probe notices each omitted step of dropping privilege."""
    if os.geteuid() != 0:
        pytest.skip("only root has all of this to drop")
    monkeypatch.setattr("graders.harness.sandbox.launched.BOOT", without(removed, tmp_path))
    with pytest.raises(SandboxError, match=re.escape(missed)):
        choice.open_backend("box", python, level)


def test_box_that_fails_at_once_tells_why() -> None:
    """Its report was lost if it came before the launcher's "go", which nobody read."""
    line, other_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with line, other_end:
        line.send(b"go")
        other_end.send(b"fault /old is busy")
        other_end.close()
        with pytest.raises(launcher.BoxError, match="/old is busy"):
            launcher.Launcher.receive_state(line)


@pytest.mark.slow
def test_probe_reports_every_backend_and_level(python: str) -> None:
    """Every backend is offered at each level, or has a reason. The last offer is always available."""
    offers = probe(python)
    assert [offer.level for offer in offers] == sorted(
        (offer.level for offer in offers), reverse=True
    )
    assert all(offer.offered or offer.reason for offer in offers)
    assert offers[-1].offered
    assert (offers[-1].backend, offers[-1].level) == ("plain", Level.E)


def test_level_by_name_is_that_level_alone(python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a weaker nor a stronger one: results of different levels are not compared."""
    tried = []

    def refused(_: choice.Opener, way: choice.Isolation) -> NoReturn:
        tried.append(way.level)
        raise SandboxError("there is none here")

    monkeypatch.setattr(choice.Opener, "open", refused)
    with pytest.raises(SandboxRefused):
        select_backend(python, choice="B", minimum=Level.C)
    assert set(tried) == {Level.B}
