"""Opens each view of `scenarios studio` at two widths, light and dark, and lets axe look at it.

    views.py SCENARIOS AXE.JS [FOLDER]

The current folder has the folder `Scenarios`. With a folder, a picture of each view is written there.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "TestSupport/Browser"))
import browse  # noqa: E402

LOOKS = [(width, dark) for width in (1280, 390) for dark in (False, True)]

HELPERS = """
const until = (holds, what) => new Promise((done, fail) => {
  const began = Date.now();
  const look = () => {
    let value;
    try { value = holds(); } catch {}
    if (value) return done(true);
    if (Date.now() - began > 30000) return fail(new Error(`never: ${what ?? holds}`));
    setTimeout(look, 20);
  };
  look();
});
const one = selector => document.querySelector(selector);
const all = selector => [...document.querySelectorAll(selector)];
const fill = (selector, value) => {
  const field = one(selector);
  field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
};
/** Opens the scenario with a title; without one, the file. */
const open = async (path, title) => {
  const row = () => all("#stories .row").find(row => title
    ? row.dataset.key.startsWith(`${path}:`) && row.querySelector(".name").textContent === title
    : row.dataset.key === path);
  // In a large library, stories are folded.
  await until(() => {
    one('#stories .story[aria-expanded=false]')?.click();
    return row();
  }, title ?? path);
  row().click();
  await until(() => row().getAttribute("aria-current") !== null || !title, title);
  await until(() => one("#crumbs code")?.innerText.startsWith(path)
    && one("#text, #steps .step, #steps p"), title ?? path);
};
/** Scrolls to a part of the page, for pictures. */
const show = selector => { window.shown = selector; };
/** Does something, again if the page draws itself anew meanwhile, until there is what it leads to. */
const lead = (act, to) => until(() => one(to) || (act(), false), to);
/** The text, typed at its end. */
const write = text => {
  const area = one("#text");
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
  document.execCommand("insertText", false, text);
};
const views = "#story .views button";
"""

FACTS, VERDICTS = "facts/facts.yaml", "views/verdicts.yaml"

# The actions between each view and the next; the views have the pictures' names.
VIEWS = {
    "list": "await until(() => one('.step[aria-pressed=true]') && one('#stories .mark.failed'))",
    "story": f"await open('{FACTS}', 'Loading succeeds'); await until(() => one('#state .screen'))",
    "step": "await lead(() => one('#step-0').click(), '#step-0[aria-pressed=true]')",
    "checks": """all('.checks input[type=checkbox]').forEach(box => box.checked || box.click());
        all('.checks li select').forEach(select => {
          select.selectedIndex = 1;
          select.dispatchEvent(new Event('change'));
        });
        fill('.checks p select', 'within'); show('.checks')""",
    "sentences": """fill('#next', 'the server'); await until(() => one('.sentences button'));
        show('#adding')""",
    "form": """await lead(() => one('.sentences button').click(), '.blanks');
        all('.blanks details').forEach(part => { part.open = true; });
        show('.blanks')""",
    "wish": """fill('#next', 'the reader shares the fact');
        await until(() => !one('.sentences > li > button') && one('.sentences p button'));
        show('#adding')""",
    "answer": f"""await open('{VERDICTS}', 'A tap on Load a useful fact asks the server');
        await lead(() => one('.note button').click(), '.blanks .field');
        show('.blanks')""",
    "time": f"""await open('{FACTS}', 'Loading succeeds');
        await lead(() => one('#step-5').click(), '#step-5[aria-pressed=true]');
        await lead(() => {{ one('.ahead').open = true; }}, '.ahead .events li');
        show('.ahead')""",
    "examples": f"""await open('{VERDICTS}', 'A tap on Load a useful fact asks the server');
        await lead(() => {{ one('.examples').open = true; }}, '.grid input');
        show('.examples')""",
    "new-examples": f"""await open('{FACTS}', 'The screen appears');
        await lead(() => {{ one('.examples').open = true; }}, '.grid thead input');
        show('.examples')""",
    "failure": f"""await open('{VERDICTS}', 'A check fails');
        await until(() => one('.steps .failure'))""",
    "editing": f"""await open('{FACTS}', 'Loading succeeds');
        one('header .editing').open = true;
        await lead(() => one('#step-4').click(), '#step-4[aria-pressed=true] + .editing');
        show('header.open')""",
    "rename": """all('header .editing button')[0].click();
        await until(() => one('.asking input')?.value); show('.asking')""",
    "answers": f"""one('.asking').close(); await until(() => !one('.asking'));
        one('.steps .editing button').click(); await until(() => one('.blanks .field'));
        all('.blanks button').find(e => !e.closest('.tools')).click();
        await until(() => one('.answers li + li')); show('.answers')""",
    "moved": """one('.blanks > .tools button:last-child').click();
        all('header .editing button')[2].click();
        await until(() => one('#status button')); show('header.open')""",
    "undone": """all('#story .tools button').find(e => e.textContent === 'Undo').click();
        await until(() => one('#save').disabled)""",
    "undefined": f"""await open('{VERDICTS}', 'A step is missing');
        await until(() => one('#story .badge.undefined'))""",
    "skipped": f"""await open('{VERDICTS}', 'It is left out');
        await until(() => one('#story .badge.skipped'))""",
    "known-issue": f"""await open('{VERDICTS}', 'It is known to fail');
        await until(() => one('#story .badge.knownIssue'))""",
    "text": f"""await open('{VERDICTS}', 'A check fails');
        await lead(() => all(views)[1].click(), '#text')""",
    "suggestions": """write('\\n  - scenario: Another\\n    when: the reader');
        await until(() => one('.suggestions:not([hidden]) li'))""",
    "unsaved": "write('\\n    then: {'); await until(() => one('.problems .error'))",
    "errors-in-steps": "await lead(() => all(views)[0].click(), '#steps .reason')",
    "broken": """await open('views/broken.yaml'); await lead(() => all(views)[1].click(), '#text');
        await until(() => one('.problems .error'))""",
    "conflict": f"""await open('{VERDICTS}', 'A check fails');
        await lead(() => all(views)[1].click(), '#text');
        const base = one('#text').value.split('\\n  - scenario: Another')[0];
        const saved = await fetch('/save', {{
          method: 'POST',
          headers: {{ 'Content-Type': 'application/json',
            'Studio-Token': sessionStorage.getItem('token') }},
          body: JSON.stringify({{ path: '{VERDICTS}', base, text: base.trimEnd() + '  # theirs' }}),
        }});
        if (!saved.ok) throw new Error(await saved.text());
        await until(() => one('#conflict [role=alert]'));
        one('#conflict details').open = true; show('#story')""",
    "message": """all('#conflict .tools button')[1].click();
        await until(() => one('#status.failed')?.innerText)""",
    "question": """one('#stories header button').click();
        await until(() => one('.asking select'))""",
    "guide": """one('.asking').close(); one('#stories header button:last-child').click();
        await until(() => one('.asking li'))""",
}

AXE = """axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => `${id}: ${help}` + nodes.slice(0, 5).map(node =>
    `\\n      ${node.target.join(" ")}  ${node.any.concat(node.all).map(({ message }) => message)[0] ?? ""}`
    ).join("")))"""

WIDE = """[...document.querySelectorAll("body, body *")].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > innerWidth + 1
      && !element.closest(".scrolls, .frame, pre, .hidden, svg");
  }).slice(0, 5).map(element => `wider than the window: ${element.localName}.${element.className}`)"""


class Studio:
    """A running `scenarios studio`, which ends with the block."""

    def __init__(self, scenarios, *options):
        self.process = subprocess.Popen(
            [scenarios, "studio", "--no-open", "--port", "0", *options], stdout=subprocess.PIPE,
            text=True)
        self.process.stdout.readline()
        self.address = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Visit:
    def __init__(self, browser, axe, pictures):
        self.browser, self.axe, self.pictures, self.found, self.looks = browser, axe, pictures, [], 0

    def do(self, name, act):
        """Does what leads to a view."""
        try:
            self.browser.value(f"(async () => {{ {HELPERS} show('#story header'); {act}; return true; }})()")
        except RuntimeError as error:
            if self.pictures:
                self.browser.shoot(pathlib.Path(self.pictures) / f"{name}-not-reached.png")
            problems = "\n".join(self.browser.problems())
            raise SystemExit(f"the view {name} was not reached: {error}\n{problems}")

    def look(self, name):
        for width, dark in LOOKS:
            look = f"{name}-{width}-{'dark' if dark else 'light'}"
            self.browser.resize(width=width, height=844, dark=dark)
            self.browser.value("document.querySelector(window.shown)?.scrollIntoView(); true")
            if self.browser.value("typeof axe === 'undefined'"):
                self.browser.value(self.axe + "; true")
            problems = self.browser.value(AXE) + self.browser.value(WIDE)
            self.found += [f"{look}: {problem}" for problem in problems]
            self.looks += 1
            if self.pictures:
                self.browser.shoot(
                    pathlib.Path(self.pictures) / f"{look}.png", width=width, height=844, dark=dark)
        self.browser.resize(width=1280, height=844)


def main(scenarios, axe, pictures=None):
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = browse.Browser(folder)
        visit = Visit(browser, pathlib.Path(axe).read_text(), pictures)
        try:
            with Studio(scenarios) as studio:
                browser.resize(width=1280, height=844)
                browser.open(studio.address)
                for name, act in VIEWS.items():
                    visit.do(name, act)
                    visit.look(name)
                # Without the token, the page says how to begin.
                browser.value("sessionStorage.clear()")
                browser.reload()
                visit.do("no-token", "await until(() => one('[role=alert]'))")
                visit.look("no-token")
            empty = pathlib.Path(folder) / "Empty"
            empty.mkdir()
            with Studio(scenarios, "--folder", str(empty)) as studio:
                browser.open(studio.address)
                visit.do("empty", "await until(() => one('#story h1'))")
                visit.look("empty")
            problems = browser.problems()
        finally:
            browser.close()
    for problem in visit.found + problems:
        print(problem)
    print(f"{visit.looks} looks, {len(visit.found)} violations, {len(problems)} problems of the page, "
          f"{time.monotonic() - began:.0f} s")
    return 1 if visit.found or problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
