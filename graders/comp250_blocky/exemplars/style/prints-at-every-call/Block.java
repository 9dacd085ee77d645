class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        System.out.println("looking for (" + x + ", " + y + ") on level " + lvl);
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException("there is no level " + lvl + " here");
        }
        boolean inside = this.xCoord <= x && x < this.xCoord + this.size
                && this.yCoord <= y && y < this.yCoord + this.size;
        if (!inside) {
            return null;
        }
        if (this.level == lvl || this.children.length == 0) {
            return this;
        }
        boolean right = x >= this.xCoord + this.size / 2;
        boolean lower = y >= this.yCoord + this.size / 2;
        int index = lower ? (right ? 3 : 2) : (right ? 0 : 1);
        return this.children[index].getSelectedBlock(x, y, lvl);
    }

    private void paint(Color[][] cells, int row, int column, int side) {
        System.out.println("painting " + this);
        if (this.children.length == 0) {
            for (int i = row; i < row + side; i++) {
                for (int j = column; j < column + side; j++) {
                    cells[i][j] = this.color;
                    System.out.println("cell " + i + " " + j + " is " + cells[i][j]);
                }
            }
            return;
        }
        int half = side / 2;
        this.children[0].paint(cells, row, column + half, half);
        this.children[1].paint(cells, row, column, half);
        this.children[2].paint(cells, row + half, column, half);
        this.children[3].paint(cells, row + half, column + half, half);
    }
}
