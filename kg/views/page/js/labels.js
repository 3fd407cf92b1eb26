/* Which labels fit, and where: a pure function of the view, shared by screen, PNG and SVG. */
const LINE = 14;
const CELL = 48;
const widths = new Map();
const measure = document.createElement("canvas").getContext("2d");
const labelFont = big => (big ? "700 14px " : "600 12px ") + 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

function textWidth(text, font) {
  const key = font + text;
  if (!widths.has(key)) { measure.font = font; widths.set(key, measure.measureText(text).width); }
  return widths.get(key);
}

/* Boxes in a coarse grid of cells, compared exactly inside a cell. */
class Boxes {
  constructor() { this.cells = new Map(); }
  each(x, y, width, height, visit) {
    const right = Math.floor((x + width) / CELL), bottom = Math.floor((y + height) / CELL);
    for (let a = Math.floor(x / CELL); a <= right; a++)
      for (let b = Math.floor(y / CELL); b <= bottom; b++) if (visit(a * 65537 + b)) return true;
    return false;
  }
  add(x, y, width, height) {
    const box = [x, y, x + width, y + height];
    this.each(x, y, width, height, key => { const cell = this.cells.get(key); if (cell) cell.push(box); else this.cells.set(key, [box]); });
  }
  hits(x, y, width, height) {
    const touches = box => x < box[2] && box[0] < x + width && y < box[3] && box[1] < y + height;
    return this.each(x, y, width, height, key => (this.cells.get(key) || []).some(touches));
  }
}

/* view: { width, height, scale, x, y }; order: node numbers, most important first; must: those that need a label. */
function placeLabels(view, order, must) {
  const marks = new Boxes(), taken = new Boxes(), texts = [];
  const sx = node => (position[node][0] - view.x) * view.scale + view.width / 2;
  const sy = node => (position[node][1] - view.y) * view.scale + view.height / 2;
  const inside = order.filter(node => {
    const x = sx(node), y = sy(node);
    return x > -60 && y > -30 && x < view.width + 60 && y < view.height + 30;
  });
  for (const node of inside) {
    const r = Math.max(3, N[node].size * view.scale) * 0.9;
    marks.add(sx(node) - r, sy(node) - r, 2 * r, 2 * r);
  }
  inside.forEach((node, rank) => {
    if (texts.length >= 220 && !must.has(node)) return;
    const big = rank < 5 || must.has(node);
    const font = labelFont(big), lines = N[node].lines, line = big ? LINE + 2 : LINE;
    const width = Math.max(...lines.map(text => textWidth(text, font))), height = line * lines.length;
    const x = sx(node), y = sy(node), r = Math.max(3, N[node].size * view.scale);
    const spots = [[x - width / 2, y + r + 2, "center"], [x - width / 2, y - r - 2 - height, "center"],
      [x + r + 4, y - height / 2, "left"], [x - r - 4 - width, y - height / 2, "right"]];
    const fits = (spot, overMarks) => spot[0] > 1 && spot[0] + width < view.width - 1 && spot[1] > 0 && spot[1] + height < view.height &&
      !taken.hits(spot[0] - 2, spot[1], width + 4, height) && (overMarks || !marks.hits(spot[0], spot[1] + 1, width, height - 2));
    const spot = spots.find(one => fits(one, false)) || (must.has(node) || rank < 12 ? spots.find(one => fits(one, true)) : null) ||
      (must.has(node) ? spots[0] : null);
    if (!spot) return;
    taken.add(spot[0], spot[1], width, height);
    texts.push({ node, lines, font, line, big, x: spot[0], y: spot[1], width, height, align: spot[2] });
  });
  return texts;
}

/* Names of groups below their discs, as many as have room; a disc's count stands inside it. */
function discLabels(view) {
  const labels = [], font = labelFont(false);
  for (const group of DISCS) {
    const x = (group.at[0] - view.x) * view.scale + view.width / 2, y = (group.at[1] - view.y) * view.scale + view.height / 2;
    const centred = (node, lines, top) => {
      const width = Math.max(...lines.map(line => textWidth(line, font)));
      return { node, lines, font, line: LINE, big: false, x: x - width / 2, y: top, width, height: LINE * lines.length, align: "center" };
    };
    const touches = box => labels.some(other => box.x < other.x + other.width && other.x < box.x + box.width && box.y < other.y + other.height && other.y < box.y + box.height);
    const below = y + group.radius * view.scale + 2;
    for (let count = group.names.length; count > 0; count--) {
      const box = centred(group.central[0], group.names.slice(0, count), below);
      if (count > 1 && touches(box)) continue;
      if (!touches(box)) labels.push(box);
      break;
    }
    labels.push(centred(null, [String(group.members.length)], y - LINE / 2));
  }
  return labels;
}

/* Where each line of a label begins or centres. */
const labelAnchor = text => (text.align === "left" ? text.x : text.align === "right" ? text.x + text.width : text.x + text.width / 2);
