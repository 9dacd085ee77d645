"""Runs submissions, which are hostile code, so that nothing secret is where they are and nothing
but plain data leaves.

Theory of operation
===================

Processes, from the one that knows everything to the one that knows nothing:

*judge*
    Any user. Holds checks, expected values, marks. Starts launchers (by exec; it never forks for
    this) and speaks to them, to zygotes and to children, each over a Unix socket pair of its own.
*launcher*
    The judge's user; root's rights if the judge has them. One per interpreter
    (``inside/launcher.py``). Was exec'd with an environment of two variables and no descriptor but
    its socket; holds only the modules of ``inside`` and ``protocol``, and the standard library.
    Forks boxes; is subreaper, so it inherits and ends the processes that a box leaves behind.
*zygote*
    The box's first process (``inside/zygote.py``): its own user id where the launcher is root, no
    capability, no new privilege, not dumpable, box filter of system calls, Landlock; at level A pid
    1 in namespaces of its own over an empty root. Receives the program as data, compiles it (a
    throw-away process finds out first which files harm the compiler), runs none of it. Dies with
    the launcher, or when the judge hangs up.
*child*
    One per connection, forked from the zygote: the only process that runs the submission. All the
    above and hard limits, a second filter (no process, no program, no signal but to itself),
    Landlock's signal scope. Has one descriptor besides null: its end of the connection.

Pipes: judge-launcher carries requests of boxes, and the zygote's socket; judge-zygote the program,
"fork a child for this socket", "end child n", and how it ended; judge-child calls and replies;
launcher-zygote nothing once the box stands: it is a lifeline. A child holds none of the first,
second and last. The messages are in ``protocol/messages.py``.

Three ends, never mixed: the *program* misbehaved, that is an ``Ending`` with its cause, which the
zygote has from the kernel's own status and accounts; the *sandbox* failed, that is a
``SandboxFault`` (no box, no answer, a lost zygote), the grader's fault and never a zero; or all is
well. End of file on a connection says nothing by itself.

Levels
======

==  ===============================================================================================
A+  A, and a control group caps the memory and processes of the box as a whole
A   namespaces of every kind, an empty root with the runtime only, no network, capped scratch space
B   no namespaces (a container forbids them), but root: own user id; Landlock for files and TCP;
    filters; no scratch space
C   the same without a user id of its own
E   a plain process with limits, on every system: no isolation. Never chosen by itself. Forked from
    a zygote without a box (``unboxed.py``) where the system can fork; elsewhere, and for Java,
    started anew (``plain.py``)
==  ===============================================================================================

Without namespaces the host's files are in sight: they cannot be opened, listed or changed, but
whether a path exists, its size and its times can be asked for. Level B and bubblewrap need an
interpreter that every user can read; a private one is copied once (``runtime.py``). The table in
``tests/attacks/table.py`` says which attack each level holds.

A level is offered only if a box of that level has just been made here and has proved its walls from
inside (``inside/box.py``). :func:`select_backend` takes the strongest on offer and refuses below
its minimum.
"""

from __future__ import annotations

from graders.harness.sandbox.choice import Offer, probe, select_backend
from graders.harness.sandbox.interpreters import find_interpreter

__all__ = ["Offer", "find_interpreter", "probe", "select_backend"]
