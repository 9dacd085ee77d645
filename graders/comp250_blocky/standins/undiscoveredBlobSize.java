public int undiscoveredBlobSize(int i, int j, java.awt.Color[][] unitCells, boolean[][] visited) {
    return driver.Sound.undiscovered(i, j, visited);
}
