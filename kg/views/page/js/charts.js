/* Pictures of counts: heat maps, years, and what is mentioned together. */
const CHART_ROWS = 16, CHART_COLUMNS = 12;

const papersNow = node => node.papers.filter(paper => inYears(P[paper].year));
const typeIndex = name => TYPES.findIndex(type => type.name === name);

/* Papers that mention both, for the most frequent rows and columns that meet. */
function crossing(rowType, columnType) {
  const of = name => N.filter(node => node.type === typeIndex(name) && !S.typesOff.has(node.type)).map(node => ({ node, papers: new Set(papersNow(node)) }))
    .filter(item => item.papers.size).sort((a, b) => b.papers.size - a.papers.size || a.node.index - b.node.index).slice(0, 120);
  let rows = of(rowType), columns = of(columnType);
  const common = (a, b) => { let n = 0; for (const paper of a.papers) if (b.papers.has(paper)) n++; return n; };
  const total = (item, others) => others.reduce((sum, other) => sum + common(item, other), 0);
  const best = (items, others, limit) => items.map(item => ({ ...item, total: total(item, others) })).filter(item => item.total)
    .sort((a, b) => b.total - a.total || a.node.index - b.node.index).slice(0, limit);
  columns = best(columns, rows, CHART_COLUMNS);
  rows = best(rows, columns, CHART_ROWS);
  columns = best(columns, rows, CHART_COLUMNS);
  return { rows, columns, cells: rows.map(row => columns.map(column => common(row, column))) };
}

const related = (a, b) => (PAIRS.get(Math.min(a, b) * N.length + Math.max(a, b)) || []).length > 0;

function heatMap(title, rowType, columnType) {
  const { rows, columns, cells } = crossing(rowType, columnType);
  if (rows.length < 2 || columns.length < 2) return null;
  const most = Math.max(...cells.flat());
  const head = el("tr", null, el("td", { class: "corner" }), ...columns.map(column => el("th", { scope: "col" }, el("span", { class: "tilt" }, conceptButton(column.node.index)))));
  const body = rows.map((row, r) => el("tr", null, el("th", { scope: "row" }, conceptButton(row.node.index)), ...columns.map((column, c) => {
    const count = cells[r][c];
    if (!count) return el("td", null, el("span", { class: "vh" }, "0"));
    const stated = related(row.node.index, column.node.index), part = most > 1 ? (count - 1) / (most - 1) : 0.4;
    const cell = el("button", { class: stated ? "cellb stated" : "cellb", onclick: () => showCrossing(row.node.index, column.node.index),
      "aria-label": `${row.node.label} and ${column.node.label}: ${plural(count, "paper")}${stated ? ", related" : ""}` }, String(count));
    cell.style.background = ramp(0.1 + 0.9 * part);
    cell.style.color = readableOn(cell.style.background);
    return el("td", null, cell);
  })));
  return el("section", { class: "chart" }, el("h2", null, title), el("p", { class: "meta" }, "Papers that mention both. A ring: a sentence relates the two. Choose a cell to read on."),
    el("div", { class: "wide" }, el("table", { class: "heat" }, el("thead", null, head), el("tbody", null, ...body))));
}

function showCrossing(a, b) {
  const panel = openPanel([conceptButton(a), el("span", { class: "verb" }, " and "), conceptButton(b)]);
  const edges = linksBetween(a, b);
  for (const edge of edges) panel.append(...step(edge, false), ...edge.readings.map(quote));
  const shared = papersNow(N[a]).filter(paper => N[b].papers.includes(paper));
  panel.append(el("h3", null, "Papers that mention both (" + shared.length + ")"));
  const list = el("ul", { class: "papers" });
  moreRows(list, shared, paper => el("li", null, paperButton(paper), P[paper].year ? " (" + P[paper].year + ")" : ""), "paper");
  panel.append(list);
}

/* One small bar chart a concept, all on the same years, each on its own height. */
function yearCharts() {
  if (!YEARS.length || LAST_YEAR - FIRST_YEAR < 2) return null;
  const [low, high] = [Math.max(S.from, S.to - 24), S.to];
  const items = N.filter(node => !S.typesOff.has(node.type)).map(node => ({ node, count: papersNow(node).filter(paper => P[paper].year >= low).length }))
    .filter(item => item.count > 1).sort((a, b) => b.count - a.count || a.node.index - b.node.index).slice(0, 18);
  if (!items.length) return null;
  const boxes = items.map(({ node, count }) => {
    const perYear = new Map();
    for (const paper of papersNow(node)) perYear.set(P[paper].year, (perYear.get(P[paper].year) || 0) + 1);
    const most = Math.max(...perYear.values()), bars = el("div", { class: "bars", role: "img", "aria-label": [...perYear.entries()].sort((a, b) => a[0] - b[0]).map(([year, n]) => year + ": " + n).join(", ") });
    for (let year = low; year <= high; year++) {
      const bar = el("i", { title: year + ": " + plural(perYear.get(year) || 0, "paper") });
      bar.style.height = Math.max(1, Math.round((44 * (perYear.get(year) || 0)) / most)) + "px";
      bar.style.background = perYear.get(year) ? typeColour(node.type) : css("--line");
      bars.append(bar);
    }
    return el("div", { class: "mini" }, el("p", { class: "mini-title" }, mark(node.index), " ", conceptButton(node.index), el("span", { class: "n" }, String(count))), bars,
      el("p", { class: "axis" }, el("span", null, String(low)), el("span", null, "most in a year: " + most), el("span", null, String(high))));
  });
  return el("section", { class: "chart" }, el("h2", null, "Concepts over years"), el("p", { class: "meta" }, "Papers a year that mention the concept."), el("div", { class: "minis" }, ...boxes));
}

/* Concepts most often mentioned in the same papers. */
function together(index, limit) {
  const count = new Map();
  for (const paper of papersNow(N[index])) for (const other of P[paper].concepts) if (other !== index && !S.typesOff.has(N[other].type)) count.set(other, (count.get(other) || 0) + 1);
  return [...count.entries()].sort((a, b) => b[1] - a[1] || N[a[0]].papers.length - N[b[0]].papers.length || a[0] - b[0]).slice(0, limit);
}

function barList(index, found) {
  const most = found.length ? found[0][1] : 1;
  return el("ul", { class: "barlist" }, ...found.map(([other, count]) => {
    const bar = el("span", { class: "bar-in", "aria-hidden": "true" });
    bar.style.width = Math.round((100 * count) / most) + "%";
    return el("li", null, mark(other), conceptButton(other), el("button", { class: "count", onclick: () => showCrossing(index, other), "aria-label": plural(count, "paper") + " with both" }, String(count)), el("span", { class: "bar-out", "aria-hidden": "true" }, bar));
  }));
}

function togetherChart() {
  const index = S.node != null ? S.node : N.reduce((best, node) => (node.papers.length > N[best].papers.length ? node.index : best), 0);
  const found = together(index, 18);
  if (!found.length) return null;
  return el("section", { class: "chart" }, el("h2", null, "Mentioned together with ", conceptButton(index)), el("p", { class: "meta" }, "Papers that mention both; choose another concept anywhere to see its own."), barList(index, found));
}

function drawCharts() {
  const parts = [heatMap("Methods by task", "Method", "Task"), heatMap("Tasks by hardware", "Task", "Hardware"), yearCharts(), N.length ? togetherChart() : null].filter(Boolean);
  clear($("charts")).append(...(parts.length ? parts : [el("p", { class: "meta" }, "There is too little on this page to draw charts of.")]));
}

conceptExtras.push((panel, index) => {
  const found = together(index, 6).filter(([, count]) => count > 1);
  if (found.length) panel.append(el("h3", null, "Often in the same papers"), barList(index, found));
});
