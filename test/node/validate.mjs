// The Khronos glTF validator over GLB files: any error or warning fails.
//
//   node validate.mjs [--errors] FILE...     its last line is "N passed, N failed"
//
// --errors: warnings do not fail; models by others come with some of their own.
// SPDX-License-Identifier: MIT
import fs from 'node:fs';
import path from 'node:path';
import validator from 'gltf-validator';

const severities = ['error', 'warning', 'info', 'hint'];
let passed = 0;
let failed = 0;

const lenient = process.argv[2] === '--errors';
for (const file of process.argv.slice(lenient ? 3 : 2)) {
    const name = path.basename(file);
    const bytes = new Uint8Array(fs.readFileSync(file));
    const { issues } = await validator.validateBytes(bytes, { uri: name, maxIssues: 100 });
    const ok = issues.numErrors === 0 && (lenient || issues.numWarnings === 0);
    for (const m of issues.messages)
        console.log(`${name}: ${severities[m.severity]} ${m.code} ${m.pointer ?? ''}: ${m.message}`);
    console.log(`${ok ? 'ok     ' : 'FAILED '} ${name}: ${issues.numErrors} errors, ` +
        `${issues.numWarnings} warnings, ${issues.numInfos} infos, ${issues.numHints} hints`);
    if (ok) passed++;
    else failed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
