/* What is painted with the vis-network: community grounds below; highlight and labels above. */
let hovered = null;

function currentView(canvas) {
  const { x, y } = net.getViewPosition();
  return { width: canvas.clientWidth, height: canvas.clientHeight, scale: net.getScale(), x, y };
}

/* The concepts and relations to stand out, or null. */
function emphasis() {
  if (S.edge != null) {
    const pair = PAIRS.get(pairKey(E[S.edge]));
    return { centre: null, nodes: new Set([E[S.edge].subject, E[S.edge].object]), edges: pair.filter(index => edgePasses[index] || index === S.edge) };
  }
  const centre = S.node != null && nodeShown[S.node] ? S.node : hovered;
  if (centre == null || !nodeShown[centre]) return null;
  const near = new Set([centre]), lines = [];
  for (const index of N[centre].edges) if (edgePasses[index]) {
    lines.push(index);
    near.add(otherEnd(E[index], centre));
  }
  return { centre, nodes: near, edges: lines };
}

/* Outline of each community's visible marks, in map coordinates; kept until a mark comes, goes or moves. */
let groundsKept = null;

function grounds() {
  if (!groundsKept) groundsKept = findGrounds();
  return groundsKept;
}

function forgetPaths() {
  groundsKept = thinPaths = null;
}

function findGrounds() {
  if (S.focus != null || only || groupsShown()) return [];
  const members = new Map();
  for (const node of N) {
    const community = communityOf(node.index);
    if (!nodeShown[node.index] || community == null) continue;
    if (!members.has(community)) members.set(community, []);
    members.get(community).push(node.index);
  }
  const found = [];
  for (const [community, list] of members) {
    if (list.length < 3) continue;
    const points = [];
    for (const node of list) {
      const [x, y] = position[node], r = N[node].size, half = Math.min(46, 3.2 * Math.max(...N[node].lines.map(text => text.length)));
      points.push([x - half, y - r], [x + half, y - r], [x - half, y + r + 26], [x + half, y + r + 26]);
    }
    const outline = hull(points), path = new Path2D();
    traceGround(path, outline);
    found.push({ community, outline, path });
  }
  return found;
}

/* A closed curve through the middles of the outline's sides, with the corners as control points. */
function traceGround(path, outline) {
  const middle = k => [0, 1].map(axis => (outline[k % outline.length][axis] + outline[(k + 1) % outline.length][axis]) / 2);
  path.moveTo(...middle(0));
  for (let k = 1; k <= outline.length; k++) path.quadraticCurveTo(...outline[k % outline.length], ...middle(k));
  path.closePath();
}

function groundColour(community) {
  return S.colour === "community" ? mix(communityColour(community), css("--bg"), theme === "dark" ? 0.2 : 0.1) : css("--ground");
}

function mix(colour, ground, part) {
  const parse = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16));
  const a = parse(colour), b = parse(ground);
  return "rgb(" + a.map((value, k) => Math.round(value * part + b[k] * (1 - part))).join(",") + ")";
}

function paintGrounds(context) {
  context.save();
  context.lineJoin = "round";
  context.lineWidth = 30;
  for (const { community, path } of grounds()) {
    context.fillStyle = context.strokeStyle = groundColour(community);
    context.fill(path);
    context.stroke(path);
  }
  context.restore();
}

function paintEmphasis(context, view, strong) {
  const at = node => [(position[node][0] - view.x) * view.scale + view.width / 2, (position[node][1] - view.y) * view.scale + view.height / 2];
  context.fillStyle = css("--veil");
  context.fillRect(0, 0, view.width, view.height);
  context.globalAlpha = strong.edges.length > 30 && S.edge == null ? 0.5 : 1;
  for (const index of strong.edges) {
    const edge = E[index], size = Math.max(3, N[edge.object].size * view.scale);
    const line = lineBetween(at(edge.subject), at(edge.object), edge.bend, size + 2);
    const chosen = S.edge === index || S.edge == null;
    context.strokeStyle = context.fillStyle = edge.negative ? css("--denied") : chosen ? css("--accent") : css("--edge");
    context.lineWidth = Math.max(1.2, edge.width * Math.min(1.3, view.scale * 1.4));
    context.setLineDash(edge.negative ? [5, 5] : []);
    context.beginPath();
    traceLine(context, line);
    context.stroke();
    context.setLineDash([]);
    if (PREDICATES[edge.predicate].symmetric) continue;
    context.beginPath();
    traceArrow(context, line, 9);
    context.fill();
  }
  context.globalAlpha = 1;
  for (const node of strong.nodes) {
    context.fillStyle = colourOf(N[node]);
    context.strokeStyle = node === strong.centre ? css("--fg") : css("--halo");
    context.lineWidth = node === strong.centre ? 3 : 1.5;
    context.beginPath();
    trace(context, TYPES[N[node].type].shape, ...at(node), Math.max(4, N[node].size * view.scale));
    context.fill();
    context.stroke();
  }
}

/* From far away marks keep a size that can be seen: one fill for each colour. */
const SMALLEST = 2.8;

function paintSmallMarks(context, view, shown) {
  const paths = new Map();
  for (const node of shown) {
    if (N[node].size * view.scale >= SMALLEST) continue;
    const colour = colourOf(N[node]);
    if (!paths.has(colour)) paths.set(colour, new Path2D());
    trace(paths.get(colour), TYPES[N[node].type].shape, (position[node][0] - view.x) * view.scale + view.width / 2, (position[node][1] - view.y) * view.scale + view.height / 2, SMALLEST);
  }
  for (const [colour, path] of paths) { context.fillStyle = colour; context.fill(path); }
}

function paintText(context, text, x, y, colour) {
  context.lineWidth = 3.5;
  context.strokeStyle = css("--halo");
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

function paintLabels(context, labels) {
  context.lineJoin = "round";
  context.textBaseline = "middle";
  for (const label of labels) {
    context.font = label.font;
    context.textAlign = label.align;
    label.lines.forEach((line, k) => paintText(context, line, labelAnchor(label), label.y + label.line * (k + 0.5), css("--fg")));
  }
}

/* Names of the relations beside the lines that stand out, where there is room. */
function paintRelationNames(context, view, strong, labels) {
  if (strong.edges.length > 26) return;
  const at = node => [(position[node][0] - view.x) * view.scale + view.width / 2, (position[node][1] - view.y) * view.scale + view.height / 2];
  const font = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
  const taken = labels.map(label => [label.x, label.y, label.width, label.height]);
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const index of strong.edges) {
    const edge = E[index], [x, y] = lineBetween(at(edge.subject), at(edge.object), edge.bend, 0).middle;
    const text = relationLabel(edge), width = textWidth(text, font);
    const clash = taken.some(([a, b, w, h]) => x - width / 2 < a + w && a < x + width / 2 && y - 7 < b + h && b < y + 7);
    if (clash) continue;
    taken.push([x - width / 2, y - 7, width, 14]);
    paintText(context, text, x, y, edge.negative ? css("--denied") : css("--accent"));
  }
}

let lastLabels = [];

function paintOverlay(context, view, ratio, plain) {
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (groupsShown()) {
    const labels = discLabels(view);
    paintLabels(context, labels);
    context.restore();
    return labels;
  }
  const strong = plain ? null : emphasis();
  if (strong) paintEmphasis(context, view, strong);
  const shown = N.map(node => node.index).filter(node => nodeShown[node] && (!strong || strong.nodes.has(node)));
  if (!strong) paintSmallMarks(context, view, shown);
  const must = new Set(strong ? (strong.centre == null ? strong.nodes : [strong.centre]) : S.focus != null ? [S.focus] : between ? between.nodes : []);
  if (must.size) shown.sort((a, b) => must.has(b) - must.has(a) || a - b);
  const labels = placeLabels(view, shown, must);
  paintLabels(context, labels);
  const named = strong || (between && { edges: E.map(edge => edge.index).filter(index => edgeShown[index]) });
  if (named) paintRelationNames(context, view, named, labels);
  context.restore();
  return labels;
}

/* While a map with many lines is dragged, a picture of its labels travels along; they are chosen anew when it rests. */
let dragging = false, dragged = null;

function startDrag() {
  const canvas = box.querySelector("canvas"), sheet = el("canvas");
  dragged = { ...net.getViewPosition(), sheet };
  sheet.width = canvas.width;
  sheet.height = canvas.height;
  const context = sheet.getContext("2d"), ratio = canvas.width / canvas.clientWidth;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  paintLabels(context, lastLabels);
}

function paintTravelling(context, view, ratio) {
  context.save();
  context.setTransform(1, 0, 0, 1, (dragged.x - view.x) * view.scale * ratio, (dragged.y - view.y) * view.scale * ratio);
  context.drawImage(dragged.sheet, 0, 0);
  context.restore();
}

net.on("beforeDrawing", context => {
  paintGrounds(context);
  if (dragging && thinned) paintThinned(context);
});
net.on("afterDrawing", context => {
  const canvas = context.canvas, view = currentView(canvas), ratio = canvas.width / canvas.clientWidth;
  if (dragged && !emphasis()) paintTravelling(context, view, ratio);
  else lastLabels = paintOverlay(context, view, ratio, false);
});
net.on("dragStart", event => {
  dragging = true;
  if (thinned && !event.nodes.length) startDrag();
});
net.on("dragEnd", () => { dragging = false; dragged = null; net.redraw(); });
window.kg.labels = () => lastLabels;
