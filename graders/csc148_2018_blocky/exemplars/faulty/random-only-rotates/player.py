class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        choice = random.choice(['cw', 'ccw', 'h', 'v', 'smash'])
        if choice == 'cw' or 'ccw':
            block.rotate(1)
        elif choice == 'h' or 'v':
            block.swap(0)
        else:
            block.smash()
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
