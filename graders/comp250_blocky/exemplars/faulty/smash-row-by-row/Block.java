class Block {
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.color = null;
        this.children = randomChildren();
        int half = this.size / 2;
        for (int i = 0; i < 4; i++) {
            this.children[i].updateSizeAndPosition(half, this.xCoord + i % 2 * half, this.yCoord + i / 2 * half);
        }
        return true;
    }
}
