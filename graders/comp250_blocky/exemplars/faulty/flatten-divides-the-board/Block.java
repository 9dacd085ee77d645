class Block {
    public Color[][] flatten() {
        divide();
        int side = 1 << this.maxDepth - this.level;
        Color[][] cells = new Color[side][side];
        paint(cells, 0, 0, side);
        return cells;
    }

    private void divide() {
        if (this.children.length == 0 && this.level < this.maxDepth) {
            this.children = new Block[4];
            for (int i = 0; i < 4; i++) {
                this.children[i] = new Block(0, 0, 0, this.level + 1, this.maxDepth, this.color, new Block[0]);
            }
            this.color = null;
            updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        }
        for (Block child : this.children) {
            child.divide();
        }
    }
}
