# solution begins
"""Connect 4 (ish): two players take turns adding and removing pieces.

A board is a list of columns, left to right, and a column is a string whose
first character is its top. Removing a piece takes the bottom one, so the
pieces above it move down.
"""
# ruff: noqa: F403, F405, I001 - the two imports are the course's, unchanged
# solution ends
# The two imports below belong to the assignment: do not change them, and do
# not add others.
from typing import Optional
from a1_support import *

# Name:
# Student number:
# ------------------------------------------------------------------------------

# Your functions go here.
# solution begins

HOURS_SPENT = 12.0

ADD_LETTER = 'a'
REMOVE_LETTER = 'r'
HELP_COMMAND = 'h'
QUIT_COMMAND = 'q'
YES_ANSWERS = ('y', 'Y')
DIGITS = '0123456789'

LABEL_SEPARATOR = ' '

# A line runs down, right, or diagonally right and down or up. Each direction
# is a step between columns and a step between rows.
LINE_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def num_hours() -> float:
    """Return the number of hours that this assignment took."""
    return HOURS_SPENT


def generate_initial_board() -> list[str]:
    """Return a new board without pieces."""
    board = []
    for _ in range(BOARD_SIZE):
        board.append(BLANK_PIECE * BOARD_SIZE)
    return board


def is_column_full(column: str) -> bool:
    """Return whether <column> has no room for another piece.

    >>> is_column_full('-XOXOXOX')
    False
    """
    return BLANK_PIECE not in column


def is_column_empty(column: str) -> bool:
    """Return whether <column> has no piece.

    >>> is_column_empty('--------')
    True
    """
    return column == BLANK_PIECE * len(column)


def display_board(board: list[str]) -> None:
    """Print <board>, top row first, and the numbers of its columns below."""
    for row in range(len(board)):
        line = COLUMN_SEPARATOR
        for column in board:
            line += column[row] + COLUMN_SEPARATOR
        print(line)

    labels = LABEL_SEPARATOR
    for number in range(1, len(board) + 1):
        labels += str(number) + LABEL_SEPARATOR
    print(labels)


def is_whole_number(text: str) -> bool:
    """Return whether <text> consists of one or more decimal digits.

    >>> is_whole_number('10')
    True
    >>> is_whole_number('-1')
    False
    """
    for character in text:
        if character not in DIGITS:
            return False
    return text != ''


def check_input(command: str) -> bool:
    """Return whether <command> is a valid command; if not, print the reason.

    Whether it is possible is not checked, because that depends on the board.
    """
    if command.lower() in (HELP_COMMAND, QUIT_COMMAND):
        return True

    letter, number = command[:1].lower(), command[1:]
    if letter not in (ADD_LETTER, REMOVE_LETTER) or not is_whole_number(number):
        print(INVALID_FORMAT_MESSAGE)
        return False
    if not 1 <= int(number) <= BOARD_SIZE:
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True


def get_action() -> str:
    """Ask for a command until a valid one is typed, and return it unchanged."""
    action = input(ENTER_COMMAND_MESSAGE)
    while not check_input(action):
        action = input(ENTER_COMMAND_MESSAGE)
    return action


def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Drop <piece> onto the pieces in a column of <board>.

    Return whether it was added. If the column is full, print a message and do
    not change the board.

    Precondition: 0 <= column_index < len(board), and <piece> is one character
    """
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return False

    row = column.rfind(BLANK_PIECE)
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True


def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove the bottom piece of a column of <board>; those above it move down.

    Return whether it was removed. If the column is empty, print a message and
    do not change the board.

    Precondition: 0 <= column_index < len(board)
    """
    column = board[column_index]
    if is_column_empty(column):
        print(EMPTY_COLUMN_MESSAGE)
        return False

    board[column_index] = BLANK_PIECE + column[:-1]
    return True


def is_line(board: list[str], piece: str, start: tuple[int, int], direction: tuple[int, int]) -> bool:
    """Return whether a winning line of <piece> starts at <start> and runs in <direction>.

    Both are given as (column, row). A line that leaves the board does not count.
    """
    column, row = start
    column_step, row_step = direction
    for _ in range(REQUIRED_WIN_LENGTH):
        if not (0 <= column < len(board) and 0 <= row < len(board[column])):
            return False
        if board[column][row] != piece:
            return False
        column += column_step
        row += row_step
    return True


def begins_line(board: list[str], piece: str, start: tuple[int, int]) -> bool:
    """Return whether a winning line of <piece> starts at <start>, in any direction."""
    for direction in LINE_DIRECTIONS:
        if is_line(board, piece, start, direction):
            return True
    return False


def has_line(board: list[str], piece: str) -> bool:
    """Return whether <board> has a winning line of <piece>."""
    for column in range(len(board)):
        for row in range(len(board[column])):
            if board[column][row] == piece and begins_line(board, piece, (column, row)):
                return True
    return False


def check_win(board: list[str]) -> Optional[str]:
    """Return the piece of the player who has won on <board>.

    Return BLANK_PIECE if both have a line, which is a draw, and None if
    neither has one, so the game goes on.
    """
    player_1_line = has_line(board, PLAYER_1_PIECE)
    player_2_line = has_line(board, PLAYER_2_PIECE)
    if player_1_line and player_2_line:
        return BLANK_PIECE
    if player_1_line:
        return PLAYER_1_PIECE
    if player_2_line:
        return PLAYER_2_PIECE
    return None


def print_mover(piece: str) -> None:
    """Print that it is the turn of the player who has <piece>."""
    if piece == PLAYER_1_PIECE:
        print(PLAYER_1_MOVE_MESSAGE)
    else:
        print(PLAYER_2_MOVE_MESSAGE)


def print_outcome(outcome: str) -> None:
    """Print the outcome of the game; <outcome> is the result of check_win."""
    if outcome == PLAYER_1_PIECE:
        print(PLAYER_1_VICTORY_MESSAGE)
    elif outcome == PLAYER_2_PIECE:
        print(PLAYER_2_VICTORY_MESSAGE)
    else:
        print(DRAW_MESSAGE)


def other_piece(piece: str) -> str:
    """Return the piece of the player who does not have <piece>."""
    if piece == PLAYER_1_PIECE:
        return PLAYER_2_PIECE
    return PLAYER_1_PIECE


def make_move(board: list[str], piece: str, action: str) -> bool:
    """Add or remove a piece according to <action>; return whether it was possible.

    Precondition: check_input accepts <action>, which is a move
    """
    column_index = int(action[1:]) - 1
    if action[0].lower() == ADD_LETTER:
        return add_piece(board, piece, column_index)
    return remove_piece(board, column_index)


def take_turn(board: list[str], piece: str) -> bool:
    """Let the player who has <piece> enter commands until one ends the turn.

    Return True if it was a move, False if the player has quit.
    """
    print_mover(piece)
    action = get_action()
    while action.lower() != QUIT_COMMAND:
        if action.lower() == HELP_COMMAND:
            print(HELP_MESSAGE)
            display_board(board)
            print_mover(piece)
        elif make_move(board, piece, action):
            return True
        action = get_action()
    return False


def play_game() -> None:
    """Play one game, until a player wins, both have lines, or a player quits."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        if not take_turn(board, piece):
            return
        display_board(board)
        outcome = check_win(board)
        piece = other_piece(piece)
    print_outcome(outcome)


# solution ends
# starter:
# starter:
def main() -> None:
    """Play games as long as the players want."""
    # solution begins
    play_game()
    while input(CONTINUE_MESSAGE) in YES_ANSWERS:
        play_game()
    # solution ends


if __name__ == "__main__":
    main()
