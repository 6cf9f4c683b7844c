"""How long `scenarios watch` takes from a saved file to the verdict on its scenarios."""

import os
import select
import shutil
import subprocess
import time

from .places import ROOT, WORK

READY = b"press Ctrl-C to stop."
VERDICT = b"story time"


class Watched:
    """The package's own stories, copied and watched."""

    def __init__(self, executable):
        self.folder = WORK / "watched"
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(ROOT / "Scenarios", self.folder / "Scenarios")
        self.story = self.folder / "Scenarios/facts/facts.yaml"
        self.texts = [self.story.read_text()]
        self.texts.append(self.texts[0].replace("5 days ago", "6 days ago", 1))
        self.process = subprocess.Popen(
            [executable, "watch"], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.wait_for(READY)

    def wait_for(self, mark):
        output, until = b"", time.monotonic() + 30
        pipe = self.process.stdout.fileno()
        while mark not in output:
            if not select.select([pipe], [], [], max(0, until - time.monotonic()))[0]:
                raise SystemExit(f"scenarios watch does not say {mark}: {output[-500:]}")
            part = os.read(pipe, 1 << 16)
            if not part:
                raise SystemExit(f"scenarios watch ended: {output[-500:]}")
            output += part

    def save(self):
        """Seconds from saving another text to the verdict."""
        self.texts.reverse()
        began = time.monotonic()
        self.story.write_text(self.texts[0])
        self.wait_for(VERDICT)
        taken = time.monotonic() - began
        time.sleep(0.05)
        return taken

    def end(self):
        self.process.terminate()
        self.process.wait()


def seconds(executable, times):
    watched = Watched(executable)
    try:
        return [watched.save() for _ in range(times)]
    finally:
        watched.end()
