"""Not part of the program: what a student was given to try it with."""
import subprocess
import sys

LINES = ['4', '3', 'EMPTY', 'F 3 X Y Z', '', '', '', '', 'Q', '']


def try_program() -> None:
    """Run the program on one short game, and show what it prints."""
    subprocess.run([sys.executable, 'project4.py'], input='\n'.join(LINES), universal_newlines=True)


if __name__ == '__main__':
    try_program()
