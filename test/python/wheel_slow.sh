#!/usr/bin/env bash
# A wheel with the libraries in it, installed into a fresh environment, does what docs/python.md says.
. "$SOURCE/tools/checks/lib.sh"
python=$(find_python numpy build venv ensurepip) || skip_all "wheel: no python3 here has numpy, build and venv (Debian: python3-numpy python3-build python3-venv)"
export PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH SUPPLE_LIBRARIES

mkdir "$scratch/python" && (cd python && git ls-files -z --cached --others --exclude-standard . | xargs -0 cp --parents -t "$scratch/python")
build() { (cd "$scratch/python" && SUPPLE_LIBRARIES=$BUILD "$python" -m build --no-isolation); } # an archive, and a wheel from that
check "python3 -m build makes a wheel" build
wheel=$(ls "$scratch"/python/dist/supple-*-py3-none-linux_*.whl)
holds() { "$python" -m zipfile -l "$wheel" >"$scratch/list" && grep -q 'supple/lib/libsupple.so.0 ' "$scratch/list" && grep -q 'supple/lib/libsupple_bake.so.0 ' "$scratch/list" && grep -q 'supple/py.typed ' "$scratch/list"; }
check "... with both libraries and the mark of type hints" holds
check "... and no other version than C's" test "$(basename "$wheel" | cut -d- -f2)" = "$("$BUILD/supple" --version | cut -d' ' -f2)"

installed=$scratch/venv/bin/python
install() { "$python" -m venv --system-site-packages "$scratch/venv" && "$installed" -m pip install --no-index --no-deps "$wheel"; }
check "it installs into a fresh environment, without a compiler" install
cd "$scratch"
check "what is imported is what was installed" "$installed" -c 'import supple, sys; sys.exit(not supple.__file__.startswith(sys.prefix))'
own_libraries() { "$installed" -c 'import supple, sys; supple.modes(([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]]), count=1); sys.exit(any("libsupple" in l and not sys.prefix in l for l in open("/proc/self/maps")))'; }
check "... and so are its libraries" own_libraries

mkdir meshes && cube_obj >meshes/a.obj && cube_obj >meshes/b.obj && echo 'v 0 0 0' >meshes/c.obj
commands=$(awk '/^```sh/ { take = 1; next } /^```/ { take = 0 } take && /^supple /' "$SOURCE/docs/python.md")
PATH=$BUILD:$PATH bash -euc "$commands" >/dev/null
"$installed" -c 'import matplotlib' 2>/dev/null || echo "skipped the plots of docs/python.md: there is no matplotlib (Debian: python3-matplotlib)"
PYTHONPATH=$SOURCE/test/python cases "the tutorial" "$installed" "$SOURCE/test/python/tutorial.py" "$SOURCE/docs/python.md"

if command -v mypy >/dev/null; then
    hints() { (cd "$SOURCE/python" && mypy --cache-dir="$scratch/mypy" --python-executable "$python"); }
    check "type hints are sound, strictly" hints
else
    echo "skipped the check of type hints: there is no mypy"
fi
check "it uninstalls" "$installed" -m pip uninstall -y supple
check "... whole" test -z "$(find "$scratch/venv" -name '*supple*')"
finish
