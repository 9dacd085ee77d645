class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random valid move."""
        if not self._proceed:
            return None
        if not hasattr(self, '_blocks'):
            self._blocks = _all_blocks(board)
        while True:
            action = random.choice(list(KEY_ACTION.values()))
            block = random.choice(self._blocks)
            if action != PASS and _would_succeed(action, block,
                                                 self.goal.colour):
                self._proceed = False
                return _create_move(action, block)
