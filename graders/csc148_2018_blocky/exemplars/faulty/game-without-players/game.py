class Game:
    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Set up a game, without its players."""
        self.renderer = Renderer(num_human + random_players
                                 + len(smart_players))
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)
        self.players = []
        self.renderer.draw(self.board, 0)
