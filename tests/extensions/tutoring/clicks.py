"""Measures the desk with many submissions in a real Chromium: the time from a key to the painted page.

``python -m tests.extensions.tutoring.clicks`` generates a class of 500, and prints the median and the slowest of each action. A change
counts as done when the server has written it and the page shows the answer.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from graders.harness.result import Finding
from tests.extensions.tutoring.classroom import classroom, program
from tests.extensions.tutoring.serving import served
from tests.reports.browser import MISSING, Browser, browser

TIMES = 20
MEASURE = """
window.times = {};
window.ended = false;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
const key = (name) => (document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
const shown = () => document.documentElement.dataset.shown;
const timed = async (what, act, done) => {
  const begin = performance.now();
  act();
  while (!done()) await new Promise((next) => setTimeout(next));
  await painted();
  (window.times[what] ||= []).push(performance.now() - begin);
};
const saved = () => document.getElementById("saved").textContent === "Saved";
const given = () => document.querySelectorAll(".items li.given").length;
(async () => {
  const links = [...document.querySelectorAll("#names a")];
  for (let n = 0; n < %(times)d; n += 1) {
    let before = shown();
    await timed("next submission", () => key("n"), () => shown() !== before);
    before = shown();
    const far = links[(n * 37 + 100) %% links.length];
    if (decodeURIComponent(far.hash.slice(1)) !== before) await timed("a far one in the list", () => far.click(), () => shown() !== before);
    const line = () => document.querySelector(".line.at")?.dataset.line;
    const at = line();
    await timed("next line", () => key("j"), () => line() !== at);
    const tab = () => document.querySelector(".tab[aria-selected=true]").id;
    const now = tab();
    await timed("next file", () => key("]"), () => tab() !== now);
    await timed("next finding", () => key("f"), () => true);
    const had = given();
    await timed("rubric item, saved", () => key("1"), () => given() !== had);
    await timed("full marks, saved", () => key("0"), saved);
    await timed("open a comment", () => key("c"), () => document.activeElement.matches(".card textarea"));
    const text = document.activeElement;
    text.value = "Say why.";
    text.dispatchEvent(new Event("input", {bubbles: true}));
    await timed("comment, saved", () => text.blur(), saved);
    const search = document.getElementById("search");
    await timed("search", () => { search.value = `s${n}1`; search.dispatchEvent(new Event("input", {bubbles: true})); }, () => true);
    search.value = "";
    search.dispatchEvent(new Event("input", {bubbles: true}));
    await pause(150);
  }
  window.ended = true;
})();
"""


def measured(shown: Browser, address: str, times: int) -> dict[str, list[float]]:
    """Return the milliseconds of each action."""
    shown.size(1280, 900)
    shown.go(address)
    if not shown.becomes_true("Boolean(document.documentElement.dataset.shown)"):
        sys.exit("the page does not come")
    shown.run(
        "return fetch('api/rubric', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify("
        "{change: {type: 'entry', id: 'names', base: null, value: {id: 'names', name: 'Names', part: 'Quality', marks: '-1'}}})})"
    )
    shown.becomes_true("document.querySelectorAll('.items li').length > 0")
    shown.run(MEASURE % {"times": times})
    shown.becomes_true("window.ended", 600)
    found: dict[str, list[float]] = shown.run("return window.times")
    return found


def main() -> None:
    """Measure, and print a table."""
    arguments = argparse.ArgumentParser(
        prog="python -m tests.extensions.tutoring.clicks", description=__doc__
    )
    arguments.add_argument("--submissions", type=int, default=500, metavar="N")
    arguments.add_argument(
        "--lines",
        type=int,
        default=400,
        metavar="N",
        help="lines of the longest file (default 400)",
    )
    arguments.add_argument(
        "--times", type=int, default=TIMES, metavar="N", help=f"of each action (default {TIMES})"
    )
    args = arguments.parse_args()
    if MISSING:
        sys.exit(f"clicks: {MISSING}")
    code = {
        "game.py": program(args.lines),
        "board.py": program(args.lines // 2, 2),
        "main.py": program(60, 3),
    }
    found = [
        Finding(
            "magic-number",
            "review",
            "game.py",
            9 + 10 * n,
            "A number without a name.",
            "the handout, 4",
        )
        for n in range(30)
    ]
    with TemporaryDirectory() as folder:
        names = [f"s{number:03}" for number in range(args.submissions)]
        marks = classroom(Path(folder) / "marks", names, code=code, findings=found)
        with served(marks) as address, browser(Path(folder)) as shown:
            times = measured(shown, address, args.times)
    print(f"{args.submissions} submissions, {args.lines} lines; milliseconds until painted")
    for what, each in times.items():
        print(f"{what:24} median {statistics.median(each):5.0f}   slowest {max(each):5.0f}")


if __name__ == "__main__":
    main()
