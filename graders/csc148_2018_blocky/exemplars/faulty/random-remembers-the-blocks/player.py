class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        if not hasattr(self, '_blocks'):
            self._blocks = [board]
            for block in self._blocks:
                self._blocks.extend(block.children)
        block = random.choice(self._blocks)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        choice = random.randint(0, len(MOVES))
        if choice < len(MOVES):
            _perform(block, MOVES[choice])
        else:
            block.smash()
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
