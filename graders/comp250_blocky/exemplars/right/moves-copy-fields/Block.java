class Block {
    private static Block copyOf(Block other) {
        Block[] inner = new Block[other.children.length];
        for (int i = 0; i < inner.length; i++) {
            inner[i] = copyOf(other.children[i]);
        }
        return new Block(other.xCoord, other.yCoord, other.size, other.level, other.maxDepth, other.color, inner);
    }

    private void reorder(int[] sources) {
        if (this.children.length == 0) {
            return;
        }
        Block[] fresh = new Block[4];
        for (int i = 0; i < 4; i++) {
            fresh[i] = copyOf(this.children[sources[i]]);
            fresh[i].reorder(sources);
        }
        for (int i = 0; i < 4; i++) {
            this.children[i] = fresh[i];
        }
    }
}
