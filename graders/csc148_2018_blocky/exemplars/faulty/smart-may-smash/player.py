class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best = None
        for _ in range(self._candidates):
            block, number = _random_block(board), random.randint(0, 4)
            if number == 4:
                block.smash()
                score = self.goal.score(board)
            else:
                _perform(block, MOVES[number])
                score = self.goal.score(board)
                _undo(block, MOVES[number])
            if number < 4 and (best is None or score > best[0]):
                best = (score, block, MOVES[number])
        _, block, move = best
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(block, move)
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
