class Block {
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.color = null;
        Block fresh = new Block(this.level + 1, this.maxDepth);
        this.children = new Block[] {fresh, fresh, fresh, fresh};
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        return true;
    }
}
