# A student who likes lists

"""The mechanics: a list of rows, each a list of cells."""

EMPTY, FROZEN, FALLING, LANDED, MATCHED = range(5)


class GameError(Exception):
    """Raised when something is not allowed."""


class Cell:
    """A colour and a state."""

    def __init__(self, colour=' ', state=EMPTY):
        self.colour = colour
        self.state = state


class Columns:
    """The field. grid[0] and grid[1] are above what the player sees."""

    def __init__(self, rows, columns, contents=None):
        if rows < 4 or columns < 3:
            raise GameError('too small')
        self.height = rows + 2
        self.width = columns
        self.grid = [[Cell() for _ in range(columns)] for _ in range(rows + 2)]
        self.finished = False
        self.faller = None  # (row of the top jewel, column)
        if contents:
            for i in range(rows):
                for j in range(columns):
                    if contents[i][j] != ' ':
                        self.grid[i + 2][j] = Cell(contents[i][j], FROZEN)
            self.drop()
            self.mark()

    def rows(self):
        """How many rows the player sees."""
        return self.height - 2

    def columns(self):
        """How many columns there are."""
        return self.width

    def cell(self, row, column):
        """The cell in a row and a column, from 1."""
        return self.grid[row + 1][column - 1]

    def is_over(self):
        """Whether the game has ended."""
        return self.finished

    def create_faller(self, column, colours):
        """Put a faller into the three top rows of the grid."""
        if self.faller is not None or self.marked():
            return
        if self.grid[2][column - 1].state != EMPTY:
            raise GameError('no room')
        self.put(0, column - 1, colours)

    def rotate(self):
        """Rotate the faller."""
        if self.faller is not None:
            row, column = self.faller
            a, b, c = self.take()
            self.put(row, column, [c, a, b])

    def move_left(self):
        """Move the faller to the left."""
        self.move(-1)

    def move_right(self):
        """Move the faller to the right."""
        self.move(1)

    def tick(self):
        """Let time pass."""
        if self.marked():
            for row in self.grid:
                for j in range(self.width):
                    if row[j].state == MATCHED:
                        row[j] = Cell()
            self.drop()
            self.mark()
            self.check_over()
        elif self.faller is not None:
            row, column = self.faller
            if self.grid[row][column].state == LANDED:
                for i in range(3):
                    self.grid[row + i][column].state = FROZEN
                self.faller = None
                self.mark()
                self.check_over()
            else:
                self.put(row + 1, column, self.take())

    def take(self):
        """Take the faller out of the grid and return its colours."""
        row, column = self.faller
        colours = []
        for i in range(3):
            colours.append(self.grid[row + i][column].colour)
            self.grid[row + i][column] = Cell()
        return colours

    def put(self, row, column, colours):
        """Put the faller into the grid."""
        self.faller = (row, column)
        below = row + 3
        landed = below == self.height or self.grid[below][column].state == FROZEN
        for i in range(3):
            self.grid[row + i][column] = Cell(colours[i], LANDED if landed else FALLING)

    def move(self, step):
        """Move the faller sideways if nothing is in its way."""
        if self.faller is None:
            return
        row, column = self.faller
        if not 0 <= column + step < self.width:
            return
        for i in range(3):
            if self.grid[row + i][column + step].state != EMPTY:
                return
        self.put(row, column + step, self.take())

    def drop(self):
        """Let everything drop."""
        for j in range(self.width):
            stack = [row[j] for row in self.grid if row[j].state != EMPTY]
            stack = [Cell()] * (self.height - len(stack)) + stack
            for i in range(self.height):
                self.grid[i][j] = stack[i]

    def marked(self):
        """Whether anything is marked as matched."""
        return any(cell.state == MATCHED for row in self.grid for cell in row)

    def mark(self):
        """Mark what matches."""
        matching = []
        for i in range(2, self.height):
            for j in range(self.width):
                for di, dj in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                    if i + 2 * di < self.height and 0 <= j + 2 * dj < self.width:
                        three = [self.grid[i + n * di][j + n * dj] for n in range(3)]
                        if three[0].state == FROZEN and three[0].colour == three[1].colour == three[2].colour:
                            matching += three
        for cell in matching:
            cell.state = MATCHED

    def check_over(self):
        """End the game if something sticks out on top."""
        if not self.marked():
            for row in self.grid[:2]:
                for cell in row:
                    if cell.state == FROZEN:
                        self.finished = True
