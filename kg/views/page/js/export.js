/* What is shown, as PNG, SVG, CSV or Turtle. */
const view2d = () => currentView(box.querySelector("canvas"));

function exportPng() {
  const view = view2d(), ratio = 2, sheet = el("canvas");
  sheet.width = view.width * ratio;
  sheet.height = view.height * ratio;
  const context = sheet.getContext("2d");
  context.fillStyle = css("--bg");
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * (view.width / 2 - view.x * view.scale), ratio * (view.height / 2 - view.y * view.scale));
  paintGrounds(context);
  context.strokeStyle = context.fillStyle = css("--edge");
  for (const edge of E) {
    if (!edgeShown[edge.index]) continue;
    const line = lineBetween(position[edge.subject], position[edge.object], edge.bend, N[edge.object].size + 1);
    context.lineWidth = edge.width;
    context.setLineDash(edge.negative ? [5, 5] : []);
    context.beginPath();
    traceLine(context, line);
    context.stroke();
    if (PREDICATES[edge.predicate].symmetric) continue;
    context.beginPath();
    traceArrow(context, line, 7);
    context.fill();
  }
  for (const node of N) {
    if (!nodeShown[node.index]) continue;
    context.fillStyle = colourOf(node);
    context.beginPath();
    trace(context, TYPES[node.type].shape, ...position[node.index], node.size);
    context.fill();
  }
  paintOverlay(context, view, ratio, false);
  sheet.toBlob(blob => download("graph.png", blob), "image/png");
}

const escapeXml = text => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[c]));

function svgText() {
  const view = view2d(), parts = [];
  const shapeOf = draw => { const path = new SvgPath(); draw(path); return path.data; };
  parts.push(`<svg xmlns="${DATA.svg}" width="${view.width}" height="${view.height}" viewBox="0 0 ${view.width} ${view.height}">`,
    `<title>${escapeXml(document.title)}</title>`, `<rect width="100%" height="100%" fill="${css("--bg")}"/>`,
    `<g transform="translate(${view.width / 2} ${view.height / 2}) scale(${view.scale}) translate(${-view.x} ${-view.y})">`);
  for (const { community, outline } of grounds()) parts.push(`<path d="${shapeOf(path => traceGround(path, outline))}" fill="${groundColour(community)}" stroke="${groundColour(community)}" stroke-width="30" stroke-linejoin="round"/>`);
  for (const edge of E) {
    if (!edgeShown[edge.index]) continue;
    const line = lineBetween(position[edge.subject], position[edge.object], edge.bend, N[edge.object].size + 1);
    const dash = edge.negative ? ' stroke-dasharray="5 5"' : "", name = N[edge.subject].label + " " + relationLabel(edge) + " " + N[edge.object].label;
    parts.push(`<path d="${shapeOf(path => traceLine(path, line))}" fill="none" stroke="${css("--edge")}" stroke-width="${edge.width}"${dash}><title>${escapeXml(name)}</title></path>`);
    if (!PREDICATES[edge.predicate].symmetric) parts.push(`<path d="${shapeOf(path => traceArrow(path, line, 7))}" fill="${css("--edge")}"/>`);
  }
  for (const node of N) if (nodeShown[node.index])
    parts.push(`<path d="${shapeOf(path => trace(path, TYPES[node.type].shape, ...position[node.index], node.size))}" fill="${colourOf(node)}"><title>${escapeXml(node.label)}</title></path>`);
  parts.push("</g>");
  const anchors = { left: "start", center: "middle", right: "end" };
  for (const label of placeLabels(view, N.map(node => node.index).filter(node => nodeShown[node]), new Set()))
    label.lines.forEach((line, k) => parts.push(`<text x="${labelAnchor(label).toFixed(1)}" y="${(label.y + label.line * (k + 0.8)).toFixed(1)}" text-anchor="${anchors[label.align]}" ` +
      `font-family="system-ui, sans-serif" font-size="${label.big ? 14 : 12}" font-weight="600" fill="${css("--fg")}" stroke="${css("--halo")}" stroke-width="3" paint-order="stroke">${escapeXml(line)}</text>`));
  parts.push("</svg>");
  return parts.join("\n");
}

/* A cell that a spreadsheet would take for a formula is set behind an apostrophe. */
function csvCell(value) {
  let text = String(value ?? "");
  if (/^[=+\-@\t\r]/.test(text)) text = "'" + text;
  return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
}

function csvText() {
  const lines = [["subject", "relation", "object", "denied", "papers", "confidence", "sentence", "paper", "year", "link", "subject_iri", "object_iri"]];
  for (const edge of E) {
    if (!edgePasses[edge.index]) continue;
    const found = edge.readings.filter(reading => inYears(P[reading.paper].year));
    for (const reading of found.length ? found : [null]) {
      const paper = reading ? P[reading.paper] : { title: "", year: "", url: "" };
      lines.push([N[edge.subject].label, PREDICATES[edge.predicate].label, N[edge.object].label, edge.negative ? "yes" : "", edge.support,
        reading ? reading.confidence : edge.confidence, reading ? reading.sentence : "", paper.title, paper.year, paper.url, N[edge.subject].iri, N[edge.object].iri]);
    }
  }
  return "\ufeff" + lines.map(line => line.map(csvCell).join(",")).join("\r\n") + "\r\n";
}

const turtleText = text => '"' + text.replace(/[\\"\n\r\t\b\f]/g, c => ({ "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f" }[c])) + '"';
const turtleIri = iri => "<" + iri.replace(/[\u0000-\u0020<>"{}|^`\\]/g, c => encodeURIComponent(c)) + ">";

function ttlText() {
  const lines = [`@prefix kg: <${DATA.ontology}> .`, `@prefix rdf: <${DATA.rdf}> .`, `@prefix rdfs: <${DATA.rdfs}> .`, `@prefix skos: <${DATA.skos}> .`, `@prefix xsd: <${DATA.xsd}> .`, ""];
  for (const node of N) {
    if (!nodeShown[node.index]) continue;
    lines.push(`${turtleIri(node.iri)} a skos:Concept${typeName(node) === "Other" ? "" : ", kg:" + typeName(node)} ; rdfs:label ${turtleText(node.label)} .`);
    for (const alias of node.aliases) lines.push(`${turtleIri(node.iri)} skos:altLabel ${turtleText(alias)} .`);
  }
  for (const edge of E) {
    if (!edgePasses[edge.index]) continue;
    const [s, p, o] = [turtleIri(N[edge.subject].iri), "kg:" + PREDICATES[edge.predicate].name, turtleIri(N[edge.object].iri)];
    if (!edge.negative) lines.push(`${s} ${p} ${o} .`);
    const statement = [s, p.slice(3), o].map(part => part.replace(/[<>]/g, "").split("/").slice(-2).join("-")).join("--") + (edge.negative ? "--not" : "");
    lines.push(`<${DATA.base}statement/shown/${encodeURIComponent(statement)}> a rdf:Statement ; rdf:subject ${s} ; rdf:predicate ${p} ; rdf:object ${o} ; ` +
      `kg:polarity "${edge.negative ? "negative" : "positive"}" ; kg:supportCount ${edge.support} ; kg:confidence "${edge.confidence}"^^xsd:decimal .`);
  }
  return lines.join("\n") + "\n";
}

const EXPORTS = {
  png: exportPng,
  svg: () => download("graph.svg", new Blob([svgText()], { type: "image/svg+xml" })),
  csv: () => download("relations.csv", new Blob([csvText()], { type: "text/csv" })),
  ttl: () => download("shown.ttl", new Blob([ttlText()], { type: "text/turtle" })),
};
for (const button of document.querySelectorAll("[data-export]")) button.addEventListener("click", () => {
  EXPORTS[button.dataset.export]();
  $("export").open = false;
});
