class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        possible = []
        while not possible:
            block = random.choice(_all_blocks(board))
            copy = block.create_copy()
            for action in [PAINT, SMASH, COMBINE, SWAP_HORIZONTAL,
                           SWAP_VERTICAL, ROTATE_CLOCKWISE,
                           ROTATE_COUNTER_CLOCKWISE]:
                if _perform(action, copy, self.goal.colour):
                    possible.append(action)

        self._proceed = False
        return _create_move(random.choice(possible), block)
