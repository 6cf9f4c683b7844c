// Everything is defined; the page can begin.

async function begin() {
  try {
    await enter();
    await readStories();
    // The open story does not wait for the others.
    await Promise.all([openLast().then(runAll), follow()]);
  } catch (error) {
    storyView.replaceChildren(make("h1", {}, "Scenarios Studio"),
      make("p.reason", { role: "alert" }, error.message));
  }
}

window.addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key === "s") {
    event.preventDefault();
    if (isChanged() && !session.isReadOnly) save();
  } else if (event.key === "/" && !event.target.closest("input, textarea, select, dialog")) {
    event.preventDefault();
    search.focus();
  }
  if (key === "z" && !event.target.matches("textarea, input:not(:placeholder-shown), dialog *")) {
    event.preventDefault();
    if (event.shiftKey) undo(editor.undone, editor.done);
    else undo(editor.done, editor.undone);
  }
});
// A new start of the studio has a new code.
window.addEventListener("hashchange", () => location.reload());
window.addEventListener("beforeunload", keepDraftOnLeave);
function keepDraftOnLeave() { if (opened.path) keepDraft(); }

begin();
