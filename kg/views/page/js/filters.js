/* The legend, which is the filter, and the other choices on the left. */
function choiceRow(name, picture, count, isOn, set, solo) {
  const check = el("input", { type: "checkbox" });
  check.addEventListener("change", () => { set(check.checked); apply(); });
  const row = el("div", { class: "row" }, el("label", null, check, picture, el("span", { class: "name" }, name)),
    solo ? el("button", { class: "only", "aria-label": "Show only " + name, onclick: () => { solo(); apply(); } }, "only") : null,
    el("span", { class: "n" }, count.toLocaleString("en")));
  checks.push(() => { check.checked = isOn(); });
  return row;
}

const checks = [];

function toggle(set, key, on) { if (on) set.delete(key); else set.add(key); }

function buildFilters() {
  TYPES.forEach((type, index) => {
    const count = N.filter(node => node.type === index).length;
    const picture = el("span", { class: "swatch", "data-type": index });
    $("f-types").append(choiceRow(type.name, picture, count, () => !S.typesOff.has(index), on => toggle(S.typesOff, index, on),
      () => { S.typesOff = new Set(TYPES.map((_, k) => k).filter(k => k !== index)); }));
  });
  PREDICATES.forEach((predicate, index) => {
    const count = E.filter(edge => edge.predicate === index && !edge.negative).length;
    if (count) $("f-predicates").append(choiceRow(predicate.label, null, count, () => !S.predicatesOff.has(index), on => toggle(S.predicatesOff, index, on),
      () => { S.predicatesOff = new Set(PREDICATES.map((_, k) => k).filter(k => k !== index)); }));
  });
  const denied = E.filter(edge => edge.negative).length;
  if (denied) $("f-predicates").append(choiceRow("denied by the text", null, denied, () => S.denied, on => { S.denied = on; }));
  $("s-predicates").hidden = !E.length;
  buildYears();
  slider("top", Math.min(10, PLACED), PLACED, value => { S.top = value; });
  slider("support", 1, Math.min(MOST_SUPPORT, 10), value => { S.support = value; });
  $("s-support").hidden = MOST_SUPPORT < 2;
  $("s-top").hidden = PLACED < 11;
  $("lines").addEventListener("change", () => { S.lines = $("lines").checked ? "strong" : "all"; apply(); });
  $("colour").addEventListener("change", () => { S.colour = $("colour").value; apply(); });
  if (!YEARS.length) $("colour").querySelector("[value=year]").remove();
  const alone = N.filter(node => !node.edges.length).length;
  if (alone) $("alone").textContent = plural(alone, "concept") + " without a relation: in the search and the tables.";
  for (const id of ["reset", "reset-empty"]) $(id).addEventListener("click", resetFilters);
}

function slider(id, low, high, set) {
  const input = $(id);
  input.min = low; input.max = Math.max(low, high);
  input.addEventListener("input", () => { set(Number(input.value)); apply(); });
}

/* One range with two thumbs over a histogram of the papers' years. */
function buildYears() {
  $("s-years").hidden = FIRST_YEAR === LAST_YEAR;
  if (FIRST_YEAR === LAST_YEAR) return;
  const count = new Map();
  const step = Math.ceil((LAST_YEAR - FIRST_YEAR + 1) / 60), start = year => FIRST_YEAR + Math.floor((year - FIRST_YEAR) / step) * step;
  for (const year of YEARS) count.set(start(year), (count.get(start(year)) || 0) + 1);
  const most = Math.max(...count.values());
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += step) {
    const name = step > 1 ? year + "–" + Math.min(LAST_YEAR, year + step - 1) : String(year);
    const bar = el("i", { "data-year": year, title: name + ": " + plural(count.get(year) || 0, "paper") });
    bar.style.height = Math.max(1, Math.round((36 * (count.get(year) || 0)) / most)) + "px";
    $("histogram").append(bar);
  }
  for (const id of ["from", "to"]) {
    const input = $(id);
    input.min = FIRST_YEAR; input.max = LAST_YEAR;
    input.addEventListener("input", () => {
      S[id] = Number(input.value);
      if (S.from > S.to) S[id] = id === "from" ? S.to : S.from;
      apply();
    });
  }
}

function syncFilters() {
  checks.forEach(sync => sync());
  document.querySelectorAll("[data-type]").forEach(holder => {
    const type = Number(holder.dataset.type);
    const colour = S.colour === "type" ? typeColour(type) : css("--muted");
    if (holder.dataset.colour !== colour) { clear(holder).append(swatch(TYPES[type].shape, colour)); holder.dataset.colour = colour; }
  });
  $("top").value = S.top;
  $("top-out").textContent = Math.min(S.top, PLACED).toLocaleString("en") + " of " + PLACED.toLocaleString("en");
  $("support").value = S.support;
  $("support-out").textContent = S.support;
  $("lines").checked = S.lines === "strong";
  $("colour").value = S.colour;
  if (!$("s-years").hidden) {
    $("from").value = S.from; $("to").value = S.to;
    $("years-out").textContent = S.from === S.to ? S.from : S.from + "–" + S.to;
    document.querySelectorAll("#histogram i").forEach(bar => bar.classList.toggle("in", bar.dataset.year >= S.from && bar.dataset.year <= S.to));
    $("thumbs").style.setProperty("--a", (S.from - FIRST_YEAR) / (LAST_YEAR - FIRST_YEAR));
    $("thumbs").style.setProperty("--b", (S.to - FIRST_YEAR) / (LAST_YEAR - FIRST_YEAR));
  }
  colourLegend();
  $("focusbar").hidden = S.focus == null && !only;
  $("f-steps").hidden = S.focus == null;
  $("focus-text").textContent = S.focus != null ? "Around “" + N[S.focus].label + "”" + (leftOut ? ": its " + MOST_AROUND + " strongest neighbours of " + (MOST_AROUND + leftOut) : "") : S.group != null ? "Group around “" + groupName(GROUPS[S.group]) + "”"
    : between ? (between.kind === "path" ? "Path: " : "Shared: ") + N[between.a].label + (between.kind === "path" ? " → " : " and ") + N[between.b].label : "";
  $("mapbar").hidden = !$("focusbar").hidden || DISCS.length < 4;
  $("as-concepts").setAttribute("aria-pressed", String(!S.groups));
  $("as-groups").setAttribute("aria-pressed", String(S.groups));
  $("step1").setAttribute("aria-pressed", String(S.steps === 1));
  $("step2").setAttribute("aria-pressed", String(S.steps === 2));
}

function colourLegend() {
  const legend = clear($("colour-legend"));
  const row = (colour, text) => legend.append(el("div", { class: "row" }, swatch("dot", colour), el("span", { class: "name" }, text)));
  if (S.colour === "community") {
    const names = new Map(), size = new Map();
    for (const node of N) {
      const community = communityOf(node.index);
      if (community == null || !nodeShown[node.index]) continue;
      if (!names.has(community)) names.set(community, node.label);
      size.set(community, (size.get(community) || 0) + 1);
    }
    [...names.entries()].filter(([number]) => number < 8).sort((a, b) => a[0] - b[0]).forEach(([number, name]) => row(communityColour(number), "around " + name + " (" + size.get(number) + ")"));
    if ([...names.keys()].some(number => number >= 8)) row(communityColour(8), "smaller groups");
  }
  if (S.colour === "year" && YEARS.length) [[0, FIRST_YEAR], [0.5, Math.round((FIRST_YEAR + LAST_YEAR) / 2)], [1, LAST_YEAR]].forEach(([part, year]) => row(ramp(part), String(year)));
}

function resetFilters() {
  S.typesOff.clear();
  S.predicatesOff.clear();
  Object.assign(S, { denied: false, from: FIRST_YEAR, to: LAST_YEAR, top: START.top, support: 1, lines: START.lines, focus: null });
  leavePath();
  apply(true);
}
