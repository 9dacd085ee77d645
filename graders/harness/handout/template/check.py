"""Checks your work: ``python check.py``. See README.md; ``python check.py --help`` lists what you
may ask for.

Runs the public checks on the files of this folder, each in a process of its own, and shows what
went wrong. It needs Python 3.11 or newer and a few packages; if they are not there, it puts them
into the folder ``.grader/venv``, once, or into your cache folder where this one cannot be written
to.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != HERE]
# from here on no file of yours is taken for one of Python's own, whatever it is called

import hashlib  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402

TOOLS = os.path.join(HERE, ".grader")
NEEDS = os.path.join(TOOLS, "requirements.txt")
WINDOWS = os.name == "nt"
LONG = 120
"""Letters of a folder's path from which on Windows may not find every file of a package in it: 260
are its limit.
"""
SECONDS_TO_STOP = 10
BAD_INPUT, NOT_CHECKED, STOPPED = 2, 3, 130
"""Exit statuses, besides those of the checks themselves: 0 and 1."""

PROBE = """
import sys
from importlib.metadata import distribution
for line in open(sys.argv[1], encoding="utf-8"):
    name, _, release = line.strip().partition("==")
    found = distribution(name)
    whole = all(part.locate().exists() for part in found.files if part.suffix == ".py")
    if found.version != release or not whole:
        sys.exit(1)
"""
"""Run by an interpreter, it ends with status 0 if all packages are there, whole, at the release
that is wanted.
"""


def end(status, text):
    """Say what is wrong and what to do about it; end with *status*."""
    sys.stderr.write("check.py: %s\n" % text)
    sys.exit(status)


def refuse_what_cannot_work():
    """End here if this Python is too old, or the checks are not beside this file."""
    if sys.version_info < (3, 11):
        newer = [name for name in ("python3.%d" % minor for minor in range(14, 10, -1)) if shutil.which(name)]
        advice = "You have a newer one:\n    %s check.py" % newer[0] if newer else "Get it from python.org."
        if WINDOWS:
            advice += " If it is there already: py -3 check.py"
        end(BAD_INPUT, "this is Python %d.%d; the checks need 3.11 or newer. %s" % (sys.version_info[:2] + (advice,)))
    if not os.path.isfile(NEEDS):
        end(
            BAD_INPUT,
            "the checks are not here: the folder .grader belongs beside this file. Many programs hide what begins\n"
            "with a dot, and do not copy it. Unpack the zip once more and take along all that is in it.",
        )


def fits(python):
    """Say whether this interpreter has what the checks need."""
    try:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.call([python, "-c", PROBE, NEEDS], cwd=TOOLS, **quiet) == 0
    except OSError:
        return False


def homes():
    """Return the folders in which an environment for the checks may be, the usual one first."""
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
    """Say whether files can be written to the folder *home*."""
    try:
        os.makedirs(home, exist_ok=True)
        tempfile.TemporaryFile(dir=home).close()
    except OSError:
        return False
    return True


def make(home):
    """Make an environment with what the checks need in the folder *home*."""
    sys.stderr.write("check.py: setting up %s (once; a minute or so)\n" % home)
    install = [python_of(home), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", NEEDS]
    for command in ([sys.executable, "-m", "venv", "--clear", home], install):
        try:
            status = subprocess.call(command, cwd=TOOLS)
        except OSError as error:
            status = error
        if status != 0:
            end(
                NOT_CHECKED,
                "that did not work (see above). It needs the internet, this once. Try again; or install what the\n"
                "checks need yourself, and start check.py with the Python that has it:\n"
                "    python -m pip install -r .grader/requirements.txt",
            )


def interpreter():
    """Return an interpreter that has what the checks need, made if there is none."""
    if os.environ.get("CHECK_PYTHON"):
        return os.environ["CHECK_PYTHON"]
    known = homes()
    for python in [python_of(home) for home in known] + [sys.executable]:
        if fits(python):
            return python
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        end(
            NOT_CHECKED,
            "this Python lacks its module venv, with which what the checks need is set up. On Debian and Ubuntu:\n"
            "    sudo apt install python3-venv",
        )
    for home in known:
        if can_be_made(home):
            make(home)
            return python_of(home)
    end(NOT_CHECKED, "what the checks need cannot be written to any of these folders: %s" % ", ".join(known))


def run(command, environment):
    """Run *command* and return its status. Ctrl-C reaches it as well; it has some seconds to clear
    up.
    """
    process = subprocess.Popen(command, env=environment)
    try:
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
    return run([python, "-P", "-m", "graders.harness.handout.selfcheck"] + sys.argv[1:], environment)


if __name__ == "__main__":
    sys.exit(main())
