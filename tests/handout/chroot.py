"""Runs the autograders for Gradescope for real: ``python -m tests.handout.chroot [ASSIGNMENT ...]`` (default: all).

Each runs in a bare Debian of its own, on a tree like Gradescope's, where its setup.sh has to install what it needs. The
reference must get all its marks and the starter its baseline, by

- root, as on Gradescope;
- root where no namespace can be made: in a weaker box, or refused where A is demanded;
- an ordinary user, in whose Debian the packages are there already;
- an ordinary user where no namespace can be made: in a weaker box still, or refused where B is demanded.

Needs root, debootstrap, registries for apt and pip, 3 GB of disk and some minutes. Debian has no Python 3.12: where an
assignment demands it, this machine's is copied in.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from graders.extensions.platforms import gradescope_bundle
from graders.harness.assignment.manifest import (
    ROOT,
    Assignment,
    assignment_ids,
    load_assignment,
)
from graders.harness.sandbox.interpreters import find_interpreter

CARRIED = (
    "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt", "/etc/apt/sources.list", "/etc/apt/sources.list.d",
    "/etc/apt/apt.conf.d", "/etc/resolv.conf",
)  # fmt: skip
"""Configuration of this machine that apt and pip need for their registries."""
PERSON = 1000
ALONE = [sys.executable, str(Path(__file__).with_name("without_namespaces.py"))]
AS_PERSON = ["setpriv", f"--reuid={PERSON}", f"--regid={PERSON}", "--clear-groups"]


def told(command: list[str]) -> str:
    """Run a program that must succeed; return what it printed."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"chroot: {' '.join(command)} failed:\n{done.stdout[-3000:]}")
    return done.stdout


def bare_debian(place: Path) -> None:
    """Make the Debian that all copies start from: a minimal one with certificates."""
    release = next(
        line.split("=")[1]
        for line in Path("/etc/os-release").read_text().split()
        if "VERSION_CODENAME" in line
    )
    targets = told(
        ["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages"]
    )
    site = next(line.split()[0] for line in targets.splitlines() if line.split()[-1] == release)
    told(
        ["debootstrap", "--variant=minbase", "--include=ca-certificates", release, str(place), site]
    )
    for name in CARRIED:
        source, target = Path(name), place / name[1:]
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target)
        elif source.exists():
            target.unlink(missing_ok=True)
            shutil.copy(source, target)


class Debian:
    """One Debian with one autograder in it, twice: at /autograder for root, and in an ordinary user's home."""

    def __init__(self, place: Path, assignment: Assignment) -> None:
        self.place, self.assignment = place, assignment
        told(["mount", "-t", "proc", "proc", str(place / "proc")])
        wanted = assignment.manifest.python
        if not wanted.startswith(">="):
            prefix = Path(find_interpreter(wanted)).parents[1]
            shutil.copytree(prefix, place / "opt" / "python", symlinks=True)
            (place / "usr/local/bin" / f"python{wanted}").symlink_to(
                f"/opt/python/bin/python{wanted}"
            )
            (place / "etc/ld.so.conf.d/python.conf").write_text("/opt/python/lib\n")
            told(["chroot", str(place), "ldconfig"])
            told(
                ["chroot", str(place), "apt-get", "update", "-qq"]
            )  # Debian's own Python brings the libraries that the copied one needs
            told(["chroot", str(place), "apt-get", "install", "-y", "-qq", "python3-venv"])

    def close(self) -> None:
        """Unmount its proc."""
        told(["umount", str(self.place / "proc")])

    def run(
        self, *command: str, alone: bool = False, person: bool = False
    ) -> subprocess.CompletedProcess[str]:
        """Run a program in it."""
        whole = [
            *(ALONE if alone else []),
            "chroot",
            str(self.place),
            "env",
            "-i",
            "LC_ALL=C.UTF-8",
        ]
        whole += ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
        whole += ["HOME=/home/person", *AS_PERSON] if person else ["HOME=/root"]
        return subprocess.run(
            [*whole, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def lay_out(self, tree: str, archive: Path, owner: int) -> None:
        """Lay the tree out as Gradescope does, and run setup.sh."""
        root = self.place / tree[1:]
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(root / "source")
        (root / "submission").mkdir()
        (root / "results").mkdir()
        told(["chown", "-R", f"{owner}:{owner}", str(root)])
        done = self.run("bash", f"{tree}/source/setup.sh", person=owner != 0)
        print("\n".join("    " + line for line in done.stdout.splitlines()[-4:]))
        if done.returncode:
            sys.exit(f"chroot: setup.sh ended with {done.returncode}")

    def graded(self, tree: str, folder: Path, minimum: str, **how: bool) -> float | None:
        """Return the score of the files in *folder*, None if the autograder refused to grade, or -1 if it failed."""
        root = self.place / tree[1:]
        shutil.rmtree(root / "submission")
        (root / "submission").mkdir(mode=0o755)
        for name in self.assignment.files.solved:
            if (folder / name).exists():
                shutil.copy(folder / name, root / "submission")
        settings = [f"AUTOGRADER_ROOT={tree}", f"GRADER_MINIMUM_LEVEL={minimum}"]
        done = self.run("env", *settings, "bash", f"{tree}/source/run_autograder", **how)
        results = root / "results" / "results.json"
        if done.returncode == 0:
            return float(json.loads(results.read_bytes())["score"])
        print("    " + (done.stdout.strip().splitlines() or ["(it said nothing)"])[-1][:300])
        return None if done.returncode == 3 and not results.exists() else -1.0


def try_out(assignment: Assignment, debian: Debian, archive: Path) -> list[str]:
    """Grade in every way; return a line for each unexpected score."""
    full = float(sum(task.marks for task in assignment.manifest.tasks))
    right, starter, least = (
        ROOT / "reference",
        ROOT / "starter",
        float(assignment.manifest.baseline.marks),
    )
    wrong = []

    def one(
        who: str, tree: str, source: Path, minimum: str, due: float | None, **how: bool
    ) -> None:
        got = debian.graded(tree, source / assignment.id, minimum, **how)
        print(
            f"  {who}, at least {minimum}: the {source.name} has {'no mark: refused' if got is None else got}",
            flush=True,
        )
        if got != due:
            wrong.append(
                f"{assignment.id}, {who}, {source.name}, at least {minimum}: {got} and not {due}"
            )

    debian.lay_out("/autograder", archive, 0)
    one("root", "/autograder", right, "C", full)
    one("root", "/autograder", starter, "C", least)
    one("root, no namespaces", "/autograder", right, "C", full, alone=True)
    one("root, no namespaces", "/autograder", right, "A", None, alone=True)
    told(["chroot", str(debian.place), "useradd", "--create-home", f"--uid={PERSON}", "person"])
    debian.lay_out("/home/person/autograder", archive, PERSON)
    one("person", "/home/person/autograder", right, "C", full, person=True)
    one("person", "/home/person/autograder", starter, "C", least, person=True)
    one(
        "person, no namespaces",
        "/home/person/autograder",
        right,
        "C",
        full,
        person=True,
        alone=True,
    )
    one(
        "person, no namespaces",
        "/home/person/autograder",
        right,
        "B",
        None,
        person=True,
        alone=True,
    )
    return wrong


def main() -> None:
    """Try the named assignments; end with status 1 if any score was unexpected."""
    top = argparse.ArgumentParser(
        prog="tests.handout.chroot",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    top.add_argument("assignments", metavar="ASSIGNMENT", nargs="*", help="default: all")
    ids = top.parse_args().assignments or assignment_ids()
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        sys.exit("chroot: only root can do this, with debootstrap (apt install debootstrap)")
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        work.chmod(0o755)
        print("a bare Debian", flush=True)
        bare_debian(work / "base")
        for id in ids:
            assignment = load_assignment(id)
            print(id, flush=True)
            place = work / id
            told(["cp", "-a", str(work / "base"), str(place)])
            debian = Debian(place, assignment)
            try:
                wrong += try_out(assignment, debian, gradescope_bundle.build(assignment, work))
            finally:
                debian.close()
            shutil.rmtree(place)
    print("\n".join(wrong) or "all as it has to be")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
