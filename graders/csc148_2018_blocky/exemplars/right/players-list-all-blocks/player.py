TIME_DELAY = 0


def _all_blocks(board: Block) -> list:
    """Return all blocks of the board."""
    found = [board]
    for child in board.children:
        found += _all_blocks(child)
    return found


def _random_block(board: Block) -> Block:
    """Return any block."""
    return random.choice(_all_blocks(board))


class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        blocks = _all_blocks(board)
        pairs = [(random.choice(blocks), random.choice(MOVES))
                 for _ in range(self._candidates)]
        scores = []
        for block, move in pairs:
            _perform(block, move)
            scores.append(self.goal.score(board))
            _undo(block, move)
        block, move = pairs[scores.index(max(scores))]
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.delay(TIME_DELAY)
        _perform(block, move)
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
