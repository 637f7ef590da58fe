#!/usr/bin/env bash
# `import supple` from the tree: bodies played and meshes baked from Python.
. "$SOURCE/tools/checks/lib.sh"
python=$(find_python numpy) || skip_all "python: no python3 here has numpy (Debian: python3-numpy)"
export SUPPLE_LIBRARIES=$BUILD PYTHONPATH=$SOURCE/python PYTHONDONTWRITEBYTECODE=1

cube_obj >"$scratch/cube.obj"
cases "play" "$python" test/python/play.py test/golden
cases "bake" "$python" test/python/bakes.py "$BUILD/supple" "$scratch"

no_library() { SUPPLE_LIBRARIES='' "$python" -c 'import supple'; }
check "without a library the sentence says what to do" says 1 'ImportError: libsupple cannot be loaded .*SUPPLE_LIBRARIES' no_library
play_only() { # beside libsupple alone
    mkdir -p "$scratch/alone" && cp "$BUILD"/libsupple.so.0 "$scratch/alone/" &&
        SUPPLE_LIBRARIES=$scratch/alone "$python" -c 'import supple; supple.Asset("test/golden/v1.supple").body().step(0.1); supple.modes(([[0]*3], [[0]*4]))'
}
check "playing needs no baker, and baking says what it needs" says 1 'ImportError: libsupple_bake cannot be loaded .*Debian' play_only
finish
