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
/* Discs for groups of at least five, at most sixty of them. */
const DISCS = GROUPS.filter(group => group && group.members.length > 4).slice(0, 60);
const groupId = index => N.length + index;
const groupName = group => group.members.slice(0, 3).map(node => N[node].label).join(", ");

/* A disc with the names below it, as a box around its middle: half its width and height. */
const discBox = group => [Math.max(group.radius, 84) + 8, group.radius + 27];

/* Discs lie where their members lie, drawn closer and pushed apart until no disc or name covers another. */
function placeDiscs() {
  for (const group of DISCS) {
    group.radius = 12 + 3.6 * Math.sqrt(group.members.length);
    const mean = axis => group.members.reduce((sum, node) => sum + WHOLE[axis][node], 0) / group.members.length;
    group.at = [mean("x"), mean("y")];
  }
  const spread = (Math.sqrt(DISCS.length) * 85) / Math.max(1, ...DISCS.map(group => Math.hypot(group.at[0] / 1.6, group.at[1])));
  for (const group of DISCS) group.at = [group.at[0] * spread, group.at[1] * spread];
  for (let round = 0; round < 400; round++) {
    let moved = false;
    DISCS.forEach((a, k) => DISCS.slice(k + 1).forEach(b => {
      const [aw, ah] = discBox(a), [bw, bh] = discBox(b), dx = b.at[0] - a.at[0], dy = b.at[1] + b.radius - a.at[1] - a.radius;
      const x = aw + bw - Math.abs(dx), y = ah + bh - Math.abs(dy - (b.radius - a.radius));
      if (x <= 0 || y <= 0) return;
      moved = true;
      const axis = x < y ? 0 : 1, push = 0.3 * (axis ? y : x) * ((axis ? dy : dx) < 0 ? -1 : 1);
      a.at[axis] -= push;
      b.at[axis] += push;
    }));
    if (!moved) break;
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
  edges.update(lines.slice(0, 3 * DISCS.length));
}

function openGroup(index) {
  S.group = index;
  only = new Set(GROUPS[index].members);
  S.node = S.edge = S.paper = null;
  showGroupPanel(index);
  apply(true);
}

function showGroupPanel(index) {
  const group = GROUPS[index], panel = openPanel("Around " + N[group.members[0]].label);
  panel.append(el("p", { class: "meta" }, plural(group.members.length, "concept") + " that are related more among each other than with the rest."), chips(group.members.slice(0, 24)));
  const near = [...DISCS.filter(other => other.index !== index).map(other => [other, (group.links.get(other.index) || 0) + (other.links.get(index) || 0)])].filter(([, weight]) => weight).sort((a, b) => b[1] - a[1]).slice(0, 8);
  if (near.length) panel.append(el("h3", null, "Most linked groups"), el("ul", { class: "papers" }, ...near.map(([other]) => el("li", null, el("button", { class: "lk", onclick: () => openGroup(other.index) }, "around " + N[other.members[0]].label)))));
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

extras.push(["map", () => (S.group != null ? "group" + S.group : S.groups !== GROUPS_AT_START ? (S.groups ? "groups" : "concepts") : null), value => {
  const found = /^group(\d+)$/.exec(value || "");
  S.groups = value === "groups" ? true : value === "concepts" ? false : GROUPS_AT_START;
  S.group = found && GROUPS[Number(found[1])] ? Number(found[1]) : null;
}]);
const GROUPS_AT_START = false;
Object.assign(S, { groups: GROUPS_AT_START, group: null });
