"""The second way to build a box: bubblewrap makes namespaces and root, then starts the zygote.

bubblewrap drops every capability only for a caller that has none, so the user is changed first. It
sets no limits, so they are set first, too. It cannot cap the number of files in a scratch space, so
these boxes have no writable one. Each box starts an interpreter, which costs its start and imports.
The zygote's modules are sent as text over the lifeline, because the box shows nothing of the host
but the runtime.
"""

from __future__ import annotations

import json
import os
import zlib

from ..protocol.config import BoxConfig
from . import box, runtime, seccomp

CARRIED = {
    "protocol": ("frames", "values", "packed", "config", "messages", "control"),
    "inside": (
        "marks",
        "modules",
        "package_imports",
        "standins",
        "waits",
        "clocks",
        "loops",
        "whereabouts",
        "streams",
        "failures",
        "terminal",
        "interpreter_state",
        "server",
        "call_numbers",
        "syscalls",
        "landlock",
        "seccomp",
        "cgroup",
        "uid_lease",
        "capped",
        "box",
        "compiling",
        "exec_target",
        "clearing",
        "preload",
        "zygote",
    ),
}
"""The modules that the zygote needs, by package, each after those it imports."""

_BOOT = """
import json, os, sys, types, zlib

def add(name, package, is_package=False):
    module = sys.modules[name] = types.ModuleType(name)
    module.__package__ = package
    if is_package:
        module.__path__ = []
    if "." in name:
        setattr(sys.modules[name.rpartition(".")[0]], name.rpartition(".")[2], module)
    return module

files, config, counts_kills = json.loads(zlib.decompress(os.read(%(lifeline)d, 1 << 20)))
add("harness", "harness", True)
for package in dict.fromkeys(package for package, _, _ in files):
    add("harness." + package, "harness." + package, True)
for package, name, text in files:
    module = add("harness." + package + "." + name, "harness." + package)
    exec(compile(text, name + ".py", "exec", dont_inherit=True), module.__dict__)
del sys.argv[1:], files, package, name, text, module
inside = sys.modules["harness.inside"]
inside.preload.preload()
inside.package_imports.show(config["packages"])
inside.zygote.settle(config, counts_kills)
"""


def sources() -> list[tuple[str, str, str]]:
    """Return package, name and text of every file to send into a box."""
    harness = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    files = []
    for package, names in CARRIED.items():
        for name in names:
            with open(os.path.join(harness, package, name + ".py"), encoding="utf-8") as stream:
                files.append((package, name, stream.read()))
    return files


def first_message(
    files: list[tuple[str, str, str]], config: BoxConfig, counts_kills: bool
) -> bytes:
    """Return the first message on the lifeline, which must fit into a pipe, for the interpreter."""
    return zlib.compress(json.dumps([files, config, counts_kills]).encode())


def command(config: BoxConfig, lifeline: int, filter_descriptor: int) -> list[str]:
    """Return bubblewrap's command line for a box with *config*."""
    words = [
        config["bubblewrap"],
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
        config["home"],
    ]
    if config["library_path"]:
        words += ["--setenv", "LD_LIBRARY_PATH", config["library_path"]]
    # the interpreter's loader is a file of /lib64, or of /lib on Arm
    loader = [item for item in ("/lib64", "/usr/lib64") if os.path.isdir(item)]
    loader += runtime.find_loaders()
    readable = {*config["runtime"], *config["executables"], *loader}
    for path in runtime.outermost(readable):
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += ["--ro-bind", path, path]
    for path in config["hidden"]:
        words += ["--size", "4096", "--tmpfs", path, "--remount-ro", path]
    for path in box.DEVICES:
        words += ["--dev-bind", path, path]
    words += [
        "--remount-ro",
        "/",
        "--chdir",
        config["home"],
        "--seccomp",
        str(filter_descriptor),
    ]
    boot = _BOOT % {"lifeline": lifeline}
    return [
        *words,
        "--",
        config["executables"][0],
        "-S",
        "-s",
        "-B",
        "-X",
        "utf8",
        "-c",
        boot,
    ]


def become(config: BoxConfig, lifeline: int) -> None:
    """Turn the calling process, whose descriptors are in place, into bubblewrap.

    Returns only by raising OSError.
    """
    box.limit_resources(config["limits"])
    reader, writer = os.pipe()
    os.write(writer, seccomp.box_filter(may_exec=True))
    os.close(writer)
    os.set_inheritable(reader, True)
    words = command(config, lifeline, reader)
    if config["uid"] is not None:
        os.setgroups([])
        os.setresgid(config["uid"], config["uid"], config["uid"])
        os.setresuid(config["uid"], config["uid"], config["uid"])
    os.execve(words[0], words, {})
