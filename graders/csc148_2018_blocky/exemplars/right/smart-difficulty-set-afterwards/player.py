class SmartPlayer:
    num_moves: int

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal) -> None:
        """Make a smart player."""
        Player.__init__(self, renderer, player_id, goal)
        self.num_moves = 0

    def make_move(self, board: Block) -> int:
        """Make a move."""
        best = None
        tries = ([5, 10, 25, 50, 100, 150] + [150] * self.num_moves)[self.num_moves]
        for _ in range(tries):
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            score = self.goal.score(board)
            _undo(block, move)
            if best is None or score > best[0]:
                best = (score, block, move)
        _, block, move = best
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(block, move)
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
