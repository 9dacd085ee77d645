public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
    driver.Sound.update(this, size, xCoord, yCoord);
}
