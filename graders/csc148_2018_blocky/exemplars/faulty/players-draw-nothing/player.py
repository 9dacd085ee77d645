class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        choice = random.randint(0, len(MOVES))
        if choice < len(MOVES):
            _perform(block, MOVES[choice])
        else:
            block.smash()
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
        _perform(best[1], best[2])
        return 0
