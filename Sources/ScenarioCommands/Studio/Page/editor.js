// The text of a story: line numbers, what is wrong, and suggestions.

const lineHeight = 22;
const editor = { undone: [], done: [], histories: new Map(), suggestions: [], chosen: 0, range: null, asked: 0 };

const numbers = make("ol.numbers", { "aria-hidden": "true" });
const area = make("textarea.text", {
  id: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
  "aria-label": said`The text of the story`, "aria-describedby": "problems",
  oninput: () => { typed(); suggest(); }, onkeydown: pressedInText, onscroll: scrolled,
  onblur: () => setTimeout(hideSuggestions, 150), onclick: hideSuggestions,
});
const suggestions = make("ul.suggestions", {
  role: "listbox", id: "suggestions", hidden: true, tabindex: 0, "aria-label": said`Suggestions`,
});
const problems = make("ul.problems", { id: "problems" });

function textView() {
  return make("section.writing", { "aria-label": said`Text` },
    make("div.frame", {}, numbers, make("div.typing", {}, area, suggestions)),
    problems,
    make("p.dim.small", {}, make("kbd", {}, "Ctrl"), " ", make("kbd", {}, "Space"),
      said` suggestions   `, make("kbd", {}, "Ctrl"), " ", make("kbd", {}, "S"), said` save   `,
      make("kbd", {}, "Ctrl"), " ", make("kbd", {}, "Z"), said` undo`));
}

/** Shows a text, and puts the caret at an offset. */
function setText(text, caret = null) {
  if (area.value !== text) area.value = text;
  if (caret !== null) area.setSelectionRange(caret, caret);
  drawNumbers();
}

function typed() {
  editor.undone.length = 0;
  drawNumbers();
  changed(area.value);
}

/** Keeps a text for undoing, unless it is the last one. */
function keep(text, caret = 0) {
  const { line } = opened;
  if (editor.done[editor.done.length - 1]?.text !== text) editor.done.push({ text, caret, line });
  if (editor.done.length > 500) editor.done.shift();
}

async function undo(from, to) {
  const now = area.value;
  while (from.length > 0) {
    const { text, caret, line } = from.pop();
    if (text === now) continue;
    to.push({ text: now, caret: area.selectionStart, line: opened.line });
    setText(text, Math.min(caret, text.length));
    opened.line = line;
    await changed(text, false);
    focusStep();
    return;
  }
  report(said`There is nothing to undo.`);
}

/** Focuses the chosen step, or the text, if what had the focus is gone or disabled. */
function focusStep() {
  const { activeElement: focused, body } = document;
  // A browser takes the focus from a disabled button only when it draws the page.
  if (focused === body || focused.disabled) (document.getElementById(`step-${opened.step}`) ?? area)?.focus();
}

function drawNumbers() {
  const lines = area.value.split("\n").length;
  while (numbers.children.length > lines) numbers.lastChild.remove();
  while (numbers.children.length < lines) numbers.append(make("li", {}, String(numbers.children.length + 1)));
}

function scrolled() {
  numbers.style.transform = `translateY(${-area.scrollTop}px)`;
  hideSuggestions();
}

/** Shows what is wrong, beside its line and below the text. */
function drawProblems(diagnostics) {
  [...numbers.children].forEach(number => { number.className = ""; });
  const kinds = ["", "error", "warning", "note"];
  for (const { range, severity } of diagnostics) {
    const number = numbers.children[range.start.line];
    if (number && number.className !== "error") number.className = kinds[severity];
  }
  problems.replaceChildren(...diagnostics.map(diagnostic => {
    const [message, ...hints] = diagnostic.message.split("\n");
    const { line, character } = diagnostic.range.start;
    return make(`li.${kinds[diagnostic.severity]}`, {},
      make("button.plain", { onclick: () => moveTo(line, character) }, said`Line ${line + 1}`), " ",
      make("span", {}, sentence(message)),
      hints.map(hint => make("p.hint", {}, hint)),
      diagnostic.corrections.map(text => make("button.correct", { onclick: () => replace(diagnostic.range, text) },
        said`Change to: ${text}`)));
  }));
  area.setAttribute("aria-invalid", String(diagnostics.some(({ severity }) => severity === 1)));
}

function offsetOf({ line, character }) {
  const lines = area.value.split("\n");
  return lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + character;
}

function positionOf(offset) {
  const before = area.value.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before[before.length - 1].length };
}

function moveTo(line, character = 0) {
  const offset = offsetOf({ line, character });
  area.focus();
  area.setSelectionRange(offset, offset);
  area.scrollTop = Math.max(0, (line - 5) * lineHeight);
}

/** Replaces a part of the text. */
function replace(range, text) {
  const [start, end] = [offsetOf(range.start), offsetOf(range.end)];
  keep(area.value, area.selectionStart);
  setText(area.value.slice(0, start) + text + area.value.slice(end), start + text.length);
  area.focus();
  typed();
}

function pressedInText(event) {
  const isOpen = !suggestions.hidden;
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key === " ") suggest(true);
  else if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const count = editor.suggestions.length;
    editor.chosen = (editor.chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
    drawSuggestions();
  } else if (isOpen && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
    take(editor.suggestions[editor.chosen]);
  } else if (isOpen && event.key === "Escape") hideSuggestions();
  else if (event.key === "Enter" && !control) continueLine();
  else return;
  event.preventDefault();
}

/** Begins a line below the caret's, with its indentation. */
function continueLine() {
  const caret = area.selectionStart;
  const line = area.value.slice(0, caret).split("\n").pop();
  const dash = /^ *- /.exec(line)?.[0].length ?? 0;
  const indent = " ".repeat(Math.max(/^ */.exec(line)[0].length, dash) + (/:$/.test(line) ? 2 : 0));
  replace({ start: positionOf(caret), end: positionOf(area.selectionEnd) }, "\n" + indent);
}
