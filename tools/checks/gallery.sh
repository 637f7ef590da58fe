#!/usr/bin/env bash
# The pictures that are committed are the pictures that supple draws: samples, and a body that is baked and
# played. Thorough: all of them.
. "$SOURCE/tools/checks/lib.sh"
groups=(samples soft)
! thorough || groups=()
check "docs/gallery is up to date (tools/gallery)" env SUPPLE="$BUILD/supple" tools/gallery --check ${groups[@]+"${groups[@]}"}
finish
