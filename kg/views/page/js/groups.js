/* The map from further away: one disc for each community of concepts, which opens into its own map. */
const WHOLE = LEVELS[LEVELS.length - 1];
const GROUPS = [];
WHOLE.community.forEach((community, node) => {
  if (community == null) return;
  if (!GROUPS[community]) GROUPS[community] = { index: community, members: [], links: new Map() };
  GROUPS[community].members.push(node);
});
const groupOf = node => (node < WHOLE.community.length ? WHOLE.community[node] : null);
for (const edge of E) {
  const a = groupOf(edge.subject), b = groupOf(edge.object);
  if (a == null || b == null || a === b) continue;
  const low = Math.min(a, b), high = Math.max(a, b);
  GROUPS[low].links.set(high, (GROUPS[low].links.get(high) || 0) + edge.support);
}
/* A group is named by the concepts with most papers on relations inside it; metrics only where there is nothing else. */
const inner = N.map(() => 0);
for (const edge of E) if (groupOf(edge.subject) != null && groupOf(edge.subject) === groupOf(edge.object)) {
  inner[edge.subject] += edge.support;
  inner[edge.object] += edge.support;
}
const isMetric = node => Number(typeName(N[node]) === "Metric");
for (const group of GROUPS) if (group) group.central = group.members.slice().sort((a, b) => isMetric(a) - isMetric(b) || inner[b] - inner[a] || a - b).slice(0, 3);
const groupName = group => N[group.central[0]].label;
const groupId = index => N.length + index;

/* As many discs, of at least five concepts, as the window has room for with their names. */
const DISC_ROOM = 38000, DISC_NAME = 22;
const discWindow = () => { const { clientWidth: width, clientHeight: height } = $("stage"); return [Math.max(300, width - 20), Math.max(300, height - BAR - 20)]; };
const DISCS = GROUPS.filter(group => group && group.members.length > 4).slice(0, Math.max(6, Math.min(40, Math.round(discWindow()[0] * discWindow()[1] / DISC_ROOM))));
for (const group of DISCS) {
  group.radius = 12 + 3.4 * Math.sqrt(group.members.length);
  group.names = group.central.map(node => N[node].label).map(name => (name.length > DISC_NAME ? name.slice(0, DISC_NAME - 1).trimEnd() + "…" : name));
  group.wide = Math.max(...group.names.map(name => textWidth(name, labelFont(false))));
}

/* Discs lie as their members lie, in the shape of the window, pushed apart until no disc or name covers another.
   Names keep their size on the screen: where the map will be seen from further away they need more of it. */
let discZoom = 1;

function placeDiscs() {
  const mean = (group, axis) => group.members.reduce((sum, node) => sum + WHOLE[axis][node], 0) / group.members.length;
  const [width, height] = discWindow();
  const within = (axis, room) => {
    const all = DISCS.map(group => mean(group, axis)), low = Math.min(...all), high = Math.max(...all);
    return all.map(value => ((value - low) / (high - low || 1) - 0.5) * room * 0.8);
  };
  const xs = within("x", width), ys = within("y", height);
  for (let round = 0; round < 5; round++) {
    const zoom = discZoom, boxes = DISCS.map((group, k) => {
      const text = (LINE * group.names.length + 6) / zoom;
      return { x: xs[k], y: ys[k] + text / 2, half: Math.max(group.radius, group.wide / 2 / zoom) + 5, tall: group.radius + text / 2 + 4, text };
    });
    pushApart(boxes);
    DISCS.forEach((group, k) => { group.at = [boxes[k].x, boxes[k].y - boxes[k].text / 2]; });
    const span = (low, high) => Math.max(...boxes.map(high)) - Math.min(...boxes.map(low));
    const fits = Math.min(1, width / span(box => box.x - box.half, box => box.x + box.half), height / span(box => box.y - box.tall, box => box.y + box.tall));
    if (fits > zoom * 0.97) break;
    discZoom = fits;
  }
}

function pushApart(boxes) {
  for (let round = 0; round < 600; round++) {
    let moved = false;
    boxes.forEach((a, k) => boxes.slice(k + 1).forEach(b => {
      const dx = b.x - a.x, dy = b.y - a.y, x = a.half + b.half - Math.abs(dx), y = a.tall + b.tall - Math.abs(dy);
      if (x <= 0 || y <= 0) return;
      moved = true;
      const axis = x < y ? "x" : "y", push = (0.25 * Math.min(x, y) + 0.1) * ((axis === "x" ? dx : dy) < 0 ? -1 : 1);
      a[axis] -= push;
      b[axis] += push;
    }));
    if (!moved) return;
  }
}

placeDiscs();

const groupsShown = () => S.groups && S.focus == null && !only;

function discColour(group) {
  const border = communityColour(group.index % 8), background = mix(border, css("--bg"), 0.35);
  return { background, border, highlight: { background, border: css("--fg") }, hover: { background, border: css("--fg") } };
}

function paintDiscs() {
  const on = groupsShown();
  const known = DISCS.length && nodes.get(groupId(DISCS[0].index));
  if (!on && !known) return;
  nodes.update(DISCS.map(group => ({ id: groupId(group.index), x: group.at[0], y: group.at[1], shape: "dot", size: group.radius, hidden: !on,
    color: discColour(group) })));
  const lines = [];
  for (const group of DISCS) for (const [other, weight] of group.links) if (DISCS.includes(GROUPS[other]))
    lines.push({ id: "g" + group.index + "-" + other, from: groupId(group.index), to: groupId(other), width: Math.min(9, 0.6 + Math.sqrt(weight) / 2), arrows: "", hidden: !on, color: { color: css("--edge"), opacity: 0.55 } });
  lines.sort((a, b) => b.width - a.width);
  edges.update(lines.slice(0, 2 * DISCS.length));
}

function openGroup(index) {
  S.group = index;
  only = new Set(GROUPS[index].members);
  S.node = S.edge = S.paper = null;
  showGroupPanel(index);
  apply(true);
}

function showGroupPanel(index) {
  const group = GROUPS[index], panel = openPanel("Around " + groupName(group));
  panel.append(el("p", { class: "meta" }, plural(group.members.length, "concept") + " that are related more among each other than with the rest."), chips([...new Set([...group.central, ...group.members])].slice(0, 24)));
  const near = [...DISCS.filter(other => other.index !== index).map(other => [other, (group.links.get(other.index) || 0) + (other.links.get(index) || 0)])].filter(([, weight]) => weight).sort((a, b) => b[1] - a[1]).slice(0, 8);
  if (near.length) panel.append(el("h3", null, "Most linked groups"), el("ul", { class: "papers" }, ...near.map(([other]) => el("li", null, el("button", { class: "lk", onclick: () => openGroup(other.index) }, "around " + groupName(other))))));
}

function leaveGroup() {
  S.group = null;
}

function setGroups(on) {
  S.groups = on;
  S.focus = null;
  leavePath();
  clearSelection();
  apply(true);
}

extras.push(["map", () => (S.group != null ? "group" + S.group : S.groups ? "groups" : null), value => {
  const found = /^group(\d+)$/.exec(value || "");
  S.groups = value === "groups";
  S.group = found && GROUPS[Number(found[1])] ? Number(found[1]) : null;
}]);
Object.assign(S, { groups: false, group: null });
