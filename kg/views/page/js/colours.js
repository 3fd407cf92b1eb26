/* Colours by theme, type, community and year. */
const COMMUNITY_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7f8c3a", "#7f7f7f"];
let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
let colourCache = {};

function css(name) {
  if (!(name in colourCache)) colourCache[name] = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return colourCache[name];
}

const typeColour = type => TYPES[type][theme];
const communityOf = node => LEVELS[level()].community[node];
const communityColour = number => COMMUNITY_COLOURS[number == null ? 8 : Math.min(number, 8)];

/* One hue from pale to strong, for years. */
function ramp(part) {
  const [a, b] = theme === "dark" ? [[58, 70, 84], [120, 200, 255]] : [[196, 208, 220], [0, 70, 130]];
  return "rgb(" + a.map((value, index) => Math.round(value + (b[index] - value) * part)).join(",") + ")";
}

/* Black or white, whichever contrasts more with "rgb(…)" (WCAG relative luminance). */
function readableOn(background) {
  const [r, g, b] = background.match(/\d+/g).slice(0, 3).map(value => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000000" : "#ffffff";
}

function colourOf(node) {
  if (S.colour === "community") return communityColour(communityOf(node.index));
  if (S.colour === "year") {
    const last = node.years[node.years.length - 1];
    if (last == null) return css("--edge");
    return ramp(LAST_YEAR > FIRST_YEAR ? (last - FIRST_YEAR) / (LAST_YEAR - FIRST_YEAR) : 1);
  }
  return typeColour(node.type);
}
