class Block {
    public void reflect(int direction) {
        checkDirection(direction);
        mirror(direction, 2 * this.xCoord + this.size, 2 * this.yCoord + this.size);
    }

    private void mirror(int direction, int across, int down) {
        if (direction == 0) {
            this.yCoord = down - this.yCoord - this.size;
        } else {
            this.xCoord = across - this.xCoord - this.size;
        }
        for (Block child : this.children) {
            child.mirror(direction, across, down);
        }
    }
}
