# DO NOT modify or add any import statements
from typing import Optional
from a1_support import *

# Name: 
# Student Number: 
# ------------------------------------------------------------------------------

def num_hours() -> float:
    return 40.0

def generate_initial_board()->list[list[str]]:
    """makes a 8 x 8 board. the board is a list of columns and a column is a list"""
    board=[]
    for i in range(8):
        #dont touch
        row = []
        for j in range(8):
            row.append("-")
        board.append(row)
    return board

def is_column_full(board, column) -> bool:
    """full if the top one is not a blank"""
    if board[column][0] == "-":
        return False
    else:
        return True

def is_column_empty(board, column)->bool:
    """empty if the bottom one is a blank"""
    if board[column][7]=="-":
        return True
    else:
        return False

def display_board(board) -> None:
    """prints the board"""
    print("-----------------")
    for i in range(8):
        print("|" + board[0][i]+"|" + board[1][i] + "|" + board[2][i] + "|"+board[3][i] + "|" + board[4][i] + "|" + board[5][i]+"|" + board[6][i] + "|"+board[7][i] + "|")
    print("-----------------")
    numbers = " "
    for i in range(len(board)):
        numbers = numbers + str(i+1) + " "
    #should be fine
    print(numbers)

def check_input(command):
    """checks the command, returns the command if its ok and None if its not"""
    if len(command) == 1 and command in "hHqQ":
        return command
    if len(command) == 2:
        if command[0]=="a" or command[0] == "r" or command[0]=="A" or command[0]=="R":
            if command[1] in "12345678":
                return command
            elif command[1] in "09":
                print(INVALID_COLUMN_MESSAGE)
                return None
            else:
                print(INVALID_FORMAT_MESSAGE)
                return None
        else:
            print(INVALID_FORMAT_MESSAGE)
            return None
    else:
        print(INVALID_FORMAT_MESSAGE)
        return None

def get_action():
    """asks for a action. help is done in here"""
    command=None
    while command == None:
        command=check_input(input(ENTER_COMMAND_MESSAGE))
        if command != None and command[0] in "hH":
            print(HELP_MESSAGE)
            command=None
    return command

def add_piece(board, piece, column) -> bool:
    """adds the piece"""
    if is_column_full(board, column) == True:
        return False
    i = 7
    while board[column][i]!="-":
        i = i - 1
    board[column][i] = piece
    return True

def remove_piece(board,column) -> bool:
    if is_column_empty(board, column) == True:
        return False
    for i in range(7, 0,-1):
        board[column][i] = board[column][i-1]
    board[column][0] = "-"
    return True

def board_full(board) -> bool:
    """is every column full"""
    blanks=0
    for column in board:
        for piece in column:
            if piece == "-":
                #print(result)
                blanks = blanks + 1
    return blanks == 0

def check_win(board) -> Optional[str]:
    # rows
    for i in range(len(board)):
        for j in range(len(board) - 3):
            if board[i][j] != "-" and board[i][j] == board[i][j+1] == board[i][j+2] == board[i][j+3]:
                return board[i][j]
    # columns
    for i in range(len(board) - 3):
        for j in range(len(board)):
            if board[i][j]!="-" and board[i][j] == board[i+1][j] == board[i+2][j]==board[i+3][j]:
                return board[i][j]
    # diagonals
    for i in range(len(board) - 3):
        for j in range(len(board) - 3):
            if board[i][j] != "-" and board[i][j]==board[i+1][j+1] == board[i+2][j+2] == board[i+3][j+3]:
                return board[i][j]
            if board[i+3][j] != "-" and board[i+3][j] == board[i+2][j+1]==board[i+1][j+2] == board[i][j+3]:
                return board[i+3][j]
    # draw
    if board_full(board)==True:
        return "-"
    return None

def play_game() -> str:
    """plays a game and returns how it ended"""
    board = generate_initial_board()
    turn=1
    display_board(board)
    while True:
        if turn == 1:
            print(PLAYER_1_MOVE_MESSAGE)
        else:
            print(PLAYER_2_MOVE_MESSAGE)
        done=False
        while done == False:
            command = get_action()
            if command == "q" or command == "Q":
                return "quit"
            if command[0]=="a" or command[0] == "A":
                if turn == 1:
                    done = add_piece(board,"X", int(command[1:]) - 1)
                else:
                    done=add_piece(board, "O", int(command[1:]) - 1)
                if done == False:
                    print(FULL_COLUMN_MESSAGE)
            else:
                done = remove_piece(board,int(command[1:]) - 1)
                if done == False:
                    print(EMPTY_COLUMN_MESSAGE)
        display_board(board)
        win=check_win(board)
        if win=="X":
            print(PLAYER_1_VICTORY_MESSAGE)
            return "over"
        if win=="O":
            print(PLAYER_2_VICTORY_MESSAGE)
            return "over"
        if win == "-" or board_full(board) == True:
            print(DRAW_MESSAGE)
            return "over"
        if turn==1:
            turn = 2
        else:
            turn=1

def main() -> None:
    result = play_game()
    while result == "quit" or result == "over":
        answer = input(CONTINUE_MESSAGE)
        while answer != "y" and answer != "Y" and answer!="n" and answer != "N":
            answer=input(CONTINUE_MESSAGE)
        if answer == "n" or answer == "N":
            result = "stop"
        else:
            result = play_game()

if __name__ == "__main__":
    main()
