class RandomPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return 1
        block = board
        while block.children and random.random() < 0.75:
            block = random.choice(block.children)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        action = random.randrange(5)
        if action == 0:
            block.rotate(1)
        elif action == 1:
            block.rotate(3)
        elif action == 2:
            block.swap(0)
        elif action == 3:
            block.swap(1)
        elif 0 < block.level < board.max_depth:
            block.smash()
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
