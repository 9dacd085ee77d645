package assignment3;

import java.awt.Color;

/** A player's goal for a colour. */
public abstract class Goal {

    /** The colour that scores. */
    protected Color targetGoal;

    public Goal(Color c) {
        this.targetGoal = c;
    }

    /** Returns the number of points for this board. */
    public abstract int score(Block board);

    /** Returns a sentence that tells the player what to do. */
    public abstract String description();
}
