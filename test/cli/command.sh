#!/usr/bin/env bash
# The command as such: help, version, wrong words, exit codes, colours.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple

check "--version says the version of the header" \
    says 0 "^supple $(sed -nE 's/.*VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)/\2/p' include/supple/base.h | paste -sd.)$" "$supple" --version
check "no command is an error with the list" says 2 'usage: supple COMMAND' "$supple"
check "--help is not an error" says 0 'usage: supple COMMAND' "$supple" --help
check "a mistyped command gets a suggestion" says 2 'did you mean "completion"' "$supple" completon
check "an unknown option is named" says 2 'has no option "--nonsense"' "$supple" completion bash --nonsense
check "a missing argument is named" says 2 'needs a word more' "$supple" completion

for command in $("$supple" --help | sed -nE 's/^  ([a-z]+) +[a-z].*/\1/p' | grep -v '^supple$'); do
    check "$command --help works" says 0 "usage: supple $command" "$supple" "$command" --help
    fits() {
        [ "$("$supple" "$command" --help | wc -l)" -le 40 ] && [ "$("$supple" "$command" --help | wc -L)" -le 100 ]
    }
    check "$command --help fits a screen" fits
done

errors_on_stderr() { ! "$supple" completon 2>/dev/null | grep -q . && ! "$supple" completon >/dev/null 2>&1; }
check "errors go to stderr" errors_on_stderr
check "completion knows every command" says 0 'completion' bash -c "source <('$supple' completion bash); COMP_WORDS=(supple c) COMP_CWORD=1; _supple; echo \"\${COMPREPLY[@]}\""

full() { ! "$supple" "$@" 2>"$scratch/says" >/dev/full && grep -q 'could not be written' "$scratch/says"; }
check "a full disk behind --help is an error" full --help
check "a full disk behind a result is an error" full sample --list
ln -s /proc/self/fd/1 "$scratch/out"
to_stdout() {
    "$supple" sample sheet -o "$scratch/out" >"$scratch/a.glb" && "$supple" sample sheet -o "$scratch/out" | cmp - "$scratch/a.glb" &&
        "$supple" sample sheet -o "$scratch/b.glb" && cmp "$scratch/a.glb" "$scratch/b.glb" && [ -L "$scratch/out" ]
}
check "a name of stdout gets the bytes alone and stays a link" to_stdout
any_case() {
    "$supple" sample sphere -o "$scratch/ball.glb" && "$supple" tets "$scratch/ball.glb" --cells 6 -o "$scratch/BALL.MSH" &&
        [ "$(head -c 11 "$scratch/BALL.MSH")" = '$MeshFormat' ]
}
check "an extension means the same in capitals" any_case
printf 'v 0 0 \033[31m\n' >"$scratch/escape.obj"
unescaped() { "$supple" "$@" 2>&1 | cat -v | grep -F '^['; [ "${PIPESTATUS[2]}" -eq 1 ]; }
check "nothing in a file or a word reaches the terminal as a command" unescaped check "$scratch/escape.obj"
check "nor does a word of the command line" unescaped sample $'\033[31m'
finish
