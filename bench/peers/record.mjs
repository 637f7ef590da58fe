// The recorder of bench/figures for scripts: quartiles of repeats, and an entry in the file that SUPPLE_FIGURES names.
// SPDX-License-Identifier: MIT
import { readFileSync, writeFileSync } from "node:fs";

const quantile = (sorted, share) => {
    const at = share * (sorted.length - 1), i = Math.floor(at);
    return i + 1 < sorted.length ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[i];
};

export function spreadOf(values) {
    const sorted = [...values].sort((a, b) => a - b);
    return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), runs: sorted.length };
}

// figure: { bench, name, unit, values, beside?, ratios?, of?, at? }; a line on the screen, too
export function record({ bench, name, unit, values, beside, ratios, of, at }) {
    const value = spreadOf(values), ratio = beside && spreadOf(ratios);
    const text = s => `${s.median.toPrecision(3)} (${s.low.toPrecision(3)} to ${s.high.toPrecision(3)})`;
    console.log(`${name.padEnd(46)} ${text(value)} ${unit}${beside ? `, ${text(ratio)} times ${beside}` : ""}`);
    const path = process.env.SUPPLE_FIGURES;
    if (!path)
        return;
    const entry = { bench, name, unit, ...value, ...(of && { of, at }), ...(beside && { beside, ratio }) };
    for (const s of [value, ...(beside ? [ratio] : [])])
        if (!Object.values(s).every(Number.isFinite))
            throw new Error(`${bench}, ${name} is not a number`);
    const whole = readFileSync(path, "utf8"), closing = "\n]}\n";
    if (!whole.endsWith(closing))
        throw new Error(`${path} is no file of figures that can grow`);
    const before = whole.slice(0, -closing.length);
    writeFileSync(path, `${before}${before.endsWith("[") ? "" : ","}\n${JSON.stringify(entry)}${closing}`);
}
