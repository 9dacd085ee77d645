package assignment3;

import java.awt.Color;

/** What a player tries to reach with a colour. */
public abstract class Goal {

    /** The colour that scores. */
    protected Color targetGoal;

    public Goal(Color c) {
        this.targetGoal = c;
    }

    /** Returns the points that this board is worth. */
    public abstract int score(Block board);

    /** Returns a sentence that tells the player what to do. */
    public abstract String description();
}
