class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE,
                   SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, PAINT, COMBINE]
        action = random.choice(actions)
        block = random.choice(_all_blocks(board)).create_copy()
        while not _perform(action, block, self.goal.colour):
            action = random.choice(actions)
            block = random.choice(_all_blocks(board)).create_copy()

        self._proceed = False
        return _create_move(action, random.choice(_all_blocks(board)))
