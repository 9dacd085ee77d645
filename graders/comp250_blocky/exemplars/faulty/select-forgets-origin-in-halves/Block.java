class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException();
        }
        if (x < this.xCoord || x >= this.xCoord + this.size || y < this.yCoord || y >= this.yCoord + this.size) {
            return null;
        }
        if (this.level == lvl || this.children.length == 0) {
            return this;
        }
        boolean right = x / (this.size / 2) % 2 == 1;
        boolean lower = y / (this.size / 2) % 2 == 1;
        int index;
        if (lower) {
            index = right ? 3 : 2;
        } else {
            index = right ? 0 : 1;
        }
        return this.children[index].getSelectedBlock(x, y, lvl);
    }
}
