class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        move = None
        while move is None:
            spot = (random.randint(0, board.max_depth),
                    random.randint(0, board.max_depth))
            level = random.randint(0, board.max_depth)
            block = _get_block(board, spot, level)
            action = random.choice([ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH,
                                    ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL,
                                    COMBINE, PAINT])
            if _perform(action, block.create_copy(), self.goal.colour):
                move = _create_move(action, block)

        self._proceed = False
        return move
