// Everything is defined; the page can begin.

async function begin() {
  try {
    await enter();
    await readStories();
    // The open story does not wait for the others.
    await Promise.all([openLast().then(runAll), follow()]);
  } catch (error) {
    storyView.replaceChildren(make("h1", {}, "Scenarios Studio"), make("p.reason", { role: "alert" }, error.message));
  }
}

window.addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey)) {
    if (event.key !== "/" || event.target.closest("input, select, textarea, dialog")) return;
    event.preventDefault();
    return search.focus();
  }
  const key = event.key.toLowerCase();
  if (key === "s") {
    event.preventDefault();
    if (isChanged() && !session.isReadOnly) save();
  // In an empty field there is nothing to undo but the last change of the story.
  } else if (key === "z" && !event.target.closest("input:not(:placeholder-shown), dialog")) {
    event.preventDefault();
    if (event.shiftKey) undo(editor.undone, editor.done);
    else undo(editor.done, editor.undone);
  }
});
// A new start of the studio has a new code.
window.addEventListener("hashchange", () => location.reload());

begin();
