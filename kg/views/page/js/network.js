/* The vis-network that pyvis describes: its marks and lines follow the filters. */
const nodes = new vis.DataSet(MARKS.map(mark => ({ ...mark, label: undefined, hidden: true })));
const edges = new vis.DataSet();
const box = $("mynetwork");
const net = new vis.Network(box, { nodes, edges }, json("kg-options"));
window.kg = { net, nodes, edges, S };

const position = N.map(() => [0, 0]);
const painted = N.map(() => "");
const linePainted = new Map();

function paintNodes() {
  const changed = [];
  for (const node of N) {
    const on = nodeShown[node.index];
    const [x, y] = position[node.index];
    const colour = colourOf(node);
    const look = on ? [x, y, colour, theme].join() : "";
    if (painted[node.index] === look) continue;
    painted[node.index] = look;
    const both = { background: colour, border: css("--halo") };
    changed.push({
      id: node.index, x, y, hidden: !on,
      color: { background: colour, border: css("--halo"), highlight: both, hover: both },
    });
  }
  if (changed.length) nodes.update(changed);
}

function paintEdges() {
  const gone = [], changed = [], colour = css("--edge");
  for (const edge of E) {
    const look = edgeShown[edge.index] ? [colour, edge.bend].join() : null;
    if (look === (linePainted.get(edge.index) || null)) continue;
    if (look == null) { linePainted.delete(edge.index); gone.push(edge.index); continue; }
    linePainted.set(edge.index, look);
    changed.push({
      ...STROKES[edge.index], id: edge.index, dashes: edge.negative ? [5, 5] : false,
      color: { color: colour, highlight: colour, hover: css("--accent") },
      smooth: edge.bend ? { enabled: true, type: edge.bend > 0 ? "curvedCW" : "curvedCCW", roundness: Math.abs(edge.bend) } : false,
    });
  }
  if (gone.length) edges.remove(gone);
  if (changed.length) edges.update(changed);
}

/* With many lines, vis-network draws neither lines nor marks while the map is dragged: `paintThinned` does, in a few strokes. */
const MANY_LINES = 600;
const LINES_DRAGGED = 2000;
let thinned = false, thinPaths = null;

function thin() {
  const many = linePainted.size > MANY_LINES;
  if (many !== thinned) net.setOptions({ interaction: { hideEdgesOnDrag: many, hideNodesOnDrag: many } });
  thinned = many;
}

/* The strongest lines as one path and the marks as one for each colour, in map coordinates, kept until something moves. */
function findThinPaths(scale) {
  const lines = new Path2D(), marks = new Map();
  for (const index of [...linePainted.keys()].sort((a, b) => E[b].support - E[a].support || a - b).slice(0, LINES_DRAGGED)) {
    lines.moveTo(...position[E[index].subject]);
    lines.lineTo(...position[E[index].object]);
  }
  for (const node of N) if (nodeShown[node.index]) {
    const colour = colourOf(node);
    if (!marks.has(colour)) marks.set(colour, new Path2D());
    trace(marks.get(colour), TYPES[node.type].shape, ...position[node.index], Math.max(node.size, SMALLEST / scale));
  }
  return { scale, lines, marks };
}

function paintThinned(context) {
  const scale = net.getScale();
  if (!thinPaths || thinPaths.scale !== scale) thinPaths = findThinPaths(scale);
  context.strokeStyle = css("--edge");
  context.lineWidth = 1;
  context.stroke(thinPaths.lines);
  for (const [colour, path] of thinPaths.marks) { context.fillStyle = colour; context.fill(path); }
}

function paint() {
  forgetPaths();
  paintNodes();
  paintEdges();
  paintDiscs();
  thin();
  net.redraw();
}

function resize() {
  const { width, height } = box.getBoundingClientRect();
  if (width) net.setSize(width + "px", height + "px");
  net.redraw();
}

/* The area that the visible marks take, with room for the labels beside the outermost. */
function bounds(shown) {
  const area = [Infinity, Infinity, -Infinity, -Infinity];
  if (groupsShown()) for (const { at: [x, y], radius, wide, names } of DISCS) {
    const half = Math.max(radius, wide / 2 / discZoom) + 8;
    area[0] = Math.min(area[0], x - half);
    area[1] = Math.min(area[1], y - radius - 8);
    area[2] = Math.max(area[2], x + half);
    area[3] = Math.max(area[3], y + radius + (LINE * names.length + 10) / discZoom);
  }
  for (const node of N) {
    if (!shown[node.index]) continue;
    const [x, y] = position[node.index];
    const half = Math.max(node.size, 3.6 * Math.max(...node.lines.map(text => text.length))) + 12;
    area[0] = Math.min(area[0], x - half);
    area[1] = Math.min(area[1], y - node.size - 16);
    area[2] = Math.max(area[2], x + half);
    area[3] = Math.max(area[3], y + node.size + 14 * node.lines.length + 14);
  }
  return area;
}

/* Where `fit` last put the view; while it is there, a window of another size is fitted anew. */
let fitted = null;

function viewIsFitted() {
  if (!fitted) return false;
  const { x, y } = net.getViewPosition();
  return Math.abs(x - fitted.x) < 1 && Math.abs(y - fitted.y) < 1 && Math.abs(net.getScale() / fitted.scale - 1) < 0.01;
}

/* Above the map, and on a phone below it too, lies a bar of buttons; a wide window has room beside them. */
const BAR = 44;

function fit() {
  const [x0, y0, x1, y1] = bounds(nodeShown);
  const { width, height } = box.getBoundingClientRect();
  if (!width || x0 === Infinity) return;
  resize();
  const above = $("mapbar").hidden && $("focusbar").hidden ? 0 : BAR, below = narrow() ? BAR : 0;
  const scale = Math.min(1.35, 0.98 * Math.min(width / (x1 - x0), (height - above - below) / (y1 - y0)));
  fitted = { x: (x0 + x1) / 2, y: (y0 + y1) / 2 - (above - below) / 2 / scale, scale };
  net.moveTo({ position: { x: fitted.x, y: fitted.y }, scale });
}

function zoom(factor) {
  net.moveTo({ scale: Math.max(0.03, Math.min(6, net.getScale() * factor)) });
}

/* Reading a dragged mark's place back keeps overlay and exports in step. */
function readPositions(ids) {
  forgetPaths();
  for (const [id, { x, y }] of Object.entries(net.getPositions(ids))) {
    if (id >= N.length) { DISCS.find(group => groupId(group.index) === Number(id)).at = [x, y]; continue; }
    position[id] = [x, y];
    painted[id] = [x, y, colourOf(N[id]), theme].join();
    if (S.focus == null && !only) { LEVELS[level()].x[id] = x; LEVELS[level()].y[id] = y; }
  }
}
