class HumanPlayer:
    def __init__(self, renderer: Renderer, player_id: int, goal: Goal) -> None:
        """Make a human player, and tell the goal."""
        Player.__init__(self, renderer, player_id, goal)
        self.num_smashes = 0
        self._selected_block = None
        self._level = 0
        self.renderer.display_goal(self)
