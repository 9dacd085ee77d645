"""Blocky: the colours, the size of the window, and the class that draws."""
from typing import TYPE_CHECKING, List, Tuple

import pygame

if TYPE_CHECKING:  # they import this module, so it cannot import them
    from block import Block
    from player import Player

WHITE = (255, 255, 255)
BLACK = (0, 0, 0)
PACIFIC_POINT = (1, 128, 181)
OLD_OLIVE = (138, 151, 71)
REAL_RED = (199, 44, 58)
MELON_MAMBO = (234, 62, 112)
DAFFODIL_DELIGHT = (255, 211, 92)
TEMPTING_TURQUOISE = (75, 196, 213)

# The possible colours of a block.
COLOUR_LIST = [PACIFIC_POINT, REAL_RED, OLD_OLIVE, DAFFODIL_DELIGHT]

# Their names, in the same order.
COLOUR_NAMES = ['Pacific Point', 'Real Red', 'Old Olive', 'Daffodil Delight']

# The width and height of the board, and the height of the text below it.
BOARD_WIDTH = 750
BOARD_HEIGHT = 750
TEXT_HEIGHT = 75


def colour_name(colour: Tuple[int, int, int]) -> str:
    """Return the name of <colour>, or '' if it is not in COLOUR_LIST.

    >>> colour_name(REAL_RED)
    'Real Red'
    >>> colour_name(WHITE)
    ''
    """
    if colour in COLOUR_LIST:
        return COLOUR_NAMES[COLOUR_LIST.index(colour)]
    return ''


class Renderer:
    """The window of the game: the board, and three lines of text below it.

    Attributes:
    - displayed_image: the picture in the window.
    - screen: the part of the picture that shows the board.
    - window_size: not used.
    - player_labels: for each player, the line that announces their turn.
    """

    displayed_image: pygame.Surface
    screen: pygame.Surface
    window_size: Tuple[int, int]
    player_labels: List[pygame.Surface]

    def __init__(self, num_players: int) -> None:
        """Open a window for a game of <num_players> players.

        Precondition: num_players >= 1
        """
        pygame.init()
        self.displayed_image = pygame.display.set_mode(
            (BOARD_WIDTH, BOARD_HEIGHT + TEXT_HEIGHT))
        pygame.display.set_caption('Blocky')
        self.screen = self.displayed_image.subsurface(
            (0, 0, BOARD_WIDTH, BOARD_HEIGHT))
        self.screen.fill(WHITE)

        font = pygame.font.SysFont(None, 25)
        self.player_labels = [
            font.render(f'  Player {i}  ', True, MELON_MAMBO, BLACK)
            for i in range(num_players)]
        self.displayed_image.blit(self.player_labels[0], (0, BOARD_HEIGHT))
        self._render_text_help()

    def _render_text_help(self) -> None:
        """Write the instructions at the bottom of the window."""
        font = pygame.font.SysFont(None, 23)
        lines = [
            'Choose a block: mouse, arrow up (larger), arrow down (smaller)',
            'Left / right click: turn    H, V: swap halves    S: smash']
        for i, line in enumerate(lines):
            self.displayed_image.blit(font.render(line, True, WHITE),
                                      (10, BOARD_HEIGHT + 25 * (i + 1)))

    def draw(self, board: 'Block', player_id: int) -> None:
        """Show <board>, and announce the turn of player <player_id>.

        Rectangles of <board> in the colour of highlights are drawn last, on
        top of everything else.

        Precondition: player_id is less than the number of players
        """
        self.screen.fill(WHITE)
        on_top = []
        for colour, position, size, width in board.rectangles_to_draw():
            if colour == TEMPTING_TURQUOISE:
                on_top.append((colour, position, size, width))
            else:
                pygame.draw.rect(self.screen, colour, (position, size), width)
        for colour, position, size, width in on_top:
            pygame.draw.rect(self.screen, colour, (position, size), width)

        self.displayed_image.blit(self.player_labels[player_id],
                                  (0, BOARD_HEIGHT))
        pygame.display.update()
        pygame.event.peek()

    def display_goal(self, player: 'Player') -> None:
        """Show <player>'s goal in two steps; the first one calls the player.

        So nobody else needs to see the goal. Each step waits for a click.
        """
        self._message_box(WHITE, f'Player {player.id}: click to see your goal')
        self._message_box(player.goal.colour, player.goal.description())

    def _message_box(self, colour: Tuple[int, int, int],
                     message: str) -> None:
        """Show <message> on a board-sized area of <colour>; wait for a click.
        """
        self.screen.fill(colour)
        box = pygame.Rect(0, 0, 400, 22)
        box.center = self.screen.get_rect().center
        pygame.draw.rect(self.screen, BLACK, box)
        font = pygame.font.Font(pygame.font.get_default_font(), 18)
        text = font.render(message, True, WHITE)
        self.screen.blit(text, text.get_rect(center=box.center))
        pygame.display.flip()

        while pygame.event.wait().type != pygame.MOUSEBUTTONDOWN:
            pass


if __name__ == '__main__':
    import doctest
    doctest.testmod()

    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': ['doctest', 'python_ta', 'typing', 'pygame'],
        'max-attributes': 15
    })
