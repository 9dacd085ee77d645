def _tried(block: Block, move: Tuple[str, int], goal: Goal,
           board: Block) -> int:
    """Do <move> and return what <board> is worth then."""
    _perform(block, move)
    return goal.score(board)


class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best = None
        for _ in range(self._candidates):
            block, move = _random_block(board), random.choice(MOVES)
            score = _tried(block, move, self.goal, board)
            _undo(block, move)
            if best is None or score > best[0]:
                best = (score, block, move)

        _, block, move = best
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _tried(block, move, self.goal, block)
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
