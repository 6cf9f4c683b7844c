#!/usr/bin/env bash
# Bazel numbers the parts, and gets a JUnit report and the results of each.
set -euo pipefail
exec ./scenarios run --shard auto
