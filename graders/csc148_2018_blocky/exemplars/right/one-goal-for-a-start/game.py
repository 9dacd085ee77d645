class Game:
    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Open a window."""
        total = num_human + random_players + len(smart_players)
        self.renderer = Renderer(total)
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)
        goal_type = random.choice([BlobGoal, PerimeterGoal])
        goal = goal_type(COLOUR_LIST[0])
        kinds = [HumanPlayer] * num_human + [RandomPlayer] * random_players
        self.players = [kind(self.renderer, number, goal)
                        for number, kind in enumerate(kinds)]
        for difficulty in smart_players:
            self.players.append(SmartPlayer(
                self.renderer, len(self.players), goal, difficulty))
        for player in self.players:
            player.goal = goal_type(random.choice(COLOUR_LIST))
            self.renderer.display_goal(player)
        self.renderer.draw(self.board, 0)
