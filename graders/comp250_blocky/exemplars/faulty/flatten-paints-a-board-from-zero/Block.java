class Block {
    public Color[][] flatten() {
        int side = (int) Math.pow(2, this.maxDepth);
        Color[][] cells = new Color[side][side];
        cover(cells, this.size / side);
        return cells;
    }

    private void cover(Color[][] cells, int unit) {
        for (Block child : this.children) {
            child.cover(cells, unit);
        }
        if (this.children.length == 0) {
            for (int row = this.yCoord / unit; row < (this.yCoord + this.size) / unit; row++) {
                for (int column = this.xCoord / unit; column < (this.xCoord + this.size) / unit; column++) {
                    cells[row][column] = this.color;
                }
            }
        }
    }
}
