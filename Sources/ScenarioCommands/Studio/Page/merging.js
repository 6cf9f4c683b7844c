// A text that another program has changed meanwhile.

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
  report(said`The file was changed meanwhile. Both changes are in the text; save it once more.`);
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
  const view = document.getElementById("conflict");
  if (!view) return;
  const decide = (text, act) => make("button", { onclick: () => {
    opened.base = theirs;
    view.replaceChildren();
    act();
  } }, text);
  view.replaceChildren(make("div.reason", { role: "alert" },
    make("p", {}, said`The file was changed meanwhile, by an editor or another page. Nothing was written. `,
      changedLines(opened.base, theirs)),
    make("div.tools", {},
      decide(said`Take the other text`, () => rewrite(theirs)), decide(said`Keep mine`, save))));
}

/** Says which lines differ. */
function changedLines(old, now) {
  const { start, lines } = differing(old.split("\n"), now.split("\n"));
  return make("details", {}, make("summary", {}, said`Its changes begin in line ${start + 1}`),
    make("pre", { tabindex: 0 }, lines.slice(0, 40).join("\n") || said`(lines were removed)`));
}
