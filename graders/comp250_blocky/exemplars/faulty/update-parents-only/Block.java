class Block {
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || size % (1 << (this.maxDepth - this.level)) != 0) {
            throw new IllegalArgumentException();
        }
        if (this.children.length == 4) {
            int half = size / 2;
            int[] right = {half, 0, 0, half};
            int[] down = {0, 0, half, half};
            for (int i = 0; i < 4; i++) {
                this.children[i].size = half;
                this.children[i].xCoord = xCoord + right[i];
                this.children[i].yCoord = yCoord + down[i];
                this.children[i].updateSizeAndPosition(half, xCoord + right[i], yCoord + down[i]);
            }
        }
    }
}
