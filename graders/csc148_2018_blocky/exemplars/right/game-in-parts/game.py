def _make_goal(kind: int, colour_index: int):
    """Return a goal."""
    return (BlobGoal, PerimeterGoal)[kind](COLOUR_LIST[colour_index])


class Game:
    turns_played: int

    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Set up a game."""
        self.turns_played = 0
        self.players = []
        self._kind = random.randrange(2)
        self._make_board(max_depth)
        self.renderer = Renderer(
            sum([num_human, random_players, len(smart_players)]))
        for _ in range(num_human):
            self._add(HumanPlayer)
        for _ in range(random_players):
            self._add(RandomPlayer)
        for difficulty in smart_players:
            self._add(SmartPlayer, difficulty)
        for player in self.players:
            self.renderer.draw(self.board, player.id)
        for player in self.players:
            self.renderer.display_goal(player)
        self.renderer.draw(self.board, 0)

    def _make_board(self, max_depth: int) -> None:
        """Make the board."""
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)

    def _add(self, player_type: type, *more: int) -> None:
        """Add a player."""
        goal = _make_goal(self._kind, random.randint(0, 3))
        number = len(self.players)
        self.players.append(player_type(self.renderer, number, goal, *more))
