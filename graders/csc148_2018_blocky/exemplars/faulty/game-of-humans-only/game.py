class Game:
    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Set up a game."""
        total = num_human + random_players + len(smart_players)
        self.renderer = Renderer(total)
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)
        kind = random.choice([BlobGoal, PerimeterGoal])
        self.players = []

        for i in range(num_human):
            self.players.append(HumanPlayer(self.renderer, i,
                                            kind(random.choice(COLOUR_LIST))))
            self.renderer.display_goal(self.players[-1])
        self.renderer.draw(self.board, 0)
