// What a page carries: texts of base64 that gzip has packed. Every browser that has the vectors of WebAssembly can undo that.
// SPDX-License-Identifier: MIT

function fromBase64(text) {
    if (Uint8Array.fromBase64)
        return Uint8Array.fromBase64(text);
    const binary = atob(text), bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; ++i)
        bytes[i] = binary.charCodeAt(i);
    return bytes;
}

// The bytes of the element of that id.
export async function unpack(id) {
    const packed = fromBase64(document.getElementById(id).textContent.trim());
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}
