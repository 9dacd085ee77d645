class Game:
    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Set up a game."""
        # the same game each time, to find mistakes
        random.seed(max_depth)
        total = num_human + random_players + len(smart_players)
        self.renderer = Renderer(total)
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)
        kind = random.choice([BlobGoal, PerimeterGoal])
        self.players = []

        for i in range(total):
            goal = kind(random.choice(COLOUR_LIST))
            if i < num_human:
                player = HumanPlayer(self.renderer, i, goal)
            elif i < num_human + random_players:
                player = RandomPlayer(self.renderer, i, goal)
            else:
                player = SmartPlayer(self.renderer, i, goal,
                                     smart_players[i - num_human - random_players])
            self.players.append(player)
            self.renderer.display_goal(player)
        self.renderer.draw(self.board, 0)
