// The web package as `npm pack` made it: node package.mjs FOLDER. Everything it names is in it, and it names nothing outside.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const [folder] = process.argv.slice(2), about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const files = readdirSync(folder, { recursive: true }).filter(name => statSync(join(folder, name)).isFile());
let failed = 0;
function law(name, bad) {
    failed += bad.length > 0 ? 1 : 0;
    console.log(bad.length > 0 ? `FAILED ${name}: ${bad.join(", ")}` : `ok ${name}`);
}

law("every export is a file of it", Object.values(about.exports).flatMap(to => typeof to === "string" ? [to] : Object.values(to)).filter(to => !existsSync(join(folder, to))));
law("every listed file is in it", about.files.filter(name => !existsSync(join(folder, name))));
law("nothing else is", files.filter(name => ![...about.files, "package.json"].includes(name)));

const outside = [];
for (const name of files.filter(name => /\.(js|d\.ts)$/.test(name)))
    for (const [, to] of readFileSync(join(folder, name), "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
        const at = join(folder, dirname(name), to), known = /^three(\/addons\/.*)?$/.test(to);
        if (!known && (!to.startsWith(".") || relative(folder, at).startsWith("..") || !existsSync(at)))
            outside.push(`${name}: ${to}`);
    }
law("scripts and types import what is in it, and three", outside);
const readme = readFileSync(join(folder, "README.md"), "utf8");
law("its README leads nowhere else", [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, to]) => to).filter(to => !existsSync(join(folder, to))));
law("it needs nothing to be installed", Object.keys(about.dependencies ?? {}));
law("it stays small", files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) > 1000e3 ? ["1000 kB"] : []);
process.exit(failed ? 1 : 0);
