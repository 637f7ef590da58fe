#!/usr/bin/env bash
# The Debian package has all that is promised, and in a bare Debian 12 it installs, works and goes again without a trace.
. "$SOURCE/tools/checks/lib.sh"
command -v cpack >/dev/null && command -v dpkg-shlibdeps >/dev/null || skip_all "package: there is no cpack or no dpkg-shlibdeps (Debian: cmake dpkg-dev)"

by_make() { # where nothing else has been built
    mkdir -p "$scratch/fresh" && git ls-files -z | xargs -0 cp --parents -t "$scratch/fresh" &&
        make -C "$scratch/fresh" install PREFIX="$scratch/made" && "$scratch/made/bin/supple" --version
}
check "make install installs all of it from a fresh tree" by_make
check "cpack makes a package" cpack --config "$BUILD/CPackConfig.cmake" -B "$scratch/package"
package=$(ls "$scratch"/package/supple_*.deb)
unpacked=$scratch/unpacked
dpkg-deb -x "$package" "$unpacked"
holds() {
    local file bad=0
    for file in bin/supple include/supple/supple.h include/supple/base.h include/supple/world.h include/supple/supple_bake.h include/supple/bake_job.h lib/libsupple.a lib/libsupple.so.0 lib/libsupple_bake.so.0 lib/pkgconfig/supple.pc \
        lib/python3/dist-packages/supple/_abi.py share/man/man1/supple.1 share/nodejs/supple/supple.wasm share/nodejs/supple/three/glsl.js share/nodejs/supple/package.json \
        share/bash-completion/completions/supple share/zsh/vendor-completions/_supple share/fish/vendor_completions.d/supple.fish share/doc/supple/copyright; do
        [ -s "$unpacked/usr/$file" ] || { echo "$file is not in it"; bad=1; }
    done
    return $bad
}
check "command, libraries, headers, web package, Python module, manual page and completions are in it" holds
check "it depends on what it links, by name" says 0 'Depends: .*libcholmod3.*libembree3-3.*libopenblas0' dpkg-deb -f "$package"
no_place_of_this_machine() { ! grep -rl -- "$SOURCE" "$unpacked/usr/lib" "$unpacked/usr/share"; }
check "nothing in it knows where it was built" no_place_of_this_machine
by_headers() {
    local flags
    flags=$(PKG_CONFIG_PATH=$unpacked/usr/lib/pkgconfig pkg-config --define-prefix --cflags --libs supple) || return 1
    # shellcheck disable=SC2086
    gcc test/outside/main.c $flags -lm -o "$scratch/outside" && "$scratch/outside"
}
check "a program builds with its headers and its library" by_headers
by_node() {
    cat >"$scratch/play.mjs" <<END
import { readFile } from "node:fs/promises";
import { load } from "$unpacked/usr/share/nodejs/supple/supple.js";
const supple = await load(await readFile("$unpacked/usr/share/nodejs/supple/supple.wasm"));
const body = supple.asset(new Uint8Array(await readFile("test/golden/v1.supple"))).body();
body.step(0.01);
END
    node "$scratch/play.mjs"
}
check "the web package plays a body" by_node

# ---- in a bare system: no mounts, so that nothing outside can be harmed, and so no /proc either
bare=$scratch/bare
mirror=$(apt-get indextargets 'Created-By: Packages' --format '$(SITE)' 2>/dev/null | head -1)
make_bare() { debootstrap --variant=minbase bookworm "$bare" "$mirror"; }
inside() { chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 sh -euc "$1"; }
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null || [ -z "$mirror" ]; then
    echo "skipped the package in a bare Debian 12: that needs root, debootstrap and a mirror of Debian"
    finish
fi
if ! make_bare >"$scratch/bare.log" 2>&1; then
    tail -3 "$scratch/bare.log"
    echo "skipped the package in a bare Debian 12: debootstrap could not make one here"
    finish
fi
cp "$package" "$bare/srv/supple.deb"
cp /etc/resolv.conf "$bare/etc/" 2>/dev/null
inside 'apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-numpy' >"$scratch/bare.log" 2>&1 || {
    tail -3 "$scratch/bare.log"
    echo "skipped the package in a bare Debian 12: its packages cannot be had here"
    finish
}
check "it installs in a bare Debian 12" inside 'apt-get install -y -qq --no-install-recommends /srv/supple.deb'
check "... whole" inside 'dpkg -V supple'
check "the command makes, bakes and plays a body there" inside \
    'cd /srv && supple sample jelly -o jelly.glb && supple bake --quick --tets 300 jelly.glb -o soft.glb && supple play soft.glb --drop 1 -o drop.glb && test -s drop.glb'
check "... and shows it on a page" inside 'cd /srv && supple view soft.glb -o soft.html && test -s soft.html'
check "Python plays it, and finds modes" inside \
    'cd /srv && python3 -c "import supple; supple.Asset(\"soft.glb\").body().step(0.1); assert supple.modes(([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]]), count=2).rigid_count == 6"'
check "it uninstalls" inside 'apt-get purge -y -qq supple'
check "... without a trace" inside '! command -v supple && test -z "$(find /usr /etc /var/lib/dpkg/info -name "*supple*")" && test ! -e /usr/include/supple'
finish
