class Block {
    private java.util.Map<String, Block> kept = new java.util.HashMap<String, Block>();

    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException();
        }
        String key = x + " " + y + " " + lvl + " " + this.xCoord + " " + this.yCoord + " " + this.size;
        if (!this.kept.containsKey(key)) {
            Block found = null;
            if (x >= this.xCoord && x < this.xCoord + this.size && y >= this.yCoord && y < this.yCoord + this.size) {
                found = this;
                for (Block child : this.level == lvl ? new Block[0] : this.children) {
                    Block below = child.getSelectedBlock(x, y, lvl);
                    found = below == null ? found : below;
                }
            }
            this.kept.put(key, found);
        }
        return this.kept.get(key);
    }
}
