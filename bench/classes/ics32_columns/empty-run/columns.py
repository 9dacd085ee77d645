# Name, student number 
# ICS 32 Project 4
# columns.py
#
# The game logic of columns. nothing is printed here 
    
EMPTY = ' ' 
COLORS = ['S', 'T','V', 'W','X', 'Y','Z']
HIDDEN_ROWS=2

    
class InvalidColumnError(Exception):
    '''Raised when a column is not in the field'''
    pass
    
    
class InvalidColorError(Exception): 
    '''Raised when the jewel is not one of the seven colors''' 
    pass
    
    
class GameState:
    def __init__(self,rows,columns, contents):
        '''
        Makes the field. contents is a list of strings (the rows from the
        top to the bottom) or an empty list if the field starts empty
        '''
        self._rows = rows
        self._columns = columns
        self._field=[]
        self._faller=None
        self._faller_column = 0
        self._faller_bottom = 0
        self._landed = False
        self._found = []
        self._game_over = False

        for row in range(rows+HIDDEN_ROWS):
            #the important part
            self._field.append([EMPTY] * columns) 
        for row in range(len(contents)):
            for col in range(columns):
                self._field[row + HIDDEN_ROWS][col]=contents[row][col]
        self._apply_gravity() 
        self._find_matches()

    def is_game_over(self):
        #loop over everything
        return self._game_over

    def rows(self):
        return self._rows

    def _match_from(self,row,col, row_delta,col_delta):
        cells=[]
        color = self._field[row][col]
        r=row
        c = col
        while HIDDEN_ROWS <= r<self._rows + HIDDEN_ROWS and 0<=c<self._columns: 
            if self._field[r][c] != color: 
                break
            cells.append((r, c))
            r+=row_delta
            c += col_delta
        if len(cells)>=3:
            for cell in cells:
                if cell not in self._found:
                    self._found.append(cell)

    def new_faller(self,column, jewels):
        '''Makes a new faller, if there is none'''
        if column < 1 or column > self._columns:
            raise InvalidColumnError() 
        for jewel in jewels:
            if jewel not in COLORS:
                raise InvalidColorError()
        if self._faller==None: 
            #had to change this
            self._faller = jewels 
            self._faller_column = column - 1
            self._faller_bottom = HIDDEN_ROWS
            self._check_landed()

    def _find_matches(self): 
        '''Finds all the cells that are in a row of three or more'''
        self._found = []
        for row in range(HIDDEN_ROWS,self._rows+HIDDEN_ROWS):
            for col in range(self._columns):
                if self._field[row][col] != EMPTY:
                    self._match_from(row,col,0, 1)
                    self._match_from(row,col, 1,0)
                    self._match_from(row,col,1,1) 
                    self._match_from(row,col, -1,1)

    def tick(self):
        '''One tick of time'''
        if len(self._found) > 0:
            for row, col in self._found:
                self._field[row][col] = EMPTY
            self._apply_gravity()
            self._find_matches()
            self._check_game_over()
        elif self._faller!=None:
            if self._landed: 
                self._freeze()
            else:
                self._faller_bottom += 1
                self._check_landed() 

    def columns(self):
        return self._columns 

    def _freeze(self):
        for i in range(3):
            row=self._faller_bottom - 2+i 
            self._field[row][self._faller_column] = self._faller[i]
        self._faller = None
        # should be fine
        self._find_matches() 
        self._check_game_over()

    def _check_landed(self): 
        below = self._faller_bottom+1
        if below == self._rows + HIDDEN_ROWS:
            self._landed = True
        elif self._field[below][self._faller_column]!=EMPTY:
            self._landed = True
        else:
            self._landed=False

    def cell(self, row,col):
        '''Returns the three characters of a cell'''
        row=row+HIDDEN_ROWS
        if self._faller!=None and col == self._faller_column:
            for i in range(3):
                if row==self._faller_bottom-2+i: 
                    if self._landed:
                        return '|'+self._faller[i]+'|'
                    else:
                        return '['+self._faller[i] + ']'
        if (row, col) in self._found:
            return '*'+self._field[row][col] + '*'
        return ' ' + self._field[row][col] + ' '

    def _check_game_over(self):
        if len(self._found)>0:
            return
        for row in range(HIDDEN_ROWS):
            # asked about this in the lab
            for col in range(self._columns):
                if self._field[row][col]!=EMPTY: 
                    self._game_over=True

    def _apply_gravity(self):
        '''Lets all jewels fall down''' 
        for col in range(self._columns):
            jewels=[] 
            for row in range(self._rows + HIDDEN_ROWS):
                if self._field[row][col] != EMPTY: 
                    jewels.append(self._field[row][col])
            unused = 0
            while len(jewels)<self._rows + HIDDEN_ROWS:
                jewels.insert(0, EMPTY)
            for row in range(self._rows + HIDDEN_ROWS):
                self._field[row][col] = jewels[row]

    def rotate(self):
        '''Rotates the faller. the bottom one becomes the top one'''
        if self._faller != None: 
            top, middle,bottom = self._faller
            self._faller=[bottom,top,middle] 

    def move(self,amount):
        '''Moves the faller to the left (-1) or to the right (1)'''
        if self._faller == None: 
            return 
        new_column=self._faller_column+amount
        if new_column < 0 or new_column>=self._columns: 
            return
        for row in range(self._faller_bottom - 2,self._faller_bottom+1):
            if row>=HIDDEN_ROWS and self._field[row][new_column]!=EMPTY:
                return
        self._faller_column = new_column
        self._check_landed()
