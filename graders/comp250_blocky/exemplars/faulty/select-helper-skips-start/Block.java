class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException();
        }
        if (x < this.xCoord || x >= this.xCoord + this.size || y < this.yCoord || y >= this.yCoord + this.size) {
            return null;
        }
        if (this.level == lvl) {
            return this;
        }
        return search(x, y, lvl);
    }

    private Block search(int x, int y, int lvl) {
        for (Block child : this.children) {
            if (x >= child.xCoord && x < child.xCoord + child.size && y >= child.yCoord && y < child.yCoord + child.size) {
                if (child.level == lvl || child.children.length == 0) {
                    return child;
                }
                return child.search(x, y, lvl);
            }
        }
        return null;
    }
}
