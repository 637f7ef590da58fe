// A server of folders for browser tests: serve({ "/supple/": folder, ... }) gives { url, close }.
//
// Modules of a package cannot be imported from the disk, so these pages come by HTTP, from this machine alone.
// SPDX-License-Identifier: MIT
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html", ".css": "text/css", ".json": "application/json",
                ".wasm": "application/wasm", ".glb": "model/gltf-binary" };

// texts: pages that are no files, { "/page.html": text }.
export function serve(folders, texts = {}) {
    const server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://here").pathname)), type = TYPES[extname(path)] ?? "application/octet-stream";
        if (Object.hasOwn(texts, path))
            return response.writeHead(200, { "content-type": "text/html" }).end(texts[path]);
        const prefix = Object.keys(folders).find(start => path.startsWith(start));
        const file = prefix && join(folders[prefix], path.slice(prefix.length));
        if (!file || !existsSync(file) || !statSync(file).isFile())
            return response.writeHead(404).end();
        createReadStream(file).pipe(response.writeHead(200, { "content-type": type }));
    });
    return new Promise(resolve => server.listen(0, "127.0.0.1", () => resolve({
        url: `http://127.0.0.1:${server.address().port}`, close: () => server.close(), texts })));
}
