class Block {
    public void reflect(int direction) {
        checkDirection(direction);
        if (this.children.length == 4) {
            Block[] old = this.children;
            this.children = direction == 0 ? new Block[] {old[3], old[2], old[1], old[0]}
                    : new Block[] {old[1], old[0], old[3], old[2]};
            for (Block child : this.children) {
                child.reflect(direction);
                if (direction == 0) {
                    child.rotate(0);
                }
            }
            updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        }
    }
}
