/* Search over labels, other spellings and paper titles: an ARIA combobox. */
const titles = P.map(paper => fold(paper.title));
let hits = [], active = -1;

function rankOf(texts, query) {
  let best = Infinity;
  texts.forEach((text, k) => {
    const at = text.indexOf(query);
    if (at < 0) return;
    const rank = text === query ? 0 : at === 0 ? 1 : /[^\p{L}\p{N}]/u.test(text[at - 1]) ? 2 : 3;
    best = Math.min(best, rank + (k ? 0.5 : 0));
  });
  return best;
}

function findHits(text) {
  const query = fold(text.trim());
  if (!query) return [];
  const found = N.map(node => ({ rank: rankOf(node.folded, query), node: node.index })).filter(hit => hit.rank < Infinity);
  found.sort((a, b) => a.rank - b.rank || a.node - b.node);
  const papers = query.length < 2 ? [] : P.filter((_, index) => titles[index].includes(query)).slice(0, 5).map(paper => ({ paper: paper.index }));
  return found.slice(0, 12).concat(papers);
}

function hitRow(hit, k) {
  const row = el("li", { role: "option", id: "hit" + k, "aria-selected": String(k === active) });
  if (hit.node != null) {
    const node = N[hit.node], note = (nodeShown[hit.node] ? "" : "not shown now · ") + typeName(node);
    row.append(mark(hit.node), el("span", { class: "name" }, node.label), el("small", null, note));
  } else row.append(el("span", { class: "name" }, P[hit.paper].title), el("small", null, ["paper", P[hit.paper].year].filter(Boolean).join(" · ")));
  row.addEventListener("mousedown", event => { event.preventDefault(); pick(k); });
  return row;
}

function drawHits() {
  const list = clear($("hits")), asked = $("q").value.trim();
  hits.forEach((hit, k) => list.append(hitRow(hit, k)));
  const open = asked !== "" && hits.length > 0;
  list.hidden = !open;
  $("no-hits").hidden = asked === "" || hits.length > 0;
  $("q").setAttribute("aria-expanded", String(open));
  if (open && active >= 0) $("q").setAttribute("aria-activedescendant", "hit" + active);
  else $("q").removeAttribute("aria-activedescendant");
}

function closeHits() {
  hits = []; active = -1;
  $("hits").hidden = $("no-hits").hidden = true;
  $("q").setAttribute("aria-expanded", "false");
  $("q").removeAttribute("aria-activedescendant");
}

function pick(k) {
  const hit = hits[k];
  if (!hit) return;
  $("q").value = "";
  closeHits();
  if (hit.node != null) { if (!picking) showView("graph"); select(hit.node, true); box.focus({ preventScroll: true }); }
  else { selectPaper(hit.paper); $("panel-title").focus(); }
}

$("q").addEventListener("input", () => { hits = findHits($("q").value); active = hits.length ? 0 : -1; drawHits(); });
$("q").addEventListener("blur", closeHits);
$("q").addEventListener("focus", () => { if ($("q").value.trim()) { hits = findHits($("q").value); active = 0; drawHits(); } });
$("q").addEventListener("keydown", event => {
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && hits.length) {
    event.preventDefault();
    active = (active + (event.key === "ArrowDown" ? 1 : -1) + hits.length) % hits.length;
    drawHits();
    document.getElementById("hit" + active).scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter") pick(Math.max(0, active));
  else if (event.key === "Escape") { if (picking && !$("q").value) stopPicking(); $("q").value = ""; closeHits(); $("q").blur(); }
});
