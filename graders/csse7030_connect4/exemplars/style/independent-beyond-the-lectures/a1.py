from typing import Optional
from a1_support import *

import re

# Name: Student Three
# -------------------

PLAYERS = {
    PLAYER_1_PIECE: (PLAYER_1_MOVE_MESSAGE, PLAYER_1_VICTORY_MESSAGE, PLAYER_2_PIECE),
    PLAYER_2_PIECE: (PLAYER_2_MOVE_MESSAGE, PLAYER_2_VICTORY_MESSAGE, PLAYER_1_PIECE),
}


class Refused(Exception):
    """The board does not allow the move."""


def num_hours() -> float:
    """Hours spent."""
    return 1e1


def generate_initial_board() -> list[str]:
    """An empty board."""
    return [BLANK_PIECE * BOARD_SIZE for _ in range(BOARD_SIZE)]


def is_column_full(column: str) -> bool:
    """Is the column full?"""
    return all(cell != BLANK_PIECE for cell in column)


def is_column_empty(column: str) -> bool:
    """Is the column empty?"""
    return set(column) == {BLANK_PIECE}


def display_board(board: list[str]) -> None:
    """Show the board."""
    for row in zip(*board):
        print('', *row, '', sep=COLUMN_SEPARATOR)
    print('', *range(1, len(board) + 1), '')


def check_input(command: str) -> bool:
    """Is the command valid?"""
    match = re.fullmatch('[hHqQ]|[aArR]([0-9]+)', command)
    if match is None:
        print(INVALID_FORMAT_MESSAGE)
    elif match[1] is not None and not 0 < int(match[1]) <= BOARD_SIZE:
        print(INVALID_COLUMN_MESSAGE)
    else:
        return True
    return False


def get_action() -> str:
    """Read a valid command."""
    while not check_input(action := input(ENTER_COMMAND_MESSAGE)):
        pass
    return action


def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Add a piece."""
    try:
        row = board[column_index].rindex(BLANK_PIECE)
    except ValueError:
        print(FULL_COLUMN_MESSAGE)
        return False
    column = board[column_index]
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True


def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove a piece."""
    if board[column_index].strip(BLANK_PIECE) == '':
        print(EMPTY_COLUMN_MESSAGE)
        return False
    board[column_index] = board[column_index][:-1].rjust(BOARD_SIZE, BLANK_PIECE)
    return True


def check_win(board: list[str]) -> Optional[str]:
    """Who has won?"""
    text = ' '.join(board)
    step = BOARD_SIZE + 1
    winners = [
        piece for piece in PLAYERS
        if any(
            text[start::jump][:REQUIRED_WIN_LENGTH] == piece * REQUIRED_WIN_LENGTH
            for start in range(len(text)) for jump in (1, step - 1, step, step + 1)
        )
    ]
    return {0: None, 1: ''.join(winners), 2: BLANK_PIECE}[len(winners)]


def play_game() -> None:
    """Play a game."""
    board = generate_initial_board()
    piece, winner = PLAYER_1_PIECE, None
    display_board(board)
    while winner is None:
        message, _, following = PLAYERS[piece]
        print(message)
        while True:
            action = get_action().lower()
            try:
                if action == 'q':
                    return
                if action == 'h':
                    print(HELP_MESSAGE)
                    display_board(board)
                    print(message)
                    continue
                column = int(action[1:]) - 1
                if not (add_piece(board, piece, column) if action[0] == 'a' else remove_piece(board, column)):
                    raise Refused
                break
            except Refused:
                pass
        display_board(board)
        winner = check_win(board)
        piece = following
    print(PLAYERS[winner][1] if winner in PLAYERS else DRAW_MESSAGE)


def main() -> None:
    """Play games."""
    play_game()
    while re.fullmatch('[yY]', input(CONTINUE_MESSAGE)):
        play_game()


if __name__ == "__main__":
    main()
