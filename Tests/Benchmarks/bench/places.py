"""Where everything is."""

from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
BUILD = ROOT / ".build-benchmarks"
SWIFT = BUILD / "swift"
LIBRARY = BUILD / "library"
WORK = BUILD / "work"
BIN = BUILD / "venv/bin"
INFO = ROOT / "Scenarios/facts/fixtures/info.json"
