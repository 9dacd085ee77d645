class Block {
    public void rotate(int direction) {
        checkDirection(direction);
        reorder(direction == 0 ? new int[] {3, 0, 1, 2} : new int[] {1, 2, 3, 0});
        int half = this.size / 2;
        for (int i = 0; i < this.children.length; i++) {
            this.children[i].xCoord = this.xCoord + (i == 0 || i == 3 ? half : 0);
            this.children[i].yCoord = this.yCoord + (i >= 2 ? half : 0);
        }
    }
}
