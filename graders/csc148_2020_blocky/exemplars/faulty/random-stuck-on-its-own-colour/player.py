class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move."""
        if not self._proceed:
            return None

        block = random.choice(_all_blocks(board))
        move = None
        while move is None:
            action = random.choice([
                ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL,
                SWAP_VERTICAL, SMASH, COMBINE, PAINT])
            if _perform(action, block.create_copy(), self.goal.colour):
                move = _create_move(action, block)
        self._proceed = False
        return move
