class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        action = None
        while action is None:
            block = random.choice(_all_blocks(board))
            new = random.choice([ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH,
                                 ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL,
                                 COMBINE, PAINT])
            if _perform(new, block.create_copy(), self.goal.colour):
                action = new

        self._proceed = False
        return action
