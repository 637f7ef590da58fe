#!/usr/bin/env bash
# `supple check` and `supple info`: reports for people and programs, exit codes, sentences.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple

json() { # json SCRIPT command...: the script sees the parsed output as d
    local script=$1
    shift
    "$@" 2>/dev/null | node -e "
        const d = JSON.parse(require('fs').readFileSync(0, 'utf8'));
        if (!($script)) { console.log(JSON.stringify(d, null, 1)); process.exit(1); }"
}

sample jelly "$scratch/jelly.glb"
sample cylinder "$scratch/cylinder.glb"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n' >"$scratch/open.obj"
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' >"$scratch/flat.obj"
printf 'v 0 0 0\nv 1 0\nf 1 2 1\n' >"$scratch/broken.obj"
printf 'o \033[31mred\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$scratch/red.obj"
printf 'MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 7\nEnd\n' >"$scratch/one.mesh"

check "a sound body is closed and usable" says 0 '^ +closed +yes' "$supple" check "$scratch/jelly.glb"
no_complaint() { ! "$supple" check "$scratch/jelly.glb" 2>&1 | grep -E '^  (warn|ERR)'; }
check "a sound body gets no warning" no_complaint
check "an open mesh is a warning, not a failure" says 0 '^  warn  open edges +3$' "$supple" check "$scratch/open.obj"
check "what has no area is refused" says 1 'flat.obj: none of the 1 triangles has an area' "$supple" check "$scratch/flat.obj"
check "a broken file is refused with its place" says 1 'broken.obj:2: ' "$supple" check "$scratch/broken.obj"
printf 'junk of some other program' >"$scratch/junk.glb"
check "a .glb that is none is called so" says 1 'junk.glb: this is no GLB: it does not begin with "glTF"' "$supple" check "$scratch/junk.glb"
check "a missing file is refused" says 1 'none.obj: cannot be opened' "$supple" check "$scratch/none.obj"
check "good files are reported beside a bad one" says 1 '^  warn  open edges +3$' "$supple" check "$scratch/none.obj" "$scratch/open.obj"
check "check without a file is a wrong command line" says 2 'needs' "$supple" check
errors_apart() { ! "$supple" check "$scratch/flat.obj" 2>/dev/null | grep -q 'none of the'; }
check "errors go to stderr only" errors_apart

check "check --json parses and counts" \
    json "d.length === 2 && d[0].usable && d[0].closed && d[0].volume > 0 && d[1].boundaryEdges === 3 && d[1].findings.length > 0" \
    "$supple" check --json "$scratch/jelly.glb" "$scratch/open.obj"
check "check --json holds the refusal too" \
    json "d.length === 1 && !d[0].usable && d[0].findings.some(f => f.severity === 'error')" \
    "$supple" check --json "$scratch/none.obj"

check "info names format and size" says 0 "glTF binary, $(stat -c %s "$scratch/jelly.glb") bytes" "$supple" info "$scratch/jelly.glb"
check "info counts triangles" says 0 '4 vertices, 3 triangles, 1 primitive' "$supple" info "$scratch/open.obj"
check "info of a missing file is refused" says 1 'cannot be opened' "$supple" info "$scratch/none.obj"
check "info --json knows skins and clips" \
    json "d.skins.length === 1 && d.skins[0].joints >= 4 && d.clips.length >= 1 && d.clips[0].keys > 1 && d.meshes[0].attributes.includes('WEIGHTS_0') && d.nodes > 4" \
    "$supple" info --json "$scratch/cylinder.glb"
check "info knows tetrahedra" says 0 'volume +0.166667' "$supple" info "$scratch/one.mesh"
check "info --json knows tetrahedra" json "d.elements === 1 && d.nodes === 4 && d.regions.length === 1" "$supple" info --json "$scratch/one.mesh"
check "info --json keeps odd names" json "d.meshes[0].name === '\\u001b[31mred'" "$supple" info --json "$scratch/red.obj"
no_escape() { "$supple" info "$scratch/red.obj" | grep -q '?\[31mred' && ! "$supple" info "$scratch/red.obj" | grep -q $'\033'; }
check "names from a file cannot steer the terminal" no_escape
finish
