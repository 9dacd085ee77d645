class RandomPlayer(Player):
    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of a click, which lets this player move."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            if event.button == 1:
                self._proceed = True
