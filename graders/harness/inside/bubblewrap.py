"""The second way to build a box: bubblewrap makes the namespaces and the root, then starts the same
zygote.

bubblewrap drops every capability only for a caller that has none, so the user is changed before;
limits too, because it sets none. It cannot cap the number of files in a scratch space, so these
boxes have none that can be written. An interpreter is started in each box, which costs its start
and imports. Our files go in as text over the lifeline: nothing of the host but the runtime is to be
seen in the box.
"""

from __future__ import annotations

import json
import os
from typing import Any

from . import box, seccomp

CARRIED = (
    "wire",
    "packed",
    "modules",
    "standins",
    "whereabouts",
    "streams",
    "afresh",
    "server",
    "syscalls",
    "landlock",
    "seccomp",
    "cgroup",
    "control",
    "box",
    "compiling",
    "guest",
    "preload",
    "zygote",
)
"""The files that the zygote needs, each after those it imports."""

_BOOT = """
import json, os, sys, types
package = sys.modules["inside"] = types.ModuleType("inside")
package.__path__ = []
files, plan, counts_kills = json.loads(os.read(%(lifeline)d, 1 << 20).decode())
for name, text in files:
    module = types.ModuleType("inside." + name)
    module.__package__ = "inside"
    sys.modules["inside." + name] = module
    setattr(package, name, module)
    exec(compile(text, name + ".py", "exec", dont_inherit=True), module.__dict__)
del sys.argv[1:], files, name, text, module
package.preload.preload()
package.zygote.settle(plan, counts_kills)
"""


def sources() -> list[tuple[str, str]]:
    """Return name and text of every file that is carried into a box."""
    here = os.path.dirname(os.path.abspath(__file__))
    found = []
    for name in CARRIED:
        with open(os.path.join(here, name + ".py"), encoding="utf-8") as stream:
            found.append((name, stream.read()))
    return found


def first_message(files: list[tuple[str, str]], plan: dict[str, Any], counts_kills: bool) -> bytes:
    """Return what the started interpreter reads first from its lifeline."""
    return json.dumps([files, plan, counts_kills]).encode()


def command(plan: dict[str, Any], lifeline: int, filter_descriptor: int) -> list[str]:
    """Return bubblewrap's command line for a box after *plan*."""
    words = [
        plan["bubblewrap"],
        "--die-with-parent",
        "--as-pid-1",
        "--new-session",
        "--clearenv",
        "--setenv",
        "PYTHONHASHSEED",
        "0",
        "--setenv",
        "TZ",
        "UTC0",
        "--unshare-all",
        "--hostname",
        "box",
        "--cap-drop",
        "ALL",
        "--dir",
        plan["home"],
    ]
    if "library_path" in plan:
        words += ["--setenv", "LD_LIBRARY_PATH", plan["library_path"]]
    loader = [
        path for path in ("/lib64", "/usr/lib64") if os.path.isdir(path)
    ]  # starts the interpreter
    for path in dict.fromkeys(plan["runtime"] + plan["executables"] + loader):
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += ["--ro-bind", path, path]
    for path in plan["hidden"]:
        words += ["--size", "4096", "--tmpfs", path, "--remount-ro", path]
    for path in box.DEVICES:
        words += ["--dev-bind", path, path]
    words += ["--remount-ro", "/", "--chdir", plan["home"], "--seccomp", str(filter_descriptor)]
    return words + [
        "--",
        plan["executables"][0],
        "-S",
        "-s",
        "-B",
        "-X",
        "utf8",
        "-c",
        _BOOT % {"lifeline": lifeline},
    ]


def become(plan: dict[str, Any], lifeline: int) -> None:
    """Turn the calling process, whose descriptors are in place, into bubblewrap. Returns only by an
    exception.
    """
    box.limit_resources(plan["limits"])
    reader, writer = os.pipe()
    os.write(writer, seccomp.box_filter(may_exec=True))
    os.close(writer)
    os.set_inheritable(reader, True)
    words = command(plan, lifeline, reader)
    if plan["uid"] is not None:
        os.setgroups([])
        os.setresgid(plan["uid"], plan["uid"], plan["uid"])
        os.setresuid(plan["uid"], plan["uid"], plan["uid"])
    os.execve(words[0], words, {})
