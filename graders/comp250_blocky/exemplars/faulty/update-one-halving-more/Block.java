class Block {
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || size % (1 << (this.maxDepth - this.level + 1)) != 0) {
            throw new IllegalArgumentException();
        }
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        if (this.children.length == 4) {
            int half = size / 2;
            place(this.children[0], half, xCoord + half, yCoord);
            place(this.children[1], half, xCoord, yCoord);
            place(this.children[2], half, xCoord, yCoord + half);
            place(this.children[3], half, xCoord + half, yCoord + half);
        }
    }

    private static void place(Block child, int size, int xCoord, int yCoord) {
        child.updateSizeAndPosition(size, xCoord, yCoord);
    }
}
