/* Selecting concepts, relations and papers, and the neighbourhood of one concept. */
function apply(refit) {
  compute();
  const moved = place();
  syncFilters();
  paint();
  const shown = nodeShown.filter(Boolean).length, lines = edgeShown.filter(Boolean).length;
  const passing = edgePasses.filter(Boolean).length;
  $("counts").textContent = groupsShown() ? `${plural(DISCS.length, "group")} with ${DISCS.reduce((sum, group) => sum + group.members.length, 0).toLocaleString("en")} of ${plural(DATA.total.concepts, "concept")} · ${plural(DATA.total.papers, "paper")}` : `${shown.toLocaleString("en")} of ${plural(DATA.total.concepts, "concept")} · ` +
    `${lines.toLocaleString("en")}${passing > lines ? " strongest" : ""} of ${plural(DATA.total.relations, "relation")} · ${plural(DATA.total.papers, "paper")}`;
  $("empty").hidden = shown > 0 || groupsShown() || S.view !== "graph";
  if (S.view !== "graph") drawView();
  if (moved || refit) fit();
  saveState();
}

function select(node, centre) {
  if (picked(node)) return;
  S.node = node; S.edge = null; S.paper = null;
  if (!nodeShown[node]) { S.focus = node; S.steps = 1; leavePath(); apply(); }
  net.selectNodes(nodeShown[node] ? [node] : [], false);
  showConcept(node);
  say("Selected " + N[node].label + ", " + typeName(N[node]) + ", " + plural(N[node].edges.length, "relation"));
  if (centre && S.view === "graph") bringIntoView(node);
  net.redraw();
  saveState();
}

function bringIntoView(node) {
  const [x, y] = position[node], scale = Math.max(net.getScale(), Math.min(0.9, net.getScale() * 2));
  const animation = calm() ? false : { duration: 300, easingFunction: "easeInOutQuad" };
  net.moveTo({ position: { x, y }, offset: { x: 0, y: narrow() ? -box.clientHeight * 0.3 : 0 }, scale, animation });
}

function selectEdge(index) {
  S.edge = index; S.node = null; S.paper = null;
  net.unselectAll();
  showRelation(index);
  net.redraw();
  saveState();
}

function selectPaper(index) {
  S.paper = index; S.node = null; S.edge = null;
  net.unselectAll();
  showPaper(index);
  net.redraw();
  saveState();
}

function clearSelection() {
  S.node = S.edge = S.paper = null;
  net.unselectAll();
  if (!$("right").hidden) { $("right").hidden = true; resize(); }
  saveState();
}

/* Out of a path, a comparison or a group. */
function leavePath() {
  leaveBetween();
  leaveGroup();
}

function focusOn(node) {
  leavePath();
  S.focus = node; S.node = node; S.edge = S.paper = null;
  showView("graph");
  showConcept(node);
  apply(true);
}

function leaveFocus() {
  leavePath();
  S.focus = null;
  apply(true);
}

function setSteps(steps) {
  S.steps = steps;
  apply(true);
}
