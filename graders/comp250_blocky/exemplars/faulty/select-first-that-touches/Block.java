class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException();
        }
        if (x < this.xCoord || x > this.xCoord + this.size || y < this.yCoord || y > this.yCoord + this.size) {
            return null;
        }
        if (this.level == lvl || this.children.length == 0) {
            return this;
        }
        for (Block child : this.children) {
            Block found = child.getSelectedBlock(x, y, lvl);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
