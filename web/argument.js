// What is wrong with an argument, as a sentence that names call and argument: C takes pointers and would read whatever lies there.
//
//   check(Body, "body", { pick: { origin: VECTOR, direction: VECTOR } });
//   body.pick([0, 0], way)      TypeError: body.pick: origin is 3 numbers, not an array of 2.
//
// A kind is a function of a value, of whose call it is and of the call's first argument, that returns null or what is wrong with it. Methods are wrapped once, when the
// classes are made, and a call that is right allocates nothing.
// SPDX-License-Identifier: MIT

const type = text => ({ Wrong: TypeError, text }), range = text => ({ Wrong: RangeError, text });

// A value in a sentence.
export function told(value) {
    if (typeof value === "string")
        return JSON.stringify(value);
    if (Array.isArray(value) || ArrayBuffer.isView(value))
        return `an array of ${value.length}`;
    return value !== null && typeof value === "object" ? "an object" : typeof value === "function" ? "a function" : String(value);
}

const isNumber = value => typeof value === "number" && Number.isFinite(Math.fround(value));
const of = (value, self, first) => (typeof value === "function" ? value(self, first) : value);

// So many finite numbers; count may be a function of whose call it is. within: what each has to be besides.
export const numbers = (count, within = () => true, what = "numbers") => (values, self, first) => {
    const right = of(count, self, first);
    if (values === null || typeof values !== "object" || values.length !== right)
        return type(` is ${right} ${what}, not ${told(values)}`);
    for (let i = 0; i < right; ++i)
        if (!isNumber(values[i]) || !within(values[i], self))
            return range(` has ${told(values[i])} at index ${i}: it is ${right} ${what === "numbers" ? "finite numbers" : what}`);
    return null;
};

export const VECTOR = numbers(3);
export const POSE = numbers(16);

// Finite, and no less than `least`.
export const number = (least = -Infinity) => value =>
    typeof value !== "number" ? type(` is a number, not ${told(value)}`)
        : !isNumber(value) || value < least ? range(` is a finite number${least === -Infinity ? "" : ` of ${least} or more`}, not ${value}`) : null;

// It may be infinite.
export const LIMIT = value => (typeof value !== "number" ? type(` is a number, not ${told(value)}`) : Number.isNaN(value) ? range(" is a number, not NaN") : null);

export const whole = (least, most) => (value, self) =>
    Number.isInteger(value) && value >= least && value <= of(most, self) ? null
        : (typeof value === "number" ? range : type)(` is a whole number from ${least} to ${of(most, self)}, not ${told(value)}`);

export const FLAG = value => (typeof value === "boolean" ? null : type(` is true or false, not ${told(value)}`));
export const ID = whole(0, 2 ** 32 - 1);   // of a pin, collider or joint
export const MOST = whole(0, 65536); // results that are asked for
export const ANYTHING = () => null;

export const oneOf = names => value => (names.includes(value) ? null : type(` is one of ${names.map(name => JSON.stringify(name)).join(", ")}, not ${told(value)}`));

// An index or a name; names may be a function of whose call it is. least: -1 where that means all.
export const named = (names, what, least = 0) => (value, self, first) => {
    const all = of(names, self, first);
    if (typeof value === "string" ? all.includes(value) : Number.isInteger(value) && value >= least && value < all.length)
        return null;
    return (typeof value === "string" || typeof value === "number" ? range : type)(` is ${told(value)}, and there is no such ${what}: ` +
        (all.length === 0 ? "there are none" : `it is ${least} to ${all.length - 1}, or one of ${all.map(name => JSON.stringify(name)).join(", ")}`));
};

// undefined or null, or of a kind.
export const optional = kind => (value, self, first) => (value == null ? null : kind(value, self, first));

// An object with these fields, each of its kind, and no others.
export const fields = kinds => {
    const names = Object.keys(kinds);
    return (value, self, first) => {
        if (value === null || typeof value !== "object" || value.length !== undefined)
            return type(` is an object of ${names.join(", ")}, not ${told(value)}`);
        for (const name in value)
            if (!names.includes(name))
                return type(` has no option ${JSON.stringify(name)}: there are ${names.join(", ")}`);
        for (const name of names) {
            const wrong = kinds[name](value[name], self, first);
            if (wrong !== null)
                return { ...wrong, text: `.${name}${wrong.text}` };
        }
        return null;
    };
};

// ... each of which may be left out.
export const options = kinds => fields(Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, optional(kind)])));

// Two have contacts where the mask of each has a bit of the other's category; ~bit, which is negative, is a mask, too.
const BITS = whole(-(2 ** 31), 2 ** 32 - 1);
export const FILTER = options({ category: BITS, mask: BITS, group: whole(-(2 ** 31), 2 ** 31 - 1) });

// Throws what a kind finds wrong.
export function demand(kind, value, self, what, first) {
    const wrong = kind(value, self, first);
    if (wrong !== null)
        throw new wrong.Wrong(`${what}${wrong.text}.`);
    return value;
}

function demandAlive(self, who, call) {
    if (self.released || self.asset?.released)
        throw new Error(`${who}.${call}: this ${who}${self.released ? "" : "'s asset"} was released.`);
}

// The methods of a class ask for their arguments, { method: { argument: kind } }; they and its getters for an object that is still there.
export function check(owner, who, calls) {
    const { prototype } = owner;
    for (const [call, kinds] of Object.entries(calls)) {
        const method = prototype[call], names = Object.keys(kinds).map(name => `${who}.${call}: ${name}`), each = Object.values(kinds);
        prototype[call] = function (a, b, c, d) {
            demandAlive(this, who, call);
            for (let i = 0; i < each.length; ++i)
                demand(each[i], i === 0 ? a : i === 1 ? b : i === 2 ? c : d, this, names[i], a);
            return method.call(this, a, b, c, d);
        };
    }
    for (const [name, { get, ...others }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
        if (get)
            Object.defineProperty(prototype, name, { ...others, get() {
                demandAlive(this, who, name);
                return get.call(this);
            } });
    owner.calls = calls; // for tests: what is not in here is not for the public
}

// Only free bodies can do so; the most likely cause is that `free` was forgotten.
export function needsFree(body, what) {
    if (!body.free)
        throw new Error(`Only a free body ${what}: ` + (body.asset.isFree ? "make this one with asset.body({ free: true })."
            : "this asset is held, by bones or by what was fixed when it was baked (asset.isFree is false)."));
}
