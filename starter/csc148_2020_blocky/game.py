"""Blocky: start this to play."""
from typing import List

import pygame
from block import generate_board
from blocky import GameData, GameState, MainState
from player import create_players
from renderer import Renderer
from settings import BOARD_SIZE


class Game:
    """A game of Blocky in a window.

    Private attributes:
    - _renderer: the object that draws in the window.
    - _data: the board, the players, and the counts of their actions.
    - _state: the current state of the game.
    """

    _renderer: Renderer
    _data: GameData
    _state: GameState

    def __init__(self, max_depth: int, num_human: int, num_random: int,
                 smart_players: List[int]) -> None:
        """Open a window with a random board of depth <max_depth>.

        There are <num_human> human and <num_random> random players, and a
        smart player for each difficulty in <smart_players>.

        Precondition: 2 <= max_depth <= 5, and there are one to four players
        """
        board = generate_board(max_depth, BOARD_SIZE)
        players = create_players(num_human, num_random, smart_players)
        self._renderer = Renderer(BOARD_SIZE)
        self._data = GameData(board, players)
        self._state = MainState(self._data)

    def run_game(self, num_turns: int) -> None:
        """Play <num_turns> turns, then wait until the window is closed."""
        self._data.max_turns = num_turns

        clock = pygame.time.Clock()
        while True:
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    return
                self._state.process_event(event)

            self._state = self._state.update()

            self._renderer.clear()
            self._state.render(self._renderer)
            pygame.display.flip()
            clock.tick(30)


def create_auto_game() -> Game:
    """Return a game between two smart players."""
    return Game(3, 0, 0, [5, 10])


def create_two_player_game() -> Game:
    """Return a game between two humans."""
    return Game(3, 2, 0, [])


def create_solitaire_game() -> Game:
    """Return a game for one human."""
    return Game(3, 1, 0, [])


def create_sample_game() -> Game:
    """Return a game between a human, a random and a smart player."""
    return Game(3, 1, 1, [6])


if __name__ == '__main__':
    pygame.init()

    # To play another game, call another one of the four functions above.
    game = create_solitaire_game()
    game.run_game(5)

    pygame.quit()
