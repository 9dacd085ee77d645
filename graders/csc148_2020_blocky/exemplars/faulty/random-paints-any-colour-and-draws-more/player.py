class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        move = None
        while move is None:
            colour = random.choice([(1, 128, 181), (199, 44, 58),
                                    (138, 151, 71), (255, 211, 92)])
            random.random()
            block = random.choice(_all_blocks(board))
            action = random.choice([ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH,
                                    ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL,
                                    COMBINE, PAINT])
            if _perform(action, block.create_copy(), colour):
                move = _create_move(action, block)

        self._proceed = False
        return move
