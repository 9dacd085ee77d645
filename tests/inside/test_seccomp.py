"""The filters of system calls, as a kernel of each architecture reads them, and the tables that they are made from.

The tests run the filters in a small copy of the kernel's filter machine, because no machine has two architectures.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.harness.inside import call_numbers, seccomp
from graders.harness.inside.seccomp import ALLOW, ENOSYS, EPERM, KILL_PROCESS
from graders.harness.inside.streams import COPIES
from tests.inside import kernel_headers

PID, OTHER_PID = 4242, 4243
NUMBERS = {machine: call_numbers.of(machine) for machine in kernel_headers.MACHINES}
LACKING = (
    *(
        "open",
        "creat",
        "access",
        "stat",
        "lstat",
        "readlink",
        "getdents",
        "rename",
        "mkdir",
        "rmdir",
        "link",
    ),
    *(
        "symlink",
        "unlink",
        "chmod",
        "chown",
        "lchown",
        "utime",
        "utimes",
        "futimesat",
        "poll",
        "select",
    ),
    *(
        "epoll_create",
        "epoll_wait",
        "pause",
        "time",
        "alarm",
        "getpgrp",
        "dup2",
        "pipe",
        "arch_prctl",
    ),
)
"""Allowed calls that 64-bit Arm does not have."""
ALLOWED = frozenset(" ".join(seccomp.ALLOWED.values()).split())
WITH_ARGUMENTS = frozenset(seccomp.WITH_ARGUMENTS.split())
BOX_ALLOWED = (
    ALLOWED | WITH_ARGUMENTS | frozenset(" ".join(seccomp.ZYGOTE_ALLOWED.values()).split())
)
TELLING = (
    *("fadvise64", "readahead", "mincore", "sync_file_range", "splice", "tee", "vmsplice", "mlock"),
    *(
        "pipe",
        "pipe2",
        "socketpair",
        "eventfd2",
        "memfd_create",
        "timerfd_create",
        "signalfd4",
        "inotify_init1",
    ),
    *("sysinfo", "getrusage", "statfs", "fstatfs", "getpriority", "get_robust_list", "flock"),
)
"""Calls by which a process could tell another box something, or learn what another did."""

both = pytest.mark.parametrize("machine", kernel_headers.MACHINES)


class Kernel:
    """Asks a filter for its verdicts, as the kernel of *machine* would."""

    def __init__(self, program: bytes, machine: str) -> None:
        self.code = list(struct.iter_unpack("=HBBI", program))
        self.audit = seccomp.ARCHITECTURES[machine].audit
        self.numbers = NUMBERS[machine]

    def __call__(self, name: str, *arguments: int) -> int:
        """Return the verdict on the call *name*."""
        return self.judge(self.audit, self.numbers[name], *arguments)

    def judge(self, audit: int, number: int, *arguments: int) -> int:
        """Return the verdict on the call *number* of the architecture *audit*."""
        padded = [argument & (1 << 64) - 1 for argument in (*arguments, *[0] * 6)[:6]]
        data = struct.pack("=IIQ6Q", number, audit, 0, *padded)
        accumulator = position = 0
        while True:
            operation, met, unmet, value = self.code[position]
            position += 1
            match operation:
                case 0x20:
                    (accumulator,) = struct.unpack_from("=I", data, value)
                case 0x15:
                    position += met if accumulator == value else unmet
                case 0x35:
                    position += met if accumulator >= value else unmet
                case 0x45:
                    position += met if accumulator & value else unmet
                case 0x06:
                    return int(value)
                case _:
                    raise AssertionError(f"the filter has the instruction {operation:#x}")


def filters(machine: str) -> Iterator[Kernel]:
    """Yield every kind of filter of *machine*."""
    for may_exec in (False, True):
        for files_shared in (False, True):
            yield Kernel(seccomp.box_filter(may_exec, files_shared, machine), machine)
    for program in (0, 0x7F1234567890):
        yield Kernel(seccomp.child_filter(PID, program, machine), machine)


@both
def test_tables_are_the_kernels(machine: str) -> None:
    if shutil.which("cpp") is None:
        pytest.skip("no C preprocessor reads the headers here")
    numbers = kernel_headers.from_headers(machine)
    if numbers is None:
        pytest.skip(f"the kernel's headers for {machine} are not installed")
    assert NUMBERS[machine] == numbers


def test_table_of_arm_is_the_generic_one() -> None:
    """The headers of any architecture contain the table that Arm uses, so this needs no headers of Arm."""
    if shutil.which("cpp") is None or not Path("/usr/include/asm-generic/unistd.h").exists():
        pytest.skip("no C preprocessor, or no headers of the kernel")
    numbers = kernel_headers.preprocessed(
        kernel_headers.GENERIC_FOR_AARCH64, *kernel_headers.own_folders()
    )
    assert NUMBERS["aarch64"].items() <= numbers.items()
    assert {number for number in numbers.values() if number < call_numbers.FIRST_UNKNOWN} <= {
        *NUMBERS["aarch64"].values()
    }


def test_arm_has_no_call_that_nobody_judged() -> None:
    """The refused calls were chosen among those of x86-64. Arm has no others."""
    assert NUMBERS["aarch64"].keys() <= NUMBERS["x86_64"].keys()


def test_every_named_call_exists() -> None:
    """A misspelt name would allow nothing."""
    named = {
        *BOX_ALLOWED,
        *seccomp.PROGRAM_START.split(),
        *seccomp.WITHOUT_EFFECT,
        *seccomp.MISSING,
    }
    assert named | {*seccomp.SHARED_FILES_DENIED} <= NUMBERS["x86_64"].keys()
    assert named - NUMBERS["aarch64"].keys() == set(LACKING)
    assert not ALLOWED & WITH_ARGUMENTS


def test_no_filter_for_another_architecture() -> None:
    with pytest.raises(KeyError):
        seccomp.box_filter(machine="riscv64")
    assert (
        seccomp.ARCHITECTURES.keys() == call_numbers.TABLES.keys() == set(kernel_headers.MACHINES)
    )


@both
def test_calls_of_another_architecture_end_the_process(machine: str) -> None:
    """A 64-bit kernel may also serve 32-bit x86 or Arm. Numbers there mean other calls."""
    others = {facts.audit for facts in seccomp.ARCHITECTURES.values()} - {
        seccomp.ARCHITECTURES[machine].audit
    }
    for kernel in filters(machine):
        for audit in others | {0x40000003, 0x40000028}:
            assert kernel.judge(audit, kernel.numbers["read"]) == KILL_PROCESS


def test_numbers_of_x86_would_open_a_box_on_arm() -> None:
    """The weak set-up: x86-64's filter, with its check of the architecture passed, allows these calls by Arm's numbers."""
    weak = Kernel(seccomp.box_filter(machine="x86_64"), "x86_64")
    strong = Kernel(seccomp.box_filter(machine="aarch64"), "aarch64")
    for name in ("mount", "unshare", "setns", "bpf"):
        assert weak.judge(weak.audit, NUMBERS["aarch64"][name]) == ALLOW
        assert strong(name) == EPERM


@both
def test_unknown_calls_do_not_exist(machine: str) -> None:
    """Only x86-64 has a second set of calls, from 2 to the power of 30 on, by the same gate."""
    second = KILL_PROCESS if machine == "x86_64" else ENOSYS
    for kernel in filters(machine):
        for number in (call_numbers.FIRST_UNKNOWN, 457, 0x3FFFFFFF):
            assert kernel.judge(kernel.audit, number) == ENOSYS
        for number in (0x40000000, 0x40000027, 0xFFFFFFFF):
            assert kernel.judge(kernel.audit, number) == second


def verdicts(kernel: Kernel, allowed: frozenset[str]) -> dict[str, int]:
    """Return the verdict on every call that a filter of *allowed* calls should give."""
    named = dict.fromkeys(seccomp.WITHOUT_EFFECT, seccomp.IGNORED) | dict.fromkeys(
        seccomp.MISSING, ENOSYS
    )
    return {name: ALLOW if name in allowed else named.get(name, EPERM) for name in kernel.numbers}


@both
@pytest.mark.parametrize("files_shared", [False, True])
def test_box_allows_exactly_what_it_names(machine: str, files_shared: bool) -> None:
    kernel = Kernel(seccomp.box_filter(files_shared=files_shared, machine=machine), machine)
    refused = {
        "clone",
        "ioctl",
        *(seccomp.SHARED_FILES_DENIED if files_shared else ()),
    }  # without arguments
    assert {name: kernel(name) for name in kernel.numbers} == verdicts(
        kernel, BOX_ALLOWED - refused
    )


@both
def test_child_allows_exactly_what_it_names(machine: str) -> None:
    kernel = Kernel(seccomp.child_filter(PID, machine=machine), machine)
    assert {name: kernel(name) for name in kernel.numbers if name not in WITH_ARGUMENTS} == {
        name: verdict
        for name, verdict in verdicts(kernel, ALLOWED).items()
        if name not in WITH_ARGUMENTS
    }
    assert all(kernel(name) == EPERM for name in TELLING if name in kernel.numbers)
    assert kernel("preadv2") == kernel("statx") == ENOSYS


@both
def test_folder_that_could_not_be_deleted_is_refused(machine: str) -> None:
    """In a box with a folder of the host's; copied modes and times are ignored there."""
    kernel = Kernel(seccomp.box_filter(files_shared=True, machine=machine, writable=True), machine)
    for name in set(seccomp.SHARED_FILES_DENIED) & set(kernel.numbers):
        assert kernel(name) == (EPERM if name == "truncate" else seccomp.IGNORED)
    assert kernel("umask", 0o077) == kernel("mkdirat", 3, 0, 0o500) == ALLOW
    assert kernel("umask", 0o400) == kernel("mkdirat", 3, 0, 0o300) == EPERM
    assert kernel("mkdirat", 3, 0, 0) == EPERM
    if "mkdir" in kernel.numbers:
        assert (kernel("mkdir", 0, 0o777), kernel("mkdir", 0, 0o300)) == (ALLOW, EPERM)


@both
def test_modes_of_files_in_a_file_system_of_its_own_can_be_changed(machine: str) -> None:
    kernel = Kernel(seccomp.box_filter(machine=machine, writable=True), machine)
    assert kernel("fchmodat") == kernel("mkdirat", 3, 0, 0) == ALLOW


@both
def test_box_keeps_namespaces_and_terminals_closed(machine: str) -> None:
    kernel = Kernel(seccomp.box_filter(machine=machine), machine)
    for flag in (
        0x00020000,
        0x02000000,
        0x04000000,
        0x08000000,
        0x10000000,
        0x20000000,
        0x40000000,
    ):
        assert kernel("clone", flag | 17) == EPERM
    assert kernel("clone", 0x01200011) == kernel("clone", 0x003D0F00) == ALLOW
    assert kernel("clone", 0x01200011 | 0x80000000) == EPERM
    for request in (0x5412, 0x541C, 0x8901, 0x8902, 0x5452):
        assert kernel("ioctl", 0, request) == EPERM
    for request in (0x5401, 0x802C542A, 0x5413):  # by which a library looks for a terminal
        assert kernel("ioctl", 0, request) == ALLOW
    assert kernel("ioctl", 0, 0xC020660B) == EPERM  # FIEMAP


@both
def test_only_the_start_of_an_interpreter_may_exec(machine: str) -> None:
    kernel = Kernel(seccomp.box_filter(may_exec=True, machine=machine), machine)
    assert (kernel("execve"), kernel("execveat")) == (ALLOW, EPERM)


@both
def test_child_reaches_only_itself(machine: str) -> None:
    kernel = Kernel(seccomp.child_filter(PID, machine=machine), machine)
    for call in ("kill", "tgkill"):
        assert kernel(call, PID) == ALLOW
        assert kernel(call, OTHER_PID) == kernel(call, -1) == kernel(call, 0) == EPERM
    for call in ("getpgid", "getsid"):
        assert kernel(call, PID) == kernel(call, 0) == ALLOW
        assert kernel(call, OTHER_PID) == EPERM
    assert (kernel("prlimit64", 0), kernel("prlimit64", OTHER_PID)) == (ALLOW, EPERM)
    assert (kernel("clone", 0x003D0F00), kernel("clone", 0x01200011)) == (ALLOW, EPERM)
    assert all(kernel("fcntl", 5, command) == ALLOW for command in (0, 1, 2, 3, 4, 1030))
    assert all(
        kernel("fcntl", 5, command) == EPERM
        for command in (8, 10, 15, 5, 6, 7, 36, 37, 38, 1024, 1026, 1036)
    )
    assert (kernel("ioctl", 5, 0x5413), kernel("ioctl", 5, 0x5412)) == (ALLOW, EPERM)
    assert kernel("prctl", 15) == ALLOW  # the name of a thread
    assert all(kernel("prctl", option) == EPERM for option in (1, 4, 22, 24, 35, 38, 47, 50, 55))


@both
def test_child_has_the_clocks_of_its_own_process(machine: str) -> None:
    kernel = Kernel(seccomp.child_filter(PID, machine=machine), machine)
    thread_kind, process_kind = 6, 2
    for call in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        assert all(kernel(call, clock) == ALLOW for clock in range(12))
        assert kernel(call, 0x80000000) == EPERM
        assert (
            kernel(call, ~OTHER_PID << 3 | thread_kind) == ALLOW
        )  # the kernel refuses threads of others
        assert kernel(call, ~OTHER_PID << 3 | process_kind) == EPERM


@both
@pytest.mark.parametrize(
    ("program", "channel"), [(0, (0, 1, 3, *COPIES)), (0x7F1234567890, (0, 1))]
)
def test_child_does_not_learn_the_numbers_of_its_connection_and_streams(
    machine: str, program: int, channel: tuple[int]
) -> None:
    kernel = Kernel(seccomp.child_filter(PID, program, machine), machine)
    for call in {"fstat", "newfstatat", "dup", "dup2", "dup3", "fcntl"} & kernel.numbers.keys():
        more = (9,) if call in ("dup2", "dup3") else ()
        assert all(kernel(call, descriptor, *more) == EPERM for descriptor in channel)
        assert kernel(call, 5, *more) == ALLOW
    assert all(
        kernel(call, descriptor) == ALLOW for call in ("read", "write") for descriptor in channel
    )


@both
def test_child_copies_its_streams_where_it_does_not_learn_their_numbers(machine: str) -> None:
    """It can change standard output, and restore it."""
    kernel = Kernel(seccomp.child_filter(PID, machine=machine), machine)
    for call in {"dup2", "dup3"} & kernel.numbers.keys():
        places = (0, 1, *COPIES)
        assert {kernel(call, old, new) for old in (*places, 9) for new in places} == {ALLOW}
        assert {kernel(call, 3, new) for new in (*places, 9)} == {EPERM}


@both
def test_child_leaves_files_in_memory_as_they_are(machine: str) -> None:
    kernel = Kernel(seccomp.child_filter(PID, machine=machine), machine)
    evict, cold, bring, merge, free = 21, 20, 3, 12, 4
    assert all(
        kernel("madvise", 0, 0, advice) == EPERM for advice in (evict, cold, bring, merge, 22, 25)
    )
    assert kernel("madvise", 0, 0, free) == ALLOW
    assert (kernel("mmap", 0, 0, 0, 0x22), kernel("mmap", 0, 0, 0, 0x40022)) == (ALLOW, EPERM)


@both
def test_child_wakes_nobody_else(machine: str) -> None:
    """Pages of files are the same in all boxes, and so are the queues of those who wait at them."""
    kernel = Kernel(seccomp.child_filter(PID, machine=machine), machine)
    wait, wake, private, by_the_clock = 9, 1, 128, 256
    assert (
        kernel("futex", 0, wake | private)
        == kernel("futex", 0, wait | private | by_the_clock)
        == ALLOW
    )
    assert kernel("futex", 0, wait | by_the_clock) == ALLOW  # the end of a thread
    assert all(
        kernel("futex", 0, operation) == EPERM
        for operation in (wake, 3, 4, 5, 6, 7, 10, 11, 12, 13)
    )


@both
def test_child_becomes_one_program_only(machine: str) -> None:
    kernel = Kernel(seccomp.child_filter(PID, 0x7F1234567890, machine), machine)
    assert (kernel("execve", 0x7F1234567890), kernel("execve", 0x7F1234567891)) == (ALLOW, EPERM)


def test_java_on_arm_may_ask_for_the_length_of_vectors() -> None:
    """On x86-64 the option means nothing, so its filter does not have it."""
    verdicts = {
        name: Kernel(seccomp.child_filter(PID, machine=name), name)("prctl", 51) for name in NUMBERS
    }
    assert verdicts == {"x86_64": EPERM, "aarch64": ALLOW}


def test_filter_of_this_machine_is_made_from_a_template(monkeypatch: pytest.MonkeyPatch) -> None:
    """The template's process id is replaced, and nothing else."""
    if seccomp.syscalls.MACHINE not in NUMBERS:
        pytest.skip("this machine has no sandbox")
    machine = seccomp.syscalls.MACHINE
    made = seccomp.child_filter(PID)
    monkeypatch.setattr(seccomp.syscalls, "MACHINE", "another")
    assert seccomp.child_filter(PID, machine=machine) == made
