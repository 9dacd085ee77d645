class Block {
    private boolean holds(int x, int y) {
        return x >= this.xCoord && x < this.xCoord + this.size && y >= this.yCoord && y < this.yCoord + this.size;
    }

    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl > this.maxDepth) {
            throw new IllegalArgumentException("Level is too large.");
        }
        if (this.level > lvl) {
            throw new IllegalArgumentException("Level is too small.");
        }
        Block here = holds(x, y) ? this : null;
        while (here != null && here.level < lvl && here.children.length != 0) {
            for (Block child : here.children) {
                if (child.holds(x, y)) {
                    here = child;
                    break;
                }
            }
        }
        return here;
    }
}
