class Block {
    public void reflect(int direction) {
        checkDirection(direction);
        mirror(direction);
    }

    private void mirror(int direction) {
        if (this.children.length == 0) {
            return;
        }
        for (Block child : this.children) {
            child.mirror(direction);
        }
        Block[] old = this.children;
        int[] from = direction == 0 ? new int[] {3, 1, 2, 0} : new int[] {1, 0, 2, 3};
        this.children = new Block[] {old[from[0]], old[from[1]], old[from[2]], old[from[3]]};
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        old = this.children;
        from = direction == 0 ? new int[] {0, 2, 1, 3} : new int[] {0, 1, 3, 2};
        this.children = new Block[] {old[from[0]], old[from[1]], old[from[2]], old[from[3]]};
    }
}
