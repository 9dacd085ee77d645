class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        spot = random.randint(0, board.size - 1), random.randint(0, board.size - 1)
        block = _get_block(board, spot, random.randint(0, board.max_depth))
        actions = [ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH, PAINT,
                   ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL, COMBINE]
        action = actions[random.randint(0, len(actions) - 1)]
        if _perform(action, block.create_copy(), self.goal.colour):
            self._proceed = False
            return _create_move(action, block)
        self.generate_move(board)
