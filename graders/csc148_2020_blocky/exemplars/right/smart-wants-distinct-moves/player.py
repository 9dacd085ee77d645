class SmartPlayer(Player):
    del _difficulty
    _diff: int  # how many moves are compared

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Make a smart player."""
        Player.__init__(self, player_id, goal)
        self._proceed = False
        self._diff = difficulty

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        seen = []
        best = None
        while len(seen) < self._diff:
            move = _random_valid_move(board, self.goal.colour)
            key = (move[0], move[1], move[2].position, move[2].level)
            if key not in seen:
                seen.append(key)
                score = self._score_after(move, board)
                if score > self.goal.score(board) and \
                        (best is None or score >= best[0]):
                    best = (score, move)

        self._proceed = False
        if best is None:
            return _create_move(PASS, board)
        return best[1]
