#!/usr/bin/env bash
# Bazel numbers the parts, and gets a JUnit report and the results of each.
set -euo pipefail
command=$PWD/scenarios
# Bazel links each file to its source, but a story reads only files that are inside of its folder.
cp -rL Scenarios "$TEST_TMPDIR"
cd "$TEST_TMPDIR"
exec "$command" run --shard auto
