class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        for _ in range(self._difficulty):
            actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, COMBINE,
                       SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, PAINT]
            random.shuffle(actions)
            copy = board.create_copy()
            while not _perform(actions[0], copy, self.goal.colour):
                actions.pop(0)
            if self.goal.score(copy) > best_score:
                best_move = _create_move(actions[0], board)
                best_score = self.goal.score(copy)

        self._proceed = False
        return best_move
