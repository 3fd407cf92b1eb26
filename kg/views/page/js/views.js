/* The tabs: map, tree, charts and tables. */
const DRAW = { tree: drawTree, charts: drawCharts, concepts: drawTable, relations: drawTable, papers: drawTable };

function drawView() {
  if (S.view !== "graph") DRAW[S.view](S.view);
}

function showView(view) {
  S.view = view;
  document.querySelectorAll("[data-view]").forEach(tab => {
    const on = tab.dataset.view === view;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
  });
  const graph = view === "graph";
  for (const pane of document.querySelectorAll("[data-pane]")) pane.hidden = !pane.dataset.pane.split(" ").includes(view);
  if (view in COLUMNS) $("sheet").setAttribute("aria-labelledby", "tab-" + view);
  $("empty").hidden = !graph || groupsShown() || nodeShown.some(Boolean);
  if (graph) resize(); else drawView();
  saveState();
}

const tabs = [...document.querySelectorAll("[data-view]")];
for (const tab of tabs) {
  tab.addEventListener("click", () => showView(tab.dataset.view));
  tab.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = event.key === "Home" ? tabs[0] : event.key === "End" ? tabs[tabs.length - 1] : step ? tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] : null;
    if (!next) return;
    event.preventDefault();
    showView(next.dataset.view);
    next.focus();
  });
}
