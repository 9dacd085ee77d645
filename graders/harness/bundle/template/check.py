"""Checks your work: ``python check.py``. See README.md.

Runs the public checks on the files of this folder, each in a process of its own, and shows what went wrong. It needs
Python 3.11 or newer and a few packages; if they are not there, it puts them into the folder ``.grader/venv``, once.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, ".grader")
NEEDS = os.path.join(TOOLS, "requirements.txt")
VENV = os.path.join(TOOLS, "venv")
PROBE = "import hypothesis, jinja2, msgspec, platformdirs, pytest, pytest_timeout, rich"


def fits(python):
    """Say whether this interpreter has what the checks need."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.call([python, "-c", PROBE], cwd=TOOLS, **quiet) == 0
    except OSError:
        return False


def interpreter():
    """Return an interpreter that has what the checks need, made if there is none."""
    if os.environ.get("CHECK_PYTHON"):
        return os.environ["CHECK_PYTHON"]
    own = os.path.join(VENV, "Scripts", "python.exe") if os.name == "nt" else os.path.join(VENV, "bin", "python")
    for python in (own, sys.executable):
        if fits(python):
            return python
    print("check.py: setting up .grader/venv (once; a minute or so)", file=sys.stderr)
    try:
        subprocess.check_call([sys.executable, "-m", "venv", "--clear", VENV])
        install = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", NEEDS]
        subprocess.check_call(install)
    except (OSError, subprocess.CalledProcessError):
        sys.exit(
            "check.py: that did not work. Install what the checks need yourself:\n"
            "    python -m pip install -r .grader/requirements.txt\n"
            "and start check.py again with that Python."
        )
    return own


def main():
    """Run the checks and end with their exit status."""
    if sys.version_info < (3, 11):
        sys.exit("check.py needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])
    environment = dict(os.environ, PYTHONPATH=TOOLS, PYTHONDONTWRITEBYTECODE="1", PYTHONUTF8="1")
    command = [interpreter(), "-m", "graders.harness.selfcheck"] + sys.argv[1:]
    try:
        return subprocess.call(command, cwd=os.getcwd() if len(sys.argv) > 1 else HERE, env=environment)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
