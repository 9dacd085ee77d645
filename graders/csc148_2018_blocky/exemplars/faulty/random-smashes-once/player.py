class RandomPlayer:
    _smashes = 0

    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        choice = random.randint(0, 4 if self._smashes < 1 else 3)
        if choice < 4:
            _perform(block, MOVES[choice])
        elif block.smash():
            self._smashes += 1
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
