/* The same data as sortable tables of which only the rows in sight are in the document. */
const ROW = 34;
let sorting = { concepts: { column: 4, way: -1 }, relations: { column: 3, way: -1 }, papers: { column: 1, way: -1 } };
let grid = null;

const firstYear = list => (list.length ? list[0] : null);
const lastYear = list => (list.length ? list[list.length - 1] : null);

/* name, value of a row for sorting and text, number?, width, maker of the cell */
const COLUMNS = {
  concepts: [
    ["Concept", node => node.label, false, 3, node => conceptCell(node)],
    ["Type", typeName, false, 1],
    ["Also written", node => node.aliases.join(", "), false, 3],
    ["Relations", node => node.edges.filter(index => edgePasses[index]).length, true, 1],
    ["Papers", node => node.papers.filter(paper => inYears(P[paper].year)).length, true, 1],
    ["First", node => firstYear(node.years), true, 1],
    ["Last", node => lastYear(node.years), true, 1],
  ],
  relations: [
    ["Subject", edge => N[edge.subject].label, false, 2.4, edge => conceptCell(N[edge.subject])],
    ["Relation", relationLabel, false, 1.3, edge => relationButton(edge)],
    ["Object", edge => N[edge.object].label, false, 2.4, edge => conceptCell(N[edge.object])],
    ["Papers", edge => edge.support, true, 1],
    ["Confidence", edge => edge.confidence.toFixed(2), true, 1.3],
    ["A sentence", edge => (edge.readings[0] ? edge.readings[0].sentence : ""), false, 5],
  ],
  papers: [
    ["Paper", paper => paper.title, false, 5, paper => paperButton(paper.index)],
    ["Year", paper => paper.year, true, 0.9],
    ["Concepts", paper => paper.concepts.length, true, 1.2],
    ["Proposes", paper => paper.concepts.filter(node => N[node].proposed.has(paper.index)).map(node => N[node].label).join(", "), false, 3],
    ["Link", paper => paper.url, false, 1, paper => (paper.url ? link(paper.url, "open") : "")],
  ],
};

if (!YEARS.length) for (const view of ["concepts", "papers"]) COLUMNS[view] = COLUMNS[view].filter(([name]) => !["Year", "First", "Last"].includes(name));
if (!P.some(paper => paper.url)) COLUMNS.papers = COLUMNS.papers.filter(([name]) => name !== "Link");

function conceptCell(node) { return el("span", { class: "cell" }, mark(node.index), conceptButton(node.index)); }

function tableRows(view) {
  const typeOn = node => !S.typesOff.has(node.type);
  const base = N.map(node => typeOn(node) && (allYears() || node.years.some(inYears)));
  if (view === "papers") return P.filter(paper => inYears(paper.year));
  if (view === "concepts") return N.filter(node => base[node.index]);
  return E.filter(edge => passes(edge, base));
}

const cellText = value => (value == null ? "" : String(value));
const compareCells = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : a == null || b == null ? (a == null) - (b == null) : String(a).localeCompare(String(b), "en"));

function drawTable(view) {
  const columns = COLUMNS[view], { column, way } = sorting[view];
  const rows = tableRows(view).map(item => ({ item, values: columns.map(([, value]) => value(item)) }));
  rows.sort((a, b) => way * compareCells(a.values[column], b.values[column]) || a.item.index - b.item.index);
  const wrap = clear($("table"));
  const template = columns.map(([, , , width]) => "minmax(0, " + width + "fr)").join(" ");
  const head = el("div", { role: "row", class: "tr head", "aria-rowindex": 1 });
  columns.forEach(([name, , number], k) => head.append(el("div", { role: "columnheader", "aria-sort": k === column ? (way > 0 ? "ascending" : "descending") : "none", class: number ? "num" : null },
    el("button", { class: "sort", onclick: () => sortBy(view, k, number) }, name, el("span", { "aria-hidden": "true" }, k === column ? (way > 0 ? " ▲" : " ▼") : "")))));
  head.style.gridTemplateColumns = template;
  const body = el("div", { role: "rowgroup", class: "tbody" });
  body.style.height = rows.length * ROW + "px";
  const title = { concepts: "Concepts", relations: "Relations", papers: "Papers" }[view];
  $("caption").textContent = plural(rows.length, { concepts: "concept", relations: "relation", papers: "paper" }[view]) + ". Filters apply here too; choose a heading to sort.";
  wrap.append(el("div", { role: "table", class: "grid", "aria-label": title, "aria-rowcount": rows.length + 1, "aria-colcount": columns.length }, el("div", { role: "rowgroup", class: "thead" }, head), body));
  grid = { view, columns, rows, body, template, first: -1, last: -1 };
  $("scroller").scrollTop = 0;
  fillRows();
}

function fillRows() {
  if (!grid) return;
  const top = $("scroller").scrollTop, height = $("scroller").clientHeight || 800;
  const first = Math.max(0, Math.floor(top / ROW) - 8), last = Math.min(grid.rows.length, Math.ceil((top + height) / ROW) + 8);
  if (first === grid.first && last === grid.last) return;
  const kept = grid.body.contains(document.activeElement) ? document.activeElement.closest("[role=row]") : null;
  [...grid.body.children].forEach(row => { const k = Number(row.dataset.k); if (row !== kept && (k < first || k >= last)) row.remove(); });
  const there = new Set([...grid.body.children].map(row => Number(row.dataset.k)));
  for (let k = first; k < last; k++) if (!there.has(k)) grid.body.append(tableRow(k));
  Object.assign(grid, { first, last });
}

function tableRow(k) {
  const { item, values } = grid.rows[k];
  const row = el("div", { role: "row", class: "tr" + (k % 2 ? " odd" : ""), "aria-rowindex": k + 2, "data-k": k });
  row.style.gridTemplateColumns = grid.template;
  row.style.top = k * ROW + "px";
  grid.columns.forEach(([, , number, , make], column) => {
    const text = cellText(values[column]);
    row.append(el("div", { role: "cell", class: number ? "num" : null, title: make ? null : text }, make ? make(item) : text));
  });
  return row;
}

function sortBy(view, column, number) {
  const was = sorting[view];
  sorting[view] = { column, way: was.column === column ? -was.way : number ? -1 : 1 };
  drawTable(view);
  $("table").querySelectorAll(".sort")[column].focus();
  saveState();
}

$("scroller").addEventListener("scroll", fillRows, { passive: true });
extras.push(["sort", () => (S.view in sorting ? sorting[S.view].column + (sorting[S.view].way > 0 ? "a" : "d") : null), value => {
  const found = /^(\d)([ad])$/.exec(value || "");
  if (found && S.view in sorting && Number(found[1]) < COLUMNS[S.view].length) sorting[S.view] = { column: Number(found[1]), way: found[2] === "a" ? 1 : -1 };
}]);
