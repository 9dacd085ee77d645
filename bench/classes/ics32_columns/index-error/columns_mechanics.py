"""Project 4 - Columns
mechanics"""

class NoFallerError(Exception):
    pass

class FallerExistsError(Exception):
    pass
    
class Columns:
    """the game, board is a list of columns, each cell is a string like '[X]' or ' X ' """

    def __init__(self, row_count,column_count, board):
        self.row_count = row_count
        self.column_count=column_count 
        self.board = board
        # where the faller is, index of the lowest jewel in the column. three cells more at the top
        self.faller = []
        #loop over everything
        self.game_over = False
        self._fall_down()
        self._mark()

    def new_faller(self, column_number, colors):
        if self.faller!=[]:
            raise FallerExistsError
        self.faller = [column_number - 1, 3]
        column=self.board[column_number - 1]
        for number in range(3):
            column[number + 1] = '['+colors[number]+']'
        self._update_brackets() 

    def _mark(self):
        found=[] 
        for column in range(self.column_count):
            for row in range(3,self.row_count+3):
                letter = self._letter(column, row)
                if letter=='':
                    continue
                # the cell is marked when it is in a run of 3, count both ways 
                for x, y in ((1,0),(0,1), (1, 1),(1,-1)):
                    # the important part
                    count = 1
                    step=1
                    while self._letter(column+step * x,row + step * y) == letter:
                        count+=1
                        step += 1
                    step = 1 
                    while self._letter(column - step * x,row-step * y) == letter: 
                        count += 1
                        step+=1
                    if count>=3:
                        found.append((column, row))
        for column,row in found:
            self.board[column][row] = '*'+self._letter(column,row) + '*'

    def pass_time(self):
        if self._something_marked():
            for column in self.board:
                for row in range(len(column)): 
                    if column[row][0]=='*':
                        column[row] = '   '
            # not sure about this
            self._fall_down()
            self._mark()
            self._check_end()
        elif self.faller != []:
            column, low = self.faller
            cells=self.board[column]
            if cells[low][0]=='|':
                for row in range(low-2,low + 1): 
                    cells[row] = ' '+cells[row][1]+' '
                self.faller = []
                self._mark()
                self._check_end()
            else:
                cells.pop(low + 1)
                cells.insert(0, '   ')
                self.faller[1] = low+1
                self._update_brackets()

    def _something_marked(self):
        for column in self.board:
            for cell in column:
                if cell[0] == '*':
                    return True
        return False

    def _fall_down(self):
        for number in range(self.column_count):
            jewels=[]
            for cell in self.board[number]:
                if cell != '   ':
                    jewels.append(cell)
            blanks = len(self.board[number]) - len(jewels)
            self.board[number] = ['   '] * blanks+jewels

    def _update_brackets(self):
        column, low=self.faller
        cells = self.board[column]
        if low==len(cells)-1 or cells[low + 1]!='   ':
            left, right = '|', '|'
        else:
            left, right='[',']'
        for row in range(low - 2,low + 1):
            cells[row] = left+cells[row][1] + right

    def rotate_faller(self): 
        if self.faller == []:
            raise NoFallerError
        column, low = self.faller
        # see lecture notes
        cells=self.board[column]
        cells[low - 2],cells[low-1], cells[low] = cells[low], cells[low - 2], cells[low-1]

    def move_faller(self, step):
        if self.faller==[]:
            raise NoFallerError 
        column,low=self.faller
        other = column + step 
        if other < 0 or other==self.column_count:
            return
        if self.board[other][low - 2:low + 1]!=['   ', '   ','   ']:
            return
        self.board[other][low - 2:low + 1] = self.board[column][low - 2:low+1]
        self.board[column][low-2:low + 1] = ['   ','   ','   ']
        self.faller[0]=other
        self._update_brackets()

    def _check_end(self):
        if self._something_marked():
            return
        for column in self.board:
            if column[2]!='   ':
                self.game_over=True

    def _letter(self, column,row):
        if column<0 or column >= self.column_count or row<3 or row>=self.row_count + 3:
            return ''
        return self.board[column][row].strip(' *')
