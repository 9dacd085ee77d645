class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        choice = random.randint(0, len(MOVES))
        if choice < len(MOVES):
            _perform(block, MOVES[choice])
        else:
            block.smash()
        pygame.time.wait(TIME_DELAY)
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
