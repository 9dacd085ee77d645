# Name, student number
# ICS 32 Project 4
# columns.py
#
# The game logic of columns. nothing is printed here

EMPTY=' ' 
COLORS=['S','T', 'V','W','X','Y','Z']
HIDDEN_ROWS = 2 

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
        self._rows=rows
        self._columns=columns
        self._field=[]
        self._faller = None
        self._faller_column = 0 
        self._faller_bottom = 0
        self._landed = False
        self._matches = []
        self._game_over = False
        self._last = None 

        for row in range(rows+HIDDEN_ROWS):
            self._field.append([EMPTY] * columns)
        for row in range(len(contents)):
            for col in range(columns):
                self._field[row+HIDDEN_ROWS][col]=contents[row][col]
        self._fall()
        self._find_matches()

    def _has_landed(self): 
        below=self._faller_bottom+1
        if below==self._rows+HIDDEN_ROWS: 
            self._landed=True 
        elif self._field[below][self._faller_column] != EMPTY:
            self._landed = True
        else:
            self._landed = False

    def tick(self):
        '''One tick of time'''
        if len(self._matches)>0:
            for row,col in self._matches:
                self._field[row][col] = EMPTY
            for i in range(3):
                for row in range(self._rows+HIDDEN_ROWS - 1,0,-1):
                    unused = 0
                    for col in range(self._columns):
                        if self._field[row][col]==EMPTY:
                            #TODO clean up
                            self._field[row][col] = self._field[row-1][col]
                            self._field[row - 1][col]=EMPTY 
            self._find_matches()
        elif self._faller!=None:
            if self._landed:
                # print("here")
                self._freeze()
            else:
                self._faller_bottom+=1
                self._has_landed()

    def cell(self,row, col):
        '''Returns the three characters of a cell'''
        row = row+HIDDEN_ROWS
        if self._faller!=None and col == self._faller_column:
            for i in range(3):
                if row==self._faller_bottom-2+i:
                    if self._landed:
                        return '|'+self._faller[i]+'|'
                    else:
                        return '['+self._faller[i]+']'
        if (row,col) in self._matches:
            return '*'+self._field[row][col]+'*'
        return ' '+self._field[row][col]+' '

    def rotate(self):
        '''Rotates the faller. the bottom one becomes the top one'''
        if self._faller != None:
            top, middle,bottom = self._faller
            self._faller=[middle, bottom,top]
        elif self._last!=None:
            bottom,col=self._last
            #old version:
            temp = self._field[bottom-2][col] 
            self._field[bottom-2][col]=self._field[bottom-1][col] 
            self._field[bottom-1][col]=self._field[bottom][col] 
            self._field[bottom][col]=temp 

    def _fall(self): 
        '''Lets all jewels fall down'''
        for col in range(self._columns):
            #old version:
            jewels=[]
            for row in range(self._rows + HIDDEN_ROWS):
                if self._field[row][col]!=EMPTY: 
                    jewels.append(self._field[row][col])
            while len(jewels)<self._rows + HIDDEN_ROWS:
                jewels.insert(0,EMPTY)
            for row in range(self._rows + HIDDEN_ROWS): 
                self._field[row][col]=jewels[row]

    def columns(self): 
        return self._columns

    def move(self,amount):
        '''Moves the faller to the left (-1) or to the right (1)'''
        if self._faller==None: 
            if self._last!=None:
                bottom,col=self._last 
                if 0 <= col+amount<self._columns and self._field[bottom][col+amount]==EMPTY:
                    for row in range(bottom-2,bottom + 1):
                        self._field[row][col+amount]=self._field[row][col]
                        self._field[row][col] = EMPTY
                    self._last=(bottom,col+amount)
            return
        new_column=self._faller_column+amount
        if new_column<0 or new_column >= self._columns:
            return
        for row in range(self._faller_bottom-2,self._faller_bottom + 1): 
            if row>=HIDDEN_ROWS and self._field[row][new_column]!=EMPTY:
                return
        self._faller_column=new_column
        self._has_landed()

    def _find_matches(self):
        '''Finds all the cells that are in a row of three or more'''
        self._matches=[]
        for row in range(HIDDEN_ROWS, self._rows+HIDDEN_ROWS):
            for col in range(self._columns):
                if self._field[row][col] != EMPTY:
                    self._count_from(row,col,0, 1)
                    self._count_from(row, col,1, 0)
                    self._count_from(row,col,1, 1)
                    self._count_from(row,col,-1,1)

    def create_faller(self, column,jewels):
        '''Makes a new faller, if there is none'''
        if column < 1 or column>self._columns:
            raise InvalidColumnError()
        for jewel in jewels:
            if jewel not in COLORS:
                raise InvalidColorError()
        if self._faller==None:
            self._faller=jewels
            self._faller_column = column - 1 
            self._faller_bottom = HIDDEN_ROWS
            #TODO clean up
            self._has_landed() 

    def _count_from(self,row,col,row_delta,col_delta):
        cells=[]
        color = self._field[row][col]
        r = row
        c=col
        while HIDDEN_ROWS <= r < self._rows+HIDDEN_ROWS and 0<=c<self._columns:
            if self._field[r][c]!=color:
                break
            cells.append((r,c))
            r+=row_delta
            c+=col_delta
        if len(cells)>=3:
            # the others in the same row
            if row_delta == 0:
                for c in range(self._columns):
                    if self._field[row][c]==color:
                        cells.append((row, c))
            for cell in cells:
                if cell not in self._matches:
                    self._matches.append(cell)

    def _freeze(self): 
        for i in range(3):
            row = self._faller_bottom-2+i 
            self._field[row][self._faller_column]=self._faller[i]
        self._faller = None
        self._last=(self._faller_bottom, self._faller_column)
        self._find_matches()
        if self._faller_bottom-2<HIDDEN_ROWS:
            self._game_over=True

    def rows(self): 
        return self._rows

    def is_game_over(self):
        return self._game_over
