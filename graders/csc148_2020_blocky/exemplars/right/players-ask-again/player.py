class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move, or None if the one it thought of is not valid:
        the game will ask again.
        """
        if not self._proceed:
            return None

        block = random.choice(_all_blocks(board))
        actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE,
                   SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, PAINT, COMBINE]
        random.shuffle(actions)
        for action in actions:
            if _perform(action, block.create_copy(), self.goal.colour):
                self._proceed = False
                return _create_move(action, block)
        return None


class SmartPlayer(Player):
    _ideas: List[Tuple[int, Tuple[str, Optional[int], Block]]]  # so far

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Make a smart player."""
        super().__init__(player_id, goal)
        self._difficulty = difficulty
        self._proceed = False
        self._ideas = []

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves, or None while it is still
        thinking.
        """
        if not self._proceed:
            return None

        if not self._ideas:
            self._ideas = [(0, _create_move(PASS, board))]
            return None
        now = self.goal.score(board)
        while len(self._ideas) <= self._difficulty:
            move = _random_valid_move(board, self.goal.colour)
            self._ideas.append((self._score_after(move, board) - now, move))
        best = self._ideas[0]
        for idea in self._ideas:
            if idea[0] > best[0]:
                best = idea
        self._ideas = []
        self._proceed = False
        return best[1]
