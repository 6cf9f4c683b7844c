// Questions to the author, in a dialog.

/**
 * Asks for texts, and returns them in order; `null` if the author cancels.
 *
 * A field has a label, and perhaps the texts to choose from.
 */
function askFor(question, fields) {
  const inputs = fields.map(({ choices }) => choices
    ? make("select", {}, choices.map(choice => make("option", {}, choice)))
    : make("input", { required: true, pattern: ".*\\S.*", autocomplete: "off", size: 36 }));
  const dialog = make("dialog.asking", { "aria-labelledby": "question" },
    make("form", { onsubmit: event => { event.preventDefault(); dialog.close("answered"); } },
      make("h2", { id: "question" }, question),
      fields.map(({ label }, index) => make("label.field", {}, make("span", {}, label), inputs[index])),
      make("div.tools", {}, make("button.main", { type: "submit" }, said`Add`),
        make("button", { type: "button", onclick: () => dialog.close() }, said`Cancel`))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise(done => dialog.addEventListener("close", () => {
    dialog.remove();
    done(dialog.returnValue === "answered" ? inputs.map(({ value }) => value.trim()) : null);
  }));
}
