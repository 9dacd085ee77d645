class Block {
    public void rotate(int direction) {
        checkDirection(direction);
        if (this.children.length == 4) {
            rotate(direction);
        }
    }
}
