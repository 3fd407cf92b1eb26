/* The whole page without a mouse. */
const inField = target => /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
const VIEW_KEYS = { m: "graph", t: "tree", h: "charts", c: "concepts", r: "relations", p: "papers" };

/* The nearest visible mark in a direction, or the most important one to begin with. */
function neighbourInDirection(dx, dy) {
  const candidates = N.filter(node => nodeShown[node.index] && node.index !== S.node);
  if (S.node == null || !nodeShown[S.node]) return candidates.length ? candidates[0].index : null;
  const [x, y] = position[S.node];
  let best = null, least = Infinity;
  for (const node of candidates) {
    const along = (position[node.index][0] - x) * dx + (position[node.index][1] - y) * dy;
    const across = Math.abs((position[node.index][0] - x) * dy) + Math.abs((position[node.index][1] - y) * dx);
    if (along > 0 && along + 2.5 * across < least) { least = along + 2.5 * across; best = node.index; }
  }
  return best;
}

function arrow(event) {
  const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
  event.preventDefault();
  if (event.shiftKey) {
    const { x, y } = net.getViewPosition(), step = 90 / net.getScale();
    net.moveTo({ position: { x: x + dx * step, y: y + dy * step } });
    return;
  }
  const next = neighbourInDirection(dx, dy);
  if (next != null) select(next, true);
}

function escape() {
  if ($("export").open) { $("export").open = false; $("export").querySelector("summary").focus(); }
  else if (picking) stopPicking();
  else if (S.node != null || S.edge != null || S.paper != null) clearSelection();
  else if (S.focus != null || only) leaveFocus();
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help-dialog").open) return;
  if (event.key === "Escape") { if (!inField(event.target)) escape(); return; }
  if (inField(event.target)) return;
  if (event.key.startsWith("Arrow") && event.target === box) arrow(event);
  else if (event.key === "/") { event.preventDefault(); $("q").focus(); }
  else if (event.key === "f" && S.node != null) focusOn(S.node);
  else if (event.key === "Enter" && event.target === box && S.node != null) { event.preventDefault(); $("panel-title").focus(); }
  else if (event.key === "+" || event.key === "=") zoom(1.3);
  else if (event.key === "-") zoom(1 / 1.3);
  else if (event.key === "0") fit();
  else if (event.key === "?") $("help-dialog").showModal();
  else if (event.key in VIEW_KEYS) showView(VIEW_KEYS[event.key]);
});
