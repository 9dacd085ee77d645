class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        choice = random.randint(0, 4)
        if choice < 4:
            _perform(block, MOVES[choice])
        else:
            block.smash()
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
