class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException();
        }
        if (x < this.xCoord || x >= this.xCoord + this.size || y < this.yCoord || y >= this.yCoord + this.size) {
            return null;
        }
        Block last = this.children[this.children.length - 1];
        if (this.level == lvl) {
            return this;
        }
        int index;
        if (y >= last.yCoord) {
            index = x >= last.xCoord ? 3 : 2;
        } else {
            index = x >= last.xCoord ? 0 : 1;
        }
        Block child = this.children[index];
        return child.children.length == 0 ? child : child.getSelectedBlock(x, y, lvl);
    }
}
