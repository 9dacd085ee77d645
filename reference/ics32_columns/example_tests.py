"""Columns: the one test to start with. Run it with `pytest example_tests.py`.

It starts your program the way the grader does, types the first lines of a
game, and compares every character of the output. The names of your modules do
not matter, but exactly one of them must be executable: that is, have an
`if __name__ == '__main__':`.

One game is not enough to trust a program. Try others.
"""
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
NOT_YOURS = (Path(__file__).name, 'check.py')

TYPED = ['4', '3', 'EMPTY', 'F 3 X Y Z', '', '', '', '', 'Q']

FLOOR = ' --------- '
EXPECTED = [
    '|         |',
    '|         |',
    '|         |',
    '|         |',
    FLOOR,
    '|      [Z]|',
    '|         |',
    '|         |',
    '|         |',
    FLOOR,
    '|      [Y]|',
    '|      [Z]|',
    '|         |',
    '|         |',
    FLOOR,
    '|      [X]|',
    '|      [Y]|',
    '|      [Z]|',
    '|         |',
    FLOOR,
    '|         |',
    '|      |X||',
    '|      |Y||',
    '|      |Z||',
    FLOOR,
    '|         |',
    '|       X |',
    '|       Y |',
    '|       Z |',
    FLOOR,
]


def executable_modules() -> list:
    """Return the files in this folder that have a main guard."""
    guards = ["if__name__=='__main__':", 'if__name__=="__main__":']
    return [path for path in sorted(FOLDER.glob('*.py'))
            if path.name not in NOT_YOURS
            and any(line.replace(' ', '').startswith(guard)
                    for line in path.read_text(encoding='utf-8').splitlines()
                    for guard in guards)]


def test_exactly_one_module_is_executable() -> None:
    """The others are only imported."""
    assert len(executable_modules()) == 1


def test_first_faller_of_a_game() -> None:
    """It falls to the floor and freezes, and the program quits at Q."""
    program = executable_modules()[0]
    ended = subprocess.run(
        [sys.executable, program.name], cwd=str(FOLDER), timeout=10,
        input='\n'.join(TYPED) + '\n', universal_newlines=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert ended.stderr == ''
    assert ended.stdout.splitlines() == EXPECTED
    assert ended.returncode == 0
