class Block {
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0) {
            throw new IllegalArgumentException("negative");
        }
        int rest = size;
        for (int below = this.maxDepth - this.level; below > 0; below--) {
            if (rest % 2 == 1) {
                throw new IllegalArgumentException("cannot be halved so often");
            }
            rest = rest / 2;
        }
        if (rest != 1 && rest % 2 == 1) {
            throw new IllegalArgumentException("odd");
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
