# Robin Student 12345678


class NoSuchColumnError(Exception):
    pass


class GameState:
    """Keeps one list per column, bottom jewel first, and a faller next to it."""

    def __init__(self, rows, cols):
        self.rows = rows
        self.cols = cols
        self.stacks = []
        for c in range(cols):
            self.stacks.append([])
        self.stars = []
        self.game_over = False
        self.has_faller = False
        self.faller_col = 0
        self.faller_height = 0
        self.faller = []

    def load(self, lines):
        for line in reversed(lines):
            for c in range(self.cols):
                if line[c] != " ":
                    self.stacks[c].append(line[c])
        self.find_stars()

    def get_lines(self):
        result = []
        for h in range(self.rows - 1, -1, -1):
            line = "|"
            for c in range(self.cols):
                line = line + self.get_cell(h, c)
            result.append(line + "|")
        result.append(" " + self.cols * "---" + " ")
        return result

    def get_cell(self, h, c):
        if self.has_faller and c == self.faller_col:
            i = h - self.faller_height
            if i in (0, 1, 2):
                if self.is_landed():
                    return "|" + self.faller[2 - i] + "|"
                else:
                    return "[" + self.faller[2 - i] + "]"
        if h >= len(self.stacks[c]):
            return "   "
        if (h, c) in self.stars:
            return "*" + self.stacks[c][h] + "*"
        return " " + self.stacks[c][h] + " "

    def is_landed(self):
        # heights count from 0 at the bottom, so the next free height of a
        # column is simply how many jewels are in it
        return self.faller_height == len(self.stacks[self.faller_col])

    def new_faller(self, col, jewels):
        if col < 0 or col >= self.cols:
            raise NoSuchColumnError()
        if self.has_faller == False and self.stars == []:
            if len(self.stacks[col]) >= self.rows:
                self.game_over = True
                return
            self.has_faller = True
            self.faller_col = col
            self.faller_height = self.rows - 1
            self.faller = jewels

    def rotate_faller(self):
        if self.has_faller:
            self.faller = [self.faller[2], self.faller[0], self.faller[1]]

    def go(self, direction):
        if self.has_faller == False:
            return
        new_col = self.faller_col + direction
        if new_col < 0 or new_col == self.cols:
            return
        if len(self.stacks[new_col]) > self.faller_height:
            return
        self.faller_col = new_col

    def time_passes(self):
        if self.stars != []:
            new_stacks = []
            for c in range(self.cols):
                stack = []
                for h in range(len(self.stacks[c])):
                    if (h, c) not in self.stars:
                        stack.append(self.stacks[c][h])
                new_stacks.append(stack)
            self.stacks = new_stacks
            self.after_change()
        elif self.has_faller:
            if self.is_landed():
                for jewel in [self.faller[2], self.faller[1], self.faller[0]]:
                    self.stacks[self.faller_col].append(jewel)
                self.has_faller = False
                self.after_change()
            else:
                self.faller_height = self.faller_height - 1

    def after_change(self):
        self.find_stars()
        if self.stars == []:
            for stack in self.stacks:
                if len(stack) > self.rows:
                    self.game_over = True

    def color(self, h, c):
        if c < 0 or c >= self.cols or h < 0 or h >= self.rows:
            return None
        if h >= len(self.stacks[c]):
            return None
        return self.stacks[c][h]

    def find_stars(self):
        self.stars = []
        for c in range(self.cols):
            for h in range(self.rows):
                if self.color(h, c) != None:
                    self.look(h, c, 1, 0)
                    self.look(h, c, 0, 1)
                    self.look(h, c, 1, 1)
                    self.look(h, c, 1, -1)

    def look(self, h, c, dh, dc):
        color = self.color(h, c)
        if self.color(h + dh, c + dc) == color and self.color(h + 2 * dh, c + 2 * dc) == color:
            self.stars.append((h, c))
            self.stars.append((h + dh, c + dc))
            self.stars.append((h + 2 * dh, c + 2 * dc))
