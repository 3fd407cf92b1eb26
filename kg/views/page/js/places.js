/* Where marks lie: on the map that came with the page, or around a focus on rings. */
let placedFor = "";

function place() {
  const shown = S.focus != null || only ? nodeShown.map(on => (on ? 1 : 0)).join("") : "";
  const key = [level(), S.focus, S.steps, groupsShown(), shown, only ? [...only].join() : ""].join("/");
  if (key === placedFor) return false;
  placedFor = key;
  if (S.focus != null) ringAround(S.focus);
  else if (between) placeBetween();
  else {
    const { x, y } = LEVELS[level()];
    for (const node of N) if (x[node.index] != null) position[node.index] = [x[node.index], y[node.index]];
  }
  return true;
}

/* Neighbours grouped by relation on an ellipse, further steps behind the neighbour they hang on. */
function ringAround(centre) {
  position[centre] = [0, 0];
  const first = [], seen = new Set([centre]);
  const order = index => {
    const edge = E[index];
    return [edge.subject === centre ? 0 : 1, edge.predicate, -edge.support, index];
  };
  const compare = (a, b) => { const x = order(a), y = order(b); for (let k = 0; k < 4; k++) if (x[k] !== y[k]) return x[k] - y[k]; return 0; };
  for (const index of N[centre].edges.filter(index => edgePasses[index]).sort(compare)) {
    const other = otherEnd(E[index], centre);
    if (!seen.has(other) && nodeShown[other]) { seen.add(other); first.push(other); }
  }
  const rings = first.length > 22 ? Math.ceil(first.length / 22) : 1;
  const radius = Math.max(150, Math.min(first.length, 22) * 11);
  const angle = new Map();
  first.forEach((node, k) => {
    const turn = (2 * Math.PI * k) / first.length - Math.PI / 2;
    const r = radius * (1 + 0.42 * (k % rings));
    angle.set(node, turn);
    position[node] = [Math.round(r * 1.7 * Math.cos(turn)), Math.round(r * Math.sin(turn))];
  });
  const rest = N.filter(node => nodeShown[node.index] && !seen.has(node.index)).map(node => {
    const link = node.edges.find(index => edgePasses[index] && angle.has(otherEnd(E[index], node.index)));
    return [node.index, link == null ? 0 : angle.get(otherEnd(E[link], node.index))];
  }).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const outer = Math.max(radius * (1 + 0.42 * (rings - 1)) + 130, rest.length * 9);
  rest.forEach(([node], k) => {
    const turn = (2 * Math.PI * k) / rest.length - Math.PI / 2, r = outer * (1 + 0.2 * (k % 3));
    position[node] = [Math.round(r * 1.7 * Math.cos(turn)), Math.round(r * Math.sin(turn))];
  });
}
