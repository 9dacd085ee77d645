// The desk's page. Text of submissions goes into the page as text only; HTML is the server's, made
// from tutors' Markdown. Every change is sent with the value that it replaces (see `Outbox`).
(() => {
  "use strict";

  // Helpers.

  const $ = (id) => document.getElementById(id);

  /** Return a new element. Properties are set on it, or as attributes if their names have a dash. */
  const make = (tag, properties = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (value === undefined || value === null) continue;
      if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
      else element[name] = value;
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  };

  const newId = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return `c${[...bytes].map((byte) => byte.toString(36).padStart(2, "0")).join("")}`;
  };

  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  const say = (text) => { $("spoken").textContent = text; };

  const shortTime = (at) => {
    const time = new Date(at);
    if (!at || Number.isNaN(time.getTime())) return "";
    const today = time.toDateString() === new Date().toDateString();
    return time.toLocaleString(undefined, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  };

  const linesOf = (comment) => (comment.end > comment.line
    ? `lines ${comment.line}–${comment.end}` : `line ${comment.line}`);

  // The server.

  /** Browsers send no longer request after their page is closed. */
  const LONGEST_KEPT_ALIVE = 60000;

  class Refused extends Error {
    constructor(status, answer) {
      super(status === 403 ? "this desk was started again: open its new address; what you typed is kept" : answer.message || `the desk refused it (${status})`);
      this.status = status;
      this.answer = answer;
    }
  }

  const ask = async (path, query = {}, body = undefined) => {
    const address = `api/${path}?${new URLSearchParams(query)}`;
    const options = body === undefined ? {} : {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    if (body !== undefined) options.keepalive = options.body.length < LONGEST_KEPT_ALIVE;
    const response = await fetch(address, options);
    const text = await response.text();
    let answer = {};
    try { answer = JSON.parse(text); } catch { answer = { message: text.slice(0, 300) }; }
    if (!response.ok) throw new Refused(response.status, answer);
    return answer;
  };

  // What the page knows.

  const desk = {
    names: [], who: new Map(), parts: [], name: "", code: null, marking: null, file: 0, line: 1, anchor: 1,
    part: 0, rubric: { items: [], from_zero: [] }, states: [], version: "", tutor: "", problem: "", page: "", here: {}, results: "", people: "", withoutAdvice: false, hasLogin: false,
  };
  const codes = new Map();

  const sections = () => [...desk.parts.map((part) => part.name), ""];
  const itemsOf = (part) => desk.rubric.items.filter((item) => item.part === part);
  const personNow = () => desk.who.get(desk.name) || desk.name;
  const stateOf = (name) => desk.states[desk.names.indexOf(name)] || {};
  const theFile = () => desk.code && desk.code.files[desk.file];

  // Changes on their way. Each field has one: the value that it replaces, and the value typed. It
  // is kept in the browser until the server has it, so that a closed page loses nothing.

  const NARROW = "(max-width: 68rem)";
  let draftsOf = "desk-drafts"; // then of this class: another one may be at the same address later
  const PAUSE = 350;

  class Outbox {
    constructor() {
      this.fields = new Map();
      this.offline = false;
      this.queue = Promise.resolve();
      this.sent = 0;
    }

    /** Send a change after all earlier ones, so that answers come in order; return the answer. */
    post(path, query, body) {
      const answer = this.queue.then(() => ask(path, query, body));
      this.queue = answer.catch(() => {});
      this.sent += 1;
      return answer;
    }

    key(name, kind, id) { return JSON.stringify([name, kind, id]); }

    get(kind, id, name = desk.name) { return this.fields.get(this.key(name, kind, id)); }

    /** Note that a field has a new value. base: the server's value when typing began. */
    put(kind, id, base, value, name = desk.name) {
      const key = this.key(name, kind, id);
      const field = this.fields.get(key) || { name, kind, id, base, sending: false, conflict: null, problem: "" };
      field.value = value;
      field.problem = "";
      this.fields.set(key, field);
      this.keep();
      clearTimeout(field.timer);
      if (!field.conflict) field.timer = setTimeout(() => this.send(key), PAUSE);
      this.show();
    }

    drop(field) {
      clearTimeout(field.timer);
      this.fields.delete(this.key(field.name, field.kind, field.id));
      this.keep();
      this.show();
    }

    keep() {
      const kept = [...this.fields.values()].map(({ name, kind, id, base, value }) => ({ name, kind, id, base, value }));
      try {
        if (kept.length) localStorage.setItem(draftsOf, JSON.stringify(kept));
        else localStorage.removeItem(draftsOf);
      } catch { /* a browser without storage */ }
    }

    restore() {
      let kept = [];
      try { kept = JSON.parse(localStorage.getItem(draftsOf) || "[]"); } catch { /* none */ }
      for (const { name, kind, id, base, value } of kept) {
        if (desk.who.has(name)) this.put(kind, id, base, value, name);
      }
    }

    flush() {
      for (const [key, field] of this.fields) {
        if (!field.conflict && !field.sending) { clearTimeout(field.timer); this.send(key); }
      }
    }

    changeOf({ kind, id, base, value }) {
      if (kind === "comment") return { type: "comment", id, base, value: value && (value.text.trim() || value.item) ? value : null };
      if (kind === "note" || kind === "tutor") return { type: kind, base, value };
      return { type: kind, part: id, base, value };
    }

    async send(key) {
      const field = this.fields.get(key);
      if (!field || field.sending || field.conflict || isEmptyDraft(field)) return;
      field.sending = true;
      this.show();
      const sent = field.value;
      try {
        const marking = await this.post("marking", { name: field.name }, { tutor: desk.tutor, change: this.changeOf(field) });
        this.offline = false;
        field.sending = false;
        field.base = valueIn(marking, field);
        if (same(sent, field.value)) this.drop(field);
        else field.timer = setTimeout(() => this.send(key), PAUSE);
        take(field.name, marking);
      } catch (error) {
        field.sending = false;
        this.failed(key, field, error);
      }
      this.show();
    }

    failed(key, field, error) {
      if (!(error instanceof Refused)) {
        this.offline = true;
        field.timer = setTimeout(() => this.send(key), 2000);
      } else if (error.status === 409) {
        field.conflict = error.answer;
        say(`${error.answer.by || "Somebody"} changed this meanwhile. Both texts are shown.`);
      } else {
        field.problem = error.message;
      }
      if (field.name === desk.name) showMarking();
    }

    /** End a conflict: send *value* in place of the other one, or drop it if that is undefined. */
    settle(field, value) {
      const { now } = field.conflict;
      field.conflict = null;
      if (value === undefined) {
        this.drop(field);
        refresh(field.name);
      } else {
        field.base = now;
        this.put(field.kind, field.id, now, value, field.name);
        this.flush();
      }
    }

    show() {
      const fields = [...this.fields.values()];
      const status = $("saved");
      const conflicts = fields.filter((field) => field.conflict);
      const problem = fields.find((field) => field.problem);
      const [text, kind] = this.offline ? ["Not saved: the desk does not answer", "bad"]
        : problem ? [`Not saved: ${problem.problem}`, "bad"]
          : conflicts.length ? [`Not saved: two texts at ${conflicts[0].name}`, "bad"]
            : fields.length ? ["Saving …", "busy"] : ["Saved", "good"];
      if (status.textContent !== text) status.textContent = text;
      status.className = `saved ${kind}`;
      status.title = text;
    }
  }

  const outbox = new Outbox();

  /** Return whether a field is a new comment without a word. */
  const isEmptyDraft = ({ kind, base, value }) => kind === "comment" && base === null && Boolean(value) && !value.text.trim() && !value.item;

  /** Return a field's value as the server has it. */
  const valueIn = (marking, { kind, id }) => {
    if (kind === "comment") {
      const found = marking.comments.find((comment) => comment.id === id);
      return found ? { text: found.text, ...placeOf(found) } : null;
    }
    if (kind === "note" || kind === "tutor") return marking[kind];
    const part = marking.parts.find((one) => one.name === id);
    return part ? (kind === "marks" ? part.typed : part.comment) : "";
  };

  /** Show what the server says about a submission, except where the tutor is typing. */
  const take = (name, marking) => {
    if (name !== desk.name) return;
    desk.marking = marking;
    showMarking();
  };

  const refresh = async (name) => { if (name === desk.name) take(name, await outbox.post("marking", { name })); };

  // One submission.

  const codeOf = (name) => {
    if (!codes.has(name)) {
      if (codes.size > 40) codes.delete(codes.keys().next().value);
      const asked = ask("code", { name });
      asked.catch(() => codes.delete(name));
      codes.set(name, asked);
    }
    return codes.get(name);
  };

  const colours = new Map();

  /** Return why a submission could not be read, and what can be done. */
  const unreadableBox = () => make("div", { className: "note-box limit unread" },
    make("p", {}, make("strong", { textContent: "This submission could not be read" }), make("span", { className: "message", textContent: desk.code.unreadable })),
    make("p", { className: "row" }, ...desk.code.review.takes.map(takeButton), insteadButton()),
    ...desk.code.review.files.map((text) => make("p", { textContent: text })),
    make("p", { className: "origin", textContent: "No check has run, so it has no mark. What you write here stays, and its marks count once the submission can be read." }));

  /** Return the colours of a file, which come after its text: some texts take long. */
  const coloursOf = (name, file) => {
    const key = JSON.stringify([name, file]);
    if (!colours.has(key)) {
      if (colours.size > 100) colours.delete(colours.keys().next().value);
      const entry = { lines: null };
      entry.asked = ask("colours", { name, file }).then((lines) => { entry.lines = lines; });
      entry.asked.catch(() => colours.delete(key));
      colours.set(key, entry);
    }
    return colours.get(key);
  };

  const firstFile = (code) => Math.max(code.files.findIndex((file) => file.lines.length), 0);

  let turn = 0;
  let ahead = 0;

  const open = async (name, { focus = true, isBack = false } = {}) => {
    if (!desk.who.has(name)) return;
    leaveField();
    outbox.flush();
    turn += 1;
    const mine = turn;
    let code, marking;
    try {
      [code, marking] = await Promise.all([codeOf(name), outbox.post("marking", { name, page: desk.page, tutor: desk.tutor })]);
    } catch (error) {
      showAlert(`${name}: ${error.message}`);
      return;
    }
    if (mine !== turn) return;
    showAlert(desk.problem);
    Object.assign(desk, { name, code, marking, line: 1, anchor: 1 });
    desk.file = firstFile(code);
    const address = `#${encodeURIComponent(name)}`;
    // Back goes to the submission before; the first one takes the place of the bare address
    if (!document.documentElement.dataset.shown) history.replaceState(null, "", address);
    else if (!isBack && location.hash !== address) history.pushState(null, "", address);
    $("name").textContent = name;
    $("name").title = desk.who.get(name);
    document.title = `${name} · the desk`;
    showCode();
    showPanel();
    showMarking();
    showHere();
    showPresence();
    if (focus) focusLine();
    document.documentElement.dataset.shown = name;
    const index = desk.names.indexOf(name);
    say(`${name}, ${index + 1} of ${desk.names.length}${desk.states[index]?.marked ? ", marked" : ""}`);
    clearTimeout(ahead);
    const next = desk.names[index + 1];
    if (next) ahead = setTimeout(() => codeOf(next).then((found) => { if (found.files.length) coloursOf(next, firstFile(found)); }, () => {}), 150);
  };

  /** Go to the next or previous submission of those that the list shows. */
  const step = (by) => {
    let index = desk.names.indexOf(desk.name) + by;
    while (desk.names[index] && !isShown(index)) index += by;
    if (desk.names[index]) open(desk.names[index]);
    else say(by > 0 ? "This is the last submission." : "This is the first submission.");
  };

  /** Return why nothing is left for this tutor. */
  const whyNone = (part) => {
    const left = desk.names.filter((_, index) => !desk.states[index]?.unreadable && (part ? desk.states[index]?.lacks.includes(part) : !desk.states[index]?.marked));
    if (!left.length) return part ? `All have marks for ${part}.` : "All are marked.";
    const tutors = [...new Set(left.map((name) => stateOf(name).tutor).filter(Boolean))].join(", ");
    return `None is left for you: ${left.length} unmarked ${left.length === 1 ? "one is" : "ones are"} open at another page, or for ${tutors || "others"}.`;
  };

  /** Go to the next submission that the server gives to this page: nobody else gets it. alone: one without marks for the current part. */
  const nextUnmarked = async (alone = false) => {
    leaveField();
    outbox.flush();
    try {
      const part = sections()[desk.part] || "";
      const { name } = await outbox.post("next", {}, { page: desk.page, tutor: desk.tutor, here: desk.name, part, part_alone: alone && Boolean(part) });
      if (name && name !== desk.name) await open(name);
      else { await polling; await poll(); const why = name ? "This is the last one." : whyNone(alone ? part : ""); say(why); showHint(why); }
    } catch (error) {
      showAlert(error.message);
    }
  };

  /** Show a sentence beside the submission's name for a moment. */
  const showHint = (text) => {
    $("here").textContent = text;
    setTimeout(showPresence, 5000);
  };

  // The code.

  const isAdvice = (note) => note.tone === "open" && !note.check;

  const allNotesOf = (file) => (desk.code ? desk.code.result.notes.filter((note) => note.line > 0 && note.file === file.name && note.line <= file.lines.length) : []);
  const notesOf = (file) => allNotesOf(file).filter((note) => !(desk.withoutAdvice && isAdvice(note)));

  /** Show advice at lines, which may be many times what else is there, or hide it. */
  const toggleAdvice = () => {
    desk.withoutAdvice = !desk.withoutAdvice;
    showCode();
    showPanel();
    showMarking();
    focusLine();
    say(desk.withoutAdvice ? "Advice at lines is hidden." : "Advice at lines is shown.");
  };

  const commentsNow = () => {
    const shown = new Map(desk.marking.comments.map((comment) => [comment.id, { ...comment }]));
    for (const field of outbox.fields.values()) {
      if (field.name !== desk.name || field.kind !== "comment") continue;
      const before = shown.get(field.id);
      if (field.value) shown.set(field.id, { by: desk.tutor, at: "", html: "", stale: false, ...before, item: "", id: field.id, ...field.value });
      else if (!field.conflict) shown.delete(field.id);
    }
    return [...shown.values()].sort((one, other) => one.line - other.line);
  };

  const showCode = () => {
    const files = desk.code.files;
    const list = make("div", { className: "tab-list", role: "tablist", "aria-label": "Files" });
    const tabs = make("div", { className: "tabs" }, list);
    files.forEach((file, index) => {
      list.append(make("button", {
        type: "button", className: "tab", role: "tab", id: `tab-${index}`, "aria-selected": index === desk.file,
        "aria-controls": "source", tabIndex: index === desk.file ? 0 : -1, onclick: () => chooseFile(index),
      }, make("span", { textContent: file.name }), make("span", { className: "count" })));
    });
    const advice = desk.code.result.notes.filter((note) => note.line > 0 && isAdvice(note)).length;
    const actions = make("div", { className: "tab-actions" });
    if (advice) actions.append(make("button", { type: "button", className: "quiet", textContent: `${desk.withoutAdvice ? "Show" : "Hide"} advice (${advice})`, title: "h", onclick: toggleAdvice }));
    if (files.length) actions.append(make("button", { type: "button", className: "quiet", textContent: "Comment on the lines", title: "c", onclick: () => comment(false) }));
    tabs.append(actions);
    const source = make("div", { className: "source", id: "source", role: "tabpanel", "aria-labelledby": `tab-${desk.file}` });
    $("code").replaceChildren(tabs, source);
    fillSource();
  };

  const spansOf = (line) => line.map((span) => (typeof span === "string" ? span : make("span", { className: span[0], textContent: span[1], title: span[0] === "x" ? `U+${span[1].codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}: a letter of another script` : undefined })));

  const fillSource = () => {
    const file = theFile();
    const source = $("source");
    if (!file && desk.code.unreadable) { source.replaceChildren(unreadableBox()); return; }
    if (!file) {
      source.replaceChildren(make("p", { className: "empty", textContent: "No code is kept for this submission. Grade the class again to see it here." }));
      return;
    }
    const coloured = coloursOf(desk.name, desk.file);
    const byLine = new Map();
    for (const note of notesOf(file)) byLine.set(note.line, [...(byLine.get(note.line) || []), note]);
    const rows = document.createDocumentFragment();
    (coloured.lines || file.lines.map((line) => [line])).forEach((line, index) => {
      const number = index + 1;
      const row = make("div", { className: "line" },
        make("button", { type: "button", className: "no", tabIndex: -1, textContent: number }),
        make("code", {}, ...spansOf(line)));
      row.dataset.line = number;
      rows.append(row);
      if (byLine.has(number)) {
        row.classList.add("noted", byLine.get(number)[0].tone);
        rows.append(make("div", { className: "beside" }, ...byLine.get(number).map(noteBox)));
      }
    });
    if (file.left_out) rows.append(make("p", { className: "empty", textContent: file.left_out }));
    source.replaceChildren(rows);
    if (!coloured.lines) {
      coloured.asked.then(() => { if (theFile() === file && $("source") === source) paint(source, coloured.lines); }, () => {});
    }
    if (!file.lines.length && !file.left_out) source.append(make("p", { className: "empty", textContent: "The file is empty." }));
  };

  const paint = (source, lines) => {
    let index = 0;
    for (const row of source.querySelectorAll(".line")) {
      if (lines[index].length > 1 || typeof lines[index][0] !== "string") row.lastChild.replaceChildren(...spansOf(lines[index]));
      index += 1;
    }
  };

  const rowOf = (line) => $("source")?.querySelector(`.line[data-line="${line}"]`);

  const noteBox = (note) => make("div", { className: `note-box ${note.tone}`, "data-check": note.check || null },
    make("p", {}, make("strong", { textContent: note.title }), note.text && note.text !== note.title ? make("span", { className: "message", textContent: note.text }) : null),
    make("p", { className: "origin", textContent: note.source }),
    note.exhibits ? exhibitsOf(note) : null,
    note.check ? runAgain(note) : null,
    note.check ? make("button", { type: "button", className: "quiet decide", textContent: "Decide or comment …", "aria-label": `Decide or comment: ${note.title}`, onclick: () => openDecide({ title: note.title, about: note.check, kinds: ["waive", "set", "comment"] }) }) : null);

  /** Return a button that runs a check again, and shows its calls and replies. */
  const runAgain = (note) => {
    const { name } = desk;
    const output = make("pre", { className: "output", hidden: true, tabIndex: 0 });
    const button = make("button", { type: "button", className: "quiet decide", textContent: "Run again", "aria-label": `Run again: ${note.title}` });
    button.addEventListener("click", async () => {
      button.disabled = true;
      button.textContent = "Running …";
      try {
        output.textContent = (await ask("rerun", { name }, { check: note.check })).text;
      } catch (error) {
        output.textContent = error.message;
      }
      output.hidden = false;
      button.disabled = false;
      button.textContent = "Run again";
    });
    return make("div", { className: "again" }, button, output);
  };

  /** Return the report's exhibits of a check: HTML of the server's, apart from the page's style. */
  const exhibitsOf = (note) => {
    const box = make("div", { className: "exhibits" });
    const details = make("details", { className: "evidence" }, make("summary", { textContent: "Given, expected and got", "aria-label": `Given, expected and got: ${note.title}` }), box);
    details.addEventListener("toggle", () => {
      if (!details.open || box.shadowRoot) return;
      const inside = make("div");
      inside.innerHTML = note.exhibits;
      box.attachShadow({ mode: "open" }).append(make("link", { rel: "stylesheet", href: "report.css" }), inside);
    });
    return details;
  };

  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /** Return a text in which places, such as a1.py:41, and failed checks are buttons that go there. */
  const withJumps = (text) => {
    const files = desk.code.files.map((file) => file.name);
    const checks = desk.code.result.notes.map((note) => note.check).filter(Boolean);
    const targets = [...files.map((name) => `${escaped(name)}:[0-9]+`), ...checks.map((id) => `${escaped(id)}(?![\\w.-])`)];
    if (!targets.length) return [text];
    return text.split(new RegExp(`(${targets.join("|")})`)).map((part, index) => {
      if (index % 2 === 0) return part;
      const [, file, line] = part.match(/^(.*):([0-9]+)$/) || [];
      return file && files.includes(file) ? jumpTo(file, Number(line), part) : jumpToCheck(part);
    });
  };

  /** Return a button that goes to a failed check, at its line or in the panel. */
  const jumpToCheck = (id) => make("button", {
    type: "button", className: "jump", textContent: id, title: `Go to the check ${id}`,
    onclick: () => {
      const note = desk.code.result.notes.find((one) => one.check === id);
      const file = desk.code.files.findIndex((one) => notesOf(one).includes(note));
      if (file >= 0 && file !== desk.file) chooseFile(file, note.line);
      const box = document.querySelector(`.note-box[data-check="${CSS.escape(id)}"]`);
      box?.scrollIntoView({ block: "center" });
      box?.querySelector("button, summary")?.focus({ preventScroll: true });
    },
  });

  const jumpTo = (file, line, label) => make("button", {
    type: "button", className: "jump", textContent: label, title: `Go to line ${line} of ${file}`,
    onclick: () => {
      chooseFile(desk.code.files.findIndex((one) => one.name === file), line);
      rowOf(line)?.scrollIntoView({ block: "center" });
    },
  });

  const chooseFile = (index, line = 1, focus = true) => {
    if (!desk.code.files[index]) return;
    desk.file = index;
    desk.line = desk.anchor = line;
    document.querySelectorAll(".tab").forEach((tab, number) => {
      tab.setAttribute("aria-selected", number === index);
      tab.tabIndex = number === index ? 0 : -1;
    });
    $("source").setAttribute("aria-labelledby", `tab-${index}`);
    fillSource();
    showComments();
    if (focus) focusLine();
    say(theFile().name);
  };

  const stepFile = (by) => chooseFile((desk.file + by + desk.code.files.length) % desk.code.files.length);

  const moveTo = (line, select = false) => {
    const file = theFile();
    if (!file) return;
    desk.line = Math.min(Math.max(line, 1), file.lines.length);
    if (!select) desk.anchor = desk.line;
    focusLine();
  };

  const selected = () => [Math.min(desk.line, desk.anchor), Math.max(desk.line, desk.anchor)];

  const markLines = () => {
    for (const row of $("source").querySelectorAll(".line.at, .line.selected")) {
      row.classList.remove("at", "selected");
      row.firstChild.tabIndex = -1;
      row.firstChild.removeAttribute("aria-pressed");
    }
    const [first, last] = selected();
    for (let number = first; number <= last; number += 1) {
      const row = rowOf(number);
      if (!row) continue;
      row.classList.add("selected");
      row.firstChild.setAttribute("aria-pressed", "true");
    }
    const row = rowOf(desk.line);
    if (!row) return null;
    row.classList.add("at");
    row.firstChild.tabIndex = 0;
    row.firstChild.setAttribute("aria-label", `Line ${desk.line}: ${row.lastChild.textContent.trim() || "empty"}`);
    return row;
  };

  const focusLine = () => {
    const row = markLines();
    if (!row) { $("code").focus({ preventScroll: true }); return; }
    row.firstChild.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };

  /** Go to the next line, in any file, that has a finding, a failed check or a comment. */
  const jump = (by) => {
    const places = [];
    desk.code.files.forEach((file, index) => {
      const lines = new Set(notesOf(file).map((note) => note.line));
      for (const comment of commentsNow()) if (comment.file === file.name) lines.add(comment.end);
      for (const line of [...lines].sort((one, other) => one - other)) places.push([index, line]);
    });
    const here = desk.file * 1e6 + desk.line;
    const ordered = by > 0 ? places : places.reverse();
    const next = ordered.find(([index, line]) => by * (index * 1e6 + line - here) > 0) || ordered[0];
    if (!next) say("There are no findings, failed checks or comments.");
    else if (next[0] === desk.file) moveTo(next[1]);
    else chooseFile(next[0], next[1]);
    rowOf(desk.line)?.scrollIntoView({ block: "center" });
  };

  // Comments.

  const cards = new Map();

  const showComments = () => {
    const shown = commentsNow();
    const wanted = new Set(shown.map((comment) => comment.id));
    for (const [id, card] of cards) {
      if (!wanted.has(id)) { card.remove(); cards.delete(id); }
    }
    const file = theFile();
    for (const row of document.querySelectorAll(".line.commented")) row.classList.remove("commented");
    const counts = new Map();
    for (const comment of shown) {
      const card = cards.get(comment.id) || newCard(comment.id);
      fillCard(card, comment);
      counts.set(comment.file, (counts.get(comment.file) || 0) + 1);
      const isShown = desk.code.files.some((one) => one.name === comment.file && one.lines.length);
      if (!isShown) {
        if (card.parentElement !== $("whole-comments")) $("whole-comments")?.append(card);
      } else if (file && comment.file === file.name) {
        for (let number = comment.line; number <= comment.end; number += 1) rowOf(number)?.classList.add("commented");
        const row = rowOf(Math.min(comment.end, file.lines.length));
        let place = row?.nextElementSibling;
        if (row && !place?.classList.contains("beside")) {
          place = make("div", { className: "beside" });
          row.after(place);
        }
        if (place && card.parentElement !== place) place.append(card);
      } else card.remove();
    }
    document.querySelectorAll(".tab").forEach((tab, index) => {
      const one = desk.code.files[index];
      const number = notesOf(one).length + (counts.get(one.name) || 0);
      tab.lastChild.textContent = number || "";
      tab.setAttribute("aria-label", `${one.name}${number ? `, ${number} remarks` : ""}`);
    });
    for (const beside of document.querySelectorAll(".beside:empty")) beside.remove();
  };

  const newCard = (id) => {
    const text = make("textarea", { className: "edit", rows: 2, maxLength: 4000, "aria-label": "Comment, in Markdown" });
    const item = make("select", { className: "of-item", "aria-label": "Rubric item of the comment" });
    const editor = make("div", { className: "editor", hidden: true }, item, text);
    const shown = make("div", { className: "md", tabIndex: 0, role: "button", title: "Edit (Enter)" });
    const card = make("article", { className: "card" },
      make("header", {}, make("span", { className: "by" }), make("span", { className: "where" }),
        make("button", { type: "button", className: "quiet remove", textContent: "Delete", onclick: (event) => askToRemove(card, event.target) })),
      shown, editor, make("div", { className: "conflict", hidden: true }));
    card.dataset.id = id;
    shown.addEventListener("click", (event) => { if (!event.target.closest("a")) edit(card); });
    shown.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target === shown) { event.preventDefault(); edit(card); }
    });
    text.addEventListener("input", () => { grow(text); typed(card); });
    item.addEventListener("change", () => { card.comment.item = item.value; typed(card); });
    editor.addEventListener("focusout", (event) => { if (!editor.contains(event.relatedTarget)) done(card); });
    cards.set(id, card);
    return card;
  };

  const fillCard = (card, comment) => {
    card.comment = comment;
    const [header, shown, editor, conflict] = card.children;
    const [item, text] = editor.children;
    fillItems(item, comment.item || "");
    header.children[0].textContent = [comment.by, shortTime(comment.at)].filter(Boolean).join(", ");
    const isHere = theFile() && comment.file === theFile().name;
    header.children[1].textContent = comment.file ? `${isHere ? "" : `${comment.file}, `}${linesOf(comment)}` : "";
    card.classList.toggle("stale", comment.stale);
    header.children[1].title = comment.stale ? "Written about an earlier version of the files" : "";
    const field = outbox.get("comment", comment.id);
    // trailing blanks are not saved, and stay while the tutor types
    if (!field && text.value.trim() !== comment.text.trim()) { text.value = comment.text; grow(text); }
    if (!editor.contains(document.activeElement)) {
      text.value = comment.text;
      if (comment.html && !field) shown.innerHTML = comment.html; // the server's Markdown
      else shown.textContent = [desk.rubric.items.find((one) => one.id === comment.item)?.name, comment.text].filter(Boolean).join(": ");
    }
    shown.setAttribute("aria-label", `Comment on ${comment.file ? linesOf(comment) : "the whole"}: ${comment.text}. Edit`);
    showConflict(conflict, field, (value) => (value ? value.text : ""), (value) => ({ text: value, ...placeOf(comment) }));
  };

  /** Show both texts of a conflict, and ways to end it. */
  const showConflict = (place, field, textOf, valueOf) => {
    const found = field && field.conflict;
    place.hidden = !found && !(field && field.problem);
    const wanted = JSON.stringify([found, field && field.value, field && field.problem]);
    if (place.dataset.shown === wanted) return; // a button that is made anew loses a click
    place.dataset.shown = wanted;
    if (!found) { place.replaceChildren(field && field.problem ? make("p", { className: "problem", textContent: field.problem }) : ""); return; }
    const theirs = textOf(found.now);
    const mine = textOf(field.value);
    const settle = (value) => () => { outbox.settle(field, value); showMarking(); };
    const button = (label, value) => make("button", { type: "button", textContent: label, onclick: settle(value) });
    place.replaceChildren(
      make("p", { className: "problem", textContent: `${found.by || "Somebody"} ${theirs ? "changed" : "removed"} this at the same time.` }),
      make("div", { className: "both" },
        make("div", {}, make("h4", { textContent: found.by || "Theirs" }), make("pre", { textContent: theirs || "(removed)" })),
        make("div", {}, make("h4", { textContent: "Yours" }), make("pre", { textContent: mine || "(removed)" }))),
      make("div", { className: "row" }, button("Keep yours", field.value), button("Take theirs", undefined),
        field.kind !== "marks" && theirs && mine ? button("Keep both", valueOf(`${theirs}\n\n${mine}`)) : null));
  };

  /** Fill a choice of rubric items. */
  const fillItems = (select, chosen) => {
    const wanted = JSON.stringify(desk.rubric.items.map((item) => [item.id, item.name, item.marks]));
    if (select.dataset.shown !== wanted) {
      select.replaceChildren(make("option", { value: "", textContent: "no rubric item" }),
        ...desk.rubric.items.map((item) => make("option", { value: item.id, textContent: `${item.name}${item.marks ? ` (${item.marks})` : ""}` })));
      select.dataset.shown = wanted;
    }
    select.hidden = !desk.rubric.items.length;
    if (document.activeElement !== select) select.value = chosen;
  };

  const grow = (text) => { text.style.height = "auto"; text.style.height = `${text.scrollHeight + 2}px`; };

  const edit = (card, { withItem = false } = {}) => {
    const [, shown, editor] = card.children;
    const [item, text] = editor.children;
    text.value = card.comment.text;
    shown.hidden = true;
    editor.hidden = false;
    grow(text);
    (withItem && !item.hidden ? item : text).focus();
    text.setSelectionRange(text.value.length, text.value.length);
    card.scrollIntoView({ block: "nearest" });
  };

  const placeOf = ({ file, line, end, item }) => (item ? { file, line, end, item } : { file, line, end });

  const typed = (card) => {
    const { id } = card.comment;
    const base = valueIn(desk.marking, { kind: "comment", id });
    const value = { text: card.querySelector("textarea").value, ...placeOf(card.comment) };
    outbox.put("comment", id, base, value);
  };

  const done = (card) => {
    const [, shown, editor] = card.children;
    if (editor.hidden) return;
    editor.hidden = true;
    shown.hidden = false;
    const field = outbox.get("comment", card.comment.id);
    if (field && isEmptyDraft(field) && field && field.base === null && !field.sending) outbox.drop(field);
    outbox.flush();
    showComments();
  };

  /** Delete a comment at the second click: there is no way back. */
  const askToRemove = (card, button) => {
    if (button.dataset.asked || !card.comment.text.trim()) { remove(card); return; }
    button.dataset.asked = "yes";
    button.textContent = "Really delete?";
    setTimeout(() => { delete button.dataset.asked; button.textContent = "Delete"; }, 4000);
  };

  const remove = (card) => {
    const { id } = card.comment;
    const base = valueIn(desk.marking, { kind: "comment", id });
    const field = outbox.get("comment", id);
    if (base === null && field && !field.sending) outbox.drop(field);
    else { outbox.put("comment", id, base, null); outbox.flush(); }
    showComments();
    focusLine();
  };

  const comment = (whole, options = {}) => {
    const file = theFile();
    if (!whole && (!file || !file.lines.length)) return;
    if (!whole && file.is_changes) { showHint("Comments belong to lines of the files: choose a file."); return; }
    const [first, last] = selected();
    const place = whole ? { file: "", line: 0, end: 0 } : { file: file.name, line: first, end: last };
    const id = newId();
    outbox.put("comment", id, null, { text: "", ...place });
    showComments();
    edit(cards.get(id), options);
  };

  const editHere = () => {
    const file = theFile();
    const found = commentsNow().find((one) => file && one.file === file.name && one.line <= desk.line && desk.line <= one.end);
    if (found) edit(cards.get(found.id));
    else comment(false);
  };

  // Marks and the rubric.

  const showPanel = () => {
    cards.clear();
    const { result } = desk.code;
    const panel = $("panel");
    panel.replaceChildren();
    sections().forEach((part, index) => panel.append(partSection(part, index)));
    panel.append(colleaguesSection(), resultSection(result), panelBar());
    panel.setAttribute("aria-label", `Marks and comments, ${desk.name}`);
    $("code").setAttribute("aria-label", `Code, ${desk.name}`);
  };

  /** Open the panel of a narrow window, or close it. */
  const openPanel = (isOpen) => {
    document.body.classList.toggle("panel-open", isOpen);
    $("more").textContent = isOpen ? "Less ▾" : "More ▴";
    $("more").setAttribute("aria-expanded", isOpen);
  };

  /** Return the bar of a narrow window, by which the panel opens and closes. */
  const panelBar = () => {
    const more = make("button", { type: "button", id: "more", "aria-controls": "panel" });
    more.addEventListener("click", () => openPanel(!document.body.classList.contains("panel-open")));
    setTimeout(() => openPanel(document.body.classList.contains("panel-open")));
    return make("div", { className: "panel-bar" }, desk.parts.length > 1 ? make("button", { type: "button", textContent: "Next part", title: "s", onclick: () => ACTIONS.s() }) : null, more);
  };

  /** Return the section of what tutors tell each other. */
  const colleaguesSection = () => {
    const tutor = make("input", { id: "for-tutor", className: "edit", maxLength: 80, autocomplete: "off", placeholder: "anybody", "aria-label": `to be marked by, ${personNow()}` });
    tutor.setAttribute("list", "tutors");
    tutor.addEventListener("input", () => outbox.put("tutor", "", desk.marking.tutor, tutor.value.trim()));
    const note = make("textarea", { id: "note", className: "edit", rows: 1, maxLength: 4000, placeholder: "Note to colleagues", "aria-label": `Note to colleagues on ${personNow()}` });
    note.addEventListener("input", () => { grow(note); outbox.put("note", "", desk.marking.note, note.value); });
    for (const field of [tutor, note]) field.addEventListener("blur", () => { outbox.flush(); showMarking(); });
    return make("section", { className: "part colleagues", id: "colleagues", "aria-labelledby": "colleagues-title" },
      make("div", { className: "part-head" }, make("h2", { id: "colleagues-title", textContent: "Among tutors" }), make("span", { className: "note", textContent: "not for students" })),
      make("label", { className: "for-tutor" }, make("span", { textContent: "to be marked by" }), tutor),
      make("div", { className: "conflict", id: "tutor-conflict", hidden: true }),
      make("label", { className: "tick" }, make("input", { type: "checkbox", id: "look", "aria-labelledby": "look-text look-person", onchange: (event) => post({ type: "look", on: event.target.checked }) }), make("span", { id: "look-text" }), make("span", { id: "look-person", className: "unseen", textContent: personNow() })),
      note, make("p", { className: "note", id: "note-by" }), make("div", { className: "conflict", id: "note-conflict", hidden: true }));
  };

  const showColleagues = () => {
    const { tutor, look_by: lookBy, note, note_by: noteBy } = desk.marking;
    for (const [id, kind, value] of [["for-tutor", "tutor", tutor], ["note", "note", note]]) {
      const field = outbox.get(kind, "");
      if (!field && $(id).value.trim() !== value.trim()) $(id).value = value;
      showConflict($(`${kind}-conflict`), field, (text) => text || "", (text) => text);
    }
    grow($("note"));
    $("look").checked = Boolean(lookBy);
    $("look-text").textContent = lookBy ? `please look (${lookBy})` : "please look";
    $("note-by").textContent = noteBy ? `by ${noteBy}` : "";
  };

  /** Return the name of a part up to a bracket, if that is enough to tell it from others, and the rest. */
  const titleOf = (name) => {
    const short = name.split(" (")[0];
    const alike = desk.parts.filter((part) => part.name.split(" (")[0] === short).length;
    return alike > 1 ? [name, ""] : [short, name.slice(short.length).trim().replace(/^\((.*)\)$/, "$1")];
  };

  const partSection = (name, index) => {
    const part = desk.parts.find((one) => one.name === name);
    const section = make("section", { className: "part", id: `part-${index}`, "aria-labelledby": `part-title-${index}` });
    section.dataset.part = name;
    const [short, rest] = titleOf(name);
    const head = make("div", { className: "part-head" }, make("h2", { id: `part-title-${index}`, textContent: part ? short : "Comments", title: name }));
    // the keys of items stay with their part while a tutor comments on the whole
    const choose = (event) => { if (!event.target.closest(".whole, .comment-whole")) choosePart(index); };
    section.addEventListener("focusin", choose);
    section.addEventListener("pointerdown", choose);
    if (part) {
      const marks = make("input", { className: "marks", id: `marks-${index}`, inputMode: "decimal", autocomplete: "off", size: 5 });
      marks.addEventListener("input", () => {
        const base = valueIn(desk.marking, { kind: "marks", id: name });
        outbox.put("marks", name, base, marks.value.trim());
      });
      marks.addEventListener("blur", () => { outbox.flush(); showMarking(); });
      head.append(make("span", { className: "of-max" }, make("label", { className: "unseen", for: `marks-${index}`, textContent: `Marks for ${name}, ${personNow()}` }), marks, make("span", { textContent: ` / ${part.max}` })));
    }
    const remark = part ? make("textarea", { className: "edit remark", rows: 2, maxLength: 4000, placeholder: "Comment on this part", "aria-label": `Comment on ${name}, ${personNow()}` }) : null;
    remark?.addEventListener("input", () => {
      grow(remark);
      outbox.put("remark", name, valueIn(desk.marking, { kind: "remark", id: name }), remark.value);
    });
    remark?.addEventListener("blur", () => outbox.flush());
    const start = part ? make("select", { "aria-label": `How items of ${name} count` },
      make("option", { value: "", textContent: `items change ${part.max}` }), make("option", { value: "zero", textContent: "items add up from 0" })) : null;
    start?.addEventListener("change", () => changeRubric({ type: "start", part: name, from_zero: start.value === "zero" }));
    section.append(head, make("p", { className: "note", textContent: rest }), make("p", { className: "marks-note note", "aria-live": "polite" }), make("div", { className: "conflict marks-conflict", hidden: true }),
      make("ul", { className: "items" }),
      make("div", { className: "row" }, make("button", { type: "button", className: "quiet", textContent: "+ item", title: "New rubric item (a)", onclick: () => editItem(null, name) }), start),
      remark ? remark : make("div", { id: "whole-comments", className: "whole" }),
      remark ? make("div", { className: "conflict remark-conflict", hidden: true }) : make("div", { className: "row" },
        make("button", { type: "button", className: "comment-whole", textContent: "Comment on the whole", title: "w", onclick: () => comment(true) }),
      ));
    if (!desk.parts.length) head.append(make("label", { className: "tick" }, make("input", { type: "checkbox", id: "read", "aria-label": `read, ${personNow()}`, onchange: (event) => setRead(event.target.checked) }), "read"));
    return section;
  };

  const choosePart = (index) => {
    if (desk.part === index && $(`part-${index}`)?.classList.contains("current")) return;
    desk.part = index;
    document.querySelectorAll(".part[data-part]").forEach((section, number) => {
      section.classList.toggle("current", number === index);
      section.querySelectorAll(".items kbd").forEach((key) => { key.hidden = number !== index; });
    });
  };

  /** Fill in everything that tutors wrote, except where the tutor is typing. */
  const showMarking = () => {
    if (!desk.marking || !desk.code) return;
    sections().forEach((name, index) => {
      const section = $(`part-${index}`);
      if (!section) return;
      showItems(section, name);
      const part = desk.marking.parts.find((one) => one.name === name);
      if (!part) return;
      const marks = section.querySelector(".marks");
      const field = outbox.get("marks", name);
      if (!field && (document.activeElement !== marks || !part.typed)) marks.value = part.typed;
      marks.placeholder = part.marks || "–";
      marks.classList.toggle("wrong", Boolean(field && field.problem));
      section.querySelector(".marks-note").textContent = part.typed
        ? `typed${part.by ? ` by ${part.by}` : ""}${itemsOf(name).some((item) => item.marks && itemsNow().has(item.id)) ? ": it overrides the items' marks" : ""}; empty it to let the items decide`
        : part.marks ? `by the items${part.by ? `, given by ${part.by}` : ""}` : "not marked yet";
      section.classList.toggle("overridden", Boolean(part.typed));
      section.classList.toggle("is-marked", Boolean(part.marks));
      showConflict(section.querySelector(".marks-conflict"), field, (value) => value || "", (value) => value);
      const remark = section.querySelector(".remark");
      const words = outbox.get("remark", name);
      if (!words && remark.value.trim() !== part.comment.trim()) remark.value = part.comment;
      grow(remark);
      showConflict(section.querySelector(".remark-conflict"), words, (value) => value || "", (value) => value);
      section.querySelector("select").value = desk.rubric.from_zero.includes(name) ? "zero" : "";
    });
    showColleagues();
    const read = $("read");
    if (read) read.checked = Boolean(desk.marking.read_by);
    showComments();
    choosePart(Math.min(desk.part, sections().length - 1));
  };

  const showItems = (section, name) => {
    const list = section.querySelector(".items");
    const given = itemsNow();
    const counts = new Map(itemsOf(name).map((item) => [item.id, desk.states.filter((state) => state.items.includes(item.id)).length]));
    const wanted = JSON.stringify([itemsOf(name), [...given], [...counts.values()]]);
    if (list.dataset.shown === wanted) return;
    list.dataset.shown = wanted;
    const focused = document.activeElement?.closest?.("[data-item]")?.dataset.item;
    list.replaceChildren(...itemsOf(name).map((item, index) => {
      const tick = make("input", { type: "checkbox", checked: given.has(item.id), "aria-label": [item.name, item.marks, personNow()].filter(Boolean).join(", "), onchange: () => give(item.id, tick.checked) });
      const row = make("li", { className: given.has(item.id) ? "given" : "" },
        make("label", {}, tick, make("kbd", { textContent: index < 9 ? index + 1 : "" }), make("span", { className: "item-name", textContent: item.name }),
          item.marks ? make("span", { className: "item-marks", textContent: item.marks.replace("-", "−") }) : null),
        make("button", { type: "button", className: "quiet users", textContent: `(${counts.get(item.id)})`, hidden: !counts.get(item.id), title: "Show who has it in the list", "aria-label": `${counts.get(item.id)} have the item ${item.name}: show them in the list`, onclick: () => showUsers(item) }),
        make("button", { type: "button", className: "quiet", textContent: "edit", "aria-label": `Edit the item ${item.name}`, onclick: () => editItem(item, name) }));
      row.dataset.item = item.id;
      if (item.group && itemsOf(name)[index - 1]?.group !== item.group) row.prepend(make("p", { className: "group", textContent: `one of: ${item.group}` }));
      row.classList.toggle("grouped", Boolean(item.group));
      if (item.text) { const text = make("div", { className: "md item-text" }); text.innerHTML = item.html; row.append(text); }
      return row;
    }));
    list.querySelectorAll("kbd").forEach((key) => { key.hidden = !section.classList.contains("current"); });
    if (focused) list.querySelector(`[data-item="${CSS.escape(focused)}"] input`)?.focus();
  };

  const post = async (change, ended = () => {}) => {
    const { name } = desk;
    try {
      const marking = await outbox.post("marking", { name }, { tutor: desk.tutor, change });
      ended();
      take(name, marking);
      poll();
    } catch (error) {
      ended();
      if (name === desk.name) showMarking();
      showAlert(error.message);
    }
  };
  /** Items on their way: id -> whether it will apply. A quick key must not see the state before. */
  const giving = new Map();

  const itemsNow = () => {
    const items = new Set(desk.marking.items);
    for (const { name, id, on } of giving.values()) {
      if (name !== desk.name) continue;
      if (on) {
        const mine = desk.rubric.items.find((item) => item.id === id);
        for (const item of desk.rubric.items) if (mine?.group && item.group === mine.group && item.part === mine.part) items.delete(item.id);
        items.add(id);
      }
      else items.delete(id);
    }
    return items;
  };

  const give = async (id, on) => {
    const { name } = desk;
    const key = JSON.stringify([name, id]);
    const mine = { name, id, on };
    giving.set(key, mine);
    showMarking();
    await post({ type: "item", id, on }, () => { if (giving.get(key) === mine) giving.delete(key); });
  };
  const setRead = (on) => post({ type: "read", on });

  /** Show in the list who has a rubric item. */
  const showUsers = (item) => {
    toggleList(true);
    showProgress();
    $("filter").value = `item ${item.id}`;
    search();
    $("filter").focus();
  };

  const giveByKey = (number) => {
    const item = itemsOf(sections()[desk.part])[number - 1];
    if (!item) { say(`There is no item ${number}.`); return; }
    const on = !itemsNow().has(item.id);
    say(`${item.name} ${on ? "applies" : "no longer applies"}`);
    give(item.id, on);
  };

  const fullMarks = () => {
    const part = desk.parts[desk.part];
    if (!part) return;
    outbox.put("marks", part.name, valueIn(desk.marking, { kind: "marks", id: part.name }), part.max);
    $(`marks-${desk.part}`).value = part.max;
    outbox.flush();
    say(`${part.name}: full marks`);
  };

  // The rubric's dialog.

  let edited = null;

  const changeRubric = async (change) => {
    const rubric = await outbox.post("rubric", {}, { change });
    desk.rubric = rubric;
    await refresh(desk.name);
    poll();
  };

  const editItem = (item, part) => {
    edited = { item, part };
    $("item-title").textContent = item ? "Edit the rubric item" : `New rubric item${part ? ` for ${part}` : ""}`;
    $("item-name").value = item ? item.name : "";
    $("item-marks").value = item ? item.marks : "";
    $("item-text").value = item ? item.text : "";
    $("item-group").value = item ? item.group : "";
    $("item-groups").replaceChildren(...[...new Set(itemsOf(part).map((one) => one.group).filter(Boolean))].map((value) => make("option", { value })));
    forgetEffect();
    $("item-marks-row").hidden = !part;
    $("item-delete").hidden = $("item-up").hidden = !item;
    $("item-note").textContent = item ? "A change holds for everybody who has the item." : "";
    $("item-problem").textContent = "";
    $("item").showModal();
    $("item-name").focus();
  };

  const plain = (item) => {
    const entry = { id: item.id, name: item.name };
    for (const field of ["part", "marks", "text", "group"]) if (item[field]) entry[field] = item[field];
    return entry;
  };

  const saveItem = async (value) => {
    const { item } = edited;
    const id = item ? item.id : newId();
    const change = { type: "entry", id, base: item ? plain(item) : null, value: value && { ...value, id }, take_off: !value };
    try {
      const wanted = JSON.stringify(change);
      if (item && edited.effect !== wanted && await hasEffect(change)) {
        edited.effect = wanted;
        return;
      }
      await changeRubric(change);
      $("item").close();
    } catch (error) {
      if (error.status === 409 && error.answer.now) {
        const now = { html: "", part: "", marks: "", text: "", group: "", ...error.answer.now };
        edited.item = now;
        $("item-problem").textContent = `It was changed meanwhile: “${[now.name, now.marks, now.text].filter(Boolean).join(", ")}”. Save again to replace that by yours.`;
      } else $("item-problem").textContent = error.status === 409 ? "It was deleted meanwhile. Cancel, and write a new one." : error.message;
    }
  };

  /** Show whose marks a change moves, or who loses the item; return whether there is anything to show. */
  const hasEffect = async (change) => {
    const { moves } = await outbox.post("rubric", {}, { change, dry: true });
    const users = desk.names.filter((name) => stateOf(name).items?.includes(change.id));
    if (!moves.length && (change.value || !users.length)) return false;
    const first = moves.slice(0, 30).map(([name, before, after]) => make("li", {}, make("b", { textContent: name }), ` ${before} → ${after}`));
    $("item-effect").replaceChildren(
      make("p", {}, make("strong", { textContent: `${change.value ? "" : `${users.length} have it and lose it. `}${moves.length} ${moves.length === 1 ? "mark changes" : "marks change"}:` })),
      make("ul", {}, ...first), moves.length > first.length ? make("p", { className: "note", textContent: `and ${moves.length - first.length} more` }) : "");
    if (change.value) $("item-save").textContent = "Save all the same";
    else $("item-delete").textContent = "Really delete";
    return true;
  };

  const forgetEffect = () => {
    if (edited) edited.effect = "";
    $("item-effect").replaceChildren();
    $("item-save").textContent = "Save";
    $("item-delete").textContent = "Delete";
  };

  $("item-form").addEventListener("input", forgetEffect);
  $("item-form").addEventListener("submit", (event) => {
    event.preventDefault();
    saveItem({ name: $("item-name").value, part: edited.part, marks: $("item-marks-row").hidden ? "" : $("item-marks").value, text: $("item-text").value, group: $("item-group").value });
  });
  $("item-cancel").addEventListener("click", () => $("item").close());
  $("item-delete").addEventListener("click", () => saveItem(null));
  $("item-up").addEventListener("click", () => changeRubric({ type: "move", id: edited.item.id }).then(() => $("item").close()));

  // What grading says.

  const takeButton = (choice) => {
    const title = `Take ${choice.replace(/=([^=]*)$/, " as $1")}`;
    return make("button", { type: "button", className: "quiet decide", textContent: `${title} …`, onclick: () => openDecide({ title, note: "It counts with the next grading.", about: choice, kinds: ["take"] }) });
  };

  const insteadButton = () => make("button", {
    type: "button", className: "quiet decide", textContent: "Use another file instead …",
    onclick: () => openDecide({ title: "Use another file instead", note: `It counts instead of all that ${desk.name} handed in, such as a zip that came by mail, with the next grading.`, about: "", kinds: ["instead"] }),
  });

  const resultSection = (result) => {
    const section = make("section", { className: "result", "aria-labelledby": "result-title" },
      make("div", { className: "part-head" }, make("h2", { id: "result-title", textContent: "By program" }), make("span", { className: "of-max", textContent: `${result.marks} / ${result.max_marks}` })));
    section.append(make("ul", { className: "tasks" }, ...result.tasks.map(([name, marks, full]) => make("li", {}, make("span", { textContent: name }), make("span", { textContent: `${marks} / ${full}` })))));
    const list = (title, rows, kind = "") => {
      if (rows.length) section.append(make("h3", { textContent: title }), make("ul", { className: `plain ${kind}` }, ...rows.map((row) => make("li", {}, ...row))));
    };
    const act = (label, name, about) => make("button", { type: "button", className: "quiet decide", textContent: label, "aria-label": `${label}: ${name}`, onclick: () => openDecide(about) });
    const { review } = desk.code;
    list("Regrade requests", review.requests.map(({ question, check, answer }) => [
      make("span", { className: "message", textContent: [check, question].filter(Boolean).join(": ") }),
      " ", answer ? make("span", { className: "message answer", textContent: answer }) : act("Answer …", question, { title: "Answer a regrade request", note: question, about: question, check, kinds: ["answer"] }),
    ]));
    list("Needs review", review.reasons.map((reason) => [...withJumps(reason), " ", act("Looked at …", reason, { title: "Needs no more review", note: reason, about: reason, kinds: ["seen"] })]), "limit");
    if (!desk.code.unreadable) list("Another file may be meant", review.takes.map((choice) => [takeButton(choice)]), "limit");
    list("Known faults", [...result.faults.map(([text]) => withJumps(text)), ...(result.unexplained ? [[result.unexplained]] : [])]);
    list("Look here first", result.places.map(withJumps));
    list("In a group", result.groups.map(([text, number]) => [...withJumps(number > 1 ? `${text} (with ${number - 1} more)` : text), " ", act("Comment …", text, { title: "Comment on the group", note: text, about: "", kinds: ["comment"], group: text })]));
    list("Changed marks", result.adjustments.map(({ amount, reason, rule }) => [`${amount}: ${reason} `, rule ? act("Decide …", reason, { title: reason, about: rule, kinds: ["waive", "set"] }) : ""]));
    if (!desk.code.unreadable) list("Files", [...review.files.map((text) => [text]), [insteadButton()]]);
    const known = new Set(desk.code.files.flatMap((file) => allNotesOf(file)));
    const shown = new Set(desk.code.files.flatMap((file) => notesOf(file)));
    list("At lines", result.notes.filter((note) => shown.has(note)).map((note) => [jumpTo(note.file, note.line, `${note.file}:${note.line}`), ` ${note.title}`]));
    const others = result.notes.filter((note) => !known.has(note));
    if (others.length) section.append(make("h3", { textContent: "Failed checks and findings without a line" }), ...others.map(noteBox));
    if (result.more) section.append(make("p", { className: "note", textContent: `and ${result.more} more: see the report` }));
    return section;
  };

  // Decisions, with their effect before they are written.

  let deciding = null;

  const TEXTS = { waive: "Why (students read it)", set: "Why (students read it)", comment: "Comment for the student", answer: "Answer for the student", seen: "Why that is enough (for staff)", take: "Why (students read it)", instead: "Why (students read it)" };

  const openDecide = (about) => {
    deciding = { ...about, name: desk.name, effect: null };
    $("decide-title").textContent = about.title;
    $("decide-about").textContent = about.note || about.about;
    for (const option of $("decide-what").options) option.hidden = option.disabled = !about.kinds.includes(option.value);
    $("decide-what-row").hidden = about.kinds.length < 2;
    $("decide-what").value = about.kinds[0];
    const groups = about.kinds.includes("waive") || about.group ? desk.code.result.groups : [];
    const isCheck = desk.code.result.notes.some((note) => note.check === about.about);
    $("decide-whom").replaceChildren(
      make("option", { value: "one", textContent: `this submission (${desk.name})` }),
      ...(isCheck ? [make("option", { value: "failed", textContent: "all who failed this check, now or later" })] : []),
      ...(about.kinds.includes("answer") && about.check ? [make("option", { value: "asked", textContent: `all whose request about ${about.check} waits` })] : []),
      ...(about.kinds.includes("take") ? [make("option", { value: "alike", textContent: "all with these two names" })] : []),
      ...groups.filter(([, number]) => number > 1 || about.group).map(([text, number]) => make("option", { value: `group ${text}`, textContent: `the ${number} of the group: ${text}` })));
    $("decide-whom").value = about.group ? `group ${about.group}` : "one";
    $("decide-whom-row").hidden = $("decide-whom").options.length < 2;
    $("decide-marks").value = $("decide-text").value = $("decide-file").value = "";
    changedDecision();
    $("decide").showModal();
    $(about.kinds.includes("instead") ? "decide-file" : "decide-text").focus();
  };

  const kindOfDecision = () => (deciding.kinds.length > 1 ? $("decide-what").value : deciding.kinds[0]);

  /** Forget the effect that was shown: the decision is another one now. */
  const changedDecision = () => {
    deciding.effect = null;
    $("decide-text-label").textContent = TEXTS[kindOfDecision()];
    $("decide-marks-row").hidden = kindOfDecision() !== "set";
    $("decide-file-row").hidden = kindOfDecision() !== "instead";
    $("decide-problem").textContent = "";
    $("decide-effect").replaceChildren();
    $("decide-go").textContent = "Show the effect";
  };

  const showEffect = ({ moves, more, lines }) => {
    const people = moves.length + more;
    $("decide-effect").replaceChildren(
      make("p", {}, make("strong", { textContent: people ? `${people} ${people === 1 ? "report changes" : "reports change"}` : lines.length ? "" : "No mark or report changes." })),
      ...lines.map((line) => make("p", { className: "note", textContent: line })),
      make("ul", {}, ...moves.map(({ who, before, after, why }) => make("li", {}, make("b", { textContent: who }), ` ${before === after ? after : `${before} → ${after}`} `, make("span", { className: "note", textContent: why.join("; ") })))),
      more ? make("p", { className: "note", textContent: `and ${more} more` }) : "");
    $("decide-go").textContent = "Write this";
  };

  const MOST_UPLOADED = 32 * 1024 * 1024;

  /** Return the fields of a chosen file; {} without one. Its content is in base64. */
  const fileOf = async (file) => {
    if (!file) return {};
    if (file.size > MOST_UPLOADED) throw new Error(`${file.name} has more than 32 MB: use grader decide --instead`);
    const reader = new FileReader();
    const read = new Promise((resolve) => { reader.onload = resolve; reader.onerror = resolve; });
    reader.readAsDataURL(file);
    await read;
    if (reader.error) throw new Error(`${file.name} could not be read: ${reader.error.message}`);
    return { file: file.name, content: reader.result.slice(reader.result.indexOf(",") + 1) };
  };

  const decide = async () => {
    const whom = $("decide-whom").value;
    const mine = deciding;
    try {
      const effect = await outbox.post("decide", { name: mine.name }, {
        tutor: desk.tutor, what: kindOfDecision(), whom: whom.split(" ")[0], group: whom.startsWith("group ") ? whom.slice(6) : "", about: mine.about,
        check: mine.check || "", marks: $("decide-marks").value, text: $("decide-text").value, shown: mine.effect || "",
        ...await fileOf($("decide-file").files[0]),
      });
      if (deciding !== mine) return;
      if (effect.written) {
        $("decide").close();
        codes.clear();
        poll();
        await open(mine.name);
        say("Written.");
        return;
      }
      if (mine.effect) $("decide-problem").textContent = "The class changed meanwhile: this is the effect now.";
      mine.effect = effect.digest;
      showEffect(effect);
    } catch (error) {
      $("decide-problem").textContent = error.message;
    }
  };

  $("decide-form").addEventListener("submit", (event) => { event.preventDefault(); decide(); });
  $("decide-cancel").addEventListener("click", () => $("decide").close());
  for (const id of ["decide-what", "decide-whom", "decide-marks", "decide-text", "decide-file"]) $(id).addEventListener("input", changedDecision);

  // What was typed in a dialog is kept in the browser, too, until that is closed.

  const FORMS = { item: ["item-name", "item-group", "item-marks", "item-text"], decide: ["decide-what", "decide-whom", "decide-marks", "decide-text"] };
  const formOf = () => `${draftsOf} dialog`;

  for (const [id, fields] of Object.entries(FORMS)) {
    $(id).addEventListener("input", () => {
      const about = id === "item" ? { item: edited.item && edited.item.id, part: edited.part } : deciding;
      const kept = { id, name: desk.name, about, values: fields.map((field) => $(field).value) };
      try { localStorage.setItem(formOf(), JSON.stringify(kept)); } catch { /* a browser without storage */ }
    });
    $(id).addEventListener("close", () => { try { localStorage.removeItem(formOf()); } catch { /* none */ } });
  }

  /** Open the dialog again that was open when the page or the desk ended. */
  const restoreForm = async () => {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(formOf())); } catch { /* none */ }
    if (!kept || !desk.who.has(kept.name)) return;
    const { id, name, about, values } = kept;
    if (id === "item") editItem(desk.rubric.items.find((item) => item.id === about.item) || null, about.part);
    else {
      if (name !== desk.name) await open(name);
      openDecide(about);
    }
    FORMS[id].forEach((field, index) => { $(field).value = values[index]; });
    if (id === "decide") changedDecision();
  };

  // The list and the progress.

  const makeNames = () => {
    $("names").replaceChildren(...desk.names.map((name) => make("li", {},
      make("a", { href: `#${encodeURIComponent(name)}`, title: desk.who.get(name) }, make("span", { className: "dot", "aria-hidden": "true" }), make("span", { className: "list-name", textContent: name }), make("span", { className: "list-marks" }), make("span", { className: "list-who", textContent: desk.who.get(name) })))));
  };

  const showNames = () => {
    [...$("names").children].forEach((row, index) => {
      const link = row.firstChild;
      const state = desk.states[index] || {};
      const name = desk.names[index];
      link.classList.toggle("marked", Boolean(state.marked));
      link.classList.toggle("to-look-at", Boolean(state.look_by));
      link.children[2].textContent = state.marks || (state.marked ? "✓" : "");
      const signs = [
        state.unreadable && "unreadable", state.tutor && `for ${state.tutor}`, state.look_by && "please look", state.noted && "note", state.flagged && "needs review",
        desk.here[name] && `${desk.here[name].join(", ")} here`,
      ].filter(Boolean);
      link.children[3].textContent = [desk.who.get(name), ...signs].filter(Boolean).join(" · ");
      link.setAttribute("aria-label", [name, desk.who.get(name), state.marked ? `marked${state.marks ? `, ${state.marks}` : ""}` : "not marked", ...signs].filter(Boolean).join(", "));
    });
    search();
  };

  /** Say who else has the submission open. */
  const showPresence = () => {
    const others = desk.here[desk.name] || [];
    const text = others.length ? `${others.join(", ")} ${others.length > 1 ? "are" : "is"} here` : "";
    if ($("here").textContent !== text) $("here").textContent = text;
  };

  const showHere = () => {
    $("names").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const here = $("names").children[desk.names.indexOf(desk.name)]?.firstChild;
    here?.setAttribute("aria-current", "true");
    if (!$("list").contains(document.activeElement)) here?.scrollIntoView({ block: "nearest" });
  };

  const markerOf = (by) => by || "a sheet";

  const showProgress = () => {
    const word = desk.parts.length ? "marked" : "read";
    const readable = desk.states.filter((state) => !state.unreadable);
    const unread = desk.states.length - readable.length;
    const count = readable.filter((state) => state.marked).length;
    $("progress-text").textContent = `${count} of ${readable.length} ${word}`;
    $("progress-bar").max = readable.length || 1;
    $("progress-bar").value = count;
    const tutors = new Map();
    const of = (tutor) => {
      if (!tutors.has(tutor)) tutors.set(tutor, { done: new Map(), given: 0, left: 0 });
      return tutors.get(tutor);
    };
    for (const state of readable) {
      for (const [part, by] of Object.entries(state.by)) {
        const { done } = of(markerOf(by));
        done.set(part, (done.get(part) || 0) + 1);
      }
      if (state.tutor) of(state.tutor).given += 1;
      if (state.tutor && !state.marked) of(state.tutor).left += 1;
    }
    const doneBy = ({ done }) => [...done.values()].reduce((sum, number) => sum + number, 0);
    const ofParts = ({ done }) => (desk.parts.length > 1
      ? desk.parts.filter(({ name }) => done.has(name)).map(({ name }) => `${done.get(name)} ${titleOf(name)[0]}`).join(", ") : "");
    const rows = [...tutors].sort((one, other) => doneBy(other[1]) - doneBy(one[1])).map(([tutor, mine]) => make("li", {},
      make("span", { textContent: tutor }), make("span", {}, make("b", { textContent: ofParts(mine) || doneBy(mine) }), mine.given ? ` · ${mine.left} of ${mine.given} left` : "")));
    $("tutors").replaceChildren(...[...new Set([desk.tutor, ...tutors.keys()])].filter((name) => name && name !== "a sheet").map((value) => make("option", { value })));
    makeFilters([...tutors.keys()]);
    $("by-tutor").replaceChildren(make("p", { className: "note", textContent: rows.length ? `${word[0].toUpperCase()}${word.slice(1)} by` : "Nobody has begun." }), make("ul", {}, ...rows),
      unread ? make("p", { className: "note", textContent: `${unread} could not be read` }) : "",
      desk.hasLogin ? make("p", { className: "note", textContent: `You are ${desk.tutor}` })
        : make("button", { type: "button", className: "quiet", textContent: `You are ${desk.tutor || "nameless"}: change`, onclick: askWho }));
    showNames();
  };

  /** Filters of the list: value -> name and test of a state. */
  const FILTERS = new Map();

  const makeFilters = (tutors) => {
    const word = desk.parts.length ? "marked" : "read";
    const isMine = (state) => Boolean(state.tutor) && state.tutor.trim().toLowerCase() === desk.tutor.trim().toLowerCase();
    FILTERS.clear();
    FILTERS.set("", ["all", () => true]);
    FILTERS.set("unmarked", [`not ${word}`, (state) => !state.marked && !state.unreadable]);
    FILTERS.set("mine", ["mine", isMine]);
    FILTERS.set("mine-left", [`mine, not ${word}`, (state) => isMine(state) && !state.marked && !state.unreadable]);
    FILTERS.set("look", ["please look", (state) => Boolean(state.look_by)]);
    FILTERS.set("note", ["with a note", (state) => state.noted]);
    FILTERS.set("flag", ["needs review", (state) => state.flagged]);
    if (desk.states.some((state) => state.unreadable)) FILTERS.set("unreadable", ["could not be read", (state) => state.unreadable]);
    FILTERS.set("comment", ["with comments", (state) => state.comments > 0]);
    for (const tutor of tutors) FILTERS.set(`tutor ${tutor}`, [`tutor: ${tutor}`, (state) => state.tutor === tutor || Object.values(state.by).map(markerOf).includes(tutor)]);
    for (const item of desk.rubric.items) {
      const count = desk.states.filter((state) => state.items.includes(item.id)).length;
      FILTERS.set(`item ${item.id}`, [`item: ${item.name} (${count})`, (state) => state.items.includes(item.id)]);
    }
    const chosen = $("filter").value;
    const options = [...FILTERS].map(([value, [name]]) => make("option", { value, textContent: name }));
    if ($("filter").dataset.shown !== JSON.stringify([...FILTERS].map(([, [name]]) => name))) {
      $("filter").replaceChildren(...options);
      $("filter").value = FILTERS.has(chosen) ? chosen : "";
      $("filter").dataset.shown = JSON.stringify([...FILTERS].map(([, [name]]) => name));
    }
  };

  const readNumber = (id) => { const text = $(id).value.trim().replace(",", "."); return text && !Number.isNaN(Number(text)) ? Number(text) : null; };

  /** Return what the list is to show. */
  const wantedNow = () => ({
    words: $("search").value.trim().toLowerCase(), least: readNumber("least"), most: readNumber("most"), test: FILTERS.get($("filter").value)?.[1],
  });

  /** Return whether the list shows a submission. */
  const isShown = (index, { words, least, most, test } = wantedNow()) => {
    const name = desk.names[index];
    const state = desk.states[index] || { items: [] };
    if (words && !`${name} ${desk.who.get(name)}`.toLowerCase().includes(words)) return false;
    if ((least !== null || most !== null) && (!state.marks || Number(state.marks) < (least ?? -Infinity) || Number(state.marks) > (most ?? Infinity))) return false;
    return !test || test(state);
  };

  const search = () => {
    const wanted = wantedNow();
    let count = 0;
    [...$("names").children].forEach((row, index) => {
      row.hidden = !isShown(index, wanted);
      if (!row.hidden) count += 1;
    });
    const text = count === desk.names.length ? "" : `${count} of ${desk.names.length} shown`;
    if ($("shown").textContent !== text) $("shown").textContent = text;
  };

  const toggleList = (open_ = !document.body.classList.contains("with-list")) => {
    document.body.classList.toggle("with-list", open_);
    $("open-list").setAttribute("aria-expanded", open_);
  };

  const showAlert = (text) => {
    $("alert").hidden = !text;
    if ($("alert").textContent !== text) $("alert").textContent = text;
  };

  let polling = null;

  /** Ask the server what has changed; return a promise of the end of that. */
  const poll = () => {
    polling = polling || pollNow().finally(() => { polling = null; });
    return polling;
  };

  const pollNow = async () => {
    const { name } = desk;
    try {
      await outbox.queue;
      const { sent } = outbox;
      const answer = await ask("changes", { seen: desk.version, name, page: desk.page, tutor: desk.tutor });
      if (outbox.offline) { outbox.offline = false; outbox.flush(); outbox.show(); }
      if (desk.people && desk.people !== answer.people) { location.reload(); return; } // graded again
      desk.people = answer.people;
      if (answer.states) {
        desk.version = answer.version;
        desk.states = answer.states;
        const rubricChanged = !same(desk.rubric, answer.rubric);
        desk.rubric = answer.rubric;
        showProgress();
        showMarking(); // it counts who has an item
        if (sent !== outbox.sent) desk.version = ""; // older than the last change: ask again
        else if (answer.marking && (rubricChanged || !same(desk.marking, answer.marking))) take(name, answer.marking);
      }
      if (desk.results !== answer.results) { desk.results = answer.results; codes.clear(); }
      if (!same(desk.here, answer.here)) { desk.here = answer.here; showNames(); showPresence(); }
      desk.problem = answer.problem ? `The results are not up to date: ${answer.problem}` : "";
      showAlert(desk.problem);
    } catch (error) {
      if (error instanceof Refused) showAlert(error.message);
      else { outbox.offline = true; outbox.show(); }
    }
  };

  // Keys.

  const KEYS = [
    ["n, p", "next, previous submission"], ["u", "next submission that is not marked"], ["U", "next submission whose current part is not marked"], ["l", "show or hide the list"], ["/", "search the list"],
    ["j, k or ↓, ↑", "next, previous line"], ["J, K or Shift+↓, ↑", "select lines"], ["], [", "next, previous file"],
    ["f, F", "next, previous finding, failed check or comment"], ["h", "show or hide advice at lines"],
    ["c", "comment on the line or the selected lines"], ["i", "comment with a rubric item"], ["e or Enter", "edit the comment at the line"], ["w", "comment on the whole submission"],
    ["1 … 9", "rubric items of the current part, on and off"], ["0", "full marks for the current part"], ["s", "next part"],
    ["m", "marks of the part"], ["r", "comment on the part"], ["a", "new rubric item"], ["x", "read (where no part has marks)"],
    ["Esc or Ctrl+Enter", "leave a field, back to the code"], ["?", "this list"],
  ];

  const leaveField = () => {
    const field = document.activeElement;
    if (field && field.matches("textarea, input, select")) field.blur();
  };

  const onPart = (action) => { const index = desk.part < desk.parts.length ? desk.part : 0; if (desk.parts[index]) action(index); };

  const ACTIONS = {
    n: () => step(1), p: () => step(-1), u: () => nextUnmarked(), U: () => nextUnmarked(true), l: () => { toggleList(); if (document.body.classList.contains("with-list")) $("names").querySelector("[aria-current]")?.focus(); else focusLine(); },
    "/": () => { toggleList(true); $("search").focus(); $("search").select(); },
    j: () => moveTo(desk.line + 1), ArrowDown: () => moveTo(desk.line + 1), k: () => moveTo(desk.line - 1), ArrowUp: () => moveTo(desk.line - 1),
    J: () => moveTo(desk.line + 1, true), K: () => moveTo(desk.line - 1, true),
    PageDown: () => moveTo(desk.line + 20), PageUp: () => moveTo(desk.line - 20), Home: () => moveTo(1), End: () => moveTo(Infinity),
    "]": () => stepFile(1), "[": () => stepFile(-1), f: () => jump(1), F: () => jump(-1), h: toggleAdvice,
    c: () => comment(false), i: () => comment(false, { withItem: true }), e: editHere, w: () => comment(true), 0: fullMarks,
    s: () => { choosePart((desk.part + 1) % sections().length); $(`part-${desk.part}`).scrollIntoView({ block: "nearest" }); say(`Part: ${sections()[desk.part] || "Comments"}`); },
    m: () => onPart((index) => { choosePart(index); $(`marks-${index}`).focus(); $(`marks-${index}`).select(); }),
    r: () => onPart((index) => { choosePart(index); openPanel(true); $(`part-${index}`).querySelector(".remark").focus(); }),
    a: () => editItem(null, sections()[desk.part]),
    x: () => { if ($("read")) setRead(!$("read").checked); },
    "?": () => $("keys").showModal(),
  };

  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("textarea") && event.target.closest("#code, #panel")) {
      leaveField();
      focusLine();
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.closest("dialog form")) {
      event.preventDefault();
      event.target.closest("form").requestSubmit();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const { target } = event;
    const typing = target.matches("textarea, select, input:not([type=checkbox])");
    if (event.key === "Escape") {
      $("progress").open = false;
      if (typing || !target.closest("#code")) { event.preventDefault(); leaveField(); toggleListIfNarrow(); focusLine(); }
      return;
    }
    if (typing || !desk.code) return;
    const arrow = event.key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(event.key);
    const inCode = target === document.body || target.closest("#code");
    if (target.classList.contains("tab") && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      stepFile(event.key === "ArrowRight" ? 1 : -1);
      $(`tab-${desk.file}`).focus();
      event.preventDefault();
      return;
    }
    if (arrow && !inCode) return;
    if (event.key === "Enter" && target.classList.contains("no")) { event.preventDefault(); editHere(); return; }
    if (event.shiftKey && event.key.startsWith("Arrow")) {
      event.preventDefault();
      moveTo(desk.line + (event.key === "ArrowDown" ? 1 : -1), true);
      return;
    }
    if (/^[1-9]$/.test(event.key)) { event.preventDefault(); giveByKey(Number(event.key)); return; }
    const action = ACTIONS[event.key];
    if (action && Object.hasOwn(ACTIONS, event.key)) { event.preventDefault(); action(); }
  });

  const toggleListIfNarrow = () => { if (matchMedia(NARROW).matches) toggleList(false); };

  // The mouse.

  $("code").addEventListener("click", (event) => {
    const row = event.target.closest(".line");
    if (!row || event.target.closest("a, textarea")) return;
    const number = Number(row.dataset.line);
    const chosen = getSelection();
    if (!chosen.isCollapsed && !event.target.classList.contains("no")) {
      const ends = [chosen.anchorNode, chosen.focusNode].map((node) => Number((node.parentElement || node).closest?.(".line")?.dataset.line || number));
      desk.anchor = Math.min(...ends);
      desk.line = Math.max(...ends);
      markLines();
    } else moveTo(number, event.shiftKey);
  });
  $("code").addEventListener("dblclick", (event) => { if (event.target.classList.contains("no")) comment(false); });
  $("previous").addEventListener("click", () => step(-1));
  $("next").addEventListener("click", () => step(1));
  $("unmarked").addEventListener("click", () => nextUnmarked());
  $("open-list").addEventListener("click", () => toggleList());
  $("help").addEventListener("click", () => $("keys").showModal());
  for (const id of ["search", "filter", "least", "most"]) $(id).addEventListener("input", search);
  $("search").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const first = [...$("names").children].findIndex((row) => !row.hidden);
    if (first >= 0) { toggleListIfNarrow(); open(desk.names[first]); }
  });
  $("names").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    toggleListIfNarrow();
    open(decodeURIComponent(link.hash.slice(1)));
  });
  addEventListener("popstate", () => {
    const name = decodeURIComponent(location.hash.slice(1));
    if (name !== desk.name) open(name, { isBack: true });
  });
  addEventListener("click", (event) => { if (!event.target.closest("#progress")) $("progress").open = false; });
  addEventListener("beforeunload", (event) => {
    outbox.flush();
    if (outbox.fields.size) event.preventDefault();
  });
  addEventListener("visibilitychange", () => { if (document.hidden) outbox.flush(); else poll(); });
  addEventListener("pagehide", () => { ask("leave", {}, { page: desk.page }).catch(() => {}); });

  matchMedia(NARROW).addEventListener("change", (narrow) => toggleList(!narrow.matches));

  // Who it is.

  const TUTOR = "desk-tutor";
  const BROWSER = "desk-browser";

  /** Return the name of a new page, by which the desk tells that others are in the same browser. */
  const newPage = () => {
    let browser = newId();
    try {
      browser = localStorage.getItem(BROWSER) || browser;
      localStorage.setItem(BROWSER, browser);
    } catch { /* a browser without storage */ }
    return `${browser}.${newId()}`;
  };

  const askWho = () => { $("tutor").value = desk.tutor; $("who").showModal(); $("tutor").select(); };

  $("who").addEventListener("close", () => {
    const typed = $("tutor").value.trim() || desk.tutor;
    // a tutor whom the class knows keeps the spelling there: "ann" is Ann
    desk.tutor = [...$("tutors").options].map((option) => option.value).find((known) => known.toLowerCase() === typed.toLowerCase()) || typed;
    try { localStorage.setItem(TUTOR, desk.tutor); } catch { /* a browser without storage */ }
    showProgress();
  });

  const begin = async () => {
    $("keys-list").append(...KEYS.map(([keys, what]) => make("p", {}, make("span", {}, ...keys.split(/( or |, | … )/).map((part, index) => (index % 2 ? part : make("kbd", { textContent: part })))), make("span", { textContent: what }))));
    toggleList(!matchMedia(NARROW).matches);
    desk.page = newPage();
    try {
      const about = await ask("class");
      desk.names = about.submissions.map((one) => one.name);
      desk.who = new Map(about.submissions.map((one) => [one.name, one.who]));
      draftsOf = `desk-drafts ${about.key}`;
      desk.parts = about.parts;
      $("course").textContent = about.title;
      let known = "";
      try { known = localStorage.getItem(TUTOR) || ""; } catch { /* none */ }
      desk.hasLogin = about.has_login;
      desk.tutor = desk.hasLogin ? about.tutor : known || about.tutor;
      makeNames();
      await poll();
      outbox.restore();
      outbox.show();
      const wanted = decodeURIComponent(location.hash.slice(1));
      if (desk.who.has(wanted)) await open(wanted);
      else {
        const { name } = await outbox.post("next", {}, { page: desk.page, tutor: desk.tutor });
        await open(name || desk.names[0]);
      }
      await restoreForm();
      const tutors = new Set(desk.states.map((state) => state.tutor.trim().toLowerCase()).filter(Boolean));
      const isShared = Object.keys(desk.here).length > 0; // so the login of the desk may be another tutor's
      if (!desk.hasLogin && (!desk.tutor || (!known && (isShared || (tutors.size && !tutors.has(desk.tutor.toLowerCase())))))) askWho();
      setInterval(poll, 2500); // browsers slow it down in a hidden page
    } catch (error) {
      showAlert(error.message);
    }
  };

  begin();
})();
