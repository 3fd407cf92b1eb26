/* The hierarchy of concepts (skos:broader) as an ARIA tree. */
const TREE = N.map(node => ({ label: node.label, node: node.index, up: node.broader }))
  .concat(DATA.ancestors.map(([label, up]) => ({ label, node: null, up })));
TREE.forEach((item, index) => Object.assign(item, { index, down: [] }));
for (const item of TREE) for (const parent of item.up) if (parent !== item.index) TREE[parent].down.push(item.index);
for (const item of TREE) item.down.sort((a, b) => TREE[a].label.localeCompare(TREE[b].label, "en"));

/* Papers of a concept and everything below it. */
function papersBelow(index, above) {
  const item = TREE[index];
  if (item.papers) return item.papers;
  const papers = new Set(item.node == null ? [] : N[item.node].papers);
  const seen = new Set(above).add(index);
  for (const child of item.down) if (!seen.has(child)) for (const paper of papersBelow(child, seen)) papers.add(paper);
  if (!above.size) item.papers = papers;
  return papers;
}

const NO_PAPERS = new Set();
const countBelow = index => papersBelow(index, NO_PAPERS).size;
const opened = new Set();
let cursor = null;   /* the row that the keyboard is on, as a path of indices */

const roots = () => TREE.filter(item => !item.up.filter(parent => parent !== item.index).length && item.down.length).sort((a, b) => countBelow(b.index) - countBelow(a.index) || a.index - b.index);

/* A concept with several parents stands under each; a circle of parents is cut where it closes. */
function treeRow(index, path) {
  const item = TREE[index], here = [...path, index], key = here.join("/");
  const children = item.down.filter(child => !here.includes(child));
  const open = opened.has(key);
  const row = el("li", { role: "treeitem", "data-key": key, tabindex: "-1", "aria-level": here.length, "aria-expanded": children.length ? String(open) : null, "aria-selected": String(item.node != null && item.node === S.node) });
  const line = el("div", { class: "leaf" }, el("span", { class: "twist", "aria-hidden": "true" }, children.length ? (open ? "▾" : "▸") : ""),
    item.node == null ? el("span", { class: "sw" }) : mark(item.node), el("span", { class: item.node == null ? "name above" : "name" }, item.label),
    el("span", { class: "n", title: "papers here and below" }, countBelow(index).toLocaleString("en")));
  line.addEventListener("click", event => {
    cursor = key;
    if (children.length && (item.node == null || event.target.classList.contains("twist"))) flip(key);
    else { if (children.length && !opened.has(key)) opened.add(key); select(item.node); drawTree(); }
    focusRow();
  });
  row.append(line);
  if (children.length && open) row.append(el("ul", { role: "group" }, ...children.map(child => treeRow(child, here))));
  return row;
}

function flip(key) {
  if (opened.has(key)) opened.delete(key); else opened.add(key);
  drawTree();
}

function drawTree() {
  const tops = roots();
  if (!opened.size && cursor == null) tops.slice(0, 6).forEach(item => opened.add(String(item.index)));
  $("tree-note").textContent = tops.length ? "Broader concepts above narrower ones; the number counts papers here and below." : "No concept of this graph has a broader one.";
  clear($("tree")).append(...tops.map(item => treeRow(item.index, [])));
  const rows = [...$("tree").querySelectorAll("[role=treeitem]")];
  const current = rows.find(row => row.dataset.key === cursor) || rows[0];
  if (current) current.tabIndex = 0;
}

function focusRow() {
  const row = [...$("tree").querySelectorAll("[role=treeitem]")].find(one => one.dataset.key === cursor);
  if (row) row.focus();
}

$("tree").addEventListener("keydown", event => {
  const rows = [...$("tree").querySelectorAll("[role=treeitem]")], at = rows.indexOf(event.target.closest("[role=treeitem]"));
  if (at < 0) return;
  const row = rows[at], expanded = row.getAttribute("aria-expanded"), go = next => { if (next) cursor = next.dataset.key; };
  if (event.key === "ArrowDown") go(rows[at + 1]);
  else if (event.key === "ArrowUp") go(rows[at - 1]);
  else if (event.key === "Home") go(rows[0]);
  else if (event.key === "End") go(rows[rows.length - 1]);
  else if (event.key === "ArrowRight" && expanded === "false") { cursor = row.dataset.key; flip(cursor); }
  else if (event.key === "ArrowRight" && expanded === "true") go(rows[at + 1]);
  else if (event.key === "ArrowLeft" && expanded === "true") { cursor = row.dataset.key; flip(cursor); }
  else if (event.key === "ArrowLeft") go(row.parentElement.closest("[role=treeitem]"));
  else if (event.key === "Enter" || event.key === " ") {
    cursor = row.dataset.key;
    const { node } = TREE[Number(cursor.split("/").pop())];
    if (node == null) flip(cursor); else { select(node); drawTree(); }
  } else return;
  event.preventDefault();
  event.stopPropagation();
  drawTree();
  focusRow();
});
