# Do not modify these imports
from typing import Optional
from a1_support import *

# Name: Student One
# Student Number: 41234567
# ----------------------------------------

def num_hours() -> float:
    """ Return the hours I spent on the assignment """
    return 21.5

def generate_initial_board() -> list[str]:
    """ Makes the empty board """
    board = []
    i = 0
    while i < BOARD_SIZE:
        column = ""
        j = 0
        while j < BOARD_SIZE:
            column += BLANK_PIECE
            j += 1
        board.append(column)
        i += 1
    return board

def is_column_full(column: str) -> bool:
    """ True if the column is full """
    full = True
    for i in column:
        if i == BLANK_PIECE:
            full = False
    return full

def is_column_empty(column: str) -> bool:
    """ True if the column is empty """
    for i in column:
        if i != BLANK_PIECE:
            return False
    return True

def display_board(board: list[str]) -> None:
    """ Prints the board """
    for i in range(BOARD_SIZE):
        row = ""
        for j in range(BOARD_SIZE):
            row = row + COLUMN_SEPARATOR + board[j][i]
        row = row + COLUMN_SEPARATOR
        print(row)
    numbers = " "
    for i in range(1, BOARD_SIZE + 1):
        numbers = numbers + str(i) + " "
    print(numbers)

def check_input(command: str) -> bool:
    """ Checks the command and prints an error if it is wrong """
    if len(command) == 0:
        print(INVALID_FORMAT_MESSAGE)
        return False
    elif command == "h" or command == "H" or command == "q" or command == "Q":
        return True
    elif command[0] == "a" or command[0] == "A" or command[0] == "r" or command[0] == "R":
        if command[1:].isdigit() == False:
            print(INVALID_FORMAT_MESSAGE)
            return False
        elif int(command[1:]) < 1 or int(command[1:]) > BOARD_SIZE:
            print(INVALID_COLUMN_MESSAGE)
            return False
        else:
            return True
    else:
        print(INVALID_FORMAT_MESSAGE)
        return False

def get_action() -> str:
    """ Asks for an action until it is good """
    valid = False
    while valid == False:
        action = input(ENTER_COMMAND_MESSAGE)
        valid = check_input(action)
    return action

def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """ Adds a piece to the column """
    if is_column_full(board[column_index]) == True:
        print(FULL_COLUMN_MESSAGE)
        return False
    count = 0
    for i in board[column_index]:
        if i == BLANK_PIECE:
            count += 1
    board[column_index] = BLANK_PIECE * (count - 1) + piece + board[column_index][count:]
    return True

def remove_piece(board: list[str], column_index: int) -> bool:
    """ Removes the bottom piece of the column """
    if is_column_empty(board[column_index]) == True:
        print(EMPTY_COLUMN_MESSAGE)
        return False
    board[column_index] = BLANK_PIECE + board[column_index][0:BOARD_SIZE - 1]
    return True

def check_win(board: list[str]) -> Optional[str]:
    """ Looks for four in a row """
    x_wins = False
    o_wins = False
    length = REQUIRED_WIN_LENGTH
    # vertical
    for i in range(BOARD_SIZE):
        for j in range(BOARD_SIZE - length + 1):
            if board[i][j:j + length] == PLAYER_1_PIECE * length:
                x_wins = True
            if board[i][j:j + length] == PLAYER_2_PIECE * length:
                o_wins = True
    # horizontal
    for i in range(BOARD_SIZE - length + 1):
        for j in range(BOARD_SIZE):
            four = ""
            for k in range(length):
                four += board[i + k][j]
            if four == PLAYER_1_PIECE * length:
                x_wins = True
            if four == PLAYER_2_PIECE * length:
                o_wins = True
    # diagonal down
    for i in range(BOARD_SIZE - length + 1):
        for j in range(BOARD_SIZE - length + 1):
            four = ""
            for k in range(length):
                four += board[i + k][j + k]
            if four == PLAYER_1_PIECE * length:
                x_wins = True
            if four == PLAYER_2_PIECE * length:
                o_wins = True
    # diagonal up
    for i in range(BOARD_SIZE - length + 1):
        for j in range(length - 1, BOARD_SIZE):
            four = ""
            for k in range(length):
                four += board[i + k][j - k]
            if four == PLAYER_1_PIECE * length:
                x_wins = True
            if four == PLAYER_2_PIECE * length:
                o_wins = True
    if x_wins == True and o_wins == True:
        return BLANK_PIECE
    elif x_wins == True:
        return PLAYER_1_PIECE
    elif o_wins == True:
        return PLAYER_2_PIECE
    else:
        return None

def play_game() -> None:
    """ Plays one game """
    board = generate_initial_board()
    turn = 1
    display_board(board)
    print(PLAYER_1_MOVE_MESSAGE)
    playing = True
    while playing == True:
        action = get_action()
        done = False
        if action == "h" or action == "H":
            print(HELP_MESSAGE)
            display_board(board)
            if turn % 2 == 1:
                print(PLAYER_1_MOVE_MESSAGE)
            else:
                print(PLAYER_2_MOVE_MESSAGE)
        elif action == "q" or action == "Q":
            playing = False
        elif action[0] == "a" or action[0] == "A":
            if turn % 2 == 1:
                done = add_piece(board, PLAYER_1_PIECE, int(action[1:]) - 1)
            else:
                done = add_piece(board, PLAYER_2_PIECE, int(action[1:]) - 1)
        else:
            done = remove_piece(board, int(action[1:]) - 1)
        if done == True:
            display_board(board)
            result = check_win(board)
            if result == PLAYER_1_PIECE:
                print(PLAYER_1_VICTORY_MESSAGE)
                playing = False
            elif result == PLAYER_2_PIECE:
                print(PLAYER_2_VICTORY_MESSAGE)
                playing = False
            elif result == BLANK_PIECE:
                print(DRAW_MESSAGE)
                playing = False
            else:
                turn += 1
                if turn % 2 == 1:
                    print(PLAYER_1_MOVE_MESSAGE)
                else:
                    print(PLAYER_2_MOVE_MESSAGE)

def main() -> None:
    """ Runs the program """
    again = True
    while again == True:
        play_game()
        answer = input(CONTINUE_MESSAGE)
        if answer == "y" or answer == "Y":
            again = True
        else:
            again = False

if __name__ == "__main__":
    main()
