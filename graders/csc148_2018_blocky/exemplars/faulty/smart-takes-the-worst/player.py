class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        lowest = 10 ** 9
        for _ in range(self._candidates):
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            score = self.goal.score(board)
            if score < lowest:
                lowest, best_block, best_move = score, block, move
            _undo(block, move)
        best_block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(best_block, best_move)
        best_block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
