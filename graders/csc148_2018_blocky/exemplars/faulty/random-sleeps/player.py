import time


class RandomPlayer(Player):
    def make_move(self, board: Block) -> int:
        """Make a move."""
        block = _random_block(board)
        block.highlighted = True
        self.renderer.draw(board, self.id)
        time.sleep(TIME_DELAY / 1000)
        choice = random.randint(0, 4)
        if choice < 4:
            _perform(block, MOVES[choice])
        else:
            block.smash()
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
