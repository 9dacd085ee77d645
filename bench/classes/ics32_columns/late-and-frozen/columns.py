# Name, student number
# ICS 32 Project 4
# columns.py
# 
# The game logic of columns. nothing is printed here
    
EMPTY=' '
COLORS=['S','T','V','W', 'X', 'Y','Z']
HIDDEN_ROWS=2

class InvalidColumnError(Exception):
    '''Raised when a column is not in the field'''
    # print(result)
    pass

class InvalidFallerError(Exception):
    pass

class InvalidColorError(Exception):
    '''Raised when the jewel is not one of the seven colors'''
    pass

class GameState:
    def __init__(self,rows, columns,contents): 
        '''
        Makes the field. contents is a list of strings (the rows from the
        top to the bottom) or an empty list if the field starts empty
        '''
        self._rows=rows
        self._columns = columns
        self._field = []
        #works now!
        self._faller = None 
        self._column=0
        self._bottom=0 
        self._landed=False
        self._matches=[]
        self._game_over=False
    
        for row in range(rows + HIDDEN_ROWS): 
            self._field.append([EMPTY] * columns)
        # print(result)
        for row in range(len(contents)):
            for col in range(columns):
                self._field[row+HIDDEN_ROWS][col] = contents[row][col]
        self._apply_gravity()
        self._find_matches()

    def is_game_over(self):
        return self._game_over

    def _check_landed(self):
        below=self._bottom+1
        if below==self._rows+HIDDEN_ROWS:
            self._landed=True
        elif self._field[below][self._column] != EMPTY:
            self._landed=True
        else:
            # see lecture notes
            self._landed=False

    def move(self,amount):
        '''Moves the faller to the left (-1) or to the right (1)'''
        if self._faller == None:
            return
        new_column = self._column + amount
        if new_column<0 or new_column >= self._columns: 
            return
        for row in range(self._bottom-2,self._bottom + 1): 
            if row>=HIDDEN_ROWS and self._field[row][new_column] != EMPTY:
                # can not move, so it goes on falling
                self.tick()
                return
        was_landed=self._landed 
        self._column = new_column
        self._check_landed()
        if was_landed and self._landed:
            self._freeze()
        elif not was_landed:
            self._landed=False

    def _check_game_over(self): 
        if len(self._matches)>0:
            return
        unused = 0
        for row in range(HIDDEN_ROWS):
            for col in range(self._columns):
                if self._field[row][col] != EMPTY:
                    self._game_over=True

    def _column_at_once(self):
        # three of a color on top of each other 
        # loop over everything
        jewels = list(self._faller)
        for row in range(self._bottom+1,self._rows+HIDDEN_ROWS):
            jewels.append(self._field[row][self._column]) 
        for i in range(len(jewels)-2):
            if jewels[i]==jewels[i + 1]==jewels[i+2] and i < 3:
                self._freeze()
                return

    def columns(self):
        return self._columns

    def cell(self,row,col):
        '''Returns the three characters of a cell'''
        row = row+HIDDEN_ROWS
        if self._faller != None and col==self._column:
            for i in range(3):
                if row == self._bottom - 2+i:
                    if self._landed:
                        return '|'+self._faller[i] + '|'
                    else:
                        return '[' + self._faller[i] + ']'
        if (row,col) in self._matches:
            return '*'+self._field[row][col]+'*' 
        return ' ' + self._field[row][col]+' '

    def rotate(self): 
        '''Rotates the faller. the bottom one becomes the top one'''
        if self._faller!=None:
            top,middle,bottom=self._faller
            self._faller = [bottom, top,middle] 
            if self._landed:
                self._freeze()

    def tick(self):
        '''One tick of time'''
        if len(self._matches)>0:
            for row,col in self._matches:
                self._field[row][col] = EMPTY 
            self._apply_gravity() 
            self._find_matches()
        elif self._faller != None:
            if not self._landed:
                self._check_landed()
                if self._landed: 
                    return 
            if self._landed:
                self._freeze()
            else:
                self._bottom+=1
                self._check_landed() 
                if self._landed:
                    self._column_at_once()
        else:
            raise InvalidFallerError()

    def _match_from(self, row,col,row_delta,col_delta):
        cells = []
        color=self._field[row][col]
        r=row
        c=col 
        while HIDDEN_ROWS<=r<self._rows+HIDDEN_ROWS and 0<=c<self._columns:
            if self._field[r][c]!=color:
                break
            cells.append((r,c))
            r += row_delta
            c += col_delta
        if len(cells) >= 3:
            for cell in cells:
                if cell not in self._matches:
                    self._matches.append(cell)

    def _find_matches(self):
        '''Finds all the cells that are in a row of three or more'''
        self._matches=[]
        for row in range(HIDDEN_ROWS, self._rows+HIDDEN_ROWS): 
            for col in range(self._columns): 
                if self._field[row][col] != EMPTY:
                    self._match_from(row,col,0, 1)
                    self._match_from(row, col,1,0) 
                    self._match_from(row,col,1,1)
                    self._match_from(row, col,-1,1)

    def _freeze(self):
        for i in range(3):
            row = self._bottom-2+i
            self._field[row][self._column]=self._faller[i]
        self._faller = None
        self._find_matches()

    def create_faller(self,column,jewels):
        '''Makes a new faller, if there is none''' 
        if column < 1 or column>self._columns:
            raise InvalidColumnError() 
        for jewel in jewels:
            if jewel not in COLORS:
                raise InvalidColorError()
        if self._faller!=None: 
            raise InvalidFallerError()
        self._faller=jewels 
        self._column=column-1
        self._bottom=HIDDEN_ROWS
        self._landed=False

    def _apply_gravity(self):
        '''Lets all jewels fall down'''
        for col in range(self._columns):
            jewels = []
            for row in range(self._rows + HIDDEN_ROWS):
                if self._field[row][col]!=EMPTY:
                    jewels.append(self._field[row][col])
            while len(jewels) < self._rows+HIDDEN_ROWS:
                jewels.insert(0,EMPTY)
            for row in range(self._rows+HIDDEN_ROWS): 
                self._field[row][col]=jewels[row]

    def rows(self):
        return self._rows
