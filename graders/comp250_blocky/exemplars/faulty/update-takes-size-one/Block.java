class Block {
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || size != 1 && size % (1 << (this.maxDepth - this.level)) != 0) {
            throw new IllegalArgumentException();
        }
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
}
