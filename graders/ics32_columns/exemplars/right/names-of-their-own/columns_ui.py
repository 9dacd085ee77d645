# Robin Student 12345678

import columns_game


def print_board(game):
    for line in game.get_lines():
        print(line)


def get_command(game):
    command = input()
    if command == "":
        game.time_passes()
    elif command == "Q":
        return False
    elif command[0] == "F":
        parts = command.split()
        game.new_faller(int(parts[1]) - 1, [parts[2], parts[3], parts[4]])
    elif command == "R":
        game.rotate_faller()
    elif command == "<":
        game.go(-1)
    elif command == ">":
        game.go(+1)
    print_board(game)
    if game.game_over:
        print("GAME OVER")
        return False
    return True


def user_interface():
    number_of_rows = int(input())
    number_of_columns = int(input())
    game = columns_game.GameState(number_of_rows, number_of_columns)
    if input() == "CONTENTS":
        lines = []
        for i in range(number_of_rows):
            lines.append(input())
        game.load(lines)
    print_board(game)
    going = True
    while going:
        going = get_command(game)


if __name__ == "__main__":
    user_interface()
