#!/usr/bin/env bash
# The manual page and completion for three shells: all that --help has, and what the shells themselves make of it.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
for shell in bash zsh fish; do "$supple" completion $shell >"$scratch/$shell"; done
"$supple" man >"$scratch/supple.1"

words_of() { # words_of COMMAND: its options as --help has them
    "$supple" "$1" --help | sed -nE 's/^ +(-[a-z], )?(--[a-z-]+).*/\2/p'
}
every_word() { # in the piece of each document that is about the command
    local command where word bad=0
    for command in $("$supple" --help | sed -nE 's/^  ([a-z]+) +[a-z].*/\1/p' | grep -v '^supple$'); do
        sed -n "/^    $command) /p" "$scratch/bash" >"$scratch/of.bash"
        sed -n "/^        $command)$/,/;;/p" "$scratch/zsh" >"$scratch/of.zsh"
        grep "__supple_at $command'" "$scratch/fish" | sed 's/ -l / --/' >"$scratch/of.fish"
        sed 's/\\-/-/g' "$scratch/supple.1" | sed -n "/^.SS supple $command$/,/^.S[SH] /p" >"$scratch/of.man"
        echo ' --help' >>"$scratch/of.man" # said once, above
        words_of "$command" | sort -u >"$scratch/words"
        for where in bash zsh fish man; do
            word=$(tr -sc 'a-z-' '\n' <"$scratch/of.$where" | sort -u | comm -23 "$scratch/words" -)
            [ -z "$word" ] || { echo "$where does not know of $command:" $word; bad=1; }
        done
    done
    return $bad
}
check "every option of every command is in the manual page and in all completions" every_word
check "another shell is refused with a sentence" says 2 'for bash, zsh and fish, not for "zzsh"; did you mean "zsh"' "$supple" completion zzsh
check "bash parses its script" bash -n "$scratch/bash"

if command -v groff >/dev/null; then
    page() { groff -man -Tutf8 -ww -z "$scratch/supple.1" 2>&1 | tee "$scratch/warnings" && [ ! -s "$scratch/warnings" ]; }
    check "groff has nothing to say about the page" page
    shown() { groff -man -Tascii "$scratch/supple.1" | sed 's/.\x08//g' >"$scratch/page" && grep -q 'supple - soft bodies' "$scratch/page" && grep -q -- '-o, --output FILE' "$scratch/page"; }
    check "... and shows it" shown
else
    echo "skipped the manual page as groff sees it: there is no groff (Debian: groff-base)"
fi

if command -v fish >/dev/null; then
    by_fish() { HOME=$scratch fish --no-config -c "source $scratch/fish; complete -C '$1'"; } # what fish offers
    check "fish offers commands with what they do" says 0 '^bake.turn a mesh' by_fish "supple ba"
    check "... options of that command" says 0 '^--recipe.what and how' by_fish "supple bake --re"
    check "... samples by name" says 0 '^jelly' by_fish "supple sample je"
    touch "$scratch/body.glb"
    check "... and files" says 0 'body.glb' by_fish "supple bake $scratch/bo"
    none() { ! by_fish "supple sample --re" | grep -q recipe; }
    check "... and no option of another command" none
else
    echo "skipped fish: it is not installed"
fi

# A terminal with zsh in it: WORDS and a tab, until PATTERN shows; waits for ever else.
cat >"$scratch/press.zsh" <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -D -u; source $1; print -r re''ady"
zpty -r -m shell out '*ready*'
zpty -w -n shell "$2"$'\t\t'
zpty -r -m shell out "*$3*"
zpty -d shell
END
if command -v zsh >/dev/null; then
    check "zsh parses its script" zsh -n "$scratch/zsh"
    press() { (cd "$scratch" && HOME=$scratch TERM=dumb timeout 30 zsh -f press.zsh zsh "$1" "$2"); }
    check "zsh completes a command" press "supple comple" "tion"
    check "... lists options with what they do" press "supple bake --re" "recipe*what and how"
    check "... and a sample" press "supple sample tiss" "ue"
else
    echo "skipped zsh: it is not installed"
fi
finish
