// Changes by others appear on the page.

/** Takes over what an editor, git or a build changes, as soon as it happens. */
async function follow() {
  for (;;) {
    const answer = await trying(() => ask("/wait", { seen: library.seen }));
    if (!answer) return;
    if (answer.seen === library.seen) continue;
    library.seen = answer.seen;
    await trying(async () => {
      await readStories();
      if (opened.path) await takeFromDisk();
      await runAll();
    });
  }
}

async function takeFromDisk() {
  const { path, base } = opened;
  const answer = await ask("/open", { path }).catch(() => null);
  // Another story was opened meanwhile, or this one saved.
  if (path !== opened.path || base !== opened.base) return;
  if (!answer) {
    return report(said`The file of this story is gone. Your text is kept; “Save” writes it again.`, true);
  }
  const { text } = answer;
  if (text === opened.base) return update();
  if (isChanged() && text !== opened.text) return mergeWith(text) || showConflict(text);
  opened.base = text;
  report(said`The file was changed outside of this page.`);
  return rewrite(text);
}
