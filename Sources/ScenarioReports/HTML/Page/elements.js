// Elements of the page. Texts are set as text nodes, so that none is parsed as markup.

const svgNamespace = "http://www.w3.org/2000/svg";

/** Creates an element: `make("p.dim", { id: "x" }, "text", child)`; empty children are omitted. */
function make(description, attributes = {}, ...children) {
  const [name, ...classes] = description.split(".");
  // Without a type, a button would send its form.
  const all = name === "button" ? { type: "button", ...attributes } : attributes;
  return furnish(document.createElement(name || "div"), classes, all, children);
}

/** Creates an element of a drawing. */
function draw(description, attributes = {}, ...children) {
  const [name, ...classes] = description.split(".");
  return furnish(document.createElementNS(svgNamespace, name), classes, attributes, children);
}

function furnish(element, classes, attributes, children) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if ((value ?? false) !== false) element.setAttribute(name, value);
  }
  return setChildren(element, children);
}

/** Replaces what an element has; empty children are omitted. */
function setChildren(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter(child => (child ?? "") !== "" && child !== false));
  return element;
}

/** Creates a table that scrolls if it is too wide. */
function table(name, titles, rows) {
  const heads = titles.map(title => make("th", { scope: "col" }, title));
  // On a phone, each cell shows its title.
  for (const row of rows)
    [...row.children].forEach((cell, index) => cell.setAttribute("data-title", titles[index]));
  return make("div.scrolls", { tabindex: 0, role: "group", "aria-label": name },
    make("table", {}, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows)));
}

/** Creates the mark of a verdict, with the verdict in words for screen readers. */
function mark(verdict, words = verdicts[verdict].words) {
  const { sign } = verdicts[verdict] ?? { sign: "·" };
  return make(`span.mark.${verdict}`, { role: "img", "aria-label": words, title: words }, sign);
}
