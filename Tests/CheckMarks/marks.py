"""Compares the checks that `scenarios studio` marks as holding without the step before with runs without it.

    marks.py SCENARIOS [PART OF A PATH]

The current folder has the folder `Scenarios`; nothing is written there.
In the page, each act of each story is chosen. The checks that the page offers there are written into the
text, the last act before them is taken out of it, and what runs then shows which of the checks hold.
"""

import collections
import json
import pathlib
import re
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent.parent / part)
                for part in ("Accessibility", "TestSupport/Browser")]
import browse  # noqa: E402
import views  # noqa: E402

# The last review that the page has asked for is kept, with its answer.
HOOK = """
const send = window.fetch;
window.fetch = async (path, options) => {
  const response = await send(path, options);
  if (path === "/review") {
    window.review = { request: JSON.parse(options.body), answer: await response.clone().json() };
  }
  return response;
};
"""

ASK = """send(PATH, { method: "POST", headers: { "Content-Type": "application/json",
  "Studio-Token": sessionStorage.getItem("token") }, body: JSON.stringify(BODY) })
  .then(answer => answer.json())"""

CHOOSE = """(async () => {
  window.review = null;
  document.getElementById("step-INDEX").click();
  const began = Date.now();
  while (!window.review || document.querySelector(".checks ul[aria-busy]")) {
    if (!document.querySelector(".checks")) return null;
    if (Date.now() - began > 20000) throw new Error("no review");
    await new Promise(done => setTimeout(done, 10));
  }
  return { ...window.review, marked: [...document.querySelectorAll(".checks li")].map(row =>
    row.querySelector("label > :last-child").innerText !== "") };
})()"""


class Page:
    def __init__(self, browser):
        self.browser = browser

    def ask(self, path, body):
        return self.browser.value(
            ASK.replace("PATH", json.dumps(path)).replace("BODY", json.dumps(body)))

    def results(self, path, text):
        """Returns the results of a text; none if it has errors."""
        page = self.ask("/change", {"path": path, "text": text}).get("page")
        if not page or page["run"]["brokenFiles"]:
            return None
        return [(scenario, page["details"].get(scenario["id"], {"steps": []})["steps"])
                for scenario in page["run"]["scenarios"]]


def depth(line):
    return len(line) - len(line.lstrip(" "))


def without(text, number, sentence):
    """Returns a text without the act in a line, and how many lines fewer it has; `None` if that is not simple."""
    lines = text.split("\n")
    line = lines[number - 1]
    if sentence not in line:
        return None
    if re.search(r"\[.*\]", line) and f'[{sentence}]' not in line:
        for part in (f"{sentence}, ", f", {sentence}"):
            if part in line:
                lines[number - 1] = line.replace(part, "", 1)
                return "\n".join(lines), 0
    if not re.match(rf"^ *(- )?(\S+: )?(\{{ )?\[?{re.escape(sentence)}", line):
        return None
    first = end = number - 1
    end += 1
    while end < len(lines) and lines[end].strip() and depth(lines[end]) > depth(line):
        end += 1
    del lines[first:end]
    # A key without steps would be an error.
    above = first - 1
    below = next((line for line in lines[first:] if line.strip()), "")
    if re.match(r"^ *\S+:$", lines[above]) and (
            depth(below) <= depth(lines[above])):
        del lines[above]
        end += 1
    return "\n".join(lines), end - first


def sentence_of(text):
    return text.split(" ", 1)[1].split(": {")[0].split(": [")[0]


def main(scenarios, part=""):
    began = time.monotonic()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = browse.Browser(folder)
        page = Page(browser)
        try:
            with views.Studio(scenarios) as studio:
                browser.resize(width=1280, height=844)
                browser.open(studio.address)
                browser.value(f"(async () => {{ {views.HELPERS} await until(() =>"
                              " one('.step[aria-pressed=true]') && one('#stories .mark.passed')); })()")
                browser.value(HOOK + "window.send = send; true")
                for file in page.ask("/stories", {})["files"]:
                    if part in file["path"]:
                        visit(page, file["path"], counts)
        finally:
            browser.close()
    print(f"{counts['acts']} acts, {counts['checks']} checks, {counts['marked']} marked; "
          f"run without the act: {counts['run']}, of these {counts['run marked']} marked "
          f"({counts['marked but fails']} of them fail), {counts['run unmarked']} not marked "
          f"({counts['unmarked but holds']} of them hold); not run: {counts['not run']}; "
          f"{counts['acts without an answer']} acts without an answer, {counts['acts without values']} "
          f"without values; "
          f"{time.monotonic() - began:.0f} s")
    return 1 if counts["unmarked but holds"] or counts["marked but fails"] else 0


def visit(page, path, counts):
    text = page.ask("/open", {"path": path})["text"]
    seen = set()
    for scenario, steps in page.results(path, text) or []:
        line = scenario.get("firstLine") or scenario["line"]
        if line in seen or not steps:
            continue
        seen.add(line)
        page.browser.value(
            f"(async () => {{ {views.HELPERS} await until(() => one('#stories [data-key=\"{path}:{line}\"]'));"
            f" one('#stories [data-key=\"{path}:{line}\"]').click();"
            f" await until(() => one('#crumbs code').innerText === '{path}:{line}'"
            f" && all('.step').length === {len(steps)}, '{path}:{line}'); }})()")
        for index, step in enumerate(steps):
            if step["purpose"] == "act" and "owner" not in step and step.get("outcome") is None:
                counts["acts"] += 1
                review(page, path, text, scenario, index, counts)


def review(page, path, text, scenario, index, counts):
    found = page.browser.value(CHOOSE.replace("INDEX", str(index)))
    if found is None:
        counts["acts without values"] += 1
        return
    request, holds = found["request"], found["answer"]["holds"]
    checks = request["checks"]
    counts["checks"] += len(checks)
    counts["marked"] += sum(found["marked"])
    if len(holds) != len(checks):
        counts["acts without an answer"] += 1
        counts["not run"] += len(checks)
        print(f"no answer: {path}:{request['scenario']} step {index}")
        return
    assert holds == found["marked"], (path, request["scenario"], index)
    after = request["after"]
    for check in checks:
        added = page.ask("/add", {
            "path": path, "text": text, "scenario": request["scenario"], "after": after, "kind": "then",
            **check})
        text, after = added["text"], added["line"]

    def same(scenarios):
        return next((steps for other, steps in scenarios or []
                     if other["titles"] == scenario["titles"]), None)

    steps = same(page.results(path, text))
    last = max((number for number, step in enumerate(steps or []) if step["line"] == after), default=-1)
    first = last - len(checks) + 1
    acts = [number for number, step in enumerate(steps[:first] if steps else [])
            if step["purpose"] == "act"]
    if last < 0 or not acts:
        counts["not run"] += len(checks)
        return
    act = steps[acts[-1]]
    left = without(text, act["line"], sentence_of(act["text"]))
    rest = left and same(page.results(path, left[0]))
    if not rest or len(rest) != len(steps) - 1:
        counts["not run"] += len(checks)
        counts["acts that can't be taken out" if not left else "texts with errors"] += 1
        return
    for number, mark in enumerate(holds):
        outcome = rest[first - 1 + number].get("outcome", "passed")
        counts["run"] += 1
        counts["run marked" if mark else "run unmarked"] += 1
        if mark != (outcome == "passed"):
            counts["marked but fails" if mark else "unmarked but holds"] += 1
            print(f"{path}:{request['scenario']} after {act['text']}: {json.dumps(checks[number])} is "
                  f"{'' if mark else 'not '}marked, and without the act it has {outcome}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
