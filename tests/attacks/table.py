"""The levels of the sandbox that hold each attack on the boundary; at the others, the attack is shown to succeed.

A row has the name of the function in ``boundary/evil.py``, the catalogue's numbers, and the levels that hold it. All
other attacks succeed at level E, a plain process of the judge's own user.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass

WALLED = ("A+", "A", "B", "C")
EVERYWHERE = (*WALLED, "E")


@dataclass(frozen=True)
class Row:
    """One attack."""

    name: str
    numbers: tuple[int, ...]
    held: tuple[str, ...]
    call: str = ""
    """Name of the system call, for ``kernel_call``."""
    anywhere: bool = True
    """Whether the attack succeeds at level E on every machine; if not, *why_not* names its requirement."""
    why_not: str = ""
    machine: str = ""
    """The architecture that alone has the attack's target, or ""."""

    def exists(self) -> bool:
        """Return whether this machine's architecture has the attack's target."""
        return self.machine in ("", platform.machine())

    @property
    def id(self) -> str:
        """The row's name in test ids."""
        return f"{self.name}-{self.call}" if self.call else self.name


KERNEL_CALLS = (
    "mount",
    "umount2",
    "pivot_root",
    "setns",
    "bpf",
    "perf_event_open",
    "keyctl",
    "add_key",
    "userfaultfd",
    "memfd_create",
    "io_setup",
    "open_by_handle_at",
    "personality",
    "fanotify_init",
    "kcmp",
    "modify_ldt",
    "shmget",
    "msgget",
    "semget",
    "mq_open",
    "open_tree",
    "mount_setattr",
    "clock_settime",
    "setxattr",
    "process_madvise",
    "sendmsg",
    "seccomp",
    "move_pages",
    "vmsplice",
)
TELLING_CALLS = (
    "fadvise64",
    "readahead",
    "mincore",
    "cachestat",
    "preadv2",
    "pwritev2",
    "sync_file_range",
    "madvise",
    "mmap",
    "mlock",
    "pipe2",
    "splice",
    "tee",
    "eventfd2",
    "timerfd_create",
    "signalfd4",
    "inotify_init1",
    "futex",
    "statx",
    "fstatfs",
    "sysinfo",
    "getrusage",
    "getpriority",
    "membarrier",
)
"""Calls that leave or show something outside of the process."""

REACH = (
    Row("fork", (18, 70), WALLED),
    Row("vfork_and_exec", (70, 106), WALLED),
    Row("new_session", (26, 75), WALLED),
    Row("language_tricks", (115,), WALLED),
    Row("create_result_file", (25, 26), WALLED),
    Row("edit_grader_file", (117,), WALLED),
    Row("read_grader_file", (52,), WALLED),
    Row("list_grader_folder", (52,), WALLED),
    Row("change_mode", (90, 117), WALLED),
    Row("change_mode_of_open_file", (114, 117), WALLED),
    Row("change_times", (117, 125), WALLED),
    Row("truncate_file", (117,), WALLED),
    Row(
        "see_file", (52, 57), ("A+", "A")
    ),  # names, sizes and times can be read where the files are visible
    Row("read_by_group", (107,), WALLED),
    Row("keeps_groups", (107,), ("A+", "A", "B")),
    Row("read_password_file", (52,), WALLED),
    Row("write_to_home", (114,), WALLED),
    Row("write_to_runtime", (114,), WALLED),
    Row(
        "read_other_packages",
        (52,),
        WALLED,
        anywhere=False,
        why_not="packages beside the interpreter",
    ),
    Row("leave_note_for_others", (60, 110), WALLED),
    Row("lock_shared_file", (110,), WALLED),
    Row("record_lock_shared_file", (110,), WALLED),
    Row("make_device", (111,), WALLED),
    Row("many_files", (71,), WALLED),
    Row("fill_disk", (71,), WALLED),
    Row("fill_scratch", (175,), WALLED),
    Row("fill_scratch_unseen", (175,), WALLED),
    Row("many_files_in_scratch", (176,), WALLED),
    Row("symlink_out_of_scratch", (177,), WALLED),
    Row(
        "hard_link_out_of_scratch",
        (177,),
        WALLED,
        anywhere=False,
        why_not="one file system for both",
    ),
    Row("move_out_of_scratch", (177,), WALLED, anywhere=False, why_not="one file system for both"),
    Row("read_scratch_of_another", (179,), WALLED),
    Row("delete_scratch_of_another", (179,), WALLED),
    Row("inherited_descriptors", (27, 28), WALLED),
    Row("own_environment", (29, 36, 43), WALLED),
    Row("environment_of_grader", (29, 112), WALLED),
    Row("memory_of_grader", (30,), WALLED),
    Row("memory_file_of_grader", (30, 112), WALLED),
    Row("trace_another", (30,), WALLED),
    Row("descriptor_of_another", (28, 30), WALLED),
    Row("signal_grader", (31, 117), WALLED),
    Row("signal_another", (31, 117), WALLED),
    Row("signal_parent", (31,), WALLED),
    Row("signal_everyone", (31,), WALLED),
    Row("signal_group", (31,), WALLED),
    Row("queue_signal", (31,), WALLED),
    Row("signal_thread", (31,), WALLED),
    Row("signal_by_owner", (31,), WALLED),
    Row("limits_of_another", (117,), WALLED),
    Row("slow_down_another", (81, 117), WALLED),
    Row("raise_own_limits", (64,), WALLED, anywhere=False, why_not="the right to raise limits"),
    Row("outlive_parent", (75,), WALLED),
    Row("tcp", (58, 108, 113, 118), WALLED),
    Row("udp", (58,), WALLED),
    Row("tcp6", (58,), WALLED, anywhere=False, why_not="IPv6"),
    Row("unix_path", (58, 113), WALLED),
    Row("unix_abstract", (108,), WALLED),
    Row("netlink", (108,), WALLED),
    Row("socket_pair", (108,), WALLED),
    Row("resolve", (58,), WALLED),
    Row("new_privileges", (106,), WALLED),
    Row("capabilities", (106,), WALLED),
    Row("become_root", (106,), WALLED),
    Row("dumpable", (30, 61, 117), WALLED),
    Row("type_into_terminal", (105,), WALLED, anywhere=False, why_not="a terminal"),
    Row(
        "gate_of_32_bits",
        (109,),
        WALLED,
        anywhere=False,
        why_not="a kernel with the 32-bit gate",
        machine="x86_64",
    ),
    Row("gate_of_x32", (109,), WALLED, machine="x86_64"),
    Row("io_uring", (109,), WALLED, anywhere=False, why_not="io_uring switched on"),
    Row("new_call", (109,), WALLED, anywhere=False, why_not="Linux 6.8"),
    Row("proc", (112,), WALLED),
    Row("proc_of_another", (112,), WALLED),
    Row("sys_folder", (112,), WALLED),
    Row("control_group", (112,), WALLED, anywhere=False, why_not="a control group file system"),
    Row("unshare", (111,), WALLED),
    Row("user_namespace", (111,), WALLED),
    Row("evict_library_file", (195,), WALLED),
    Row("ask_for_page", (195,), WALLED),
    Row("number_of_pipe", (196,), WALLED),
    Row("number_of_connection", (196,), WALLED),
    Row(
        "number_of_connection_by_proc", (196,), ("A+", "A")
    ),  # a path's times and numbers can be read where /proc is
    Row("hint_on_library_file", (197,), WALLED),
    Row("touch_device", (197,), WALLED),
    Row("clock_of_another", (197,), WALLED),
    Row("load_of_machine", (197,), WALLED),
    Row("room_on_disk", (197,), WALLED),
    *(
        Row(
            "kernel_call",
            (195, 196, 197),
            WALLED,
            call,
            anywhere=False,
            why_not=f"a kernel with {call}",
        )
        for call in TELLING_CALLS
    ),
    *(
        Row(
            "kernel_call", (110, 111), WALLED, call, anywhere=False, why_not=f"a kernel with {call}"
        )
        for call in KERNEL_CALLS
    ),
)


@dataclass(frozen=True)
class Misbehaviour:
    """One function of ``boundary/misbehaving.py``, and its possible ends in a box and at level E."""

    name: str
    numbers: tuple[int, ...]
    seen: tuple[str, ...]
    """Any of: a reply's kind ("return", "raise", ...), or the cause of the ending with its status ("signal 11")."""
    slow: bool = False
    """Whether it ends at the wall time limit."""
    box_only: bool = False
    """Whether level E does not promise it."""


MISBEHAVIOUR = (
    Misbehaviour("spin", (62,), ("cpu",)),
    Misbehaviour("long_call", (63,), ("cpu",)),
    Misbehaviour("slow_pattern", (63,), ("cpu",)),
    Misbehaviour("big_power", (63,), ("cpu", "raise memory")),
    Misbehaviour("no_alarm_helps", (64, 74), ("cpu",)),
    Misbehaviour("swallow_everything", (65,), ("cpu",)),
    Misbehaviour("spin_in_threads", (62, 70), ("cpu",)),
    Misbehaviour("sleep", (77,), ("cpu",)),
    Misbehaviour("wait_for_nobody", (77,), ("wall",), slow=True),
    Misbehaviour("wait_deaf", (74,), ("wall",), slow=True),
    Misbehaviour("wait_for_input", (77,), ("return",)),
    Misbehaviour("recurse", (66,), ("raise recursion", "raise memory", "signal 11", "cpu")),
    Misbehaviour("recurse_plainly", (66,), ("raise recursion",)),
    Misbehaviour("read_null", (67,), ("signal 11",)),
    Misbehaviour(
        "write_native_memory",
        (16,),
        ("return", "raise error", "signal 11", "signal 6", "exited 0", "cpu"),
    ),
    Misbehaviour("leave", (68,), ("exited 0",)),
    Misbehaviour("leave_with_seven", (68,), ("exited 7",)),
    Misbehaviour("abort", (68,), ("signal 6",)),
    Misbehaviour("kill_itself", (68,), ("signal 9",), box_only=True),
    Misbehaviour("system_exit", (8, 68), ("raise error",)),
    Misbehaviour("huge_object", (69,), ("raise memory",)),
    Misbehaviour("slow_leak", (69,), ("raise memory",)),
    Misbehaviour("map_memory", (69,), ("raise error",)),
    Misbehaviour("thread_bomb", (70,), ("raise error",), box_only=True),
    Misbehaviour("open_until_refused", (72,), ("raise error",)),
    Misbehaviour("close_everything", (72,), ("exited 0",)),
    Misbehaviour("close_and_stay", (72, 74), ("exited 0",), box_only=True),
    Misbehaviour("print_without_end", (73,), ("output",)),
    Misbehaviour("print_50_megabytes", (73,), ("output",)),
    Misbehaviour("raise_50_megabytes", (73,), ("raise error",)),
    Misbehaviour("return_50_megabytes", (73,), ("raise error",)),
    Misbehaviour("write_50_megabytes", (73,), ("raise error",)),  # the size of a file
    Misbehaviour("flood_every_descriptor", (27, 76), ("oversized frame",)),
    Misbehaviour("forge_a_reply", (27,), ("return",)),
    Misbehaviour("unencodable", (78,), ("return",)),
    Misbehaviour("stay_behind", (17, 83), ("return",)),
    Misbehaviour("later", (17, 31), ("return",)),
)
