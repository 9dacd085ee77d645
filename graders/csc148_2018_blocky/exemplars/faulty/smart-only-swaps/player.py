class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best = None
        for _ in range(self._candidates):
            block, direction = _random_block(board), random.randint(0, 1)
            block.swap(direction)
            score = self.goal.score(board)
            block.swap(direction)
            if best is None or score > best[0]:
                best = (score, block, direction)
        best[1].highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        best[1].swap(best[2])
        best[1].highlighted = False
        self.renderer.draw(board, self.id)
        return 0
