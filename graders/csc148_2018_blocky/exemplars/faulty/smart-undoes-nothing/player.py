class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best = None
        for _ in range(self._candidates):
            before = board.flatten()
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            score = self.goal.score(board)
            after = board.flatten()
            for x in range(len(after)):
                after[x] = before[x]
            if best is None or score > best[0]:
                best = (score, block, move)
        best[1].highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(best[1], best[2])
        best[1].highlighted = False
        self.renderer.draw(board, self.id)
        return 0
