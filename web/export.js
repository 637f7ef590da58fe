// What leaves the page: a picture, a table of coordinates, a text.
// SPDX-License-Identifier: MIT
import { element } from "./panel.js";

export function save(name, blob) {
    const url = URL.createObjectURL(blob), link = element("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Straight after drawing, in the same task: the picture is gone later.
export function savePicture(canvas, name) {
    canvas.toBlob(blob => blob && save(`${name}.png`, blob), "image/png");
}

export function coordinateTable(player) {
    const { asset } = player, heads = ["seconds"];
    for (let p = 0; p < asset.partCount; ++p) {
        const { name, firstCoord, coordCount } = asset.part(p);
        for (let k = 0; k < coordCount; ++k)
            heads.push(`"${name.replaceAll('"', '""')} ${k + 1} (${asset.frequency(firstCoord + k).toFixed(2)} Hz)"`);
    }
    const lines = [heads.join(",")];
    player.eachKept(row => lines.push(Array.from(row, (x, i) => (i === 0 ? x.toFixed(5) : x.toPrecision(7))).join(",")));
    return lines.join("\n") + "\n";
}

export function saveTable(player, name) {
    save(`${name}.csv`, new Blob([coordinateTable(player)], { type: "text/csv" }));
}

// In a window of the page, where it can be read, marked, copied and saved.
export function showText(title, text, file) {
    const area = element("textarea", { value: text, readOnly: true, rows: Math.min(text.split("\n").length, 20), ariaLabel: title });
    const said = element("span", { className: "said" });
    said.setAttribute("aria-live", "polite");
    const keep = element("button", { type: "button", textContent: "Save" });
    keep.addEventListener("click", () => save(file, new Blob([text], { type: "text/plain" })));
    const copy = element("button", { type: "button", textContent: "Copy" }), close = element("button", { type: "button", textContent: "Close" });
    const box = element("dialog", {}, element("h2", { textContent: title }), area, element("div", { className: "buttons" }, keep, copy, close, said));
    copy.addEventListener("click", async () => {
        area.select();
        try {
            await navigator.clipboard.writeText(text);
            said.textContent = "Copied.";
        } catch {
            said.textContent = "Marked: copy it with your keyboard.";
        }
    });
    close.addEventListener("click", () => box.close());
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
}
