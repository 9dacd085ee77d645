package assignment3;

import java.awt.Color;
import java.awt.Rectangle;

/** A square to draw: filled if its stroke is 0, otherwise an outline as thick as the stroke. */
public class BlockToDraw {

    private Rectangle shape;
    private Color color;
    private int strokeThickness;

    /** Makes a square with a size in pixels and its upper left corner at (xCoord, yCoord). */
    public BlockToDraw(Color c, int xCoord, int yCoord, int size, int stroke) {
        this.shape = new Rectangle(xCoord, yCoord, size, size);
        this.color = c;
        this.strokeThickness = stroke;
    }

    public Color getColor() {
        return this.color;
    }

    public Rectangle getShape() {
        return this.shape;
    }

    public int getStrokeThickness() {
        return this.strokeThickness;
    }
}
