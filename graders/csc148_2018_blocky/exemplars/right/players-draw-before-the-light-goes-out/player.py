class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        choice = random.randint(0, 4)
        if choice < 4:
            _perform(block, MOVES[choice])
        else:
            block.smash()
        self.renderer.draw(board, self.id)
        block.highlighted = False
        return 0


class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make the best move."""
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
        pygame.time.wait(TIME_DELAY)
        _perform(block, move)
        self.renderer.draw(board, self.id)
        block.highlighted = False
        return 0
