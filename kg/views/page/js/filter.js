/* Which marks and lines are visible. */
let nodeShown = N.map(() => false);
let edgeShown = E.map(() => false);   /* drawn as a line */
let edgePasses = E.map(() => false);  /* passes the filters, drawn or not */
let readingsIn = E.map(() => 0);      /* readings inside the chosen years */
let only = null;                      /* a set of concepts that a path, a comparison or a group restricts the map to */

const level = () => (LEVELS.length > 1 && S.focus == null && !only && S.top <= LEVELS[0].shown ? 0 : LEVELS.length - 1);
const allYears = () => S.from === FIRST_YEAR && S.to === LAST_YEAR;
const inYears = year => allYears() || (year != null && year >= S.from && year <= S.to);

function passes(edge, base) {
  return base[edge.subject] && base[edge.object] && !S.predicatesOff.has(edge.predicate) &&
    (S.denied || !edge.negative) && edge.support >= S.support && (allYears() || readingsIn[edge.index] > 0);
}

function neighbourhood(centre, steps, base) {
  const near = new Set([centre]);
  let rim = [centre];
  for (let step = 0; step < steps; step++) {
    const next = [];
    for (const node of rim) for (const index of N[node].edges) {
      if (!passes(E[index], base)) continue;
      const other = otherEnd(E[index], node);
      if (!near.has(other)) { near.add(other); next.push(other); }
    }
    rim = next;
  }
  return near;
}

/* Around a hub only its strongest neighbours are drawn; the panel lists all of them. */
const MOST_AROUND = 48;
let leftOut = 0;

function keepStrongest(near) {
  const weight = new Map();
  for (const index of N[S.focus].edges) {
    const other = otherEnd(E[index], S.focus);
    if (near.has(other)) weight.set(other, (weight.get(other) || 0) + E[index].support);
  }
  const rest = [...weight.keys()].sort((a, b) => weight.get(b) - weight.get(a) || a - b).slice(MOST_AROUND);
  for (const node of rest) near.delete(node);
  leftOut = rest.length;
}

/* A maximum spanning forest and the strongest two neighbours of each mark; relations of a kept pair stay together. */
function backbone(candidates) {
  const weight = new Map();
  for (const index of candidates) {
    const key = pairKey(E[index]);
    weight.set(key, (weight.get(key) || 0) + E[index].support);
  }
  const parent = N.map((_, index) => index), used = N.map(() => 0);
  const root = node => {
    while (parent[node] !== node) { parent[node] = parent[parent[node]]; node = parent[node]; }
    return node;
  };
  const kept = new Set();
  for (const key of [...weight.keys()].sort((a, b) => weight.get(b) - weight.get(a) || a - b)) {
    const u = Math.floor(key / N.length), v = key % N.length;
    const bridge = root(u) !== root(v);
    if (bridge) parent[root(u)] = root(v);
    if (bridge || used[u] < 2 || used[v] < 2) { used[u]++; used[v]++; kept.add(key); }
  }
  return index => kept.has(pairKey(E[index]));
}

function compute() {
  leftOut = 0;
  readingsIn = E.map(edge => edge.readings.filter(reading => inYears(P[reading.paper].year)).length);
  const free = S.focus != null || only;
  const placed = LEVELS[level()].x;
  const base = N.map(node =>
    (free || (node.index < S.top && placed[node.index] != null)) && !S.typesOff.has(node.type) &&
    (allYears() || node.years.some(inYears)));
  if (S.focus != null) base[S.focus] = true;
  const near = only || (S.focus != null ? neighbourhood(S.focus, S.steps, base) : null);
  if (S.focus != null && S.lines === "strong") keepStrongest(near);
  nodeShown = base.map((on, index) => !groupsShown() && (near ? near.has(index) && (on || !!between) : on));
  edgePasses = E.map(edge => passes(edge, nodeShown));
  const candidates = E.filter(edge => edgePasses[edge.index]).map(edge => edge.index);
  const strong = S.lines === "strong" && !between && !(S.focus != null && S.steps === 1) ? backbone(candidates) : () => true;
  edgeShown = E.map(edge => edgePasses[edge.index] && strong(edge.index));
  if (!free && (S.support > 1 || S.predicatesOff.size || !allYears())) {
    const touched = new Set();
    for (const edge of E) if (edgeShown[edge.index]) { touched.add(edge.subject); touched.add(edge.object); }
    nodeShown = nodeShown.map((on, index) => on && touched.has(index));
  }
  bendParallels();
}

/* Relations between the same two concepts lie side by side as curves. */
function bendParallels() {
  for (const members of PAIRS.values()) {
    const drawn = members.filter(index => edgeShown[index]);
    drawn.forEach((index, slot) => {
      const side = (slot - (drawn.length - 1) / 2) * Math.min(0.2, 0.6 / drawn.length);
      E[index].bend = E[index].subject <= E[index].object ? side : -side;
    });
  }
}
