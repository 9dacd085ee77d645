"""Runs submissions, which are hostile code, apart from all secrets; only plain data leaves.

Theory of operation
===================

Processes, from the one that knows everything to the one that knows nothing:

*judge*
    Any user. Holds checks, expected values, marks. Starts launchers (by exec; it never forks for
    this). Talks to them, to zygotes and to children, each over its own Unix socket pair.
*launcher*
    The judge's user; root's rights if the judge has them. One per interpreter
    (``inside/launcher.py``). Was exec'd with an environment of two variables and its socket as the
    only descriptor. Holds only the modules of ``inside`` and ``protocol``, and the standard
    library. Forks boxes. Is subreaper, so it inherits and ends the processes that a box leaves.
*zygote*
    The box's first process (``inside/zygote.py``): its own user id if the launcher is root, no
    capability, no new privilege, not dumpable, box filter of system calls, Landlock; at level A
    pid 1 in its own namespaces over an empty root. Receives the program as data and has a
    throw-away process compile the submission, because a file may harm the compiler. Runs none of
    it. Serves other files of the same submission if the judge sends them. Dies with the launcher,
    or when the judge hangs up.
*child*
    One per connection, forked from the zygote: the only process that runs the submission. All of
    the above, hard limits, a second filter (a list of what is allowed: no process, no program, no
    pipe, no signal but to itself, nothing that another box could see), and Landlock's signal scope.
    Its only descriptor besides null is its end of the connection.

Pipes: judge-launcher carries requests for boxes, and the zygote's socket; judge-zygote the program,
"fork a child for this socket", "end child n", and its end; judge-child calls and replies.
Launcher-zygote carries nothing once the box is ready: it is a lifeline. A child holds only its own
pipe to the judge. The messages are in ``protocol/messages.py``.

Three outcomes, never mixed. If the *program* misbehaved, there is a ``ProcessExit`` with its cause,
which the zygote derives from the kernel's status and accounts. If the *sandbox* failed (no box, no
answer, a lost zygote), there is a ``SandboxError``, the grader's fault and never a zero. Otherwise
all is well. End of file on a connection means none of these by itself.

Levels
======

==  ===============================================================================================
A+  A, and a control group caps the memory and processes of the box as a whole
A   namespaces of every kind, an empty root with only the runtime, no network, capped scratch space
B   no namespaces (a container forbids them), but root: own user id; Landlock for files and TCP;
    filters; scratch space only in a small file system that the machine has (``inside/capped.py``)
C   the same without its own user id
E   a plain process with limits, on every system: no isolation. Never chosen automatically. Forked
    from a zygote without a box (``unsandboxed.py``) if the system can fork; otherwise, and for
    Java, a new process each (``plain_processes.py``)
==  ===============================================================================================

Without namespaces the host's files cannot be opened, listed or changed, but existence, size and
times of a path can be queried, and numbers of processes are the machine's. Level B and bubblewrap
need an interpreter that every user can read; a private one is copied once
(``interpreter_copy.py``). ``tests/attacks/table.py`` lists the attacks that each level stops.

A level is offered only if a box of that level has just been made here and has proved its walls from
inside (``inside/box.py``). :func:`select_backend` returns the strongest on offer and refuses to go
below its minimum.
"""

from __future__ import annotations

from graders.harness.sandbox.choice import Offer, probe, select_backend
from graders.harness.sandbox.interpreters import find_interpreter

__all__ = ["Offer", "find_interpreter", "probe", "select_backend"]
