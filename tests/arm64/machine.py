"""Runs the steps of ``steps.py`` on 64-bit Arm: ``make arm64``, or ``python -m tests.arm64.machine [options] [STEP ...]``.

The first run builds a Debian of that architecture in the folder ``arm64`` of the cache: debootstrap unpacks the packages of
the distribution that this machine has, from the addresses that this machine's apt has, and pip adds the wheels of
``requirements.lock``. QEMU boots it without hardware support, so every instruction of the guest is emulated; its clock
counts instructions, so limits of time mean the same there as on a slow machine. Several such machines share the steps. This machine
runs them all, too, and a table shows both.

It needs root and Debian on x86-64.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from graders.harness.cache import cache_folder
from graders.harness.commands.grammar import positive
from graders.harness.content import LEFT_BEHIND, ROOT
from tests.arm64.steps import STEPS

PLACE = cache_folder() / "arm64"
SYSTEM, DISK = PLACE / "root", PLACE / "disk.img"
PROGRAMS = {
    "debootstrap": "debootstrap",
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "mkfs.ext4": "e2fsprogs",
}
EMULATION = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
"""Exists if this machine starts programs of Arm by themselves, as the build of the system needs."""
PACKAGES = (
    *(
        "bubblewrap",
        "git",
        "initramfs-tools",
        "iproute2",
        "kmod",
        "openjdk-17-jdk-headless",
        "procps",
    ),
    *("python3", "python3-venv", "linux-libc-dev", "cpp"),
)
KERNELS = {4: "arm64", 16: "arm64-16k"}
"""Size of a page in kB -> the kernel of Debian that has such pages."""
RELEASE_WITH_KERNELS = "trixie"
VENV = SYSTEM / "opt" / "venv"
WHEELS = ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
DISK_BYTES = 6 << 30
VARYING = {"run.log"}
"""Files of results that differ from run to run."""


def run(*command: str | Path, **options: Any) -> None:
    """Run *command*, with little priority. Raises CalledProcessError."""
    print("+", *command, flush=True)
    subprocess.run(["nice", "-n", "10", *map(str, command)], check=True, **options)


def check_host() -> None:
    """Exit with a remedy if this machine cannot build the guest."""
    lacking = sorted(
        package for program, package in PROGRAMS.items() if shutil.which(program) is None
    )
    if os.geteuid() != 0 or lacking:
        raise SystemExit(
            f"run this as root, on Debian, after: apt install {' '.join(lacking) or 'nothing'}"
        )
    if not EMULATION.exists():
        raise SystemExit(
            "this machine does not start programs of 64-bit Arm: apt install binfmt-support qemu-user-static"
        )


def mirror() -> tuple[str, str]:
    """Return the name of this machine's distribution and the address that apt has for it."""
    codename = platform.freedesktop_os_release()["VERSION_CODENAME"]
    listed = subprocess.run(
        [
            "apt-get",
            "indextargets",
            "--format",
            "$(CODENAME) $(COMPONENT) $(REPO_URI)",
            "Created-By: Packages",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for line in listed.splitlines():
        name, component, address = line.split(maxsplit=2)
        if (name, component) == (codename, "main"):
            return codename, address
    raise SystemExit(f"apt has no address of {codename}")


def build() -> None:
    """Make the guest's disk, unless it exists: some ten minutes, because programs of Arm set the system up."""
    if DISK.exists():
        return
    check_host()
    codename, address = mirror()
    shutil.rmtree(SYSTEM, ignore_errors=True)
    PLACE.mkdir(parents=True, exist_ok=True)
    # INITRD=No: making the first file system takes minutes, and each of several packages would ask for it
    run(
        "debootstrap",
        "--arch=arm64",
        "--variant=minbase",
        f"--include={','.join(PACKAGES)}",
        codename,
        SYSTEM,
        address,
        env={**os.environ, "INITRD": "No"},
    )
    install_kernels(address)
    install_packages()
    shutil.copy(Path(__file__).with_name("init"), SYSTEM / "opt" / "init")
    (SYSTEM / "opt" / "init").chmod(0o755)
    unfinished = DISK.with_suffix(".part")
    run("mkfs.ext4", "-q", "-F", "-d", SYSTEM, unfinished, f"{DISK_BYTES >> 10}k")
    unfinished.rename(DISK)


def install_kernels(address: str) -> None:
    """Add the kernels, and put them with their first file systems beside the disk."""
    (SYSTEM / "etc/apt/sources.list").write_text(f"deb {address} {RELEASE_WITH_KERNELS} main\n")
    run("chroot", SYSTEM, "apt-get", "update")
    packages = [f"linux-image-{kernel}" for kernel in KERNELS.values()]
    run(
        "chroot",
        SYSTEM,
        "apt-get",
        "install",
        "--yes",
        "--no-install-recommends",
        *packages,
        env={**os.environ, "INITRD": "No"},
    )
    # the first file system has what the disk needs, because a larger one takes an emulated processor minutes
    (SYSTEM / "etc/initramfs-tools/conf.d/few").write_text("MODULES=list\n")
    (SYSTEM / "etc/initramfs-tools/modules").write_text(
        "virtio_pci\nvirtio_mmio\nvirtio_blk\next4\n"
    )
    for kernel in KERNELS.values():
        version = next((SYSTEM / "boot").glob(f"vmlinuz-*-{kernel}")).name.removeprefix("vmlinuz-")
        run("chroot", SYSTEM, "update-initramfs", "-c", "-k", version)
        for name in ("vmlinuz", "initrd.img"):
            shutil.copy(SYSTEM / "boot" / f"{name}-{version}", PLACE / f"{name}-{kernel}")


def install_packages() -> None:
    """Make a virtual environment with the locked packages, without running a program of Arm."""
    version = ".".join(
        (SYSTEM / "usr/bin/python3").readlink().name.removeprefix("python").split(".")
    )
    packages = VENV / "lib" / f"python{version}" / "site-packages"
    (VENV / "bin").mkdir(parents=True)
    for name in ("python", "python3", f"python{version}"):
        (VENV / "bin" / name).symlink_to(f"/usr/bin/python{version}")
    (VENV / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = false\n")
    platforms = [word for name in WHEELS for word in ("--platform", name)]
    run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--require-hashes",
        "-r",
        ROOT / "requirements.lock",
        "--target",
        packages,
        *platforms,
        "--python-version",
        version,
        "--only-binary=:all:",
        "--no-compile",
    )
    (pip,) = (SYSTEM / "usr/share/python-wheels").glob(
        "pip-*.whl"
    )  # `grader doctor --install` calls it
    shutil.unpack_archive(pip, packages, "zip")


def share_tree(names: list[str], share: Path) -> None:
    """Put this checkout, and the names of the steps, into the folder *share*, which the guest sees."""
    shutil.rmtree(share, ignore_errors=True)
    share.mkdir(parents=True)
    left_out = {".git", ".venv", *LEFT_BEHIND}
    with tarfile.open(share / "tree.tar", "w") as tree:
        tree.add(
            ROOT, ".", filter=lambda entry: None if Path(entry.name).name in left_out else entry
        )
    (share / "steps").write_text(" ".join(names))


def kernel_of_debian(pages: int) -> list[str]:
    """Return QEMU's options for Debian's kernel with pages of that many kB."""
    name = KERNELS[pages]
    return ["-kernel", f"{PLACE}/vmlinuz-{name}", "-initrd", f"{PLACE}/initrd.img-{name}"]


def boot(kernel: list[str], share: Path, number: int = 0) -> None:
    """Boot the guest *number* with *kernel*, QEMU's options for it. The guest runs steps and powers off.

    The clock is that of a machine with a thousand million instructions a second. It must not jump while the guest waits
    (``sleep=off``): then a deadline passes while the disk is read. The guest has one processor: of two, which take turns
    here, each would be charged for the instructions of the other, and a program would meet its limit of CPU time early.

    The processor has no SVE: on one that has (``max``), memory of Java's virtual machines was damaged.
    """
    run(
        "qemu-system-aarch64",
        "-M",
        "virt",
        "-cpu",
        "neoverse-n1",
        "-smp",
        "1",
        "-m",
        "4096",
        "-icount",
        "shift=0,sleep=on",
        "-nographic",
        "-no-reboot",
        "-nic",
        "none",
        *kernel,
        "-append",
        f"root=/dev/vda rw console=ttyAMA0 init=/opt/init guest={number} quiet panic=-1",
        "-drive",
        f"file={DISK},if=virtio,format=raw,cache=unsafe,snapshot=on",
        "-virtfs",
        f"local,path={share},mount_tag=share,security_model=none",
        stdin=subprocess.DEVNULL,
    )


def outcomes(share: Path, machine: str) -> dict[str, dict[str, Any]]:
    """Return the outcomes of the steps on *machine* that are in *share*, by step."""
    found = [json.loads(path.read_text()) for path in share.glob(f"*-{machine}.json")]
    return {outcome["step"]: outcome for outcome in found}


def differing(left: Path, right: Path) -> Iterator[str]:
    """Yield the files that are not the same bytes in both folders, but for those that vary anyway."""
    files = {
        path.relative_to(folder)
        for folder in (left, right)
        for path in folder.rglob("*")
        if path.is_file() and path.name not in VARYING
    }
    for name in sorted(files):
        same = all((folder / name).exists() for folder in (left, right))
        if not (same and filecmp.cmp(left / name, right / name, shallow=False)):
            yield str(name)


def cell(outcome: Mapping[str, Any] | None) -> str:
    """Return what a step did, as a cell of the table."""
    if outcome is None:
        return "not run"
    counts = [
        f"{outcome[kind]} {kind}"
        for kind in ("passed", "failed", "skipped", "errors")
        if kind in outcome
    ]
    return f"{', '.join(counts) or 'exit ' + str(outcome['status'])} ({outcome['seconds']} s)"


def table(share: Path) -> str:
    """Return the outcomes on both machines as Markdown. Seconds on Arm are the guest's."""
    here, there = outcomes(share, "x86_64"), outcomes(share, "aarch64")
    rows = [f"| {name} | {cell(here.get(name))} | {cell(there.get(name))} |" for name in STEPS]
    lines = ["| step | x86-64 | emulated 64-bit Arm |", "|---|---|---|", *rows]
    for name in STEPS:
        folders = [share / f"{name}-{machine}" for machine in ("x86_64", "aarch64")]
        if all(folder.is_dir() for folder in folders):
            other = list(differing(*folders))
            lines += ["", f"{name}: files of results that differ: {', '.join(other) or 'none'}."]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run the steps on both machines; print the table and the folder with all outputs."""
    parser = argparse.ArgumentParser(
        prog="tests.arm64.machine",
        description="Run steps on this machine and on an emulated Arm machine.",
    )
    parser.add_argument(
        "steps", nargs="*", metavar="STEP", help=f"of {', '.join(STEPS)} (default: all)"
    )
    parser.add_argument(
        "--guests",
        type=positive,
        default=2,
        metavar="N",
        help="Arm machines at a time, each with 4 GB (default: 2)",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--pages",
        type=int,
        choices=KERNELS,
        default=4,
        help="kB of a page of the Arm machine's memory (default: 4)",
    )
    which.add_argument(
        "--kernel",
        metavar="FILE",
        help="boot this kernel instead; it needs virtio and ext4 built in, and its modules of 9p, if they are any, on the disk",
    )
    args = parser.parse_args()
    if unknown := sorted(set(args.steps) - STEPS.keys()):
        parser.error(f"no step has the name {' or '.join(unknown)}: see --help")
    if args.kernel:
        kernel, share = ["-kernel", args.kernel], PLACE / f"share-{Path(args.kernel).name}"
    else:
        kernel, share = kernel_of_debian(args.pages), PLACE / f"share-{args.pages}"
    build()
    share_tree(args.steps, share)
    with ThreadPoolExecutor(args.guests) as pool:
        list(pool.map(lambda number: boot(kernel, share, number), range(args.guests)))
    run(sys.executable, "-m", "tests.arm64.steps", share, *args.steps, cwd=ROOT)
    (share / "table.md").write_text(table(share))
    print(table(share) + f"\nThe outputs are in {share}.")


if __name__ == "__main__":
    main()
