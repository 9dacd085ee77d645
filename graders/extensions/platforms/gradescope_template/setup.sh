#!/usr/bin/env bash
# Run once by Gradescope, as root, while the image is built: installs a Python for the judge, one for the submissions
# (or a JDK), and packages. An ordinary user can run it if these are installed.
set -euo pipefail

source="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
wanted="@PYTHON@"          # for submissions: "3.12" is exactly that release, ">=3.8" that or a newer one
java="@JAVA@"            # for submissions in Java, else empty: "17" is exactly that release, ">=17" that or a newer one

suits() { "$1" -c "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] < (3, 11))" 2>/dev/null; }

find_judge() {
  for python in python3 python3.13 python3.12 python3.11; do
    if command -v "$python" >/dev/null && suits "$python"; then command -v "$python"; return; fi
  done
  return 1
}

give_up() { echo "setup: $1" >&2; exit 1; }

# install PACKAGE ...: installs all of them or fails
install() {
  [ "$(id -u)" = 0 ] || give_up "$* can only be installed by root: install it first"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@"
}

packages=()
find_judge >/dev/null || packages+=(python3.11 python3.11-venv)
case "$wanted" in
  ">="*) ;;
  *) command -v "python$wanted" >/dev/null || packages+=("python$wanted") ;;
esac
[ ${#packages[@]} = 0 ] || install "${packages[@]}" \
  || give_up "this base image has no ${packages[*]}; choose a newer one in the autograder's settings"

judge="$(find_judge)" || give_up "no Python 3.11 or newer with venv; choose a newer base image"
"$judge" -m venv --clear "$source/.venv"
"$source/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$source/requirements.lock"
"$source/.venv/bin/python" - "$source" <<'PATHS'
import pathlib, sys, sysconfig
pathlib.Path(sysconfig.get_path("purelib"), "graders.pth").write_text(sys.argv[1] + "\n")
PATHS

find_jdk() { "$source/.venv/bin/python" -c "from graders.extensions.java.jdk import find_jdk; find_jdk('$java')" 2>/dev/null; }
if [ -n "$java" ] && ! find_jdk; then
  install "openjdk-${java#>=}-jdk-headless" || { [ "${java#>=}" != "$java" ] && install default-jdk-headless; } || true
  find_jdk || give_up "this base image has no JDK ${java#>=}; choose a newer one in the autograder's settings"
fi
if [ -n "@PACKAGES@" ]; then  # what submissions may import
  (cd "$source" && .venv/bin/python -m graders packages "@ASSIGNMENT@") || give_up "the packages of @ASSIGNMENT@ cannot be installed"
fi
# The reference's examples and answers are recorded now, so that no submission waits for them.
export GRADER_CACHE="$(dirname "$source")/cache" GRADER_MINIMUM_LEVEL="@MINIMUM@"
mkdir -p "$GRADER_CACHE"
cd "$source"
.venv/bin/python -m graders doctor || true
.venv/bin/python -m graders grade "@ASSIGNMENT@" "reference/@ASSIGNMENT@" --as one --sandbox "@SANDBOX@" \
  || echo "setup: the reference could not be graded in the image; the first submission will have to wait for it" >&2

# Checks, reference and recorded answers are for the judge only: submissions run as another user.
chmod -R go-rwx "$source" "$GRADER_CACHE"
