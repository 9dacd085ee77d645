def play_game() -> None:
    """Play a whole game in one function."""
    board = [BLANK_PIECE * BOARD_SIZE] * BOARD_SIZE
    movers = [PLAYER_1_MOVE_MESSAGE, PLAYER_2_MOVE_MESSAGE]
    pieces = [PLAYER_1_PIECE, PLAYER_2_PIECE]
    turn = 0
    show = True
    say = True
    while True:
        if show:
            for row in range(BOARD_SIZE):
                text = ''
                for column in board:
                    text = text + COLUMN_SEPARATOR + column[row]
                print(text + COLUMN_SEPARATOR)
            text = ' '
            for i in range(BOARD_SIZE):
                text = text + str(i + 1) + ' '
            print(text)
            if turn > 0 and say is False:
                found = []
                for piece in pieces:
                    for x in range(BOARD_SIZE):
                        for y in range(BOARD_SIZE):
                            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                                count = 0
                                for k in range(REQUIRED_WIN_LENGTH):
                                    if x + k * dx < BOARD_SIZE and 0 <= y + k * dy < BOARD_SIZE:
                                        if board[x + k * dx][y + k * dy] == piece:
                                            count = count + 1
                                if count == REQUIRED_WIN_LENGTH and piece not in found:
                                    found.append(piece)
                if len(found) == 2:
                    print(DRAW_MESSAGE)
                    return
                if found == [PLAYER_1_PIECE]:
                    print(PLAYER_1_VICTORY_MESSAGE)
                    return
                if found == [PLAYER_2_PIECE]:
                    print(PLAYER_2_VICTORY_MESSAGE)
                    return
            print(movers[turn % 2])
        show = False
        action = input(ENTER_COMMAND_MESSAGE)
        number = 0
        digits = True
        for character in action[1:]:
            if character in '0123456789':
                number = number * 10 + '0123456789'.index(character)
            else:
                digits = False
        if action in ['q', 'Q']:
            return
        if action in ['h', 'H']:
            print(HELP_MESSAGE)
            show = True
            say = True
        elif len(action) < 2 or action[0] not in 'aArR' or not digits:
            print(INVALID_FORMAT_MESSAGE)
        elif number < 1 or number > BOARD_SIZE:
            print(INVALID_COLUMN_MESSAGE)
        elif action[0] in 'aA':
            blanks = board[number - 1].count(BLANK_PIECE)
            if blanks == 0:
                print(FULL_COLUMN_MESSAGE)
            else:
                column = board[number - 1]
                board[number - 1] = column[:blanks - 1] + pieces[turn % 2] + column[blanks:]
                turn = turn + 1
                show = True
                say = False
        elif board[number - 1][-1] == BLANK_PIECE:
            print(EMPTY_COLUMN_MESSAGE)
        else:
            board[number - 1] = BLANK_PIECE + board[number - 1][:-1]
            turn = turn + 1
            show = True
            say = False
