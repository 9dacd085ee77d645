"""Landlock: kernel rules for files, TCP and signals that any process may impose on itself.

It works without privilege and inside containers. It is probed by the system call, never by a file.
The version of its interface (``abi``) decides what it covers: 1 files, 2 moving between
directories, 3 truncation, 4 TCP, 5 device ioctls, 6 scopes (abstract sockets and signals).
"""

from __future__ import annotations

import os
import struct

from . import syscalls

_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1

EXECUTE = 1 << 0
WRITE_FILE = 1 << 1
READ_FILE = 1 << 2
READ_DIR = 1 << 3
REMOVE_DIR = 1 << 4
REMOVE_FILE = 1 << 5
MAKE_DIR = 1 << 7
MAKE_REG = 1 << 8
MAKE_SYM = 1 << 12
REFER = 1 << 13
TRUNCATE = 1 << 14

READ = READ_FILE | READ_DIR
SCRATCH = (
    READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SYM | REFER | TRUNCATE
)
_FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
"""Rights that may be granted on a file that is not a directory."""

_ALL_FILES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
_ALL_FILES_5 = (1 << 16) - 1
_ALL_TCP = 3
SCOPE_ABSTRACT_SOCKETS = 1
SCOPE_SIGNALS = 2


def abi() -> int:
    """Return the version of the kernel's Landlock, 0 if there is none."""
    try:
        return syscalls.syscall("landlock_create_ruleset", None, 0, _VERSION_FLAG)
    except OSError:
        return 0


def _block_size(version: int) -> int:
    """Return the size in bytes of a rule set in this *version* of the interface."""
    if version < 4:
        return 8
    return 16 if version < 6 else 24


def _restrict(
    version: int, files: int, tcp: int, scopes: int, rules: list[tuple[str, int]]
) -> None:
    block = struct.pack("=QQQ", files, tcp, scopes)
    block = block[: _block_size(version)]
    ruleset = syscalls.syscall("landlock_create_ruleset", block, len(block), 0)
    try:
        for path, rights in rules:
            try:
                target = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except FileNotFoundError:
                continue
            try:
                if not os.path.isdir(path):
                    rights &= _FILE_RIGHTS
                rule = struct.pack("=Qi", rights & files, target)
                syscalls.syscall("landlock_add_rule", ruleset, _RULE_PATH_BENEATH, rule, 0)
            finally:
                os.close(target)
        syscalls.syscall("landlock_restrict_self", ruleset, 0)
    finally:
        os.close(ruleset)


def confine(rules: list[tuple[str, int]]) -> None:
    """Allow this process and its children only the files in *rules* (path, rights), and no TCP.

    Needs no_new_privs. Raises OSError if there is no Landlock.
    """
    version = abi()
    files = _ALL_FILES.get(version, _ALL_FILES_5)
    _restrict(
        version,
        files,
        _ALL_TCP if version >= 4 else 0,
        SCOPE_ABSTRACT_SOCKETS if version >= 6 else 0,
        rules,
    )


def confine_signals() -> None:
    """Let this process signal only itself and its children, if the kernel can (Linux 6.12)."""
    if abi() >= 6:
        # every set of rules forbids to move a file to another folder, unless it allows that
        _restrict(6, REFER, 0, SCOPE_SIGNALS, [("/", REFER)])
