// The texts of the page's shaders; what moves vertices is gpu/supple.glsl, as it is.
//
// `flex` runs once a frame for each body shown and writes places and normals to a buffer; all drawing reads that
// buffer, and so does the test that compares it with the CPU.
// SPDX-License-Identifier: MIT

export const flexMain = `
in vec3 rest;
in vec3 restNormal;
in uvec4 links;
in uvec4 bendLinks;
in uvec4 joints;
in vec4 weights;
in uvec4 jointsMore;
in vec4 weightsMore;
uniform highp sampler2D palette;
out vec4 place;  // in the world, and how far the flesh went
out vec3 facing;
#ifdef LIT
in uvec2 points;
out vec3 front;  // what arrives there
out vec3 back;
#endif
void main() {
#ifdef LIT
    front = supple_light(points.x);
    back = supple_light(points.y);
#endif
    vec3 moved = supple_displace(rest, links);
    mat4 bones = supple_skin(palette, joints, weights) + supple_skin(palette, jointsMore, weightsMore);
    place = vec4((bones * vec4(moved, 1.0)).xyz, distance(moved, rest));
    facing = normalize(mat3(bones) * supple_normal(restNormal, bendLinks));
    gl_Position = vec4(0.0);
}`;

export const flexFragment = "#version 300 es\nvoid main() {}";

const head = "#version 300 es\nprecision highp float;\nprecision highp sampler2DShadow;\n";

// A text of those below for what was baked with light.
export const lit = text => text.replace(head, `${head}#define LIT\n`);

export const bodyVertex = `${head}
layout(location = 0) in vec4 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in vec2 coordinates;
layout(location = 3) in vec4 color;
layout(location = 4) in vec4 part;
uniform mat4 camera;
uniform vec3 offset;
out vec3 at;
out vec3 normal;
out vec2 picture;
out vec4 tint;
out vec4 partTint;
out float amount;
#ifdef LIT
layout(location = 5) in vec3 front;
layout(location = 6) in vec3 back;
out vec3 arriving;
out vec3 behind;
#endif
void main() {
#ifdef LIT
    arriving = front;
    behind = back;
#endif
    at = place.xyz + offset;
    normal = facing;
    picture = coordinates;
    tint = color;
    partTint = part;
    amount = place.w;
    gl_Position = camera * vec4(at, 1.0);
}`;

// Sixteen comparisons on a disc that every pixel turns another way.
const shade = `
uniform sampler2DShadow shadow;
uniform mat4 lamp;
uniform float softness;
float lit(vec3 p, float bias) {
    vec3 s = (lamp * vec4(p, 1.0)).xyz * 0.5 + 0.5;
    if (any(lessThan(s, vec3(0.0))) || any(greaterThan(s, vec3(1.0))))
        return 1.0;
    float sum = 0.0, turned = 6.2832 * fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584))));
    for (int i = 0; i < 16; ++i) {
        float r = sqrt((float(i) + 0.5) / 16.0), a = 2.39996 * float(i) + turned;
        sum += texture(shadow, vec3(s.xy + softness * r * vec2(cos(a), sin(a)), s.z - bias));
    }
    return sum / 16.0;
}
vec3 screen(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
vec3 shown(vec3 c) { // a soft shoulder, then the screen's curve
    return screen((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14));
}
`;

export const bodyFragment = `${head}
in vec3 at;
in vec3 normal;
in vec2 picture;
in vec4 tint;
in vec4 partTint;
in float amount;
uniform vec3 eye;
uniform vec3 toLamp;
uniform vec4 base;
uniform vec2 surface; // roughness, metal
uniform float cutoff;
uniform float lowest;
uniform float size;
uniform int style;
uniform float farthest;
uniform sampler2D image;
uniform sampler2D relief;    // of a normal map
uniform sampler2D glowing;
uniform sampler2D finish;    // roughness in green, metal in blue
uniform float reliefScale;   // 0: it has none
uniform vec3 glow;           // 0: it sends no light
uniform float exposure;
uniform vec3 lampColor;
uniform vec3 overhead;
uniform vec3 ground;
uniform vec3 fillColor;
#ifdef LIT
in vec3 arriving;
in vec3 behind;
uniform vec3 around[4]; // what an open surface has of the sky, for what no light was baked for
uniform bool open;
uniform bool film;      // or as it is, up to white
#endif
out vec4 result;
${shade}
vec3 heat(float t) { // dark blue, teal, yellow, white: even steps for the eye
    t = clamp(t, 0.0, 1.0);
    vec3 a = vec3(0.06, 0.10, 0.26), b = vec3(0.02, 0.36, 0.42), c = vec3(0.75, 0.62, 0.12), d = vec3(1.0, 0.93, 0.75);
    return t < 0.33 ? mix(a, b, t / 0.33) : t < 0.75 ? mix(b, c, (t - 0.33) / 0.42) : mix(c, d, (t - 0.75) / 0.25);
}
vec3 bumped(vec3 n) { // axes of the picture from how it lies on the screen: files need no tangents
    vec3 px = dFdx(at), py = dFdy(at);
    vec2 sx = dFdx(picture), sy = dFdy(picture);
    vec3 a = cross(py, n), b = cross(n, px), t = a * sx.x + b * sy.x, u = a * sx.y + b * sy.y;
    float most = max(dot(t, t), dot(u, u));
    if (reliefScale == 0.0 || !(most > 0.0))
        return n;
    vec3 m = texture(relief, picture).xyz * 2.0 - 1.0;
    return normalize((t * m.x + u * m.y) * reliefScale * inversesqrt(most) * (gl_FrontFacing ? 1.0 : -1.0) + n * m.z);
}
#ifdef LIT
vec3 openSky(vec3 n, float least) { // least: of its mean
    return max(around[0] + 2.0 / 3.0 * (around[1] * n.x + around[2] * n.y + around[3] * n.z), least * around[0]);
}
vec3 relieved(vec3 n, vec3 unbumped) { // how a normal map would change the light of the open sky
    return min(openSky(n, 0.05) / max(openSky(unbumped, 0.05), vec3(1e-6)), vec3(2.5));
}
#endif
void main() {
    vec4 color = base * tint * texture(image, picture);
    if (color.a < cutoff)
        discard;
    vec3 n = normalize(gl_FrontFacing ? normal : -normal), v = normalize(eye - at), h = normalize(toLamp + v);
    vec3 unbumped = n, sends = style == 0 ? glow * texture(glowing, picture).rgb : vec3(0.0);
    if (style == 0 || style == 2)
        n = bumped(n);
    if (style == 2) {
        result = vec4(n * 0.5 + 0.5, 1.0);
        return;
    }
    vec3 albedo = style == 1 ? heat(amount / farthest) : style == 3 ? partTint.rgb : color.rgb;
#ifdef LIT
    vec3 sent = albedo * (open ? openSky(n, 0.0) : (gl_FrontFacing ? arriving : behind) * relieved(n, unbumped));
    sent += sends;
    result = vec4(film ? shown(exposure * sent) : screen(exposure * sent), color.a);
    return;
#endif
    vec3 made = texture(finish, picture).rgb;
    float rough = style == 0 ? clamp(surface.x * made.g, 0.25, 1.0) : 0.6, metal = style == 0 ? surface.y * made.b : 0.0;
    float light = dot(n, toLamp), see = max(dot(n, v), 0.0);
    float key = max((light + 0.2) / 1.2, 0.0) * mix(0.25, 1.0, lit(at + 0.004 * size * n, 0.0015) * smoothstep(-0.15, 0.15, light));
    float low = 0.55 + 0.45 * smoothstep(0.0, 0.35, (at.y - lowest) / size + 0.25 * (n.y + 1.0) * 0.5);
    vec3 sky = mix(ground, overhead, n.y * 0.5 + 0.5) * low;
    vec3 fill = fillColor * max(dot(n, normalize(vec3(-toLamp.z, 0.25, toLamp.x))), 0.0);
    float fresnel = pow(1.0 - see, 5.0), a2 = rough * rough * rough * rough, nh = max(dot(n, h), 0.0);
    float spread = nh * nh * (a2 - 1.0) + 1.0;
    float gloss = a2 / (3.14159 * spread * spread) * 0.25 / mix(0.3, 1.0, see) * max(light, 0.0);
    vec3 first = mix(vec3(0.04), albedo, metal);
    vec3 c = albedo * (1.0 - 0.8 * metal) * (key * lampColor + sky + fill);
    c += first * gloss * 1.5 * lampColor + (0.5 + 0.5 * n.y) * fresnel * (1.0 - 0.6 * rough) * 0.92 * overhead + 0.6 * metal * first * sky + sends;
    result = vec4(shown(exposure * c), color.a);
}`;

export const depthVertex = `${head}
layout(location = 0) in vec4 place;
uniform mat4 camera;
uniform vec3 offset;
void main() { gl_Position = camera * vec4(place.xyz + offset, 1.0); }`;

export const depthFragment = `${head}
uniform vec4 ink;
out vec4 result;
void main() { result = ink; }`;

// One triangle over everything.
export const backVertex = `${head}
out vec2 at;
void main() {
    at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(at, 0.0, 1.0);
}`;

export const backFragment = `${head}
in vec2 at;
uniform vec3 above;
uniform vec3 below;
out vec4 result;
void main() {
    vec3 c = mix(below, above, smoothstep(-1.0, 1.0, at.y));
    float grain = fract(52.98 * fract(0.0671 * gl_FragCoord.x + 0.00584 * gl_FragCoord.y)) - 0.5;
    result = vec4(c * (1.0 - 0.10 * dot(at, at) * 0.5) + grain / 255.0, 1.0);
}`;

export const groundVertex = `${head}
uniform mat4 camera;
uniform vec4 floorAt; // its middle and half its width
out vec3 at;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    at = floorAt.xyz + floorAt.w * vec3(corner.x, 0.0, corner.y);
    gl_Position = camera * vec4(at, 1.0);
}`;

export const groundFragment = `${head}
in vec3 at;
uniform vec4 floorAt;
uniform vec3 pool;
uniform float dark;
uniform sampler2D contact;
uniform sampler2D kept; // of the light, where it was found
uniform vec3 keptAt;    // its middle and half its width; 0: it was not
uniform mat4 above;
out vec4 result;
${shade}
void main() {
    float away = distance(at.xz, floorAt.xz) / floorAt.w;
    float near = 1.0 - smoothstep(0.15, 0.95, away);
    vec2 s = (above * vec4(at, 1.0)).xy * 0.5 + 0.5;
    float touch = all(lessThan(abs(s - 0.5), vec2(0.5))) ? texture(contact, s).r : 0.0;
    float shadowed = 1.0 - (1.0 - 0.42 * dark * (1.0 - lit(at, 0.001))) * (1.0 - 0.75 * dark * touch);
    if (keptAt.z > 0.0) {
        vec2 k = (at.xz - keptAt.xy) / keptAt.z;
        float inside = 1.0 - smoothstep(0.75, 1.0, max(abs(k.x), abs(k.y)));
        shadowed = inside * (1.0 - dot(texture(kept, 0.5 * k + 0.5).rgb, vec3(0.2126, 0.7152, 0.0722)));
    }
    float glow = 0.5 * near * near;
    // light and shadow in one blend: over the backdrop
    result = vec4(pool * glow * (1.0 - shadowed) , 1.0 - (1.0 - glow) * (1.0 - near * shadowed));
}`;

// How near to the floor what stands above a place is: seen from above, then blurred one way at a time.
export const contactVertex = `${head}
layout(location = 0) in vec4 place;
uniform mat4 camera;
uniform vec3 offset;
out float height;
uniform float lowest;
void main() {
    vec3 at = place.xyz + offset;
    height = at.y - lowest;
    gl_Position = camera * vec4(at, 1.0);
}`;

export const contactFragment = `${head}
in float height;
uniform float reach;
out vec4 result;
void main() { result = vec4(vec3(exp(-max(height, 0.0) / reach)), 1.0); }`;

export const blurFragment = `${head}
in vec2 at;
uniform sampler2D image;
uniform vec2 way;
out vec4 result;
void main() {
    vec2 s = at * 0.5 + 0.5;
    vec4 sum = vec4(0.0);
    float all = 0.0;
    for (int i = -6; i <= 6; ++i) {
        float w = exp(-float(i * i) / 14.0);
        sum += w * texture(image, s + float(i) * way);
        all += w;
    }
    result = sum / all;
}`;
