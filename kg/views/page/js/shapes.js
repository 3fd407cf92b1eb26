/* Marks and lines as paths, on a canvas or as SVG path data. */
function polygon(path, corners, turn, x, y, radius, inner) {
  const points = inner ? corners * 2 : corners;
  for (let k = 0; k < points; k++) {
    const angle = turn + (k * 2 * Math.PI) / points;
    const r = inner && k % 2 ? inner : radius;
    path[k ? "lineTo" : "moveTo"](x + r * Math.cos(angle), y + r * Math.sin(angle));
  }
  path.closePath();
}

/* The same outlines that vis-network draws for these names. */
function trace(path, shape, x, y, r) {
  if (shape === "square") polygon(path, 4, Math.PI / 4, x, y, r * Math.SQRT2);
  else if (shape === "triangle") polygon(path, 3, -Math.PI / 2, x, y + 0.316 * r, r * 1.328);
  else if (shape === "diamond") polygon(path, 4, 0, x, y, r);
  else if (shape === "star") polygon(path, 5, -Math.PI / 2, x, y + 0.082 * r, r * 1.066, r * 0.41);
  else if (shape === "hexagon") polygon(path, 6, 0, x, y, r);
  else circle(path, x, y, r);
}

function circle(path, x, y, r) {
  path.moveTo(x + r, y);
  path.arc(x, y, r, 0, 2 * Math.PI);
  path.closePath();
}

/* The same calls as a canvas path, written down as SVG path data. */
class SvgPath {
  constructor() { this.data = ""; }
  add(letter, ...numbers) { this.data += letter + numbers.map(n => +n.toFixed(2)).join(" "); }
  moveTo(x, y) { this.add("M", x, y); }
  lineTo(x, y) { this.add("L", x, y); }
  quadraticCurveTo(a, b, x, y) { this.add("Q", a, b, x, y); }
  arc(x, y, r) { this.add("A", r, r, 0, 1, 0, x - r, y); this.add("A", r, r, 0, 1, 0, x + r, y); }
  closePath() { this.data += "Z"; }
}

const SVG = document.createElementNS.bind(document, DATA.svg);

function swatch(shape, colour) {
  const picture = SVG("svg");
  picture.setAttribute("viewBox", "-10 -10 20 20");
  picture.setAttribute("class", "sw");
  picture.setAttribute("aria-hidden", "true");
  const path = new SvgPath();
  trace(path, shape, 0, 0, 7);
  const mark = SVG("path");
  mark.setAttribute("d", path.data);
  mark.setAttribute("fill", colour);
  picture.append(mark);
  return picture;
}

/* The control point of a bent line: the same construction as vis-network's curvedCW and curvedCCW. */
function bendPoint(a, b, bend) {
  const dx = b[0] - a[0], dy = a[1] - b[1], length = Math.hypot(dx, dy);
  const way = Math.abs(bend) * 0.5 + 0.5;
  const turn = Math.atan2(dy, dx) + (bend * 0.5 + 0.5) * Math.PI;
  return [a[0] + way * length * Math.sin(turn), a[1] + way * length * Math.cos(turn)];
}

/* A line from mark to mark that ends at the rim of the second; returns the tip, its direction and the middle. */
function lineBetween(a, b, bend, rim) {
  const via = bend ? bendPoint(a, b, bend) : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const dx = b[0] - via[0], dy = b[1] - via[1], length = Math.hypot(dx, dy) || 1;
  const ux = dx / length, uy = dy / length;
  return {
    from: a, via, to: [b[0] - ux * rim, b[1] - uy * rim], direction: [ux, uy], bent: !!bend,
    middle: [(a[0] + 2 * via[0] + b[0]) / 4, (a[1] + 2 * via[1] + b[1]) / 4],
  };
}

function traceLine(path, line) {
  path.moveTo(...line.from);
  if (line.bent) path.quadraticCurveTo(...line.via, ...line.to);
  else path.lineTo(...line.to);
}

function traceArrow(path, line, size) {
  const [x, y] = line.to, [ux, uy] = line.direction;
  path.moveTo(x, y);
  path.lineTo(x - ux * size - uy * size * 0.45, y - uy * size + ux * size * 0.45);
  path.lineTo(x - ux * size + uy * size * 0.45, y - uy * size - ux * size * 0.45);
  path.closePath();
}

/* Convex hull (Andrew's monotone chain). */
function hull(points) {
  const sorted = points.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const half = list => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return half(sorted).concat(half(sorted.reverse()));
}
