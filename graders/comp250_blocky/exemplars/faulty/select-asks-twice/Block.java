class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException();
        }
        boolean inside = x >= this.xCoord && x < this.xCoord + this.size && y >= this.yCoord && y < this.yCoord + this.size;
        if (!inside) {
            return null;
        }
        if (this.level < lvl) {
            for (Block child : this.children) {
                if (child.getSelectedBlock(x, y, lvl) != null) {
                    return child.getSelectedBlock(x, y, lvl);
                }
            }
        }
        return this;
    }
}
