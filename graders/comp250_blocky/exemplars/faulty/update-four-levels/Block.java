class Block {
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || size % (1 << this.maxDepth - this.level) != 0) {
            throw new IllegalArgumentException();
        }
        place(size, xCoord, yCoord, 4);
    }

    private void place(int size, int xCoord, int yCoord, int levels) {
        if (levels == 0) {
            return;
        }
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        for (int i = 0; i < this.children.length; i++) {
            int half = size / 2;
            this.children[i].place(half, i % 3 == 0 ? xCoord + half : xCoord, i > 1 ? yCoord + half : yCoord, levels - 1);
        }
    }
}
