from a1_support import *
from typing import Optional

# Name: Zoë Ångström (二人目), Number: s4999999
# ------------------------------------------------------

LETTERS = ['A', 'R']
PLAYING, FINISHED, ABANDONED = 'playing', 'finished', 'abandoned'


def num_hours() -> float:
    '''Return my hours.'''
    return float(30)


def generate_initial_board() -> list[str]:
    '''Create columns of blanks.'''
    blank_column = ''.join([BLANK_PIECE] * BOARD_SIZE)
    return [blank_column] * BOARD_SIZE


def is_column_full(column: str) -> bool:
    '''Check that all are pieces.'''
    number = 0
    for cell in column:
        if cell in (PLAYER_1_PIECE, PLAYER_2_PIECE):
            number += 1
    return number == len(column)


def is_column_empty(column: str) -> bool:
    '''Check that there are no pieces.'''
    return not (PLAYER_1_PIECE in column or PLAYER_2_PIECE in column)


def display_board(board: list[str]) -> None:
    '''Print each row, and then the labels.'''
    row_number = 0
    while row_number < BOARD_SIZE:
        print(COLUMN_SEPARATOR, end='')
        for column in board:
            print(column[row_number], end=COLUMN_SEPARATOR)
        print()
        row_number += 1
    print(' ', end='')
    for label in range(len(board)):
        print(label + 1, end=' ')
    print()


def split_command(command: str) -> tuple[str, str]:
    '''Return the capital letter and the rest.'''
    if command == '':
        return '', ''
    return command[0].upper(), command[1:]


def is_number(text: str) -> bool:
    '''Return if this is written like a number from 0 on.'''
    if text == '0':
        return True
    if text == '' or text[0] not in '123456789':
        return False
    for i in range(1, len(text)):
        if text[i] not in '0123456789':
            return False
    return True


def check_input(command: str) -> bool:
    '''Tell if the command is ok.'''
    letter, rest = split_command(command)
    if letter in ['H', 'Q'] and rest == '':
        return True
    if letter in LETTERS and is_number(rest):
        number = int(rest)
        if number >= 1 and number <= BOARD_SIZE:
            return True
        print(INVALID_COLUMN_MESSAGE)
        return False
    print(INVALID_FORMAT_MESSAGE)
    return False


def get_action() -> str:
    '''Get a good command.'''
    while True:
        print(ENTER_COMMAND_MESSAGE, end='')
        command = input()
        if not check_input(command):
            continue
        return command


def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    '''Put the piece in.'''
    if not is_column_full(board[column_index]):
        pieces = ''
        for cell in board[column_index]:
            if cell in (PLAYER_1_PIECE, PLAYER_2_PIECE):
                pieces += cell
        pieces = piece + pieces
        board[column_index] = BLANK_PIECE * (BOARD_SIZE - len(pieces)) + pieces
        return True
    print(FULL_COLUMN_MESSAGE)
    return False


def remove_piece(board: list[str], column_index: int) -> bool:
    '''Take the lowest piece out.'''
    if not is_column_empty(board[column_index]):
        pieces = ''
        for cell in board[column_index]:
            if cell != BLANK_PIECE:
                pieces += cell
        pieces = pieces[:len(pieces) - 1]
        while len(pieces) < BOARD_SIZE:
            pieces = BLANK_PIECE + pieces
        board[column_index] = pieces
        return True
    print(EMPTY_COLUMN_MESSAGE)
    return False


def get_cell(board: list[str], x: int, y: int) -> str:
    '''Return the cell, or blank outside of the board.'''
    if x < 0 or y < 0 or x >= BOARD_SIZE or y >= BOARD_SIZE:
        return BLANK_PIECE
    return board[x][y]


def player_has_won(board: list[str], piece: str) -> bool:
    '''Look at each cell and go both ways from it.'''
    for x in range(BOARD_SIZE):
        for y in range(BOARD_SIZE):
            for (dx, dy) in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                if board[x][y] == piece:
                    before = 0
                    while get_cell(board, x - (before + 1) * dx, y - (before + 1) * dy) == piece:
                        before += 1
                    after = 0
                    while get_cell(board, x + (after + 1) * dx, y + (after + 1) * dy) == piece:
                        after += 1
                    if before + 1 + after >= REQUIRED_WIN_LENGTH:
                        return True
    return False


def check_win(board: list[str]) -> Optional[str]:
    '''Return who won.'''
    player_1 = player_has_won(board, PLAYER_1_PIECE)
    player_2 = player_has_won(board, PLAYER_2_PIECE)
    if player_1 and not player_2:
        return PLAYER_1_PIECE
    if player_2 and not player_1:
        return PLAYER_2_PIECE
    if player_1:
        return BLANK_PIECE


def player_turn(board: list[str], piece: str, message: str) -> str:
    '''Do the turn of one player.'''
    print(message)
    while True:
        command = get_action()
        letter, rest = split_command(command)
        if letter == 'Q':
            return ABANDONED
        if letter == 'H':
            print(HELP_MESSAGE)
            display_board(board)
            print(message)
        elif letter == 'A':
            if add_piece(board, piece, int(rest) - 1):
                break
        elif letter == 'R':
            if remove_piece(board, int(rest) - 1):
                break
    display_board(board)
    winner = check_win(board)
    if winner == PLAYER_1_PIECE:
        print(PLAYER_1_VICTORY_MESSAGE)
    elif winner == PLAYER_2_PIECE:
        print(PLAYER_2_VICTORY_MESSAGE)
    elif winner == BLANK_PIECE:
        print(DRAW_MESSAGE)
    else:
        return PLAYING
    return FINISHED


def play_game() -> None:
    '''Play.'''
    board = generate_initial_board()
    display_board(board)
    state = PLAYING
    while state == PLAYING:
        state = player_turn(board, PLAYER_1_PIECE, PLAYER_1_MOVE_MESSAGE)
        if state == PLAYING:
            state = player_turn(board, PLAYER_2_PIECE, PLAYER_2_MOVE_MESSAGE)
    return state


def main() -> None:
    '''Play as long as they like.'''
    while True:
        play_game()
        print(CONTINUE_MESSAGE, end='')
        if input() not in ['y', 'Y']:
            break


if __name__ == '__main__':
    '''Start the game.'''
    main()