/* The evidence panel: a concept, a relation with its sentences, or a paper. */
const FIRST_ROWS = 40;

function openPanel(title) {
  const was = $("right").hidden;
  $("right").hidden = false;
  const panel = clear($("panel"));
  panel.append(el("button", { class: "close", "aria-label": "Close details", onclick: clearSelection }, "×"), el("h2", { id: "panel-title", tabindex: "-1" }, ...[].concat(title)));
  $("right").scrollTop = 0;
  if (was) resize();
  return panel;
}

const mark = node => swatch(TYPES[N[node].type].shape, typeColour(N[node].type));
const conceptButton = node => el("button", { class: "lk", onclick: () => select(node, true) }, N[node].label);
const relationButton = edge => el("button", { class: "lk" + (edge.negative ? " denied" : ""), onclick: () => selectEdge(edge.index) }, relationLabel(edge));
const paperButton = paper => el("button", { class: "lk", onclick: () => selectPaper(paper) }, P[paper].title);
const paperName = paper => (P[paper].year ? P[paper].title + " (" + P[paper].year + ")" : P[paper].title);

/* The sentence with subject and object marked; marks that overlap or are unknown are left out. */
function markedSentence(reading) {
  const line = el("p", { class: "sentence" });
  let at = 0;
  for (const [start, end, role] of reading.marks.slice().sort((a, b) => a[0] - b[0])) {
    if (end <= start || start < at) continue;
    line.append(reading.sentence.slice(at, start), el("mark", { class: role, title: role === "s" ? "subject" : "object" }, reading.sentence.slice(start, end)));
    at = end;
  }
  line.append(reading.sentence.slice(at));
  return line;
}

function quote(reading) {
  const paper = P[reading.paper];
  return el("blockquote", null, markedSentence(reading),
    el("footer", null, el("span", { class: "paper" }, link(paper.url, paper.title)),
      el("span", { class: "facts" }, [paper.year, "confidence " + reading.confidence.toFixed(2), reading.source && "read by " + reading.source].filter(Boolean).join(" · ")), " ",
      el("button", { class: "lk", onclick: () => selectPaper(reading.paper), "aria-label": "paper’s page: " + paper.title }, "paper’s page")));
}

function moreRows(list, rows, make, word) {
  rows.slice(0, FIRST_ROWS).forEach(row => list.append(make(row)));
  if (rows.length <= FIRST_ROWS) return;
  const more = el(list.tagName === "UL" ? "li" : "div", { class: "more" }, el("button", { onclick: () => {
    more.remove();
    rows.slice(FIRST_ROWS).forEach(row => list.append(make(row)));
  } }, "Show " + plural(rows.length - FIRST_ROWS, "more " + word)));
  list.append(more);
}

const sparqlOf = edge => `PREFIX kg: <${DATA.ontology}>\nPREFIX rdf: <${DATA.rdf}>\n` +
  `SELECT ?paper ?sentence ?confidence WHERE {\n  ?s rdf:subject <${N[edge.subject].iri}> ; rdf:predicate kg:${PREDICATES[edge.predicate].name} ;\n` +
  `     rdf:object <${N[edge.object].iri}> .\n  ?e kg:evidenceFor ?s ; kg:inPaper ?paper ; kg:sentence ?sentence ; kg:confidence ?confidence .\n} ORDER BY DESC(?confidence)`;
const sparqlOfConcept = node => `PREFIX kg: <${DATA.ontology}>\nPREFIX rdf: <${DATA.rdf}>\n` +
  `SELECT ?subject ?predicate ?object ?papers WHERE {\n  ?s a rdf:Statement ; rdf:subject ?subject ; rdf:predicate ?predicate ; rdf:object ?object ; kg:supportCount ?papers .\n` +
  `  FILTER(?subject = <${N[node].iri}> || ?object = <${N[node].iri}>)\n} ORDER BY DESC(?papers)`;

/* A common thing is written in a hundred ways: the first few, and the others on demand. */
const FIRST_SPELLINGS = 8;

function spellings(all) {
  const few = all.length > FIRST_SPELLINGS + 2 ? all.slice(0, FIRST_SPELLINGS) : all;
  const line = el("p", { class: "meta" }, "Also written: " + few.join(", "));
  if (few.length < all.length) line.append(" ", el("button", { class: "lk", onclick: () => { line.textContent = "Also written: " + all.join(", "); } }, `and ${all.length - few.length} more`));
  return line;
}

function showConcept(index) {
  const node = N[index], panel = openPanel(node.label);
  const facts = [node.kind && node.kind !== typeName(node) ? typeName(node) + " (" + node.kind + ")" : typeName(node),
    plural(node.edges.length, "relation"), plural(node.papers.length, "paper"), years(node)];
  panel.append(el("p", { class: "meta" }, mark(index), " ", facts.filter(Boolean).join(" · ")));
  if (node.aliases.length) panel.append(spellings(node.aliases));
  const bar = el("div", { class: "bar" },
    el("button", { onclick: () => focusOn(index) }, "Neighbourhood"),
    el("button", { onclick: event => copy(node.iri, event.currentTarget) }, "Copy IRI"),
    el("button", { onclick: event => copy(sparqlOfConcept(index), event.currentTarget) }, "Copy SPARQL"));
  panel.append(bar);
  for (const extend of conceptExtras) extend(panel, index, bar);
  for (const [heading, list] of relationGroups(node)) panel.append(el("h3", null, heading), list);
  if (!node.edges.length) panel.append(el("p", { class: "meta" }, "No relation of this concept is on this page."));
  if (!node.papers.length) return;
  panel.append(el("h3", null, "Papers (" + node.papers.length + ")"));
  const list = el("ul", { class: "papers" });
  const newest = node.papers.slice().sort((a, b) => node.proposed.has(b) - node.proposed.has(a) || (P[b].year || 0) - (P[a].year || 0) || a - b);
  moreRows(list, newest, paper => el("li", null, paperButton(paper), P[paper].year ? " (" + P[paper].year + ")" : "",
    node.proposed.has(paper) ? el("span", { class: "tag" }, "proposed here") : null), "paper");
  panel.append(list);
}

/* Other parts of the page add to a concept's panel here. */
const conceptExtras = [];

function relationGroups(node) {
  const groups = new Map();
  for (const index of node.edges) {
    const edge = E[index], key = (edge.subject === node.index ? 0 : 1) * 1000 + edge.predicate * 2 + (edge.negative ? 1 : 0);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(edge);
  }
  return [...groups.entries()].sort((a, b) => b[1].length - a[1].length || a[0] - b[0]).map(([key, list]) => {
    const forward = key < 1000, name = relationLabel(list[0]), element = el("div", { class: "rels" });
    list.sort((a, b) => b.support - a.support || otherEnd(a, node.index) - otherEnd(b, node.index));
    moreRows(element, list, edge => relationRow(edge, forward ? edge.object : edge.subject), "relation");
    return [(forward ? name + " …" : "… " + name + " this") + " (" + list.length + ")", element];
  });
}

function relationRow(edge, other) {
  const sentences = el("div", { class: "quotes" });
  sentences.hidden = true;
  const toggle = el("button", { class: "tg", "aria-expanded": "false", "aria-label": plural(edge.count, "sentence") + ": " + relationLabel(edge) + " " + N[other].label }, plural(edge.count, "sentence"));
  toggle.addEventListener("click", () => {
    sentences.hidden = !sentences.hidden;
    toggle.setAttribute("aria-expanded", String(!sentences.hidden));
    if (!sentences.childNodes.length) { edge.readings.forEach(reading => sentences.append(quote(reading))); sentences.append(heldBack(edge) || ""); }
  });
  return el("div", { class: "rel" }, el("div", { class: "rh" }, mark(other), conceptButton(other), toggle), sentences);
}

function heldBack(edge) {
  if (edge.count <= edge.readings.length) return null;
  if (!edge.readings.length) return el("p", { class: "meta" }, "No sentence behind this relation is in this page.");
  return el("p", { class: "meta" }, edge.readings.length + " of " + plural(edge.count, "sentence") + " are in this page; the graph has them all: use Copy SPARQL.");
}

function showRelation(index) {
  const edge = E[index], panel = openPanel([conceptButton(edge.subject), " ", el("span", { class: edge.negative ? "denied" : "verb" }, relationLabel(edge)), " ", conceptButton(edge.object)]);
  const within = readingsIn[index];
  panel.append(el("p", { class: "meta" }, [plural(edge.support, "paper"), plural(edge.count, "sentence") + (within < edge.readings.length ? " (" + within + " in the chosen years)" : ""),
    "confidence " + edge.confidence.toFixed(2)].join(" · ")));
  if (edge.negative) panel.append(el("p", { class: "denied" }, "The text denies this relation."));
  panel.append(el("div", { class: "bar" }, el("button", { onclick: event => copy(sparqlOf(edge), event.currentTarget) }, "Copy SPARQL")));
  edge.readings.filter(reading => inYears(P[reading.paper].year)).forEach(reading => panel.append(quote(reading)));
  panel.append(heldBack(edge) || "");
  const others = PAIRS.get(pairKey(edge)).filter(other => other !== index);
  if (others.length) panel.append(el("h3", null, "Also between these two"), el("ul", { class: "papers" }, ...others.map(other =>
    el("li", null, N[E[other].subject].label + " ", relationButton(E[other]), " " + N[E[other].object].label))));
}

function showPaper(index) {
  const paper = P[index], panel = openPanel(paper.title);
  panel.append(el("p", { class: "meta" }, [paper.year, plural(paper.concepts.length, "concept")].filter(Boolean).join(" · "), paper.url ? " · " : "", paper.url ? link(paper.url, "open the paper") : ""));
  panel.append(el("div", { class: "bar" }, el("button", { onclick: event => copy(paper.iri, event.currentTarget) }, "Copy IRI")));
  const proposed = paper.concepts.filter(node => N[node].proposed.has(index));
  if (proposed.length) panel.append(el("h3", null, "Proposes"), chips(proposed));
  panel.append(el("h3", null, "Concepts (" + paper.concepts.length + ")"), chips(paper.concepts));
  const read = E.filter(edge => edge.readings.some(reading => reading.paper === index));
  if (read.length) panel.append(el("h3", null, "Relations read here (" + read.length + ")"));
  read.forEach(edge => panel.append(el("p", { class: "triple" }, conceptButton(edge.subject), " ", relationButton(edge), " ", conceptButton(edge.object)),
    ...edge.readings.filter(reading => reading.paper === index).map(reading => el("blockquote", null, markedSentence(reading)))));
}

const chips = list => el("p", { class: "chips" }, ...list.map(node => el("span", { class: "chip" }, mark(node), conceptButton(node))));
