// What is wrong with an argument, as a sentence: C takes pointers and would read whatever lies there.
// SPDX-License-Identifier: MIT

// values, if they are so many finite numbers.
export function numbers(values, count, what) {
    if (!values || values.length !== count)
        throw new TypeError(`${what} is ${count} numbers, not ${values && values.length !== undefined ? `an array of ${values.length}` : values}.`);
    for (let i = 0; i < count; ++i)
        if (!Number.isFinite(values[i]))
            throw new RangeError(`${what} has ${values[i]} at index ${i}: it is to be a finite number.`);
    return values;
}

// options, if there are no others than those of a table { name: anything }.
export function known(options, names, what) {
    for (const name of Object.keys(options))
        if (!names.includes(name))
            throw new TypeError(`${what} has no option ${JSON.stringify(name)}: there are ${names.join(", ")}.`);
    return options;
}

// Only free bodies can do so; the most likely cause is that `free` was forgotten.
export function needsFree(body, what) {
    if (!body.free)
        throw new Error(`Only a free body ${what}: ` + (body.asset.isFree ? "make this one with asset.body({ free: true })."
            : "this asset is held, by bones or by what was fixed when it was baked (asset.isFree is false)."));
}
