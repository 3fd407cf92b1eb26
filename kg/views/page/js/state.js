/* What the reader has chosen. All of it can be written into the address and read back. */
const VIEWS = ["graph", "tree", "charts", "concepts", "relations", "papers"];
const S = {
  view: "graph", node: null, edge: null, paper: null, focus: null, steps: 1,
  typesOff: new Set(), predicatesOff: new Set(), denied: false,
  from: FIRST_YEAR, to: LAST_YEAR, top: LEVELS[0].shown, support: 1,
  lines: E.length > 1.5 * N.length ? "strong" : "all", colour: "type",
};
const START = { top: S.top, lines: S.lines };
const COLOURS = ["type", "community", "year"];

function readNumber(text, low, high, otherwise) {
  const value = Number(text);
  return text != null && text !== "" && Number.isFinite(value) ? Math.max(low, Math.min(high, Math.round(value))) : otherwise;
}

const shortIri = node => (N[node].iri.startsWith(DATA.base) ? "~" + N[node].iri.slice(DATA.base.length) : N[node].iri);
const edgeName = edge =>
  [shortIri(edge.subject), PREDICATES[edge.predicate].name, shortIri(edge.object), edge.negative ? "not" : ""].join(" ").trim();

/* `extras` lets other parts of the page keep their own state in the address: [key, write, read]. */
const extras = [];

function stateToHash() {
  const hash = new URLSearchParams();
  if (S.view !== "graph") hash.set("view", S.view);
  if (S.node != null) hash.set("concept", shortIri(S.node));
  if (S.edge != null) hash.set("relation", edgeName(E[S.edge]));
  if (S.paper != null) hash.set("paper", P[S.paper].iri);
  if (S.focus != null) { hash.set("focus", shortIri(S.focus)); hash.set("steps", S.steps); }
  if (S.typesOff.size) hash.set("types", TYPES.map(type => type.name).filter((_, index) => !S.typesOff.has(index)).join(","));
  if (S.predicatesOff.size) hash.set("relations", PREDICATES.map(p => p.name).filter((_, index) => !S.predicatesOff.has(index)).join(","));
  if (S.denied) hash.set("denied", "1");
  if (S.from !== FIRST_YEAR || S.to !== LAST_YEAR) hash.set("years", S.from + "-" + S.to);
  if (S.top !== START.top) hash.set("top", S.top);
  if (S.support > 1) hash.set("support", S.support);
  if (S.lines !== START.lines) hash.set("lines", S.lines);
  if (S.colour !== "type") hash.set("colour", S.colour);
  for (const [key, write] of extras) { const value = write(); if (value != null) hash.set(key, value); }
  return hash.toString();
}

function stateFromHash(text) {
  const hash = new URLSearchParams(text.replace(/^#/, ""));
  const byIri = new Map(N.map(node => [shortIri(node.index), node.index]));
  const chosen = (key, names) => {
    if (!hash.has(key)) return new Set();
    const on = hash.get(key).split(",");
    return new Set(names.map((_, index) => index).filter(index => !on.includes(names[index])));
  };
  const node = key => (byIri.has(hash.get(key)) ? byIri.get(hash.get(key)) : null);
  S.view = VIEWS.includes(hash.get("view")) ? hash.get("view") : "graph";
  S.node = node("concept");
  const edge = hash.has("relation") ? E.find(one => edgeName(one) === hash.get("relation")) : null;
  S.edge = S.node == null && edge ? edge.index : null;
  const paper = hash.has("paper") ? P.find(one => one.iri === hash.get("paper")) : null;
  S.paper = paper ? paper.index : null;
  S.focus = node("focus");
  S.steps = hash.get("steps") === "2" ? 2 : 1;
  S.typesOff = chosen("types", TYPES.map(type => type.name));
  S.predicatesOff = chosen("relations", PREDICATES.map(predicate => predicate.name));
  S.denied = hash.get("denied") === "1";
  const span = /^(\d+)-(\d+)$/.exec(hash.get("years") || "");
  S.from = span ? readNumber(span[1], FIRST_YEAR, LAST_YEAR, FIRST_YEAR) : FIRST_YEAR;
  S.to = span ? readNumber(span[2], S.from, LAST_YEAR, LAST_YEAR) : LAST_YEAR;
  S.top = readNumber(hash.get("top"), 1, PLACED, START.top);
  S.support = readNumber(hash.get("support"), 1, MOST_SUPPORT, 1);
  S.lines = ["strong", "all"].includes(hash.get("lines")) ? hash.get("lines") : START.lines;
  S.colour = COLOURS.includes(hash.get("colour")) ? hash.get("colour") : "type";
  for (const [key, , read] of extras) read(hash.get(key), byIri);
}
