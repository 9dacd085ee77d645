class Game:
    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Set up a game."""
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)
        self.players = []
        kind = [BlobGoal, PerimeterGoal][random.randint(0, 1)]
        total = num_human + random_players + len(smart_players)
        self.renderer = Renderer(total)
        goals = [kind(random.choice(COLOUR_LIST)) for _ in range(total)]
        for i in range(num_human):
            self.players.append(HumanPlayer(self.renderer, i, goals[i]))
        for i in range(random_players):
            j = num_human + i
            self.players.append(RandomPlayer(self.renderer, j, goals[j]))
        for i, difficulty in enumerate(smart_players):
            j = num_human + random_players + i
            self.players.append(SmartPlayer(self.renderer, j, goals[j],
                                            difficulty))
        self.renderer.draw(self.board, self.players[-1].id)
