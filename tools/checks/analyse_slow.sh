#!/usr/bin/env bash
# The whole profile of .clang-tidy, path analyser included.
SUPPLE_THOROUGH=1 TIDY_CHECKS='' exec bash "$SOURCE/tools/checks/tidy.sh"
