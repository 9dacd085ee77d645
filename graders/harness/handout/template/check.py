"""Checks your work: ``python check.py``. See README.md; for options, ``python check.py --help``.

Runs the public checks on the files in this folder, each in its own process, and shows what went
wrong. It needs Python 3.10 or newer and a few packages. If these are missing, it installs them
once, into the folder ``.grader/venv`` or, if that is not writable, into your cache folder.

Python 2.7 can read this file, too, and reports that it is too old.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != HERE]
# from here on, none of your files can be imported instead of one of Python's own modules

import hashlib  # noqa: E402
import ntpath  # noqa: E402
import re  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402

TOOLS = os.path.join(HERE, ".grader")
NEEDS = os.path.join(TOOLS, "requirements.txt")
STYLE = os.path.join(TOOLS, "requirements-style.txt")
"""The packages of python-ta, which are many: they are installed only for ``--style``."""
OLDEST, NEWEST = 10, 14
"""Releases of Python 3 that run the checks."""
WINDOWS = os.name == "nt"
LONG = 120
"""Length of a folder's path from which Windows may not find all files of a package; its limit is
260.
"""
SECONDS_TO_STOP = 10
BAD_INPUT, NOT_CHECKED, STOPPED = 2, 3, 130
"""Exit statuses, besides 0 and 1 of the checks themselves."""
OFFLINE = "offline"
"""The status of an installation for which there was no network."""
UNREACHED = re.compile(b"connection broken by '(NewConnection|NameResolution|ConnectTimeout)Error")
"""Words of pip, which it repeats for each package and try."""

PROBE = """
import re
import sys
from importlib.metadata import distribution
for file in sys.argv[1:]:
    for line in open(file, encoding="utf-8"):
        wanted, _, marker = line.partition(";")
        if marker:
            than, minor = marker.split()[1:3]
            newer = sys.version_info[1] >= int(minor.strip('"')[2:])
            if newer != (than == ">="):
                continue
        name, release = re.match(r"([\\w.-]+)(?:==([\\w.]+)$)?", wanted.strip()).groups()
        package = distribution(name)
        whole = all(part.locate().exists() for part in package.files if part.suffix == ".py")
        if release not in (None, package.version) or not whole:
            sys.exit(1)
"""
"""Ends with status 0 if all packages are installed completely, at the required release."""

RUN = """
import sys
sys.path[0] = sys.argv.pop(1)
import runpy
runpy.run_module("graders.harness.handout.selfcheck", run_name="__main__", alter_sys=True)
"""
"""Runs the checks. The first folder of modules is .grader, not that of your files."""


def show(text):
    """Write *text* at once, so that nobody wonders whether anything happens."""
    sys.stderr.write(text)
    sys.stderr.flush()


def end(status, text):
    """Print what is wrong and what to do; exit with *status*."""
    show("check.py: %s\n" % text)
    sys.exit(status)


def on_path(program):
    """Return whether there is a program of this name."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return any(os.path.isfile(os.path.join(folder, program)) for folder in folders)


def refuse_what_cannot_work():
    """Exit if this Python is too old, or the checks are not beside this file."""
    if sys.version_info < (3, OLDEST):
        names = ["python3.%d" % minor for minor in range(NEWEST, OLDEST - 1, -1)]
        newer = [name for name in names if on_path(name)]
        advice = "run %s check.py" % newer[0] if newer else "get it from python.org"
        if WINDOWS:
            advice += ", or if you have it already, run py -3 check.py"
        needed = "the checks need 3.%d or newer" % OLDEST
        end(BAD_INPUT, "this is Python %d.%d; %s: %s" % (sys.version_info[:2] + (needed, advice)))
    if not os.path.isfile(NEEDS):
        end(
            BAD_INPUT,
            "the checks are missing: the folder .grader belongs beside this file. Many programs hide files whose\n"
            "names begin with a dot, and do not copy them. Unpack the zip again, and copy everything in it.",
        )


def lists():
    """Return the files with the names of the needed packages."""
    wants_style = "--style" in sys.argv[1:] and os.path.isfile(STYLE)
    return [NEEDS, STYLE] if wants_style else [NEEDS]


def fits(python):
    """Return whether this interpreter has the packages that the checks need."""
    try:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.call([python, "-c", PROBE] + lists(), cwd=TOOLS, **quiet) == 0
    except OSError:
        return False


def homes():
    """Return the folders for an environment with the packages, the usual one first."""
    person = os.path.expanduser("~")
    if WINDOWS:
        cache = os.environ.get("LOCALAPPDATA") or os.path.join(person, "AppData", "Local")
    else:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(person, ".cache")
    with open(NEEDS, "rb") as stream:
        key = hashlib.sha256(stream.read() + repr(sys.version_info[:2]).encode()).hexdigest()[:12]
    beside = os.path.join(TOOLS, "venv")
    return ([] if WINDOWS and len(beside) > LONG else [beside]) + [os.path.join(cache, "grader-check", key)]


def python_of(home):
    """Return the interpreter of the environment in the folder *home*."""
    return os.path.join(home, "Scripts", "python.exe") if WINDOWS else os.path.join(home, "bin", "python")


def can_be_made(home):
    """Return whether the folder *home* is writable."""
    try:
        os.makedirs(home, exist_ok=True)
        tempfile.TemporaryFile(dir=home).close()
    except OSError:
        return False
    return True


def make(home):
    """Make an environment with the packages in the folder *home*."""
    show("check.py: setting up %s (only once; it needs the internet, and some minutes at most)\n" % home)
    python = python_of(home)
    pip = [python, "-m", "pip", "--disable-pip-version-check"]
    # only finished packages, because making one takes a compiler; compiled files of .grader/pycache are used
    install = pip + ["install", "--only-binary=:all:", "--no-compile", "--retries=1"]
    for name in lists():
        install += ["-r", name]
    try:
        status = work("making a folder for packages", [sys.executable, "-m", "venv", "--clear", home])
        status = status or work("installing packages", install)
    except OSError as error:
        status = error
    by_hand = "    python -m pip install -r .grader/requirements.txt"
    if status == OFFLINE:
        end(
            NOT_CHECKED,
            "there is no network: the packages for the checks come from pypi.org, only once. Try again with a\n"
            "network; or install them where there is one, and run check.py with the Python that has them:\n" + by_hand,
        )
    if status != 0:
        end(
            NOT_CHECKED,
            "that did not work (see above). The first run needs the internet. If no release of a package is found,\n"
            "this Python (3.%d) is too new or too old for it: use another. Otherwise try again; or install the\n"
            "packages yourself, and run check.py with the Python that has them:\n%s" % (sys.version_info[1], by_hand),
        )
    work("removing what only the installation needed", pip + ["uninstall", "--yes", "setuptools", "pip"])


def work(words, command):
    """Run *command* and return its status. Shows a dot each second, and its output if it fails for
    another reason than that there is no network.
    """
    show("check.py:   %s " % words)
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=TOOLS, stdout=log, stderr=subprocess.STDOUT)
        try:
            while True:
                try:
                    status = process.wait(1)
                    break
                except subprocess.TimeoutExpired:
                    show(".")
        except KeyboardInterrupt:
            process.kill()
            process.wait()
            show("\n")
            raise
        show(" failed\n" if status else " done\n")
        if status:
            log.seek(0)
            printed = log.read()
            if UNREACHED.search(printed):
                return OFFLINE
            show(printed.decode("utf-8", "replace"))
    return status


def interpreter():
    """Return an interpreter that has the packages; makes an environment if there is none."""
    if os.environ.get("CHECK_PYTHON"):
        return os.environ["CHECK_PYTHON"]
    folders = homes()
    for python in [python_of(home) for home in folders] + [sys.executable]:
        if fits(python):
            return python
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        end(
            NOT_CHECKED,
            "this Python lacks its module venv, which installs the packages for the checks. On Debian and Ubuntu:\n"
            "    sudo apt install python3-venv",
        )
    for home in folders:
        if can_be_made(home):
            make(home)
            return python_of(home)
    end(NOT_CHECKED, "the packages cannot be installed in any of these folders: %s" % ", ".join(folders))


def reaches_stdout():
    """Return whether what a process prints is seen. It is not in IDLE, where F5 starts this file:
    there, and in the shells of other editors, only sys.stdout is shown.
    """
    try:
        return sys.stdout.fileno() == 1
    except (AttributeError, EnvironmentError, ValueError):
        return False


def run(command, environment):
    """Run *command* and return its status. Ctrl-C also reaches *command*, which has some seconds to
    stop.
    """
    piped = {} if reaches_stdout() else {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    if piped and WINDOWS:
        piped["creationflags"] = 0x08000000  # no window of its own
    process = subprocess.Popen(command, env=environment, **piped)
    try:
        for line in process.stdout or ():
            sys.stdout.write(line.decode("utf-8", "replace").replace("\r\n", "\n"))
        return process.wait()
    except KeyboardInterrupt:
        try:
            process.wait(SECONDS_TO_STOP)
        except (KeyboardInterrupt, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        return STOPPED


def main():
    """Run the checks and end with their exit status."""
    refuse_what_cannot_work()
    environment = dict(os.environ, PYTHONPATH=TOOLS, PYTHONPYCACHEPREFIX=os.path.join(TOOLS, "pycache"), PYTHONUTF8="1")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        python = interpreter()
    except KeyboardInterrupt:
        end(STOPPED, "stopped")
    return run([python, "-c", RUN, TOOLS] + sys.argv[1:], environment)


def programs_in_window():
    """Return the names of the programs in this window of Windows, "" for one that cannot be seen."""
    import ctypes

    kernel = ctypes.windll.kernel32
    kernel.OpenProcess.restype = ctypes.c_void_p
    most = 64
    numbers = (ctypes.c_uint32 * most)()
    count = kernel.GetConsoleProcessList(numbers, most)
    names = []
    for number in numbers[: min(count, most)]:
        name, size = ctypes.create_unicode_buffer(1024), ctypes.c_uint32(1024)
        process = ctypes.c_void_p(kernel.OpenProcess(0x1000, False, number))  # may be asked for its name
        kernel.QueryFullProcessImageNameW(process, 0, name, ctypes.byref(size))
        kernel.CloseHandle(process)
        names.append(ntpath.basename(name.value))
    return names


def was_double_clicked():
    """Return whether the window closes when this program ends: no shell is in it, only Python."""
    if not WINDOWS or not sys.stdin.isatty():
        return False
    names = "".join("%s\n" % name for name in programs_in_window())
    return re.match(r"(py(thon)?[\d.]*\.exe\n)+\Z", names, re.IGNORECASE) is not None


def start():
    """Run the checks, and keep a window open that would close at once; return the exit status."""
    try:
        return main()
    finally:
        if was_double_clicked():
            show("\nPress Enter to close this window. ")
            sys.stdin.readline()


if __name__ == "__main__":
    sys.exit(start())
