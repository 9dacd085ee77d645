class Block {
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.color = null;
        this.children = new Block[4];
        for (int i = 0; i < 4; i++) {
            this.children[i] = new Block(this.level - 1, this.level - 1);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        return true;
    }
}
