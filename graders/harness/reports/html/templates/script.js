(() => {
  "use strict";
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // Open and close all cards of a section, open the target of a link, and unfold everything for printing.
  for (const fold of all("button.fold")) {
    const cards = all("details.card", fold.closest("section"));
    const anyOpen = () => cards.some((card) => card.open);
    const name = () => { fold.textContent = anyOpen() ? "Close all" : "Open all"; };
    fold.hidden = false;
    fold.addEventListener("click", () => {
      const open = !anyOpen();
      for (const card of cards) card.open = open;
      name();
    });
    for (const card of cards) card.addEventListener("toggle", name);
    name();
  }
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const folded = target && target.closest("details");
    if (folded) { folded.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", reveal);
  reveal();
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details:not([open])");
    for (const one of folded) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of folded) one.open = false;
    folded = [];
  });

  // Tables that can be sorted.
  const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;
  for (const table of all("table.sortable")) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      if (!head.textContent.trim() || head.querySelector(".unseen")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      const numeric = head.classList.contains("number");
      const cell = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const down = now ? now === "ascending" : numeric;
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const sorted = rows.map((row, place) => ({ row, place, value: cell(row) }));
        sorted.sort((a, b) => {
          // Empty cells come last in both directions.
          if (!a.value || !b.value) return !a.value - !b.value || a.place - b.place;
          const order = numeric ? a.value - b.value : compare(a.value, b.value);
          return (down ? -order : order) || a.place - b.place;
        });
        body.append(...sorted.map((one) => one.row));
      });
    });
  }

  // Tables that can be searched.
  const folding = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  for (const tools of all(".tools")) {
    const rows = [...tools.nextElementSibling.querySelector("table").tBodies[0].rows];
    const search = tools.querySelector("input");
    const kind = tools.querySelector("select");
    const matches = tools.querySelector("[role=status]");
    const words = new Map(rows.map((row) => [row, folding(row.textContent)]));
    const choose = () => {
      const wanted = folding(search.value).split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const fits = wanted.every((word) => words.get(row).includes(word))
          && (!kind.value || row.dataset.kinds.split("|").includes(kind.value));
        row.hidden = !fits;
        shown += fits;
      }
      matches.textContent = shown === rows.length ? `${shown} in all` : `${shown} of ${rows.length} shown`;
    };
    search.addEventListener("input", choose);
    kind.addEventListener("change", choose);
    search.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { search.value = ""; choose(); }
    });
    tools.hidden = false;
    choose();
  }
})();
