# Shared by the shell tests: counting, and the closing line that tools/run-tests adds up.
#
# Sourced by tools/checks/*.sh and test/*/*.sh, which ctest starts with SOURCE and BUILD set.
set -u
cd "$SOURCE"
passed=0 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

pass() { passed=$((passed + 1)); echo "ok      $1"; }
fail() { failed=$((failed + 1)); echo "FAILED  $1"; }

# check "law" command...: passes when the command succeeds; shows its output when it does not
check() {
    local law=$1
    shift
    if "$@" >"$scratch/output" 2>&1; then pass "$law"; else
        cat "$scratch/output"
        fail "$law"
    fi
}

# says STATUS PATTERN command...: the exit status, and a line of its stdout or stderr that matches
says() {
    local status=$1 pattern=$2 got
    shift 2
    "$@" >"$scratch/says" 2>&1
    got=$?
    cat "$scratch/says"
    [ "$got" -eq "$status" ] || { echo "exit $got, not $status"; return 1; }
    grep -qE -- "$pattern" "$scratch/says"
}

# cases "law" command...: its own cases are counted, one by one
cases() {
    local law=$1 failed_before=$failed
    shift
    "$@" >"$scratch/client" 2>&1
    local status=$?
    local word rest
    while read -r word rest; do
        case $word in
        ok) pass "$law: $rest" ;;
        FAILED) fail "$law: $rest" ;;
        [0-9]*) ;; # its own sum
        *) echo "$word $rest" ;;
        esac
    done <"$scratch/client"
    [ $status -eq 0 ] || [ "$failed" -gt "$failed_before" ] || fail "$law runs"
}

# client "law" script arguments...: cases of a script for node
client() {
    local law=$1
    shift
    cases "$law" node "$@"
}

# listed HEADING: the files that the list below it in docs/architecture.md names
listed() { awk -v h="### $1" '$0 == h { on = 1; next } /^##/ { on = 0 } on' docs/architecture.md | grep -oE '`[a-z_]+/[A-Za-z0-9_/.]+`' | tr -d '`' | sort -u; }

# sample NAME FILE: what `supple sample NAME -o FILE` writes. Each is made once for all tests, until the command changes: a
# swimmer takes over a second.
sample() {
    local made=$BUILD/samples/$1.glb
    if [ ! "$made" -nt "$BUILD/supple" ]; then # whole at once: tests run side by side
        mkdir -p "$BUILD/samples" && "$BUILD/supple" sample "$1" -o "$scratch/sample.glb" >/dev/null &&
            cp "$scratch/sample.glb" "$made.$$" && mv "$made.$$" "$made" || return 1
    fi
    cp "$made" "$2"
}

# compiled PROGRAM,PROGRAM COMPILER FLAGS...: test/PROGRAM.c with libsupple, in $scratch
compiled() {
    local flags=(-std=c11 -ffp-contract=off -I"$SOURCE" -I"$SOURCE/include") programs=$1 name
    shift
    rm -rf "$scratch/objects" && mkdir "$scratch/objects" || return 1
    (cd "$scratch/objects" && printf '%s\n' "$SOURCE"/runtime/*/*.c | xargs -P "$(nproc)" -n 8 "$@" "${flags[@]}" -c) || return 1
    for name in ${programs//,/ }; do
        "$@" "${flags[@]}" "test/$name.c" "$scratch"/objects/*.o -lm -o "$scratch/$name" || return 1
    done
}

# find_python MODULE...: a python3 that has these modules; Debian's own where another one comes first in the path
find_python() {
    local python modules=$*
    for python in python3 /usr/bin/python3; do
        "$python" -I -c "import ${modules// /, }" 2>/dev/null && command -v "$python" && return # -I: build/ here is no module
    done
    return 1
}

# A script that asks this is run twice by `make test-all`: as it is, and as NAME_slow with more of the same.
thorough() { [ -n "${SUPPLE_THOROUGH:-}" ]; }

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}
skip_all() {
    echo "skipped $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}

c_files() { git ls-files --cached --others --exclude-standard -- "$@" | while read -r f; do [ -f "$f" ] && echo "$f"; done; }

# killed_until FILE TRIES command...: FILE is removed; started again and again, each time killed at a moment that chance chooses, until FILE is
# there; from the tenth time on it may end by itself
killed_until() {
    local file=$1 most=$2 tries=0 process
    shift 2
    rm -f "$file"
    while [ ! -f "$file" ] && [ $tries -lt "$most" ]; do
        "$@" >/dev/null 2>&1 &
        process=$!
        sleep "0.0$((RANDOM % 9))$((RANDOM % 10))"
        [ $tries -gt 8 ] && wait $process
        kill -9 $process 2>/dev/null
        wait $process 2>/dev/null
        tries=$((tries + 1))
    done
}

# A cube of 20 cm that stands on the ground, for scenes small enough to simulate in a test.
cube_obj() {
    cat <<'END'
v -0.1 0 -0.1
v 0.1 0 -0.1
v -0.1 0.2 -0.1
v 0.1 0.2 -0.1
v -0.1 0 0.1
v 0.1 0 0.1
v -0.1 0.2 0.1
v 0.1 0.2 0.1
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
END
}

# shaken_cube SUPPLE CUBE.obj TO.yaml: a scene to record of it, in about a second.
shaken_cube() {
    "$1" recipe "$2" --recorded -o "$3" &&
        sed -i 's/tets: 1500/tets: 60 /; s/longest: 2/longest: 1.2/; s/responses: 50/responses: 10/; s/beta: 0.004/beta: 0.08/' "$3"
}
