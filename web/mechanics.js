// Methods of Body: what it is and how it takes part, in the words of mechanics. supple.js puts them on the class.
// SPDX-License-Identifier: MIT

import { known, needsFree, numbers } from "./argument.js";

const NONE = [0, 0, 0];

export const mechanics = {
    // { mass, centre, inertia, momentum, angularMomentum, kinetic, elastic }, of its own.
    get measures() {
        this.c.supple_body_measures(this.address("measures"), this.at);
        return this.asset.supple.layout.read("supple_measures", this.address("measures"));
    },

    // Newtons and newton metres over the next step, on all of it at once; newton seconds and newton metre seconds.
    forceCentre(force, torque = NONE) {
        this.twoVectors("supple_body_force_centre", force, torque, "A force");
    },

    impulseCentre(impulse, angular = NONE) {
        this.twoVectors("supple_body_impulse_centre", impulse, angular, "An impulse");
    },

    twoVectors(call, a, b, what) {
        needsFree(this, "is pushed at its centre");
        this.a.view.set(numbers(a, 3, what));
        this.b.view.set(numbers(b, 3, `${what} that turns`));
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
        known(changes, Object.keys(now), "The dynamics of a body");
        if (changes.kinematic)
            needsFree(this, "is kinematic");
        this.asset.supple.layout.write("supple_dynamics", at, { ...now, ...changes });
        this.c.supple_body_set_dynamics(this.at, at);
        if (this.stats.rejected !== before)
            throw new RangeError(`Dynamics out of range: ${JSON.stringify(changes)}. Drags are 0 or above, restitution is 0 to 1, all are numbers.`);
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
        known(changes, Object.keys(now), "A filter");
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
        return this.c.supple_body_part_contacts(this.at, this.partAt(part)) !== 0;
    },

    setPartContacts(part, has) {
        this.c.supple_body_set_part_contacts(this.at, this.partAt(part), has ? 1 : 0);
    },

    // { steps, limited, rejected, substeps, fallbacks, asleep }.
    get stats() {
        this.c.supple_body_stats(this.address("stats"), this.at);
        const { asleep, ...counts } = this.asset.supple.layout.read("supple_body_counts", this.address("stats"));
        return { ...counts, asleep: asleep !== 0 };
    },
};
