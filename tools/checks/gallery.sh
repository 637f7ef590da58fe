#!/usr/bin/env bash
# The pictures that are committed are the pictures that supple draws.
. "$SOURCE/tools/checks/lib.sh"
check "docs/gallery is up to date (tools/gallery)" env SUPPLE="$BUILD/supple" tools/gallery --check
finish
