class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best_score = -1
        for _ in range(self._candidates):
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            if self.goal.score(board) > best_score:
                best_block, best_move = block, move
            _undo(block, move)
        best_block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(best_block, best_move)
        best_block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
