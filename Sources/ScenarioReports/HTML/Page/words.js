// Verdicts, times and numbers in words, in the language of the page.

/** The texts of the page in its language, by those in English; none for English. */
const translations = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** Returns a text with values in the language of the page: ``said`All ${3} scenarios pass` ``. */
function said(parts, ...values) {
  const text = parts.reduce((text, part, index) => `${text}{${index}}${part}`);
  return inPageLanguage(text).replace(/\{(\d)\}/g, (blank, number) => values[number - 1]);
}

/** Returns a text of the page in its language; as it is if the language lacks it. */
function inPageLanguage(text) { return translations[text] ?? text; }

/** The verdicts, the most urgent first. */
const verdicts = {
  failed: { sign: "✘", words: said`failed` },
  undefined: { sign: "?", words: said`undefined` },
  blocked: { sign: "○", words: said`blocked` },
  knownIssue: { sign: "◑", words: said`known issue` },
  skipped: { sign: "↷", words: said`skipped` },
  passed: { sign: "✔", words: said`passed` },
};

function shownNumber(number) { return number.toLocaleString(document.documentElement.lang); }

function count(number, word) {
  const text = number === 1 ? `1 ${word}` : `{1} ${word}s`;
  return inPageLanguage(text).replace("{1}", shownNumber(number));
}

/** Joins texts: `one, two and three`. */
function enumerated(parts) {
  return parts.flatMap((part, index) => [index === 0 ? "" : index === parts.length - 1 ? said` and ` : ", ", part]);
}

/** Formats nanoseconds in the notation of stories, rounded: `100 ms`, `2.5 s`, `1 h 30 min`. */
function duration(nanoseconds) {
  if (nanoseconds === 0) return "0 s";
  if (nanoseconds < 1e6) return `${round(nanoseconds / 1e3)} µs`;
  if (nanoseconds < 1e9) return `${round(nanoseconds / 1e6)} ms`;
  if (nanoseconds < 60e9) return `${round(nanoseconds / 1e9)} s`;
  const seconds = Math.round(nanoseconds / 1e9);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const parts = [[Math.floor(hours / 24), "d"], [hours % 24, "h"], [minutes % 60, "min"], [seconds % 60, "s"]];
  return parts.filter(([amount]) => amount > 0).slice(0, 2).map(part => part.join(" ")).join(" ");
}

function round(number) { return Number(number.toPrecision(3)); }

function date(milliseconds) {
  // The Swedish format is that of the terminal: 2026-11-20 14:03.
  return new Date(milliseconds).toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" });
}

/** Shortens a commit hash. */
function shortCommit(commit) { return commit.slice(0, 7); }

/** Splits a key into words: `infoText` becomes `info text`. */
function words(key) { return key.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " ").toLowerCase(); }

/** Shortens a text to a number of characters. */
function clipped(text, length) {
  const characters = [...text];
  return characters.length <= length ? text : characters.slice(0, length - 1).join("") + "…";
}
