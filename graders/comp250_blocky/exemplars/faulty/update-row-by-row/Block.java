class Block {
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || size % (1 << (this.maxDepth - this.level)) != 0) {
            throw new IllegalArgumentException();
        }
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        int half = size / 2;
        for (int i = 0; i < this.children.length; i++) {
            this.children[i].updateSizeAndPosition(half, xCoord + i % 2 * half, yCoord + i / 2 * half);
        }
    }
}
