// Methods of Body: what it is and how it takes part, in the words of mechanics. supple.js puts them on the class.
// SPDX-License-Identifier: MIT

import { FILTER, FLAG, VECTOR, named, needsFree, number, optional, options } from "./argument.js";

const NONE = [0, 0, 0];

export const mechanics = {
    // { mass, centre, inertia, momentum, angularMomentum, kinetic, elastic }, of its own.
    get measures() {
        this.c.supple_body_measures(this.address("measures"), this.at);
        return this.asset.supple.layout.read("supple_measures", this.address("measures"));
    },

    // Newtons and newton metres over the next step, on all of it at once; newton seconds and newton metre seconds.
    forceCentre(force, torque = NONE) {
        this.twoVectors("supple_body_force_centre", force, torque);
    },

    impulseCentre(impulse, angular = NONE) {
        this.twoVectors("supple_body_impulse_centre", impulse, angular);
    },

    twoVectors(call, a, b) {
        needsFree(this, "is pushed at its centre");
        this.a.view.set(a);
        this.b.view.set(b);
        this.c[call](this.at, this.address("a"), this.address("b"));
    },

    // { gravityScale, linearDrag, angularDrag, friction, restitution, rolling, kinematic, maySleep }; what is left out stays.
    get dynamics() {
        const at = this.address("dynamics");
        this.c.supple_body_dynamics(at, this.at);
        const { kinematic, maySleep, ...numbers } = this.asset.supple.layout.read("supple_dynamics", at);
        return { ...numbers, kinematic: kinematic !== 0, maySleep: maySleep !== 0 };
    },

    setDynamics(changes) {
        const now = this.dynamics, at = this.address("dynamics"), before = this.stats.rejected;
        if (changes.kinematic)
            needsFree(this, "is kinematic");
        this.asset.supple.layout.write("supple_dynamics", at, { ...now, ...changes });
        this.c.supple_body_set_dynamics(this.at, at);
        if (this.stats.rejected !== before)
            throw new RangeError(`body.setDynamics: changes are out of range: ${JSON.stringify(changes)}. Drags are 0 or above, restitution is 0 to 1, all are numbers.`);
    },

    wake() {
        this.c.supple_body_wake(this.at);
    },

    sleep() {
        this.c.supple_body_sleep(this.at);
    },

    // { category, mask, group }: bits of what it is, of what it has contacts with, and a group that has none with itself.
    get filter() {
        this.c.supple_body_filter(this.address("filter"), this.at);
        return this.asset.supple.layout.read("supple_filter", this.address("filter"));
    },

    setFilter(changes) {
        const now = this.filter, at = this.address("filter");
        this.asset.supple.layout.write("supple_filter", at, { ...now, ...changes });
        this.c.supple_body_set_filter(this.at, at);
    },

    // { low, high }: a box around all of it as it is shown.
    get bounds() {
        this.c.supple_body_bounds(this.address("bounds"), this.at);
        return this.asset.supple.layout.read("supple_bounds", this.address("bounds"));
    },

    // Whether the flesh of a part, by index or name, has contacts.
    partContacts(part) {
        return this.c.supple_body_part_contacts(this.at, this.asset.partAt(part)) !== 0;
    },

    setPartContacts(part, has) {
        this.c.supple_body_set_part_contacts(this.at, this.asset.partAt(part), has ? 1 : 0);
    },

    // { steps, limited, rejected, substeps, fallbacks, asleep }.
    get stats() {
        this.c.supple_body_stats(this.address("stats"), this.at);
        const { asleep, ...counts } = this.asset.supple.layout.read("supple_body_counts", this.address("stats"));
        return { ...counts, asleep: asleep !== 0 };
    },
};

const PART = named(body => body.asset.partNames, "part");
const DYNAMICS = { gravityScale: number(), linearDrag: number(), angularDrag: number(), friction: number(), restitution: number(), rolling: number(), kinematic: FLAG, maySleep: FLAG };

// What they take.
export const MECHANICS = {
    forceCentre: { force: VECTOR, torque: optional(VECTOR) }, impulseCentre: { impulse: VECTOR, angular: optional(VECTOR) }, setDynamics: { changes: options(DYNAMICS) },
    wake: {}, sleep: {}, setFilter: { changes: FILTER }, partContacts: { part: PART }, setPartContacts: { part: PART, has: FLAG },
};
