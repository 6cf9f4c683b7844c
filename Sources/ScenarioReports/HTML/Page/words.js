// Verdicts, times and numbers in words.

/** The verdicts, the most urgent first. */
const verdicts = {
  failed: { sign: "✘", words: "failed" },
  undefined: { sign: "?", words: "undefined" },
  blocked: { sign: "○", words: "blocked" },
  knownIssue: { sign: "◑", words: "known issue" },
  skipped: { sign: "↷", words: "skipped" },
  passed: { sign: "✔", words: "passed" },
};

function count(number, word) {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

/** Joins texts: `one, two and three`. */
function enumerated(parts) {
  return parts.flatMap((part, index) =>
    [index === 0 ? "" : index === parts.length - 1 ? " and " : ", ", part]);
}

/** Formats nanoseconds in the notation of stories, rounded: `100 ms`, `2.5 s`, `1 h 30 min`. */
function duration(nanoseconds) {
  if (nanoseconds === 0) return "0 s";
  if (nanoseconds < 1e6) return `${round(nanoseconds / 1e3)} µs`;
  if (nanoseconds < 1e9) return `${round(nanoseconds / 1e6)} ms`;
  if (nanoseconds < 60e9) return `${round(nanoseconds / 1e9)} s`;
  const units = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
  let seconds = Math.round(nanoseconds / 1e9);
  const parts = [];
  for (const [unit, size] of units) {
    const amount = Math.floor(seconds / size);
    seconds -= amount * size;
    if (amount > 0) parts.push(`${amount} ${unit}`);
  }
  return parts.slice(0, 2).join(" ");
}

function round(number) { return Number(number.toPrecision(3)); }

function date(milliseconds) {
  // The Swedish format is that of the terminal: 2026-11-20 14:03.
  return new Date(milliseconds).toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" });
}

/** Shortens a commit hash. */
function shortCommit(commit) { return commit.slice(0, 7); }

/** Splits a key into words: `infoText` becomes `info text`. */
function words(key) {
  return key.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
}

/** Shortens a text to a number of characters. */
function clipped(text, length) {
  const characters = [...text];
  return characters.length <= length ? text : characters.slice(0, length - 1).join("") + "…";
}

/** Breaks a text into lines of at most a number of characters; what has no line ends with "…". */
function broken(text, length, limit) {
  const lines = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    for (let rest = word; rest !== "";) {
      if (line && line.length + 1 + rest.length > length) {
        lines.push(line);
        line = "";
      }
      const part = rest.slice(0, line ? rest.length : length);
      line += (line ? " " : "") + part;
      rest = rest.slice(part.length);
    }
  }
  if (line) lines.push(line);
  if (lines.length > limit) lines.splice(limit - 1, lines.length, clipped(
    lines.slice(limit - 1).join(" "), length));
  return lines.length > 0 ? lines : [""];
}
