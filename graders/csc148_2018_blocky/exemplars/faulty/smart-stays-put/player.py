class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best_score = self.goal.score(board)
        best_block, best_move = board, None
        for _ in range(self._candidates):
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            score = self.goal.score(board)
            _undo(block, move)
            if score > best_score:
                best_score, best_block, best_move = score, block, move
        best_block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        if best_move is not None:
            _perform(best_block, best_move)
        best_block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
