class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best = None
        move = random.choice(MOVES)
        for _ in range(self._candidates):
            block = _random_block(board)
            _perform(block, move)
            score = self.goal.score(board)
            _undo(block, move)
            if best is None or score > best[0]:
                best = (score, block)
        best[1].highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(best[1], move)
        best[1].highlighted = False
        self.renderer.draw(board, self.id)
        return 0
