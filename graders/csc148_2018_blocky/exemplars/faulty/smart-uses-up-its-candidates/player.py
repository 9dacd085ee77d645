class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best = None
        while best is None or self._candidates > 0:
            self._candidates -= 1
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            score = self.goal.score(board)
            _undo(block, move)
            if best is None or score > best[0]:
                best = (score, block, move)
        best[1].highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(best[1], best[2])
        best[1].highlighted = False
        self.renderer.draw(board, self.id)
        return 0
