class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE,
                   SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, PAINT, COMBINE]
        action = random.choice(actions)
        while not _perform(action, board.create_copy(), self.goal.colour):
            action = random.choice(actions)

        self._proceed = False
        return _create_move(action, board)
