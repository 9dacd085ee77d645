class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        if (x < this.xCoord || x >= this.xCoord + this.size || y < this.yCoord || y >= this.yCoord + this.size) {
            return null;
        }
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException();
        }
        if (this.level == lvl || this.children.length == 0) {
            return this;
        }
        int half = this.size / 2;
        int index;
        if (y >= this.yCoord + half) {
            index = x >= this.xCoord + half ? 3 : 2;
        } else {
            index = x >= this.xCoord + half ? 0 : 1;
        }
        return this.children[index].getSelectedBlock(x, y, lvl);
    }
}
