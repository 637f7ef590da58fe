// What a page tells of a recording: what is in it, and that it is shown at rest.
// SPDX-License-Identifier: MIT
import { element } from "./panel.js";

function tell({ stateCount, step, entries, responses }) {
    const begun = responses.filter(r => r.isStart).length, names = entries.map(e => e.name).join(", ");
    return `${stateCount.toLocaleString("en")} recorded states, ${Math.round(1 / step)} a second, of ${responses.length} responses to ${names}; ` +
        `${begun} of them can be begun. This page shows its rest: it does not play recordings yet.`;
}

// A group of the panel for each.
export function recordedGroups(all) {
    return all.map(one => ({ title: "Recording", open: true, controls: [{ kind: "node", node: element("p", { textContent: tell(one) }) }] }));
}
