class Game:
    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Set up a game."""
        self.renderer = Renderer(num_human + random_players + len(smart_players))
        self.board = random_init(0, max_depth)
        self.renderer.draw(self.board, 0)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)
        kind = random.choice([BlobGoal, PerimeterGoal])
        self.players = []
        for make in [HumanPlayer] * num_human + [RandomPlayer] * random_players:
            self.players.append(make(self.renderer, len(self.players),
                                     kind(random.choice(COLOUR_LIST))))
        for difficulty in smart_players:
            self.players.append(SmartPlayer(self.renderer, len(self.players),
                                            kind(random.choice(COLOUR_LIST)),
                                            difficulty))
        for player in self.players:
            self.renderer.display_goal(player)
