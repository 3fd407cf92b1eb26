/* Mouse and touch on the map. */
function tip(lines, at) {
  const element = clear($("tip"));
  lines.forEach((line, k) => element.append(el(k ? "div" : "b", { text: line })));
  element.hidden = false;
  const stage = $("stage").getBoundingClientRect();
  element.style.left = Math.max(4, Math.min(at.x + 14, stage.width - element.offsetWidth - 6)) + "px";
  element.style.top = Math.max(4, Math.min(at.y + 14, stage.height - element.offsetHeight - 6)) + "px";
}

function hideTip() {
  $("tip").hidden = true;
  box.style.cursor = "";
}

net.on("click", event => {
  hideTip();
  const node = event.nodes.length ? Number(event.nodes[0]) : null;
  if (node != null && node >= N.length) openGroup(node - N.length);
  else if (node != null) select(node);
  else if (event.edges.length && typeof event.edges[0] === "number") selectEdge(Number(event.edges[0]));
  else clearSelection();
});
net.on("doubleClick", event => { if (event.nodes.length && event.nodes[0] < N.length) focusOn(Number(event.nodes[0])); });
net.on("hoverNode", event => {
  box.style.cursor = "pointer";
  if (event.node >= N.length) {
    const group = GROUPS[event.node - N.length];
    tip(["Around " + groupName(group), plural(group.members.length, "concept") + "; choose it to look inside"], event.pointer.DOM);
    return;
  }
  hovered = Number(event.node);
  const node = N[hovered];
  const facts = [typeName(node), plural(node.edges.length, "relation"), plural(node.papers.length, "paper"), years(node)];
  tip([node.label, facts.filter(Boolean).join(" · ")], event.pointer.DOM);
  net.redraw();
});
net.on("blurNode", () => { hovered = null; hideTip(); net.redraw(); });
net.on("hoverEdge", event => {
  const edge = E[Number(event.edge)];
  if (!edge) return;
  const first = edge.readings[0];
  tip([N[edge.subject].label + " — " + relationLabel(edge) + " → " + N[edge.object].label,
    plural(edge.support, "paper") + (first ? ": “" + first.sentence.slice(0, 160) + (first.sentence.length > 160 ? "…" : "") + "”" : "")], event.pointer.DOM);
  box.style.cursor = "pointer";
});
net.on("blurEdge", hideTip);
net.on("dragStart", hideTip);
net.on("dragging", event => { if (event.nodes.length) readPositions(event.nodes); });
net.on("dragEnd", event => { if (event.nodes.length) readPositions(event.nodes); });
