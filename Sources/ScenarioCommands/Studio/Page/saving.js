// Unsaved texts, and saving.

function draftKey(path) { return `draft ${session.folder}/${path}`; }

function draftOf(path) {
  try { return JSON.parse(localStorage.getItem(draftKey(path))); } catch { return null; }
}

function keepDraft() {
  if (!isChanged()) return localStorage.removeItem(draftKey(opened.path));
  const { base, text } = opened;
  try { localStorage.setItem(draftKey(opened.path), JSON.stringify({ base, text })); }
  catch { report(said`The browser keeps no more unsaved texts.`, true); }
}

async function save() {
  const { path, text, base } = opened;
  try {
    const { seen } = await ask("/save", { path, text, base });
    library.seen = seen;
    if (path !== opened.path) {
      if (draftOf(path)?.text === text) localStorage.removeItem(draftKey(path));
      return;
    }
    opened.base = text;
    keepDraft();
    document.getElementById("conflict")?.replaceChildren();
    const all = opened.run?.scenarios ?? [];
    const broken = all.filter(({ verdict }) => ["failed", "undefined", "blocked"].includes(verdict)).length;
    report(hasErrors() ? said`Saved, with errors in the text: it can’t run.`
      : broken > 0 ? said`Saved. ${broken} of ${all.length} scenarios do not pass.` : said`Saved.`, hasErrors());
    drawTitle();
    await readStories();
    focusStep();
  } catch (error) {
    if (path !== opened.path || error.answer?.text === undefined) return report(error.message, true);
    if (!mergeWith(error.answer.text)) showConflict(error.answer.text);
  }
}
