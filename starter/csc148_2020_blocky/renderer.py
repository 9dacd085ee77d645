"""Blocky: draws everything in the window.

The window shows the board in its upper left corner, the key panel to the right
of it, and the status line below both.
"""
from typing import Dict, List, Optional, Tuple

import pygame
from actions import (
    ACTION_KEY,
    ACTION_LABEL,
    COMBINE,
    PAINT,
    PASS,
    ROTATE_CLOCKWISE,
    ROTATE_COUNTER_CLOCKWISE,
    SMASH,
    SWAP_HORIZONTAL,
    SWAP_VERTICAL,
)
from settings import (
    BACKGROUND_COLOUR,
    COLOUR_LIST,
    HIGHLIGHT_COLOUR,
    HIGHLIGHT_THICKNESS,
    OUTLINE_COLOUR,
    OUTLINE_THICKNESS,
    TEXT_COLOUR,
    colour_name,
)

# The empty space above and below a line of text, in pixels.
Y_FONT_PADDING = 2

_PANEL_LEFT = 750
_PANEL_WIDTH = 250
_PANEL_HEIGHT = 750
_PANEL_COLOUR = (24, 28, 38)
_RULE_COLOUR = (52, 60, 78)
_KEY_COLOUR = (58, 66, 86)
_MARGIN = 18
_ICON_SIZE = 42

_IMAGE_FILES = {
    ROTATE_CLOCKWISE: 'images/rotate-cw.png',
    ROTATE_COUNTER_CLOCKWISE: 'images/rotate-ccw.png',
    SWAP_HORIZONTAL: 'images/swap-horizontal.png',
    SWAP_VERTICAL: 'images/swap-vertical.png',
    SMASH: 'images/smash.png',
    COMBINE: 'images/combine.png',
    PAINT: 'images/paint.png',
    PASS: 'images/pass.png',
}


def _load_image(path_to_file: str) -> pygame.Surface:
    """Return the picture in the file <path_to_file>.

    If it cannot be loaded, print a message and end the program.
    """
    try:
        return pygame.image.load(path_to_file).convert_alpha()
    except (pygame.error, OSError) as error:
        print(f'Blocky cannot load the picture {path_to_file}: {error}')
        print('Start the game in the folder that game.py is in.')
        raise SystemExit(1) from error


def _print_to_image(text: str, x: int, y: int, font: pygame.font.Font,
                    image: pygame.Surface,
                    colour: Tuple[int, int, int] = TEXT_COLOUR) -> None:
    """Write <text> on <image>, with its upper left corner at (x, y)."""
    image.blit(font.render(text, True, colour), (x, y + Y_FONT_PADDING))


def _print_heading(text: str, x: int, y: int, text_height: int,
                   font: pygame.font.Font, image: pygame.Surface) -> int:
    """Write a heading with a line under it and return the next y."""
    _print_to_image(text, x, y, font, image, HIGHLIGHT_COLOUR)
    y += text_height + 5
    pygame.draw.line(image, _RULE_COLOUR, (x, y),
                     (image.get_width() - x, y))
    return y + 6


def _print_key(name: str, right: int, middle: int, font: pygame.font.Font,
               image: pygame.Surface) -> None:
    """Draw a key with the label <name>, ending at x = right."""
    text = font.render(name, True, TEXT_COLOUR)
    key = pygame.Rect(0, 0, max(text.get_width() + 14, 26), 24)
    key.midright = (right, middle)
    pygame.draw.rect(image, _RULE_COLOUR, key.move(0, 2), border_radius=5)
    pygame.draw.rect(image, _KEY_COLOUR, key, border_radius=5)
    image.blit(text, text.get_rect(center=key.center))


def _print_human_instructions(x: int, y: int, text_height: int,
                              font: pygame.font.Font,
                              image: pygame.Surface) -> int:
    """Write how a human plays, starting at (x, y), and return the next y.

    The eight actions come with their pictures and keys.
    """
    right = image.get_width() - x
    y = _print_heading('CHOOSE A BLOCK', x, y, text_height, font, image)
    for text, key in [('Point at a place', 'mouse'), ('Larger block', 'W'),
                      ('Smaller block', 'S')]:
        _print_to_image(text, x, y + 4, font, image)
        _print_key(key, right, y + 14, font, image)
        y += 31

    y = _print_heading('DO SOMETHING TO IT', x, y + 10, text_height, font,
                       image)
    for action, label in ACTION_LABEL.items():
        icon = pygame.transform.smoothscale(
            _load_image(_IMAGE_FILES[action]), (_ICON_SIZE, _ICON_SIZE))
        image.blit(icon, (x - 6, y))
        middle = y + _ICON_SIZE // 2
        _print_to_image(label, x + _ICON_SIZE, middle - text_height // 2 - 2,
                        font, image)
        _print_key(pygame.key.name(ACTION_KEY[action]).upper(), right, middle,
                   font, image)
        y += _ICON_SIZE - 2
    return y


def _print_ai_instructions(x: int, y: int, text_height: int,
                           font: pygame.font.Font,
                           image: pygame.Surface) -> int:
    """Write how to let a computer player move, and return the next y."""
    y = _print_heading('COMPUTER PLAYERS', x, y, text_height, font, image)
    _print_to_image('Let one move', x, y + 4, font, image)
    _print_key('left click', image.get_width() - x, y + 14, font, image)
    return y + 31


def _print_colours(x: int, y: int, text_height: int, font: pygame.font.Font,
                   image: pygame.Surface) -> int:
    """Show the names of the board's colours, and return the next y."""
    y = _print_heading('COLOURS', x, y, text_height, font, image)
    for colour in COLOUR_LIST:
        swatch = pygame.Rect(x, y + 3, 20, 20)
        pygame.draw.rect(image, colour, swatch, border_radius=5)
        _print_to_image(colour_name(colour), x + 32,
                        swatch.centery - text_height // 2 - 2, font, image)
        y += 26
    return y


def _print_title(x: int, y: int, image: pygame.Surface) -> int:
    """Write the name of the game on coloured tiles and return the next y."""
    font = pygame.font.Font(pygame.font.get_default_font(), 20)
    side = 31
    for i, letter in enumerate('BLOCKY'):
        tile = pygame.Rect(x + i * (side + 5), y, side, side)
        pygame.draw.rect(image, COLOUR_LIST[i % len(COLOUR_LIST)], tile,
                         border_radius=6)
        for colour, offset in [(_PANEL_COLOUR, 1), (TEXT_COLOUR, 0)]:
            text = font.render(letter, True, colour)
            place = text.get_rect(center=tile.center)
            image.blit(text, place.move(offset, offset))
    return y + side


def _print_instructions(screen: pygame.Surface, font: pygame.font.Font,
                        height: int) -> pygame.Surface:
    """Draw the key panel on <screen>, to the right of the board.

    <height> is the height of a line of text. Return the panel.
    """
    panel = pygame.Surface((_PANEL_WIDTH, _PANEL_HEIGHT))
    panel.fill(_PANEL_COLOUR)
    y = _print_title(_MARGIN, _MARGIN, panel)
    y = _print_human_instructions(_MARGIN, y + 18, height, font, panel)
    y = _print_ai_instructions(_MARGIN, y + 12, height, font, panel)
    _print_colours(_MARGIN, y + 10, height, font, panel)
    screen.blit(panel, (_PANEL_LEFT, 0))
    return panel


class Renderer:
    """The window of the game, with methods to draw in it.

    Private attributes:
    - _screen: the picture in the window.
    - _instructions: the key panel.
    - _images: the picture of each action, in full size.
    - _font: the font of all text except the title.
    - _status_position: the start of the status line.
    - _clear_rect: the part of the window to wipe before each drawing.
    """

    _screen: pygame.Surface
    _instructions: pygame.Surface
    _images: Dict[Tuple[str, Optional[int]], pygame.Surface]
    _font: pygame.font.Font
    _status_position: Tuple[int, int]
    _clear_rect: pygame.Rect

    def __init__(self, size: int) -> None:
        """Open a window for a board that is <size> pixels wide and high.

        Precondition: pygame is initialised, and the folder images is in the
        working directory
        """
        self._font = pygame.font.Font(pygame.font.get_default_font(), 14)
        height = size + self.text_height() + 2 * Y_FONT_PADDING
        self._screen = pygame.display.set_mode((size + _PANEL_WIDTH, height))
        pygame.display.set_caption('Blocky')
        self._images = {action: _load_image(file)
                        for action, file in _IMAGE_FILES.items()}
        self._status_position = (10, size + Y_FONT_PADDING)
        self._clear_rect = self._screen.get_rect()
        self._instructions = _print_instructions(self._screen, self._font,
                                                 self.text_height())

    def clear(self) -> None:
        """Wipe the board and the status line; the key panel stays."""
        self._screen.fill(BACKGROUND_COLOUR, self._clear_rect)
        self._screen.blit(self._instructions, (_PANEL_LEFT, 0))

    def draw_image(self, action: Tuple[str, Optional[int]],
                   pos: Tuple[int, int], size: int) -> None:
        """Draw the picture of <action> on the square of <size> at <pos>.

        If there is no such action, draw nothing.
        """
        if action in self._images:
            picture = pygame.transform.smoothscale(self._images[action],
                                                   (size, size))
            self._screen.blit(picture, pos)

    def draw_board(self, squares: List[Tuple[Tuple[int, int, int],
                                             Tuple[int, int], int]]) -> None:
        """Draw each of <squares>: its colour, position and size."""
        for colour, (x, y), size in squares:
            rect = pygame.Rect(x, y, size, size)
            pygame.draw.rect(self._screen, OUTLINE_COLOUR, rect)
            inside = rect.inflate(-OUTLINE_THICKNESS, -OUTLINE_THICKNESS)
            pygame.draw.rect(self._screen, colour, inside,
                             border_radius=max(2, min(10, size // 12)))

    def highlight_block(self, pos: Tuple[int, int], size: int) -> None:
        """Draw a frame around the square of <size> at <pos>."""
        pygame.draw.rect(self._screen, HIGHLIGHT_COLOUR,
                         pygame.Rect(pos, (size, size)), HIGHLIGHT_THICKNESS,
                         border_radius=max(2, min(10, size // 12)))

    def text_height(self) -> int:
        """Return the height of a line of text, in pixels."""
        return self._font.get_height()

    def print(self, text: str, x: int, y: int) -> None:
        """Write <text> with its upper left corner at (x, y)."""
        _print_to_image(text, x, y, self._font, self._screen)

    def draw_status(self, message: str) -> None:
        """Write <message> in the status line."""
        x, y = self._status_position
        self._screen.blit(self._font.render(message, True, TEXT_COLOUR),
                          (x, y))

    def save_to_file(self, filename: str) -> None:
        """Save the picture in the window to the file <filename>."""
        pygame.image.save(self._screen, filename)


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['_load_image'],
        'allowed-import-modules': [
            'doctest', 'python_ta', 'typing', 'actions', 'settings', 'pygame'
        ]
    })
