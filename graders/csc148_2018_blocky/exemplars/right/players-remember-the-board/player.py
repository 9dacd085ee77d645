class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        if not hasattr(self, '_board'):
            self._board = board
        block = _random_block(self._board)
        block.highlighted = True
        self._show()
        pygame.time.wait(TIME_DELAY)
        choice = random.randint(0, len(MOVES))
        if choice < len(MOVES):
            _perform(block, MOVES[choice])
        else:
            block.smash()
        block.highlighted = False
        self._show()
        return 0

    def _show(self) -> None:
        """Draw the board."""
        self.renderer.draw(self._board, self.id)


class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        if not hasattr(self, '_board'):
            self._board = board
        best = None
        for _ in range(self._candidates):
            block, move = _random_block(self._board), random.choice(MOVES)
            _perform(block, move)
            score = self.goal.score(self._board)
            _undo(block, move)
            if best is None or score > best[0]:
                best = (score, block, move)
        _, block, move = best
        block.highlighted = True
        self.renderer.draw(self._board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(block, move)
        block.highlighted = False
        self.renderer.draw(self._board, self.id)
        return 0
