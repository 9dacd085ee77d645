class RandomPlayer(Player):
    id: int
    goal: Goal


class SmartPlayer(Player):
    id: int
    goal: Goal
    del _difficulty
    difficulty: int

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Make a smart player."""
        Player.__init__(self, player_id, goal)
        self.difficulty = difficulty
        self._proceed = False

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        tried = []
        for _ in range(self.difficulty):
            move = _random_valid_move(board, self.goal.colour)
            tried.append((self._score_after(move, board), len(tried), move))
        self._proceed = False
        if tried and max(tried)[0] > self.goal.score(board):
            return max(tried)[2]
        return _create_move(PASS, board)
