from typing import Optional
from a1_support import *


def num_hours() -> float:
    """Return nothing."""


def generate_initial_board() -> list[str]:
    """Return nothing."""


def is_column_full(column: str) -> bool:
    """Return nothing."""


def is_column_empty(column: str) -> bool:
    """Return nothing."""


def display_board(board: list[str]) -> None:
    """Print nothing."""


def check_input(command: str) -> bool:
    """Return nothing."""


def get_action() -> str:
    """Return nothing."""


def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Return nothing."""


def remove_piece(board: list[str], column_index: int) -> bool:
    """Return nothing."""


def check_win(board: list[str]) -> Optional[str]:
    """Return nothing."""


def play_game() -> None:
    """Play nothing."""


def main() -> None:
    """Play nothing."""


if __name__ == "__main__":
    main()
