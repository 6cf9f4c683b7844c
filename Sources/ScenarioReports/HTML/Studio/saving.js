// Unsaved texts, saving, and what others change.

function draftKey(path) { return `draft ${session.folder}/${path}`; }

function draftOf(path) {
  try {
    return JSON.parse(localStorage.getItem(draftKey(path)));
  } catch {
    return null;
  }
}

function keepDraft() {
  if (!isChanged()) return localStorage.removeItem(draftKey(opened.path));
  const { base, text } = opened;
  try {
    localStorage.setItem(draftKey(opened.path), JSON.stringify({ base, text }));
  } catch {
    tell(said`The browser keeps no more unsaved texts.`, true);
  }
}

// Saving

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
    tell(hasErrors() ? said`Saved, with errors in the text: it can’t run.` : said`Saved.`, hasErrors());
    drawTitle();
    await readStories();
  } catch (error) {
    if (path !== opened.path || error.answer?.text === undefined) return tell(error.message, true);
    if (!mergeWith(error.answer.text)) showConflict(error.answer.text);
  }
}

/**
 * Takes over what another program has changed, if it changed other lines than the author did.
 * Whether it did is returned. The merged text is not saved.
 */
function mergeWith(theirs) {
  const [base, own, other] = [opened.base, opened.text, theirs].map(text => text.split("\n"));
  const [mine, theirPart] = [differing(base, own), differing(base, other)];
  // Changes beside each other may belong together.
  if (mine.end >= theirPart.start && theirPart.end >= mine.start) return false;
  const [first, last] = mine.start < theirPart.start ? [mine, theirPart] : [theirPart, mine];
  const merged = [...base.slice(0, first.start), ...first.lines, ...base.slice(first.end, last.start),
    ...last.lines, ...base.slice(last.end)].join("\n");
  opened.base = theirs;
  rewrite(merged);
  tell(said`The file was changed meanwhile. Both changes are in the text; save it once more.`);
  return true;
}

/** Returns the lines of a text, from a start to an end, that differ in another, and what they are there. */
function differing(old, now) {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let last = 0;
  while (last < old.length - start && last < now.length - start
    && old[old.length - 1 - last] === now[now.length - 1 - last]) last += 1;
  return { start, end: old.length - last, lines: now.slice(start, now.length - last) };
}

/** Shows a text that another program has written, and lets the author decide. */
function showConflict(theirs) {
  const decide = (text, act) => make("button", { type: "button", onclick: act }, text);
  const area = document.getElementById("conflict");
  if (!area) return;
  area.replaceChildren(make("div.reason", { role: "alert" },
    make("p", {}, said`The file was changed meanwhile, by an editor or another page. Nothing was written. `,
      changedLines(opened.base, theirs)),
    make("div.tools", {},
      decide(said`Take the other text`, () => {
        keep(opened.text);
        opened.base = theirs;
        setText(theirs, 0);
        changed(theirs);
        area.replaceChildren();
      }),
      decide(said`Replace it by mine`, () => {
        opened.base = theirs;
        area.replaceChildren();
        save();
      }))));
}

/** Says which lines differ. */
function changedLines(old, now) {
  const { start, lines } = differing(old.split("\n"), now.split("\n"));
  return make("details", {}, make("summary", {}, said`Its changes begin in line ${start + 1}`),
    make("pre", { tabindex: 0 }, lines.slice(0, 40).join("\n") || said`(lines were removed)`));
}

// What others change

/** Takes over what an editor, git or a build changes, as soon as it happens. */
async function follow() {
  for (;;) {
    let answer;
    try {
      answer = await ask("/wait", { seen: library.seen });
    } catch (error) {
      tell(error.message, true);
      return;
    }
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
    return tell(said`The file of this story is gone. Your text is kept; “Save” writes it again.`, true);
  }
  const { text } = answer;
  if (text === opened.base) return update();
  if (isChanged()) {
    if (text === opened.text) return Object.assign(opened, { base: text });
    return mergeWith(text) || showConflict(text);
  }
  keep(text);
  Object.assign(opened, { base: text, text });
  setText(text);
  tell(said`The file was changed outside of this page.`);
  return update();
}
