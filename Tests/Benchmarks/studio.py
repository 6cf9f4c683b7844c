"""Measures the page of `scenarios studio`: from a changed text, or a chosen step, to what is drawn.

    studio.py SCENARIOS-EXECUTABLE FOLDER-WITH-SCENARIOS [ROUNDS]

Prints the median and the 95th percentile of ROUNDS (200) measurements in milliseconds, taken in the page of a headless
Chromium: `step` from the press of a step to the next frame, with its state drawn; `keystroke` from an input event to
the drawn diagnostics of that text, which has also run; then when each answer of the first view was there.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "TestSupport" / "Browser"))
from browse import Browser  # noqa: E402

PAGE = """
new Promise(async done => {
  const until = holds => new Promise(then => {
    const look = () => holds() ? then() : setTimeout(look, 1);
    look();
  });
  const frame = () => new Promise(then => requestAnimationFrame(() => setTimeout(then, 0)));
  await until(() => document.querySelectorAll(".step").length >= 30);
  const results = { step: [], keystroke: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const steps = document.querySelectorAll(".step");
    const step = steps[round % steps.length];
    const began = performance.now();
    step.click();
    await frame();
    results.step.push(performance.now() - began);
  }
  [...document.querySelectorAll("button")].find(({ innerText }) => innerText === "Text").click();
  const area = document.querySelector("#text");
  for (let round = 0; round < ROUNDS; round += 1) {
    // A sentence that no module has is an error of its own.
    const word = `no ${round}`;
    area.value = area.value.replace(/when: [^\\n]*/, `when: ${word}`);
    const began = performance.now();
    area.dispatchEvent(new Event("input", { bubbles: true }));
    await until(() => document.querySelector("#problems").innerText.includes(`"${word}"`));
    await frame();
    results.keystroke.push(performance.now() - began);
  }
  done(results);
})
"""


def main(executable, folder, rounds=200):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        stories = pathlib.Path(home) / "Scenarios"
        stories.mkdir()
        steps = "".join(f"      - the screen was updated {number} times\n" for number in [1] * 29)
        stories.joinpath("facts.yaml").write_text(
            "story: Thirty steps\nmodule: facts\n\nscenarios:\n  - scenario: Thirty\n"
            f"    when: the screen appears\n    then:\n{steps}".replace("1 times", "1 time"))
        if folder != "-":
            stories = pathlib.Path(folder)
        studio = subprocess.Popen(
            [str(pathlib.Path(executable).resolve()), "studio", "--no-open", "--port", "0", "--folder", str(stories)],
            stdout=subprocess.PIPE, text=True, cwd=home)
        studio.stdout.readline()
        address = studio.stdout.readline().strip()
        browser = Browser(home + "/browser")
        try:
            browser.open(address)
            results = browser.value(PAGE.replace("ROUNDS", str(rounds)))
            for name, times in results.items():
                times.sort()
                print(f"{name:10} median {times[len(times) // 2]:6.1f} ms   "
                      f"95 % {times[len(times) * 95 // 100]:6.1f} ms   {len(times)} times")
            first = browser.value("performance.getEntriesByType('resource').map(e => [e.name, e.responseEnd])")
            print(json.dumps({name.split("/")[-1]: round(end) for name, end in first if "wait" not in name}))
        finally:
            browser.close()
            studio.kill()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "-", int(sys.argv[3]) if len(sys.argv) > 3 else 200)
