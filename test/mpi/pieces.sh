#!/usr/bin/env bash
# `supple-mpi record`, `bake --light` and `bake-all`: a piece a rank, and the bytes of one machine; a rank that dies loses its piece only.
. "$SOURCE/tools/checks/lib.sh"
grep -q '^SUPPLE_MPI:BOOL=ON' "$BUILD/CMakeCache.txt" && [ -x "$BUILD/supple-mpi" ] ||
    skip_all "pieces of supple-mpi: tools/setup mpi installs MPI; cmake -DSUPPLE_MPI=ON builds it, and make test-all does"
supple=$BUILD/supple
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
cd "$scratch"
on() { timeout 300 mpirun -n "$1" "$BUILD/supple-mpi" "${@:2}"; }
cube_obj >cube.obj
shaken_cube "$supple" cube.obj cube.yaml >/dev/null
sed -i 's/chains: 2/chains: 5/' cube.yaml
"$supple" record cube.yaml -o whole.rec >/dev/null 2>&1
"$supple" bake whole.rec --light 4 -o lit.glb >/dev/null 2>&1

recorded() { rm -f r.rec* && on "$1" record cube.yaml -o r.rec && cmp r.rec whole.rec && [ "$(ls r.rec* | wc -l)" -eq 1 ]; }
for ranks in 1 2 4 7; do check "a recording by $ranks ranks has the bytes of one machine" recorded $ranks; done
lit() { on 3 bake whole.rec --light 4 -o m.glb && cmp m.glb lit.glb && [ "$(ls m.glb* | wc -l)" -eq 1 ]; }
check "light by 3 ranks has the bytes of one bake" lit
mkdir models
for size in 1 12 15; do sed "s/0\.1/0.$size/g" cube.obj >models/cube$size.obj; done
echo nothing >models/bad.obj
baked() {
    "$supple" bake-all models -o one --quick >/dev/null 2>&1
    on 2 bake-all models -o two --quick
    [ $? -eq 3 ] && cmp one/bakes.json two/bakes.json && cmp one/cube12.soft.glb two/cube12.soft.glb
}
check "a farm by 2 ranks has the summary of one, and its exit code" baked
sed 's/responses: 10/responses: 60/; s/tets: 60/tets: 600/' cube.yaml >long.yaml
killed() {
    mpirun -n 2 "$BUILD/supple-mpi" record long.yaml -o long.rec >lost.out 2>lost.err &
    local launcher=$! i
    for ((i = 0; i < 600; ++i)); do # until states are on the disk
        ls long.rec.piece2of2.chain*.part >/dev/null 2>&1 && break
        sleep 0.05
    done
    kill -9 "$(ps -o pid= --ppid $launcher | tail -1)"
    wait $launcher
    local code=$?
    cat lost.err
    [ $code -ne 0 ] && [ ! -e long.rec ] && grep -q 'supple: stopped; what was recorded is kept' lost.err
}
check "a rank that is killed in the middle of a recording: a sentence, and no torn output" killed
goes_on() { on 2 record long.yaml -o long.rec >again.out 2>&1 && cat again.out && grep -q 'states were there already' again.out && "$supple" record long.yaml -o straight.rec && cmp long.rec straight.rec; }
check "... and a second run goes on to the bytes of one machine" goes_on
finish
