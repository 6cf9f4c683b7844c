// Suggestions for what is typed in the text.

async function suggest(isAsked = false) {
  const number = ++editor.asked;
  const caret = area.selectionStart;
  const before = area.value.slice(0, caret).split("\n").pop();
  if (!isAsked && !/\S$/.test(before) && !/[:"] $/.test(before)) return hideSuggestions();
  const request = { path: opened.path, text: area.value, position: positionOf(caret) };
  const all = await ask("/completions", request).catch(() => []);
  if (number !== editor.asked || document.activeElement !== area) return;
  const start = all[0] ? offsetOf(all[0].textEdit.range.start) : caret;
  const word = area.value.slice(start, caret).toLowerCase().trim();
  const fits = ({ label }) => label.toLowerCase().includes(word) && label.toLowerCase() !== word;
  editor.suggestions = all.filter(fits).slice(0, 50);
  editor.chosen = 0;
  if (editor.suggestions.length === 0) {
    if (isAsked) report(said`Nothing can be suggested here.`);
    return hideSuggestions();
  }
  drawSuggestions();
}

function drawSuggestions() {
  const { line, character } = editor.suggestions[0].textEdit.range.start;
  suggestions.hidden = false;
  const below = line * lineHeight - area.scrollTop + 10;
  const top = Math.min(Math.max(below, 0), area.clientHeight - lineHeight);
  const fitsBelow = top + lineHeight + 240 < area.clientHeight || top < area.clientHeight / 2;
  suggestions.style.top = fitsBelow ? `${top + lineHeight}px` : "auto";
  suggestions.style.bottom = fitsBelow ? "auto" : `${area.clientHeight - top}px`;
  suggestions.style.left = `calc(${Math.min(character, 40)}ch + 10px)`;
  suggestions.replaceChildren(...editor.suggestions.map((suggestion, index) => make("li", {
    role: "option", id: `suggestion-${index}`, "aria-selected": String(index === editor.chosen),
    onmousedown: event => { event.preventDefault(); take(suggestion); },
  }, suggestion.label, suggestion.detail && make("span.dim", {}, " ", suggestion.detail))));
  area.setAttribute("aria-activedescendant", `suggestion-${editor.chosen}`);
  const chosen = suggestions.children[editor.chosen];
  const end = chosen.offsetTop + chosen.offsetHeight - suggestions.clientHeight;
  suggestions.scrollTop = Math.min(chosen.offsetTop, Math.max(suggestions.scrollTop, end));
}

function hideSuggestions() {
  suggestions.hidden = true;
  area.removeAttribute("aria-activedescendant");
}

function take(suggestion) {
  hideSuggestions();
  const { range, newText } = suggestion.textEdit;
  replace({ start: range.start, end: positionOf(area.selectionStart) }, newText);
  if (newText.endsWith(":  }")) {
    // The data goes inside of the brace.
    const caret = area.selectionStart - 2;
    area.setSelectionRange(caret, caret);
  }
}
