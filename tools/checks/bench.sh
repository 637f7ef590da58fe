#!/usr/bin/env bash
# `tools/bench page` puts figures into the documents, whole and once; what is no run of all is refused. Nothing is timed here.
. "$SOURCE/tools/checks/lib.sh"

place=$scratch/tree bench=$BUILD/bench
mkdir -p "$place/tools" "$place/docs" "$place/out/bench"
cp tools/bench tools/wrap-docs "$place/tools/"
cp docs/results.md "$place/docs/"
export SUPPLE_FIGURES=$place/out/bench/figures.json BENCH=$bench

profiled() { printf '# a head\n    61.50%%  [.] solve_block\n    20.25%%  [.] find_pairs\n     3.00%%  [.] all_the_rest\n' | "$bench" profile "$1"; }
records() { "$bench" begin "$SUPPLE_FIGURES" && profiled tower && profiled runner && node -e '
    const { figures, made } = JSON.parse(require("fs").readFileSync(process.env.SUPPLE_FIGURES, "utf8"));
    const sum = figures.filter(f => f.part && f.name === "tower").reduce((all, f) => all + f.median, 0);
    process.exit(figures.length === 10 && made.cores >= 1 && Math.abs(sum - 100) < 1e-9 ? 0 : 1)'; }
check "benches write one file of JSON, and parts of a whole add up to it" records

check "a file that is no file of figures is refused" says 1 'no file of figures' "$bench" page README.md "$place/docs/results.md" "$place/docs"

renewed() {
    (cd "$place" && tools/bench page && cp docs/results.md first.md && tools/bench page && cmp docs/results.md first.md) || return 1
    grep -q '| tower: solve_block | 61.5 % |' "$place/docs/results.md" && grep -q '](figures/profile.svg)' "$place/docs/results.md" &&
        grep -q '^## Spin and crowds' "$place/docs/results.md" && grep -q 'solve_block' "$place/docs/figures/profile.svg" &&
        cmp "$SUPPLE_FIGURES" "$place/docs/figures/figures.json"
}
check "one command renews tables, pictures and JSON of the documents; a second time changes nothing" renewed

short_refused() { touch "$place/out/bench/short" && ! (cd "$place" && tools/bench page) >"$scratch/short" 2>&1 && grep -q 'short run' "$scratch/short"; }
check "figures of a short run stay out of the documents" short_refused

adds() { # of bench/peers/record.mjs
    node --input-type=module -e "import { record } from '$SOURCE/bench/peers/record.mjs'; record({ bench: 'ring', name: 'a', unit: 'us', values: [4, 1, 3, 2], beside: 'b', ratios: [2] })" &&
        node -e 'const { figures } = JSON.parse(require("fs").readFileSync(process.env.SUPPLE_FIGURES, "utf8")), f = figures.at(-1);
            process.exit(figures.length === 11 && f.median === 2.5 && f.low === 1.75 && f.ratio.median === 2 ? 0 : 1)'
}
check "scripts add to the same file" adds

finish
