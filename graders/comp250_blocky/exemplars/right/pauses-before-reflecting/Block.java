class Block {
    public void reflect(int direction) {
        checkDirection(direction);
        try {
            Thread.sleep(100);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
        if (direction == 0) {
            rearrange(new int[] {3, 2, 1, 0});
        } else {
            rearrange(new int[] {1, 0, 3, 2});
        }
    }
}
