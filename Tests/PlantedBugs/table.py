"""Prints which judge finds which bug, from what experiment.py has written.

    python3 table.py OUT BUG...

Each number is that of the groups which are not found without a bug.
"""

import json
import sys

from experiment import JUDGES


def groups(out, name):
    with open(f"{out}/{name}/findings.json") as file:
        return {(f["judge"], json.dumps(f["group"])) for f in json.load(file)}


def main(out, bugs):
    usual = groups(out, "none")
    print("| bug | " + " | ".join(JUDGES) + " |\n" + "| --- " * (len(JUDGES) + 1) + "|")
    for bug in bugs:
        found = [judge for judge, _ in groups(out, bug) - usual]
        print(f"| {bug} | " + " | ".join(str(found.count(j) or "") for j in JUDGES) + " |")
    found = [judge for judge, _ in usual]
    print("| none | " + " | ".join(str(found.count(j) or "") for j in JUDGES) + " |")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
