#!/usr/bin/env bash
# The whole profile of .clang-tidy, path analyser included.
TIDY_CHECKS='' exec bash "$SOURCE/tools/checks/tidy.sh"
