class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, 0)
        pygame.time.wait(TIME_DELAY)

        # The index after the last move stands for a smash.
        choice = random.randint(0, len(MOVES))
        if choice < len(MOVES):
            _perform(block, MOVES[choice])
        else:
            block.smash()

        block.highlighted = False
        self.renderer.draw(board, 0)
        return 0


class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
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
        self.renderer.draw(board, 0)
        pygame.time.wait(TIME_DELAY)
        _perform(block, move)
        block.highlighted = False
        self.renderer.draw(board, 0)
        return 0
