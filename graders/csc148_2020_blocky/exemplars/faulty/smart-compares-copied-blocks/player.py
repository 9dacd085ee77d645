class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a move of a block that gains."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        for _ in range(self._difficulty):
            action = random.choice([
                ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL,
                SWAP_VERTICAL, SMASH, COMBINE, PAINT])
            block = random.choice(_all_blocks(board))
            copy = block.create_copy()
            if _perform(action, copy, self.goal.colour):
                if self.goal.score(copy) > self.goal.score(block):
                    best_move = _create_move(action, block)

        self._proceed = False
        return best_move
