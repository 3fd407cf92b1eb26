/* Small helpers around the document. Text from the graph enters the page only as text nodes. */
const $ = id => document.getElementById(id);
const json = id => JSON.parse($(id).textContent);

function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value == null) continue;
    if (name === "class") element.className = value;
    else if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  for (const child of children) if (child != null) element.append(child);
  return element;
}

function clear(element) {
  element.textContent = "";
  return element;
}

const plural = (count, word) =>
  count.toLocaleString("en") + " " + (count === 1 ? word : word.replace(/y$/, "ie") + "s");

const fold = text => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/* Only web addresses become links; anything else stays text. */
function link(address, text) {
  if (!/^https?:/i.test(address)) return document.createTextNode(text);
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, text);
}

function say(text) {
  $("live").textContent = text;
}

function copy(text, button) {
  const label = button.dataset.label || button.textContent;
  button.dataset.label = label;
  const done = ok => {
    button.textContent = ok ? "Copied" : "Not copied";
    say(button.textContent);
    setTimeout(() => { button.textContent = label; }, 1200);
  };
  if (navigator.clipboard && window.isSecureContext) {
    navigator.clipboard.writeText(text).then(() => done(true), () => done(copyBySelection(text)));
  } else done(copyBySelection(text));
}

function copyBySelection(text) {
  const area = el("textarea", { class: "vh" });
  area.value = text;
  document.body.append(area);
  area.select();
  const ok = document.execCommand("copy");
  area.remove();
  return ok;
}

function download(name, blob) {
  const anchor = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 5000);
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const narrow = () => innerWidth <= 820;
