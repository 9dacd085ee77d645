class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        valid = False
        while not valid:
            action = random.choice([ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH,
                                    ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL,
                                    COMBINE, PAINT])
            block = random.choice(_all_blocks(board))
            move = _create_move(action, block)
            copy = block.create_copy()
            valid = True
            if move == SMASH:
                valid = copy.smash()
            elif move == COMBINE:
                valid = copy.combine()
            elif move == PAINT:
                valid = copy.paint(self.goal.colour)
            elif move in (ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE):
                valid = copy.rotate(action[1])
            elif move in (SWAP_HORIZONTAL, SWAP_VERTICAL):
                valid = copy.swap(action[1])

        self._proceed = False
        return move
