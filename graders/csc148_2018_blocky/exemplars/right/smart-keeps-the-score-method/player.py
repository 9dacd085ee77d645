class SmartPlayer:
    def __init__(self, renderer: Renderer, player_id: int, goal: Goal,
                 difficulty: int) -> None:
        """Make a smart player."""
        Player.__init__(self, renderer, player_id, goal)
        self._evaluate = goal.score
        self._candidates = CANDIDATES[min(difficulty, len(CANDIDATES) - 1)]

    def make_move(self, board: Block) -> int:
        """Make a move."""
        best = None
        for _ in range(self._candidates):
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            score = self._evaluate(board)
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
