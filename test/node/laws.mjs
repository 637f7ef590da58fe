// What laws of JavaScript are told with: `ok NAME`, or why not and a result that fails the test.
// SPDX-License-Identifier: MIT

// holds() is true, or throws.
export function law(name, holds) {
    let why = "it does not hold";
    try {
        if (holds()) {
            console.log(`ok ${name}`);
            return;
        }
    } catch (error) {
        why = error.message;
    }
    console.log(`FAILED ${name}: ${why}`);
    process.exitCode = 1;
}

export function near(found, right, tolerance) {
    if (found.length !== right.length || ![...found].every((x, i) => Math.abs(x - right[i]) <= tolerance))
        throw new Error(`found ${[...found]}, right is ${[...right]}`);
}

// It throws a sentence that has these words.
export function saying(words, what) {
    let said = "nothing";
    try {
        what();
    } catch (error) {
        said = error.message;
    }
    if (!words.test(said) || !said.endsWith("."))
        throw new Error(`it says ${said}`);
}
