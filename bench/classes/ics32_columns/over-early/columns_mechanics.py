"""Project 4 - Columns
mechanics"""

class NoFallerError(Exception):
    pass

class FallerExistsError(Exception): 
    pass
    
class Columns: 
    """the game, board is a list of columns, each cell is a string like '[X]' or ' X ' """ 
    
    def __init__(self, row_count, column_count, board):
        self.row_count=row_count
        self.column_count = column_count 
        self.board=board
        # where the current is, index of the lowest jewel in the column. three cells more at the top
        self.current = []
        self.game_over=False
        self._fall_down()
        self._mark()

    def _check_top(self):
        for column in self.board:
            if column[2]!='   ':
                self.game_over = True 

    def _letter(self,column, row):
        if column<0 or column>=self.column_count or row < 3 or row>=self.row_count + 3:
            return ''
        return self.board[column][row].strip(' *')

    def _mark(self):
        found = []
        for column in range(self.column_count):
            #print(result)
            for row in range(3,self.row_count + 3):
                letter=self._letter(column,row)
                if letter=='':
                    continue
                # the cell is marked when it is in a run of 3, count both ways
                #asked about this in the lab
                for x,y in ((1,0), (0,1), (1,1),(1, -1)):
                    count = 1
                    step = 1
                    while self._letter(column+step * x, row + step * y)==letter:
                        count+=1
                        step += 1 
                    step = 1
                    while self._letter(column-step * x,row - step * y) == letter:
                        count += 1
                        step+=1
                    if count>=3:
                        found.append((column,row))
        for column, row in found: 
            self.board[column][row] = '*'+self._letter(column,row)+'*'

    def _update_brackets(self):
        column,low=self.current
        cells=self.board[column]
        if low == len(cells)-1 or cells[low+1]!='   ': 
            left,right='|', '|'
        else:
            left, right = '[',']'
        for row in range(low - 2,low+1):
            cells[row] = left+cells[row][1]+right

    def tick(self): 
        if self._any_stars():
            for column in self.board:
                for row in range(len(column)):
                    if column[row][0]=='*':
                        column[row] = '   '
            self._fall_down()
            self._mark()
            self._check_top()
        elif self.current != []:
            column, low=self.current
            cells=self.board[column]
            if cells[low][0]=='|':
                for row in range(low-2, low+1):
                    # not sure about this
                    cells[row]=' '+cells[row][1]+' '
                #not sure about this
                self.current=[]
                self._mark()
                self._check_top()
            else:
                cells.pop(low + 1)
                cells.insert(0,'   ')
                self.current[1]=low + 1 
                self._update_brackets()

    def rotate_faller(self):
        if self.current==[]:
            raise NoFallerError
        column, low = self.current
        cells=self.board[column]
        cells[low - 2],cells[low-1],cells[low] = cells[low],cells[low - 2], cells[low-1]

    def _fall_down(self):
        for number in range(self.column_count):
            jewels = []
            for cell in self.board[number]:
                if cell!='   ':
                    jewels.append(cell)
            blanks=len(self.board[number])-len(jewels)
            self.board[number]=['   '] * blanks+jewels

    def move_faller(self,step):
        if self.current==[]:
            raise NoFallerError 
        column,low=self.current
        other=column+step
        if other<0 or other==self.column_count:
            return
        if self.board[other][low-2:low+1] != ['   ','   ', '   ']:
            # see lecture notes
            return
        self.board[other][low - 2:low+1] = self.board[column][low-2:low+1]
        self.board[column][low-2:low + 1]=['   ', '   ', '   '] 
        self.current[0] = other 
        self._update_brackets()

    def _any_stars(self):
        for column in self.board:
            for cell in column:
                if cell[0]=='*':
                    return True
        return False

    def new_faller(self,column_number,colors):
        if self.current!=[]:
            raise FallerExistsError
        self.current=[column_number-1, 3] 
        column = self.board[column_number-1]
        for number in range(3):
            column[number+1]='['+colors[number]+']' 
        self._update_brackets()
