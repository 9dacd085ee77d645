"""Takes the pipe over when it is imported, and answers every question with what the question itself tells.

Nothing of the assignment is written: an answer is made of the arguments, of names that are known from the handout, and
of what stands in the box. A fact that is only claimed, such as a count or a flag, is claimed here.
"""

import json, os, struct, sys

def exactly(count):
    data = b""
    while len(data) < count:
        part = os.read(READER, count - len(data))
        if not part:
            os._exit(0)
        data += part
    return data

frame = sys._getframe()
while type(frame.f_locals.get("self")).__name__ != "Server" or "message" not in frame.f_locals:
    frame = frame.f_back
SERVER = frame.f_locals["self"]
SERVER.whereabouts.stop()  # or its process would say where it is, also between two calls
FIRST = ["call", *frame.f_locals["message"]]
MESSAGES = SERVER.send.__globals__["messages"]

def serve():
    message = FIRST
    while True:
        if message is None:
            os._exit(0)
        if message[0] == "fresh":
            SERVER.channel.tell(MESSAGES.Reset(message[1], True))
        elif message[0] == "call":
            _call, number, operation, arguments = message
            SERVER.call_id = number
            try:
                answer = ANSWERS[operation](*arguments)
            except Exception:
                answer = None
            SERVER.send(MESSAGES.Return(number, answer))
        message = SERVER.channel.read()

from _grader import board as notation

def told(board, result, new=None):
    return {"result": result, "board": board if new is None else new}

def refuse(board, *rest):
    return told(board, False)

def copy(board, path, *earlier):
    return {"result": notation.node_at(board, path), "board": board,
            "shared_blocks": 0, "shared_lists": 0, "board_afterwards": board}

def smash(board, path, seed, draw=0.9):
    node = notation.node_at(board, path)
    if node[5] or node[3] == node[4]:
        return refuse(board)
    child = [node[0], node[1], seed % 4, node[3] + 1, node[4], []]
    new = [node[0], node[1], None, node[3], node[4], [child] * 4]
    return told(board, True, notation.replaced(board, path, new))

def goals(number, seed):
    kind = ["PerimeterGoal", "BlobGoal"][seed % 2]
    made = [[kind, (seed + i) % 4, True] for i in range(number)]
    return {"goals": made, "kept": True}

def players(h, r, smart, seed, goals):
    kinds = ["HumanPlayer"] * h + ["RandomPlayer"] * r + ["SmartPlayer"] * len(smart)
    numbers = [0] * (h + r) + list(smart)
    made = [[kind, i, ["BlobGoal", i % 4, True], [numbers[i]]] for i, kind in enumerate(kinds)]
    return {"players": made, "kept": True}

def places(node, path=()):
    yield list(path), node
    for index, child in enumerate(node[5]):
        yield from places(child, (*path, index))

def move(kind, difficulty, colour, board, seed):
    divided = [p for p, node in places(board) if node[5]]
    cells = [p for p, node in places(board) if node[3] == node[4] and node[2] != colour]
    if cells and (seed % 3 == 0 if kind == "RandomPlayer" else seed % 24 < difficulty):
        place = cells[seed % len(cells)]
        return ["paint", None, place, place]
    if kind == "SmartPlayer":
        return ["pass", None, [], []]
    place = divided[seed % len(divided)]
    return [["rotate", 1, place, place], ["swap", 0, place, place]][seed % 2]

def computer(kind, difficulty, goal, colour, board, seeds, *more):
    return [{"early": False, "move": move(kind, difficulty, colour, board, seed), "waits": True, "board": None}
            for seed in seeds]

def trials(difficulty, goal, colour, board, seeds, *more):
    cells = notation.cells_of(board)
    return [{"move": move("SmartPlayer", difficulty, colour, board, seed), "scored": [cells] * (difficulty + 1)}
            for seed in seeds]

def largest(groups):
    return max([0] + [sum(line.count(n) for line in groups) for n in range(99)])

def size_of(grid, colour, pos, visited):
    return {"result": 0, "visited": visited}

ANSWERS = {
    "update_positions": lambda board, path, position: told(board, None),
    "rotate": refuse, "swap": refuse, "paint": refuse, "combine": refuse,
    "moves": lambda board, steps: [refuse(board) for _ in steps],
    "smash": smash, "smash_with_draw": smash,
    "smashes": lambda board, path, seeds: [smash(board, path, seed) for seed in seeds],
    "create_copy": copy,
    "squares": lambda board, path, *earlier: told(board, []),
    "flatten": lambda board, path, *_: told(board, []),
    "generate_goals": goals,
    "undiscovered_blob_size": size_of,
    "perimeter_score": lambda board, colour, grid: told(board, 0),
    "blob_score": lambda board, colour, grid, groups: told(
        board, largest(groups)),
    "scores": lambda kind, colour, boards, grids, groups: [largest(each) for each in groups],
    "descriptions": lambda colour: ["one", "another"],
    "create_players": players,
    "get_block": lambda board, spot, level: [] if 0 <= min(spot) and max(spot) < board[1] else None,
    "new_player": lambda kind, number, difficulty: [number, True, False],
    "computer_moves": computer,
    "smart_trials": trials,
    "play": lambda *_: {"end": "GameOverState", "boards": [1, 2]},
}
serve()
