/* Wiring and start. */
let quiet = true;

function saveState() {
  if (quiet) return;
  const hash = stateToHash();
  history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
}

function loadState() {
  leavePath();
  stateFromHash(location.hash);
  const [edge, paper, node] = [S.edge, S.paper, S.node];
  if (S.group != null) only = new Set(GROUPS[S.group].members);
  showView(S.view);
  if (pendingBetween) showBetween(...pendingBetween); else apply(true);
  Object.assign(S, { edge, paper, node });
  if (S.edge != null) selectEdge(S.edge);
  else if (S.paper != null) selectPaper(S.paper);
  else if (S.node != null) select(S.node);
  else if (S.group != null) { showGroupPanel(S.group); fit(); }
  else if (!between) clearSelection();
}

function setTheme(name) {
  theme = name;
  colourCache = {};
  document.documentElement.dataset.theme = name;
  $("theme").setAttribute("aria-pressed", String(name === "dark"));
  syncFilters();
  paint();
  if (S.view !== "graph") drawView();
}

$("theme").addEventListener("click", () => setTheme(theme === "dark" ? "light" : "dark"));
$("link").addEventListener("click", event => copy(location.href, event.currentTarget));
$("help").addEventListener("click", () => $("help-dialog").showModal());
$("fold").addEventListener("click", () => {
  const open = $("left").classList.toggle("open");
  $("fold").setAttribute("aria-expanded", String(open));
  resize();
});
$("skip").addEventListener("click", event => { event.preventDefault(); showView("concepts"); $("scroller").focus(); });
$("zoom-in").addEventListener("click", () => zoom(1.3));
$("zoom-out").addEventListener("click", () => zoom(1 / 1.3));
$("zoom-fit").addEventListener("click", fit);
$("step1").addEventListener("click", () => setSteps(1));
$("step2").addEventListener("click", () => setSteps(2));
$("unfocus").addEventListener("click", leaveFocus);
$("as-concepts").addEventListener("click", () => setGroups(false));
$("as-groups").addEventListener("click", () => setGroups(true));
$("picking-stop").addEventListener("click", stopPicking);
document.addEventListener("click", event => { if (!$("export").contains(event.target)) $("export").open = false; });
addEventListener("resize", () => { if (viewIsFitted()) fit(); else resize(); fillRows(); });
addEventListener("hashchange", () => { quiet = true; loadState(); quiet = false; });

document.documentElement.dataset.theme = theme;
buildFilters();
if (!location.hash && DATA.start) history.replaceState(null, "", "#" + DATA.start);
loadState();
quiet = false;
document.documentElement.dataset.ready = "yes";
