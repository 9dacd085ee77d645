class Block {
    public void rotate(int direction) {
        checkDirection(direction);
        if (this.children.length == 4) {
            Block[] old = this.children;
            this.children = direction == 0 ? new Block[] {old[3], old[0], old[1], old[2]}
                    : new Block[] {old[1], old[2], old[3], old[0]};
            updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        }
    }
}
