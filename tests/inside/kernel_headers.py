"""Reads the kernel's headers, and writes the tables of system calls: ``python -m tests.inside.kernel_headers``.

It needs ``cpp`` and the headers of both architectures: on Debian, ``apt install cpp linux-libc-dev linux-libc-dev-arm64-cross``
(on Arm, ``linux-libc-dev-amd64-cross``).
"""

from __future__ import annotations

import platform
import re
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path

from graders.harness.inside import call_numbers

MACHINES = ("x86_64", "aarch64")

GENERIC_FOR_AARCH64 = """
#define __ARCH_WANT_RENAMEAT
#define __ARCH_WANT_NEW_STAT
#define __ARCH_WANT_SET_GET_RLIMIT
#define __ARCH_WANT_SYS_CLONE3
#define __ARCH_WANT_MEMFD_SECRET
#define __x86_64__
#include <asm-generic/unistd.h>
"""
"""The header of aarch64, for the generic table that every machine's headers contain. x86's name sets the size of a long."""


def preprocessed(text: str, *folders: Path) -> dict[str, int]:
    """Return the numbers by name that the header *text* defines, with includes from *folders*."""
    command = ["cpp", "-dM", "-undef", "-nostdinc", *(f"-isystem{folder}" for folder in folders)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    values = dict(re.findall(r"^#define (__NR\w+) (\w+)$", done.stdout, re.MULTILINE))
    numbers = {
        name.removeprefix("__NR_"): values.get(value, value) for name, value in values.items()
    }
    return {
        name: int(number)
        for name, number in numbers.items()
        if number.isdigit()
        and not name.startswith("__")
        and name not in ("syscalls", "arch_specific_syscall")
    }


def own_folders() -> list[Path]:
    """Return the folders of this machine's headers."""
    return [*Path("/usr/include").glob(f"{platform.machine()}-linux-gnu"), Path("/usr/include")]


def sources(machine: str) -> Iterator[tuple[str, Path]]:
    """Yield a header's text and its folder for each copy of the headers of *machine* that is installed here."""
    for folder in (
        Path("/usr/include", f"{machine}-linux-gnu"),
        Path("/usr", f"{machine}-linux-gnu", "include"),
    ):
        if (folder / "asm" / "unistd.h").exists():
            text = "#define __x86_64__\n" if machine == "x86_64" else ""
            yield text + "#include <asm/unistd.h>\n", folder


def from_headers(machine: str) -> dict[str, int] | None:
    """Return the system calls of *machine* that its tables must have, or None without its headers."""
    for text, folder in sources(machine):
        numbers = preprocessed(text, folder, Path("/usr/include"))
        return {
            name: number for name, number in numbers.items() if number < call_numbers.FIRST_UNKNOWN
        }
    return None


def written(machine: str, numbers: dict[str, int]) -> str:
    """Return the statement that holds the table of *machine*."""
    ordered = sorted(numbers.items(), key=lambda call: call[1])
    words = " ".join(f"{name}={number}" for name, number in ordered)
    lines = textwrap.fill(words, 100, break_long_words=False, break_on_hyphens=False)
    return f'{machine.upper()} = """\n{lines}\n"""\n'


def main() -> None:
    """Write the tables into ``call_numbers.py``."""
    path = Path(call_numbers.__file__)
    text = path.read_text()
    for machine in MACHINES:
        numbers = from_headers(machine)
        if numbers is None:
            raise SystemExit(f"the kernel's headers for {machine} are not installed: {__doc__}")
        pattern = rf'^{machine.upper()} = """.*?"""\n'
        text = re.sub(pattern, written(machine, numbers), text, flags=re.DOTALL | re.MULTILINE)
    path.write_text(text)


if __name__ == "__main__":
    main()
