#!/usr/bin/env bash
# `supple-mpi modes`: the modes of one machine, whatever the number of ranks and the way; a rank that dies leaves nothing behind.
. "$SOURCE/tools/checks/lib.sh"
grep -q '^SUPPLE_MPI:BOOL=ON' "$BUILD/CMakeCache.txt" && [ -x "$BUILD/supple-mpi" ] ||
    skip_all "supple-mpi: tools/setup mpi installs MPI, PETSc and SLEPc; cmake -DSUPPLE_MPI=ON builds it, and make test-all does"
python=$(find_python numpy) || skip_all "supple-mpi: tools/setup test installs numpy"
supple=$BUILD/supple
data=${SUPPLE_DATA:-$SOURCE/../shared/data}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
cd "$scratch"
on() { # RANKS WAY arguments...
    timeout 300 mpirun -n "$1" "$BUILD/supple-mpi" --solver "$2" modes "${@:3}"
}

"$SOURCE/bench/mpi/box.py" 4 >box.mesh 2>/dev/null
sample jelly jelly.glb
sample dodo dodo.glb
{ # two boxes apart, as one file: pieces, each with its rigid motions
    awk '/^Vertices/ { print; getline; n = $1; print 2 * n; mode = 1; next }
         /^Tetrahedra/ { for (i = 0; i < n; ++i) { split(at[i], p, " "); print p[1] + 0.4, p[2], p[3], 0 }; print; getline; print 2 * $1; mode = 2; next }
         /^End/ { for (i = 0; i < m; ++i) { split(of[i], e, " "); print e[1] + n, e[2] + n, e[3] + n, e[4] + n, 0 }; print; next }
         mode == 1 { at[k++] = $0 } mode == 2 { of[m++] = $0 } { print }' box.mesh
} >two.mesh

# as_one NAME RANKS WAY arguments...: JSON and spans of shapes
as_one() {
    local name=$1 ranks=$2 way=$3
    shift 3
    [ -s "$name.json" ] || "$supple" modes "$@" --json -o "$name" >"$name.json" || return 1
    rm -f many-mode*
    on "$ranks" "$way" "$@" --json -o many >many.json && "$python" "$SOURCE/test/mpi/alike.py" "$name.json" many.json &&
        "$python" "$SOURCE/test/mpi/alike.py" --shapes "$name" many "$(ls "$name"-mode*.vtk | wc -l)"
}
for ranks in 1 2 4; do
    check "a held box of ten-node elements has its modes on $ranks ranks" as_one held $ranks cholesky box.mesh --fix-base --modes 12 --poisson 0.4
    check "... and its pairs of equal frequencies by LOBPCG" as_one held4 $ranks lobpcg box.mesh --fix-base --element t4 --modes 12 --poisson 0.4
done
check "a free body has its six rigid motions apart" as_one free 2 cholesky dodo.glb --count 400 --modes 8 --quick
check "two loose pieces have twelve, and every frequency twice" as_one two 2 cholesky two.mesh --element t4 --modes 8 --poisson 0.3
check "a surface that cuts its cells has its modes" as_one cut 3 cholesky jelly.glb --fix-base --count 300 --modes 6 --quick
check "--below finds all that lie below" as_one below 2 cholesky box.mesh --fix-base --element t4 --poisson 0.4 --below 12
check "more ranks than some have nodes for" as_one few 4 cholesky jelly.glb --fix-base --count 60 --modes 3 --quick

# every elastic mode of a table within 2e-6 of CalculiX, as test/cli/modes.sh has it on one machine
field() { sed -nE "s/^ +\"$1\": ([0-9.eE+-]+),?$/\1/p"; }
as_calculix() {
    local table=$1 mesh=$2
    shift 2
    awk -F, '/^[0-9]/ && $2 > 0.01 { print $2 }' "$data/oracle/$table.csv" >expected
    on 2 auto "$data/tet/$mesh" --element t4 --mass ccx --modes "$(wc -l <expected)" --density 1000 --json "$@" | field eigenvalue >found || return 1
    [ -s expected ] && [ "$(wc -l <found)" -eq "$(wc -l <expected)" ] && paste found expected | awk '{ d = $1 / $2 - 1; if (d > 2e-6 || d < -2e-6) { print NR, $0; bad = 1 } } END { exit bad }'
}
if [ -d "$data/oracle" ]; then
    check "a clamped beam vibrates as in CalculiX" as_calculix beam3_tet_clamped beam3_tet.veg --young 1e7 --poisson 0.45 --fix-nodes 50,51,102,103,154,155,206,207
    check "a free beam too" as_calculix beam3_tet_free beam3_tet.veg --young 1e7 --poisson 0.45
    check "a loaf too" as_calculix bread_free bread.vtk --young 1e5 --poisson 0.45
    check "a comb too" as_calculix comb_free comb.tet.veg --young 1e9 --poisson 0.45
    check "a rod too" as_calculix rod_free rod.msh --young 1e6 --poisson 0.4
    check "an elbow too" as_calculix sfepy_elbow_free sfepy_elbow.mesh --young 1e7 --poisson 0.3
    check "a torus too" as_calculix torus_free reduced_torus/torus_mesh.vtk --young 1e6 --poisson 0.4
else
    echo "skipped CalculiX through supple-mpi: no oracle tables"
fi

bakes() { # a body that nothing holds: its modes go straight into the asset
    "$supple" bake dodo.glb --tets 300 --modes 4 --quick -o one.glb --report one.json >/dev/null 2>&1 &&
        timeout 300 mpirun -n 2 "$BUILD/supple-mpi" bake dodo.glb --tets 300 --modes 4 --quick -o many.glb --report many.json 2>many.err && grep -q "pairs by cholesky" many.err && grep '"hz"' one.json >one.hz && grep '"hz"' many.json >many.hz &&
        [ "$(wc -l <one.hz)" -eq 4 ] && paste one.hz many.hz | tr -d ',' | awk '{ d = $2 / $4 - 1; if (d > 1e-8 || d < -1e-8) { print; bad = 1 } } END { exit bad }'
}
check "a bake of a free body has modes that all ranks found" bakes
check "it says what either way would take, and which it takes" says 0 'unknowns, 3 pairs, 2 ranks: cholesky about .*, lobpcg about .* free: cholesky' on 2 auto box.mesh --fix-base --modes 3
check "a way that is none is refused by all" says 2 'usage: mpirun' on 2 arnoldi box.mesh
check "what the command refuses ends all ranks" says 1 'nowhere.mesh: ' on 2 auto nowhere.mesh
check "... and what is wrong with a body too" says 1 'only a point' on 2 auto box.mesh --fix-nodes 3

# killed: a rank dies in the middle; nothing is written, and the same command again goes on from what was kept
"$SOURCE/bench/mpi/box.py" 14 >large.mesh 2>/dev/null
mkdir kept
words="large.mesh --fix-base --element t4 --modes 20 --poisson 0.47 --json -o lost --picture lost.png"
iterations() { sed -nE 's/.* pairs by lobpcg: ([0-9]+) iterations.*/\1/p' "$1"; }
run() { exec mpirun -n "$1" "$BUILD/supple-mpi" --solver lobpcg --keep kept modes $words; }
straight() {
    (run 2) >straight.json 2>straight.err && [ "$(ls lost-mode* | wc -l)" -eq 20 ] && wc -l <lost-mode01.vtk >lines && rm lost-mode* lost.png && [ -z "$(ls kept)" ] && iterations straight.err
}
check "what was kept is gone when a run has ended well" straight
# end_at CONDITION RANK: begins a run and kills one of its two ranks when the condition holds; fails where the run was done before
end_at() {
    rm -f lost-mode* lost.png
    (run 2) >lost.out 2>lost.err &
    local launcher=$! i
    for ((i = 0; i < 6000; ++i)); do
        $1 && break
        sleep 0.01
    done
    kill -9 $(ps -o pid= --ppid $launcher | sed -n "$2p") 2>/dev/null
    ! wait $launcher
}
no_output() { ! ls lost-mode* lost.png 2>/dev/null && [ ! -s lost.out ]; }
no_torn_output() { # a kill may come while files are written, one after another: those that are there are whole
    local file
    for file in lost-mode*.vtk; do [ ! -e "$file" ] || [ "$(wc -l <"$file")" -eq "$(cat lines)" ] || { echo "torn: $file"; return 1; }; done
    [ ! -e lost.png ] || [ "$(tail -c 8 lost.png | head -c 4)" = IEND ] || { echo "torn: lost.png"; return 1; }
    [ ! -s lost.out ] || "$python" -m json.tool lost.out >/dev/null
}
far_enough() { # what is kept is of the twentieth iteration or later; a number of four bytes behind the mark and two others
    [ "$(od -An -t d4 -j 24 -N 4 kept/supple-mpi-*.part 2>/dev/null || echo 0)" -ge 20 ]
}
killed() {
    end_at far_enough 2 && cat lost.err && no_output && grep -q 'supple-mpi: ended by a signal' lost.err
}
goes_on() { # RANKS
    (run "$1") >again.json 2>again.err || { cat again.err; return 1; }
    cat again.err
    grep -q 'goes on with 24 vectors of an earlier run, after its [0-9]* iterations' again.err && [ "$(iterations again.err)" -lt "$(iterations straight.err)" ] && [ -z "$(ls kept)" ] &&
        "$python" "$SOURCE/test/mpi/alike.py" straight.json again.json
}
check "a rank that is killed ends all with a sentence, and no torn output" killed
check "... and a second run goes on, on another number of ranks too" goes_on 3
damaged() { # any numbers will do to begin with, and a torn file is none
    end_at far_enough 1 && no_output || return 1
    local file=$(ls kept/*.part)
    case $1 in
    torn) truncate -s -9 "$file" ;;
    nan) printf '\377\377\377\377\377\377\377\377' | dd of="$file" bs=1 seek=4008 conv=notrunc 2>/dev/null ;;
    noise) dd if=/dev/zero of="$file" bs=8 seek=100 count=20000 conv=notrunc 2>/dev/null ;;
    esac
    (run 2) >again.json 2>again.err && "$python" "$SOURCE/test/mpi/alike.py" straight.json again.json && [ -z "$(ls kept)" ]
}
for how in torn nan noise; do check "what was kept and is $how changes nothing but the time" damaged $how; done
at_random() { # kills at random moments, each beginning anew with what the one before has left
    local moment=0 kills=0 i
    passed_moment() { [ "$(date +%s%N)" -ge "$moment" ]; }
    for ((i = 0; i < $1; ++i)); do
        moment=$(($(date +%s%N) + 1000000 * (300 + RANDOM % 2500)))
        end_at passed_moment $((1 + RANDOM % 2)) || continue
        no_torn_output || return 1
        kills=$((kills + 1))
    done
    echo "$kills kills"
    (run 2) >again.json 2>again.err && "$python" "$SOURCE/test/mpi/alike.py" straight.json again.json && [ -z "$(ls kept)" ]
}
RANDOM=30
thorough && check "kills at random moments: no torn output, and the same modes at last" at_random 20
finish
