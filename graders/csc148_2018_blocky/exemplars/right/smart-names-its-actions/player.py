from typing import Callable, List


def _actions(block: Block) -> List[List[Callable]]:
    """Return the actions on a block, each with the one that undoes it."""
    return [[lambda: block.rotate(1), lambda: block.rotate(3)],
            [lambda: block.rotate(3), lambda: block.rotate(1)],
            [lambda: block.swap(0), lambda: block.swap(0)],
            [lambda: block.swap(1), lambda: block.swap(1)]]


class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        actions = [pair[0] for pair in _actions(block)] + [block.smash]
        random.choice(actions)()
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0


class SmartPlayer:
    compare: int

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal,
                 level: int) -> None:
        """Make a smart player."""
        super().__init__(renderer, player_id, goal)
        self.compare = {0: 5, 1: 10, 2: 25, 3: 50, 4: 100}.get(level, 150)

    def make_move(self, board: Block) -> int:
        """Make a move."""
        results = []
        for _ in range(self.compare):
            block = _random_block(board)
            do, undo = random.choice(_actions(block))
            do()
            results.append((self.goal.score(board), block, do))
            undo()
        _, block, do = max(results, key=lambda result: result[0])
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        do()
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
