class Game:
    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Set up a game."""
        self.renderer = Renderer(num_human + random_players + len(smart_players))
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)
        kind = BlobGoal if random.random() < 0.5 else PerimeterGoal
        self.players = []
        number = 0
        for _ in range(num_human):
            goal = kind(COLOUR_LIST[random.randrange(4)])
            self.players.append(HumanPlayer(self.renderer, number, goal))
            number += 1
        for _ in range(random_players):
            goal = kind(COLOUR_LIST[random.randrange(4)])
            self.players.append(RandomPlayer(self.renderer, number, goal))
            number += 1
        for difficulty in smart_players:
            goal = kind(COLOUR_LIST[random.randrange(4)])
            self.players.append(SmartPlayer(difficulty, self.renderer, number,
                                            goal))
            number += 1
        for player in self.players:
            self.renderer.display_goal(player)
            self.renderer.draw(self.board, player.id)
