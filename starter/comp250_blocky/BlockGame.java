package assignment3;

import java.awt.BasicStroke;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.GridLayout;
import java.awt.Rectangle;
import java.awt.event.FocusEvent;
import java.awt.event.FocusListener;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.awt.event.MouseEvent;
import java.awt.event.MouseListener;
import java.awt.event.MouseMotionListener;
import java.util.ArrayList;
import java.util.Random;
import javax.swing.BorderFactory;
import javax.swing.Box;
import javax.swing.BoxLayout;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JOptionPane;
import javax.swing.JPanel;
import javax.swing.JSpinner;
import javax.swing.SpinnerNumberModel;
import javax.swing.SwingUtilities;
import javax.swing.plaf.basic.BasicButtonUI;

/**
 * The game in a window. This panel is the board; the text and buttons for the players are beside it.
 *
 * A click selects a block, the arrow keys up and down select a larger or smaller one at the same point, and a button
 * makes a move. Block knows everything about the board itself.
 */
public class BlockGame extends JPanel
        implements Runnable, MouseListener, MouseMotionListener, KeyListener, FocusListener {

    private static final long serialVersionUID = 1;
    private static final int BOARD_PIXELS = 800; // at most
    private static final int MARGIN = 6; // around the board, so that frames are not cut off
    private static final int DEEPEST = 8;
    private static final Color PAPER = new Color(246, 244, 238);
    private static final Color INK = new Color(40, 40, 40);
    private static final Color EDGE = new Color(200, 196, 186);
    private static final Color FAINT = new Color(120, 118, 112);

    private final Random random = new Random();
    private final ArrayList<JButton> buttons = new ArrayList<JButton>();
    private JFrame window;
    private JPanel scores;
    private JLabel turnLine;
    private JLabel levelLine;
    private JLabel hint;

    private Block board;
    private Goal[] goals;
    private int depth = 6;
    private int players = 1;
    private int turns = 5;
    private int movesMade;

    private ArrayList<BlockToDraw> squares;
    private Block selected;
    private Block underMouse;
    private int selectedLevel;
    private int clickedX;
    private int clickedY;

    /** Asks what to play, and opens the window. */
    public BlockGame() {
        SwingUtilities.invokeLater(this);
    }

    public static void main(String[] args) {
        new BlockGame();
    }

    @Override
    public void run() {
        if (!askWhatToPlay()) {
            return;
        }
        newGame();
        openWindow();
        showState("Click a block to select it.");
    }

    private boolean askWhatToPlay() {
        JSpinner depthField = new JSpinner(new SpinnerNumberModel(this.depth, 1, DEEPEST, 1));
        JComboBox<String> playersField = new JComboBox<String>(new String[] {"one player", "two players"});
        JSpinner turnsField = new JSpinner(new SpinnerNumberModel(this.turns, 1, 100, 1));
        JPanel form = new JPanel(new GridLayout(0, 2, 12, 10));
        form.setBorder(BorderFactory.createEmptyBorder(8, 4, 8, 4));
        form.add(new JLabel("Levels of the board"));
        form.add(depthField);
        form.add(new JLabel("Who plays"));
        form.add(playersField);
        form.add(new JLabel("Turns for each player"));
        form.add(turnsField);
        int answer = JOptionPane.showConfirmDialog(null, form, "Blocky", JOptionPane.OK_CANCEL_OPTION,
                JOptionPane.PLAIN_MESSAGE);
        this.depth = (Integer) depthField.getValue();
        this.players = playersField.getSelectedIndex() + 1;
        this.turns = (Integer) turnsField.getValue();
        return answer == JOptionPane.OK_OPTION;
    }

    private void newGame() {
        int unit = BOARD_PIXELS / (1 << this.depth);
        int pixels = unit * (1 << this.depth);
        this.board = new Block(0, this.depth);
        this.board.updateSizeAndPosition(pixels, 0, 0);
        this.squares = this.board.getBlocksToDraw();
        setPreferredSize(new Dimension(pixels + 2 * MARGIN, pixels + 2 * MARGIN));

        this.goals = new Goal[this.players];
        int first = this.random.nextInt(GameColors.BLOCK_COLORS.length);
        int step = 1 + this.random.nextInt(GameColors.BLOCK_COLORS.length - 1);
        for (int i = 0; i < this.players; i++) {
            // The step is less than the number of colours, so two players never have the same one.
            Color color = GameColors.BLOCK_COLORS[(first + i * step) % GameColors.BLOCK_COLORS.length];
            this.goals[i] = this.random.nextBoolean() ? new BlobGoal(color) : new PerimeterGoal(color);
        }
    }

    // The window.

    private void openWindow() {
        addMouseListener(this);
        addMouseMotionListener(this);
        addKeyListener(this);
        addFocusListener(this);
        setFocusable(true);
        setOpaque(true);
        setBackground(INK);

        this.window = new JFrame("Blocky");
        this.window.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        this.window.add(this, BorderLayout.CENTER);
        this.window.add(sidePanel(), BorderLayout.EAST);
        this.window.setResizable(false);
        this.window.pack();
        this.window.setLocationRelativeTo(null);
        this.window.setVisible(true);
        requestFocusInWindow();
    }

    private JPanel sidePanel() {
        JPanel side = new JPanel();
        side.setLayout(new BoxLayout(side, BoxLayout.Y_AXIS));
        side.setBackground(PAPER);
        side.setBorder(BorderFactory.createEmptyBorder(20, 22, 20, 22));
        side.setPreferredSize(new Dimension(300, 0));

        side.add(line("Blocky", 30, Font.BOLD, INK));
        this.turnLine = line(" ", 15, Font.PLAIN, FAINT);
        side.add(this.turnLine);
        side.add(Box.createVerticalStrut(18));
        this.scores = column();
        side.add(this.scores);
        side.add(Box.createVerticalStrut(10));
        this.levelLine = line(" ", 15, Font.PLAIN, INK);
        side.add(this.levelLine);
        side.add(Box.createVerticalStrut(8));
        addMove(side, "Smash", () -> this.selected.smash());
        addMove(side, "Rotate clockwise", () -> this.selected.rotate(1));
        addMove(side, "Rotate counter-clockwise", () -> this.selected.rotate(0));
        addMove(side, "Reflect horizontally", () -> this.selected.reflect(0));
        addMove(side, "Reflect vertically", () -> this.selected.reflect(1));
        side.add(Box.createVerticalGlue());
        this.hint = line(" ", 14, Font.ITALIC, FAINT);
        side.add(this.hint);
        return side;
    }

    private static JPanel column() {
        JPanel panel = new JPanel();
        panel.setLayout(new BoxLayout(panel, BoxLayout.Y_AXIS));
        panel.setOpaque(false);
        panel.setAlignmentX(Component.LEFT_ALIGNMENT);
        return panel;
    }

    private static JLabel line(String text, int points, int style, Color color) {
        JLabel label = new JLabel(text);
        label.setFont(new Font(Font.SANS_SERIF, style, points));
        label.setForeground(color);
        label.setAlignmentX(Component.LEFT_ALIGNMENT);
        return label;
    }

    private void addMove(JPanel side, String name, Runnable move) {
        JButton button = new JButton(name);
        button.setAlignmentX(Component.LEFT_ALIGNMENT);
        button.setMaximumSize(new Dimension(Integer.MAX_VALUE, 40));
        button.setPreferredSize(new Dimension(0, 40));
        button.setUI(new BasicButtonUI());
        button.setBackground(Color.WHITE);
        button.setBorder(BorderFactory.createLineBorder(EDGE));
        button.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
        button.setFocusable(false); // the board keeps the keyboard focus
        button.addActionListener(event -> play(move));
        this.buttons.add(button);
        side.add(button);
        side.add(Box.createVerticalStrut(8));
    }

    /** Returns HTML that wraps a text at a width in pixels. */
    private static String wrapped(String text, int pixels) {
        return "<html><div style='width: " + pixels + "px'>" + text + "</div></html>";
    }

    // The flow of the game.

    private void play(Runnable move) {
        if (this.selected == null) {
            showState("Select a block first: click it.");
            return;
        }
        move.run();
        this.movesMade++;
        this.squares = this.board.getBlocksToDraw();
        this.selected = null;
        this.underMouse = null;
        if (isOver()) {
            showState(outcome());
            JOptionPane.showMessageDialog(this.window, outcome(), "The game is over", JOptionPane.PLAIN_MESSAGE);
        } else {
            showState("Click a block to select it.");
        }
    }

    private boolean isOver() {
        return this.movesMade == this.turns * this.players;
    }

    private String outcome() {
        int first = this.goals[0].score(this.board);
        if (this.players == 1) {
            return "Final score: " + first;
        }
        int second = this.goals[1].score(this.board);
        if (first == second) {
            return "A draw: " + first + " points each.";
        }
        return "Player " + (first > second ? 1 : 2) + " wins, " + Math.max(first, second) + " to "
                + Math.min(first, second) + ".";
    }

    private void showState(String message) {
        int player = this.movesMade % this.players;
        int turn = Math.min(this.movesMade / this.players + 1, this.turns);
        this.turnLine.setText("Turn " + turn + " of " + this.turns);
        this.scores.removeAll();
        for (int i = 0; i < this.players; i++) {
            this.scores.add(scoreCard(i, i == player && !isOver()));
            this.scores.add(Box.createVerticalStrut(12));
        }
        this.scores.revalidate();
        this.scores.repaint();
        if (this.selected == null) {
            this.levelLine.setText("No block is selected.");
        } else {
            this.levelLine.setText("Selected: a block on level " + this.selected.getLevel() + " of " + this.depth);
        }
        for (JButton button : this.buttons) {
            button.setEnabled(!isOver());
        }
        this.hint.setText(wrapped(message, 190));
        repaint();
    }

    private JPanel scoreCard(int player, boolean hasTheMove) {
        Color color = this.goals[player].targetGoal;
        JPanel card = column();
        card.setOpaque(true);
        card.setBackground(hasTheMove ? Color.WHITE : PAPER);
        card.setBorder(BorderFactory.createCompoundBorder(
                BorderFactory.createMatteBorder(0, 8, 0, 0, color), BorderFactory.createEmptyBorder(10, 12, 10, 8)));
        String name = this.players == 1 ? "Score" : "Player " + (player + 1);
        card.add(line(name + ": " + this.goals[player].score(this.board), 20, Font.BOLD, INK));
        card.add(line(wrapped(this.goals[player].description(), 165), 13, Font.PLAIN, FAINT));
        card.setMaximumSize(new Dimension(Integer.MAX_VALUE, card.getPreferredSize().height));
        return card;
    }

    /** Selects the block at the last clicked point on a level, which is limited to those of the board. */
    private void selectAt(int level) {
        this.selectedLevel = Math.max(0, Math.min(level, this.board.getMaxDepth()));
        this.selected = this.board.getSelectedBlock(this.clickedX, this.clickedY, this.selectedLevel);
        showState("Arrow keys up and down: a larger or a smaller block.");
    }

    // Drawing.

    @Override
    protected void paintComponent(Graphics graphics) {
        super.paintComponent(graphics);
        Graphics2D pen = (Graphics2D) graphics.create();
        pen.translate(MARGIN, MARGIN);
        if (this.squares != null) {
            for (BlockToDraw square : this.squares) {
                pen.setColor(square.getColor());
                if (square.getStrokeThickness() == 0) {
                    pen.fill(square.getShape());
                } else {
                    outline(pen, square.getShape(), square.getStrokeThickness());
                }
            }
        }
        if (this.underMouse != null && this.underMouse != this.selected) {
            pen.setColor(Color.WHITE);
            outline(pen, this.underMouse.getHighlightedFrame().getShape(), 2);
        }
        if (this.selected != null) {
            BlockToDraw frame = this.selected.getHighlightedFrame();
            pen.setColor(GameColors.HIGHLIGHT_COLOR);
            outline(pen, frame.getShape(), frame.getStrokeThickness());
        }
        pen.dispose();
    }

    private static void outline(Graphics2D pen, Rectangle shape, int thickness) {
        pen.setStroke(new BasicStroke(thickness));
        pen.draw(shape);
    }

    // Mouse and keys.

    @Override
    public void mousePressed(MouseEvent event) {
        requestFocusInWindow();
        if (!isOver()) {
            this.clickedX = event.getX() - MARGIN;
            this.clickedY = event.getY() - MARGIN;
            selectAt(this.board.getMaxDepth());
        }
    }

    @Override
    public void mouseMoved(MouseEvent event) {
        Block found = null;
        if (!isOver()) {
            int level = this.board.getMaxDepth();
            found = this.board.getSelectedBlock(event.getX() - MARGIN, event.getY() - MARGIN, level);
        }
        if (found != this.underMouse) {
            this.underMouse = found;
            repaint();
        }
    }

    @Override
    public void mouseExited(MouseEvent event) {
        this.underMouse = null;
        repaint();
    }

    @Override
    public void keyPressed(KeyEvent event) {
        if (this.selected == null) {
            return;
        }
        if (event.getKeyCode() == KeyEvent.VK_UP) {
            selectAt(this.selected.getLevel() - 1);
        } else if (event.getKeyCode() == KeyEvent.VK_DOWN) {
            selectAt(this.selected.getLevel() + 1);
        }
    }

    @Override
    public void focusLost(FocusEvent event) {
        this.underMouse = null;
        repaint();
    }

    @Override
    public void focusGained(FocusEvent event) {
        repaint();
    }

    @Override
    public void mouseDragged(MouseEvent event) {
        // A drag counts as the click that began it.
    }

    @Override
    public void mouseClicked(MouseEvent event) {
        // A click counts when the button goes down.
    }

    @Override
    public void mouseReleased(MouseEvent event) {
        // A click counts when the button goes down.
    }

    @Override
    public void mouseEntered(MouseEvent event) {
        // The first movement gives the position.
    }

    @Override
    public void keyTyped(KeyEvent event) {
        // Arrow keys type nothing.
    }

    @Override
    public void keyReleased(KeyEvent event) {
        // A key counts when it goes down.
    }
}
