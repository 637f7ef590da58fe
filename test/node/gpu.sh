#!/usr/bin/env bash
# gpu/supple.glsl: it compiles as GLSL ES 3.00 and as 3.30, and shows what the CPU shows.
. "$SOURCE/tools/checks/lib.sh"

cat >"$scratch/main" <<'END'
in vec3 rest, rest_normal;
in uint link;
in uvec4 joints;
in vec4 weights;
in uvec2 points;
uniform highp sampler2D palette;
out vec3 normal, before, tangent, arriving;
void main() {
    uvec4 links = uvec4(link, supple_none, supple_none, supple_none);
    mat4 m = supple_skin(palette, joints, weights);
    normal = mat3(m) * supple_normal(rest_normal, links);
    before = supple_displace_before(rest, links);
    tangent = supple_tangent(before, normal);
    arriving = supple_light(points.x) + supple_light(points.y);
    gl_Position = m * vec4(supple_displace(rest, links), 1.0);
}
END
compiles() { # compiles VERSION DEFINE...
    local version=$1
    shift
    { echo "#version $version"; printf '#define %s\n' "$@"; cat gpu/supple.glsl "$scratch/main"; } >"$scratch/shader.vert"
    glslangValidator -S vert "$scratch/shader.vert"
}
if command -v glslangValidator >/dev/null; then
    for version in "300 es" "330 core"; do
        check "the shader is GLSL $version" compiles "$version" WITH_16_BITS
        check "... with tables of floats" compiles "$version" SUPPLE_FLOAT_SHAPES SUPPLE_FLOAT_BENDS
    done
fi

if [ -d test/node/node_modules/playwright-core ] && [ -x "${CHROMIUM:=$(command -v chromium)}" ]; then
    export CHROMIUM
    mkdir "$scratch/assets"
    check "assets of every kind are written" env SUPPLE_ASSETS_OUT="$scratch/assets" "$BUILD/test/test_evaluate"
    check "... and a lit one" env SUPPLE_ASSETS_OUT="$scratch/assets" "$BUILD/test/test_light"
    client "gpu" test/node/gpu.mjs "$BUILD/supple.wasm" test/golden/v1.supple test/golden/v2.supple test/golden/v3.supple test/golden/v5.supple "$scratch"/assets/*.supple
else
    echo "skipped shaders on a GPU: tools/setup test installs chromium and playwright-core"
fi
finish
