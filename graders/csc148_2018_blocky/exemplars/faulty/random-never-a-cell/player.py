class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        place = (random.randint(0, board.size), random.randint(0, board.size))
        block = board.get_selected_block(place,
                                         random.randrange(board.max_depth))
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        choice = random.randint(0, 4)
        if choice < 4:
            _perform(block, MOVES[choice])
        else:
            block.smash()
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
