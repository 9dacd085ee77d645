# solution begins
"""Connect 4 (ish): play it in this terminal, on a board of any size.

The game reads its constants when it is imported, so another board size needs a
support module made for that size.
"""
import argparse
import sys
from pathlib import Path
from types import ModuleType
from typing import List, Optional

SUPPORT = 'a1_support'
DEFAULT_SIZE = 8
SIZES = range(4, 11)


def support_text(size: int) -> str:
    """Return the text of a1_support.py with a BOARD_SIZE of <size>."""
    text = (Path(__file__).parent / f'{SUPPORT}.py').read_text(encoding='utf-8')
    before, line, after = text.partition(f'\nBOARD_SIZE = {DEFAULT_SIZE}\n')
    if not line:
        raise ValueError(f'{SUPPORT}.py has no line BOARD_SIZE = {DEFAULT_SIZE}')
    return f'{before}\nBOARD_SIZE = {size}\n{after}'


def support_module(size: int) -> ModuleType:
    """Return the support module for boards of <size>."""
    module = ModuleType(SUPPORT)
    exec(support_text(size), module.__dict__)
    return module


def main(words: Optional[List[str]] = None) -> None:
    """Play with the options in <words> until the players stop."""
    parser = argparse.ArgumentParser(prog='play', description='Play Connect 4 (ish) in this terminal.')
    parser.add_argument('--size', type=int, choices=SIZES, default=DEFAULT_SIZE,
                        help=f'rows and columns of the board (default: {DEFAULT_SIZE})')
    size = parser.parse_args(words).size

    sys.modules[SUPPORT] = support_module(size)
    import a1
    try:
        a1.main()
    except (EOFError, KeyboardInterrupt):
        print()


if __name__ == '__main__':
    main()
# solution ends
