class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        move = None
        while move is None:
            action = random.choice(list(KEY_ACTION.values()))
            block = random.choice(_all_blocks(board))
            if _perform(action, block.create_copy(), self.goal.colour):
                move = _create_move(action, block)

        self._proceed = False
        return move
