"""Checks your work: ``python check.py``. See README.md; for options, ``python check.py --help``.

Runs the public checks on the files in this folder, each in its own process, and shows what went
wrong. It needs Python 3.11 or newer and a few packages. If these are missing, it installs them
once, into the folder ``.grader/venv`` or, if that is not writable, into your cache folder.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != HERE]
# from here on, none of your files can be imported instead of one of Python's own modules

import hashlib  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402

TOOLS = os.path.join(HERE, ".grader")
NEEDS = os.path.join(TOOLS, "requirements.txt")
WINDOWS = os.name == "nt"
LONG = 120
"""Length of a folder's path from which Windows may not find all files of a package; its limit is
260.
"""
SECONDS_TO_STOP = 10
BAD_INPUT, NOT_CHECKED, STOPPED = 2, 3, 130
"""Exit statuses, besides 0 and 1 of the checks themselves."""

PROBE = """
import sys
from importlib.metadata import distribution
for line in open(sys.argv[1], encoding="utf-8"):
    name, _, release = line.strip().partition("==")
    package = distribution(name)
    whole = all(part.locate().exists() for part in package.files if part.suffix == ".py")
    if package.version != release or not whole:
        sys.exit(1)
"""
"""Ends with status 0 if all packages are installed completely, at the required release."""


def end(status, text):
    """Print what is wrong and what to do; exit with *status*."""
    sys.stderr.write("check.py: %s\n" % text)
    sys.exit(status)


def refuse_what_cannot_work():
    """Exit if this Python is too old, or the checks are not beside this file."""
    if sys.version_info < (3, 11):
        newer = [name for name in ("python3.%d" % minor for minor in range(14, 10, -1)) if shutil.which(name)]
        advice = "You have a newer one:\n    %s check.py" % newer[0] if newer else "Get it from python.org."
        if WINDOWS:
            advice += " If it is already installed: py -3 check.py"
        end(BAD_INPUT, "this is Python %d.%d; the checks need 3.11 or newer. %s" % (sys.version_info[:2] + (advice,)))
    if not os.path.isfile(NEEDS):
        end(
            BAD_INPUT,
            "the checks are missing: the folder .grader belongs beside this file. Many programs hide files whose\n"
            "names begin with a dot, and do not copy them. Unpack the zip again, and copy everything in it.",
        )


def fits(python):
    """Return whether this interpreter has the packages that the checks need."""
    try:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.call([python, "-c", PROBE, NEEDS], cwd=TOOLS, **quiet) == 0
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
                "that did not work (see above). The first run needs the internet. Try again; or install the packages\n"
                "yourself, and run check.py with the Python that has them:\n"
                "    python -m pip install -r .grader/requirements.txt",
            )


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


def run(command, environment):
    """Run *command* and return its status. Ctrl-C also reaches *command*, which has some seconds to
    stop.
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
