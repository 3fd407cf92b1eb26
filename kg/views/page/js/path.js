/* Between two concepts: the shortest path, and what they share. The second concept is picked anywhere on the page. */
let picking = null;   /* { kind, from } while the reader picks the second concept */
let between = null;   /* { kind, a, b, nodes } while the map shows one */

const reachable = () => N.map(node => !S.typesOff.has(node.type));

/* Breadth first over the relations that pass the filters; among equally short ways the one with more papers. */
function shortestPath(a, b) {
  const base = reachable(), seen = new Map([[a, null]]);
  base[a] = base[b] = true;
  let rim = [a];
  while (rim.length && !seen.has(b)) {
    const best = new Map();
    for (const node of rim) for (const index of N[node].edges) {
      const edge = E[index], other = otherEnd(edge, node);
      if (seen.has(other) || !passes(edge, base)) continue;
      if (!best.has(other) || best.get(other).support < edge.support) best.set(other, { from: node, support: edge.support });
    }
    for (const [node, { from }] of best) seen.set(node, from);
    rim = [...best.keys()].sort((x, y) => x - y);
  }
  if (!seen.has(b)) return null;
  const path = [];
  for (let node = b; node != null; node = seen.get(node)) path.unshift(node);
  return path;
}

function neighboursOf(node) {
  const base = reachable();
  base[node] = true;
  return new Set(N[node].edges.filter(index => passes(E[index], base)).map(index => otherEnd(E[index], node)));
}

function startPicking(kind, from) {
  picking = { kind, from };
  $("picking-text").textContent = (kind === "path" ? "Path from “" : "Shared with “") + N[from].label + "”: choose the other concept on the map or by searching.";
  $("picking").hidden = false;
  say($("picking-text").textContent);
  $("q").focus();
}

function stopPicking() {
  picking = null;
  $("picking").hidden = true;
}

/* Returns whether a chosen concept was the answer to "path to" or "shared with". */
function picked(node) {
  if (!picking || node === picking.from) return false;
  const { kind, from } = picking;
  stopPicking();
  showBetween(kind, from, node);
  return true;
}

function showBetween(kind, a, b) {
  const nodes = kind === "path" ? shortestPath(a, b) : [a, ...[...neighboursOf(a)].filter(node => neighboursOf(b).has(node)).sort((x, y) => x - y), b];
  between = { kind, a, b, nodes: nodes || [a, b], found: kind === "path" ? !!nodes : nodes.length > 2 };
  only = new Set(between.nodes);
  S.focus = null;
  S.node = S.edge = S.paper = null;
  if (S.view !== "graph") showView("graph");
  showBetweenPanel();
  apply(true);
}

function leaveBetween() {
  between = null;
  only = null;
}

function showBetweenPanel() {
  const { kind, a, b, nodes, found } = between;
  const panel = openPanel([conceptButton(a), el("span", { class: "verb" }, kind === "path" ? " to " : " and "), conceptButton(b)]);
  say(found ? "" : "Nothing connects the two");
  if (!found) {
    panel.append(el("p", { class: "meta" }, kind === "path" ? "No chain of relations joins these two under the present filters." : "No concept is related to both under the present filters."));
    return;
  }
  if (kind === "path") {
    panel.append(el("p", { class: "meta" }, plural(nodes.length - 1, "step") + "; the shortest way, by the relations with most papers."));
    for (let k = 1; k < nodes.length; k++) linksBetween(nodes[k - 1], nodes[k]).forEach((edge, n) => panel.append(...step(edge, n === 0)));
    return;
  }
  const shared = nodes.slice(1, -1);
  panel.append(el("p", { class: "meta" }, plural(shared.length, "concept") + " related to both."));
  for (const node of shared) {
    panel.append(el("h3", null, mark(node), " ", conceptButton(node)));
    for (const end of [a, b]) linksBetween(end, node).forEach(edge => panel.append(...step(edge, false)));
  }
}

const linksBetween = (a, b) => (PAIRS.get(Math.min(a, b) * N.length + Math.max(a, b)) || []).map(index => E[index])
  .filter(edge => !S.predicatesOff.has(edge.predicate) && (S.denied || !edge.negative)).sort((x, y) => y.support - x.support);

function step(edge, quoted) {
  const line = el("p", { class: "triple" }, conceptButton(edge.subject), " ", relationButton(edge), " ", conceptButton(edge.object));
  return quoted && edge.readings.length ? [line, quote(edge.readings[0])] : [line];
}

/* A path waves from left to right; what two concepts share stands in columns between them. */
function placeBetween() {
  const { kind, nodes } = between;
  if (kind === "path") {
    nodes.forEach((node, k) => { position[node] = [(k - (nodes.length - 1) / 2) * 200, (k % 2 ? 1 : -1) * 40]; });
    return;
  }
  const shared = nodes.slice(1, -1), columns = Math.min(3, Math.ceil(shared.length / 9)) || 1, rows = Math.ceil(shared.length / columns);
  shared.forEach((node, k) => { position[node] = [(Math.floor(k / rows) - (columns - 1) / 2) * 170, ((k % rows) - (rows - 1) / 2) * 62]; });
  const side = (columns - 1) * 85 + 260;
  position[nodes[0]] = [-side, 0];
  position[nodes[nodes.length - 1]] = [side, 0];
}

conceptExtras.push((panel, index, bar) => {
  bar.append(el("button", { onclick: () => startPicking("path", index) }, "Path to …"), el("button", { onclick: () => startPicking("shared", index) }, "Shared with …"));
});
extras.push(["between", () => (between ? [between.kind, shortIri(between.a), shortIri(between.b)].join(" ") : null), (value, byIri) => {
  const [kind, a, b] = (value || "").split(" ");
  pendingBetween = ["path", "shared"].includes(kind) && byIri.has(a) && byIri.has(b) ? [kind, byIri.get(a), byIri.get(b)] : null;
}]);
let pendingBetween = null;
