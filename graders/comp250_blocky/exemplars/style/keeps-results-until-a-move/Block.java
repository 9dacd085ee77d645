class Block {
    private static int changes = 0;
    private int flattened = -1;
    private int drawn = -1;
    private Color[][] cells;
    private ArrayList<BlockToDraw> squares;

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || size % (1 << this.maxDepth - this.level) != 0) {
            throw new IllegalArgumentException("a block on level " + this.level + " of " + this.maxDepth
                    + " cannot have the size " + size);
        }
        changes++;
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        if (this.children.length == 4) {
            int half = size / 2;
            this.children[0].updateSizeAndPosition(half, xCoord + half, yCoord);
            this.children[1].updateSizeAndPosition(half, xCoord, yCoord);
            this.children[2].updateSizeAndPosition(half, xCoord, yCoord + half);
            this.children[3].updateSizeAndPosition(half, xCoord + half, yCoord + half);
        }
    }

    private void rearrange(int[] sources) {
        changes++;
        reorder(sources);
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
    }

    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        changes++;
        this.color = null;
        this.children = randomChildren();
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        return true;
    }

    public Color[][] flatten() {
        if (this.flattened != changes) {
            int side = 1 << this.maxDepth - this.level;
            this.cells = new Color[side][side];
            paint(this.cells, 0, 0, side);
            this.flattened = changes;
        }
        return this.cells;
    }

    public ArrayList<BlockToDraw> getBlocksToDraw() {
        if (this.drawn != changes) {
            this.squares = new ArrayList<BlockToDraw>();
            addBlocksToDraw(this.squares);
            this.drawn = changes;
        }
        return new ArrayList<BlockToDraw>(this.squares);
    }
}
