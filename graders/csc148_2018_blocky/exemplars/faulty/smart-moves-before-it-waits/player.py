class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make the best of some moves."""
        best = None
        for _ in range(self._candidates):
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            score = self.goal.score(board)
            _undo(block, move)
            if best is None or score > best[0]:
                best = (score, block, move)

        _, block, move = best
        block.highlighted = True
        self.renderer.draw(board, self.id)
        _perform(block, move)
        pygame.time.wait(TIME_DELAY)
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
