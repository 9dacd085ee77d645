class Block {
    public Color[][] flatten() {
        int side = this.children.length == 0 ? 1 : 2;
        for (Block child : this.children) {
            if (child.children.length > 0) {
                side = this.size / 4;
            }
        }
        Color[][] cells = new Color[side][side];
        int unit = this.size / side;
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                int x = this.xCoord + column * unit;
                int y = this.yCoord + row * unit;
                cells[row][column] = this.getSelectedBlock(x, y, this.maxDepth).color;
            }
        }
        return cells;
    }
}
