// Questions to the author, in a dialog.

/**
 * Asks for texts, and returns them in order; `null` if the author cancels, and "other" for a choice
 * that needs no texts.
 *
 * A field has a label, and perhaps a value, and texts to choose from, or pairs of a value and its text.
 */
async function askFor(question, fields, other = null, verb = said`Add`) {
  const inputs = fields.map(({ choices, value }) => choices
    ? make("select", {}, choices.map(choice => [choice].flat()).map(choice =>
      make("option", { value: choice[0], selected: choice[0] === value }, choice.at(-1))))
    : make("input", { required: true, autofocus: true, value, pattern: ".*\\S.*", autocomplete: "off", size: 36,
      onfocus: event => event.target.select() }));
  const answer = await askInDialog(question, verb, fields.map(({ label }, index) =>
    make("label.field", {}, make("span", {}, label), inputs[index])), other);
  return answer === "answered" ? inputs.map(({ value }) => value.trim()) : answer || null;
}

/** Asks a question, and returns "answered", "other" for the other choice, or "" if the author cancels. */
function askInDialog(question, verb, content, other = null, kind = "") {
  const dialog = make(`dialog.asking${kind}`, { "aria-labelledby": "question" },
    make("form", { onsubmit: event => { event.preventDefault(); dialog.close("answered"); } },
      make("h2", { id: "question" }, question),
      other && make("div.tools", {}, make("button.main", { onclick: () => dialog.close("other") }, other)),
      content,
      make("div.tools", {}, make(other ? "button" : "button.main", { type: "submit" }, verb),
        make("button", { onclick: () => dialog.close() }, said`Cancel`))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise(done => dialog.addEventListener("close", () => {
    dialog.remove();
    done(dialog.returnValue);
  }));
}
