class HumanPlayer:
    def _smash(self, block: Block) -> int:
        """Smash a block."""
        if self.num_smashes >= self.MAX_SMASHES:
            return 0
        if not block.smash(block.max_depth):
            return 0
        self.num_smashes += 1
        return 1


class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        choice = random.randint(0, 4)
        if choice == 4:
            block.smash(board.max_depth)
        else:
            _perform(block, MOVES[choice])
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
