"""Blocky: the data of a game, and the states it goes through."""
from __future__ import annotations

from typing import Dict, List, Optional, Tuple

import pygame
from actions import (
    ACTION_MESSAGE,
    ACTION_PENALTY,
    COMBINE,
    PAINT,
    PASS,
    ROTATE_CLOCKWISE,
    ROTATE_COUNTER_CLOCKWISE,
    SMASH,
    SWAP_HORIZONTAL,
    SWAP_VERTICAL,
)
from block import Block
from player import Player
from renderer import Renderer
from settings import ANIMATION_DURATION

# The background of the scores when the game is over.
_CARD_COLOUR = (24, 28, 38)


def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int],
                                                  Tuple[int, int], int]]:
    """Return the squares to draw for <board>: one for each leaf, in any order.

    A square consists of the colour, the position of the upper left corner,
    and the size.
    """
    if board.children == []:
        return [(board.colour, board.position, board.size)]
    squares = []
    for child in board.children:
        squares.extend(_block_to_squares(child))
    return squares


class GameData:
    """The data of a running game.

    Attributes:
    - max_turns: the number of turns; in a turn each player moves once.
    - board: the board of the game.
    - players: the players, in the order of their ids, which start at 0.
    - smashes: for each player's id, the number of blocks they smashed.
    - combines: for each player's id, the number of blocks they combined.
    - paints: for each player's id, the number of cells they painted.
    """

    max_turns: int
    board: Block
    players: List[Player]
    smashes: Dict[int, int]
    combines: Dict[int, int]
    paints: Dict[int, int]

    def __init__(self, board: Block, players: List[Player]) -> None:
        """Make a game of <players> on <board>, without any turns yet."""
        self.max_turns = 0
        self.board = board
        self.players = players
        self.smashes = {player.id: 0 for player in players}
        self.combines = {player.id: 0 for player in players}
        self.paints = {player.id: 0 for player in players}

    def calculate_score(self, player_id: int) -> Tuple[int, int]:
        """Return the score of a player's goal, and the player's penalty.

        Precondition: <player_id> is the id of one of the players
        """
        score = self.players[player_id].goal.score(self.board)
        penalty = (self.smashes[player_id] * ACTION_PENALTY[SMASH]
                   + self.combines[player_id] * ACTION_PENALTY[COMBINE]
                   + self.paints[player_id] * ACTION_PENALTY[PAINT])
        return score, penalty


class GameState:
    """A state of the game.

    This class is abstract: the game is always in a state of its subclasses.
    """

    def process_event(self, event: pygame.event.Event) -> None:
        """React to <event>, if it concerns this state."""
        raise NotImplementedError

    def update(self) -> GameState:
        """Go one step ahead and return the next state of the game."""
        raise NotImplementedError

    def render(self, renderer: Renderer) -> None:
        """Draw this state with <renderer>."""
        raise NotImplementedError


class MainState(GameState):
    """The state in which the players make their moves.

    Private attributes:
    - _turn: the number of finished turns.
    - _data: the data of the game.
    - _current_player_index: the index of the player whose turn it is.
    - _current_score: the points of that player, minus penalties.
    """

    _turn: int
    _data: GameData
    _current_player_index: int
    _current_score: int

    def __init__(self, data: GameData) -> None:
        """Begin the game <data> with its first player.

        Precondition: the game has at least one player
        """
        self._turn = 0
        self._data = data
        self._current_player_index = 0
        self._update_score()

    def _current_player(self) -> Player:
        """Return the player whose turn it is."""
        return self._data.players[self._current_player_index]

    def _update_score(self) -> None:
        """Update the score for the player whose turn it is."""
        score, penalty = self._data.calculate_score(self._current_player_index)
        self._current_score = score - penalty

    def _update_player(self) -> None:
        """Let the next player move; after the last one the turn is over."""
        self._current_player_index += 1
        if self._current_player_index == len(self._data.players):
            self._current_player_index = 0
            self._turn += 1
        self._update_score()

    def _do_move(self, move: Tuple[str, Optional[int], Block]) -> bool:
        """Make <move> for the current player, and return whether it succeeded.

        On success the player pays for the move, and the next player may move.
        Otherwise nothing changes.
        """
        kind, number, block = move
        player = self._current_player()
        action = (kind, number)

        if action in (ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE):
            success = block.rotate(number)
        elif action in (SWAP_HORIZONTAL, SWAP_VERTICAL):
            success = block.swap(number)
        elif action == SMASH:
            success = block.smash()
            if success:
                self._data.smashes[player.id] += 1
        elif action == COMBINE:
            success = block.combine()
            if success:
                self._data.combines[player.id] += 1
        elif action == PAINT:
            success = block.paint(player.goal.colour)
            if success:
                self._data.paints[player.id] += 1
        else:
            success = action == PASS

        if success:
            self._update_player()
        return success

    def process_event(self, event: pygame.event.Event) -> None:
        """Pass <event> on to the player whose turn it is."""
        self._current_player().process_event(event)

    def update(self) -> GameState:
        """Make the current player's move, if there is one.

        Return the state that shows the move. If there was none, or if it was
        not possible, return this state, which waits for another one. When all
        turns are over, the game is over.
        """
        if self._turn >= self._data.max_turns:
            return GameOverState(self._data)

        player = self._current_player()
        move = player.generate_move(self._data.board)
        if move is None:
            return self

        squares_before = _block_to_squares(self._data.board)
        if self._do_move(move):
            return AnimateMoveState(self, player.id, move, squares_before)
        return self

    def render(self, renderer: Renderer) -> None:
        """Draw the board, the selected block, and the status line."""
        board = self._data.board
        player = self._current_player()

        renderer.draw_board(_block_to_squares(board))
        selected = player.get_selected_block(board)
        if selected is not None:
            renderer.highlight_block(selected.position, selected.size)

        turn = min(self._turn + 1, self._data.max_turns)
        renderer.draw_status(
            f'Turn {turn} of {self._data.max_turns}  |  Player {player.id}: '
            f'{self._current_score} points  |  '
            f'Goal: {player.goal.description()}')


class AnimateMoveState(GameState):
    """The state in which a move is shown for a moment.

    Private attributes:
    - _parent: the state to which the game returns.
    - _player_id: the id of the player who made the move.
    - _move: the move.
    - _start_time: the start of this state, in milliseconds of pygame's clock.
    - _background: the squares of the board before the move.
    """

    _parent: GameState
    _player_id: int
    _move: Tuple[str, Optional[int], Block]
    _start_time: int
    _background: List[Tuple[Tuple[int, int, int], Tuple[int, int], int]]

    def __init__(self, parent: GameState, player_id: int,
                 move: Tuple[str, Optional[int], Block],
                 background: List[Tuple[Tuple[int, int, int],
                                        Tuple[int, int], int]]) -> None:
        """Begin to show a player's <move> on the squares <background>."""
        self._parent = parent
        self._player_id = player_id
        self._move = move
        self._start_time = pygame.time.get_ticks()
        self._background = background

    def process_event(self, event: pygame.event.Event) -> None:
        """Ignore <event>: nobody can move while a move is shown."""

    def update(self) -> GameState:
        """Return the previous state once the time is up, else this one."""
        elapsed = pygame.time.get_ticks() - self._start_time
        if elapsed > ANIMATION_DURATION * 1000:
            return self._parent
        return self

    def render(self, renderer: Renderer) -> None:
        """Draw the board before the move, the move's picture, and a caption."""
        kind, number, block = self._move
        action = (kind, number)

        renderer.draw_board(self._background)
        renderer.highlight_block(block.position, block.size)
        renderer.draw_image(action, block.position, block.size)
        renderer.draw_status(
            f'Player {self._player_id} is {ACTION_MESSAGE[action]}')


class GameOverState(GameState):
    """The state in which the game is over and the scores are shown.

    Private attributes:
    - _scores: the id of each player, the score of the goal, and the penalty.
    - _winner: the id of the player with the most points; the first one if
      there are several.
    - _background: the squares of the board at the end.
    """

    _scores: List[Tuple[int, int, int]]
    _winner: int
    _background: List[Tuple[Tuple[int, int, int], Tuple[int, int], int]]

    def __init__(self, data: GameData) -> None:
        """Count the points of every player of <data>."""
        self._scores = []
        for player in data.players:
            score, penalty = data.calculate_score(player.id)
            self._scores.append((player.id, score, penalty))
        self._winner = max(self._scores, key=lambda row: row[1] - row[2])[0]
        self._background = _block_to_squares(data.board)

    def process_event(self, event: pygame.event.Event) -> None:
        """Ignore <event>: the game is over."""

    def update(self) -> GameState:
        """Return this state, which the game does not leave."""
        return self

    def render(self, renderer: Renderer) -> None:
        """Draw the points of every player, and the winner."""
        # A dark square on the board is the background of the text.
        card, position = 330, (210, 210)
        renderer.draw_board(self._background)
        renderer.draw_board([(_CARD_COLOUR, position, card)])
        renderer.highlight_block(position, card)

        line = 2 * renderer.text_height()
        x, y = position[0] + 40, position[1] + 34
        renderer.print('GAME OVER', x, y)
        y += line
        for player_id, score, penalty in self._scores:
            y += line
            renderer.print(f'Player {player_id}:   {score} - {penalty} penalty'
                           f' = {score - penalty} points', x, y)
        renderer.print(f'The winner is player {self._winner}!', x, y + 2 * line)
        renderer.draw_status('The game is over. Close the window to leave.')


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['run_game'],
        'allowed-import-modules': [
            'doctest', 'python_ta', 'typing', 'math', 'actions', 'block',
            'player', 'goal', 'renderer', 'settings', 'pygame', '__future__'
        ]
    })
