class Block {
    public Block(int lvl, int maxDepth) {
        this.level = lvl;
        this.maxDepth = maxDepth;
        this.color = GameColors.RED;
        this.children = new Block[0];
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
    }

    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<BlockToDraw> found = new ArrayList<BlockToDraw>();
        found.add(new BlockToDraw(GameColors.RED, 0, 0, 0, 0));
        return found;
    }

    public Block getSelectedBlock(int x, int y, int lvl) {
        return this;
    }

    public void reflect(int direction) {
    }

    public void rotate(int direction) {
    }

    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        return true;
    }

    public Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        Color[][] cells = new Color[side][side];
        for (Color[] row : cells) {
            for (int j = 0; j < side; j++) {
                row[j] = GameColors.RED;
            }
        }
        return cells;
    }
}
