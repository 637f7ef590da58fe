#!/usr/bin/env bash
# Characters baked by an array of jobs, then one that joins them. Submit from a disk that all machines share:
#
#   sbatch --array=1-64 slurm.sh characters soft
#   sbatch --dependency=afterany:JOB slurm.sh --merge soft
#
# A piece that was lost is named by the second, and run again alone: PIECES=64 sbatch --array=17 slurm.sh characters soft
#SBATCH --job-name=bake
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=04:00:00
set -euo pipefail
if [ "$1" = --merge ]; then
    exec supple merge "$2"
fi
pieces=${PIECES:-$SLURM_ARRAY_TASK_MAX}
exec supple bake-all "$1" -o "$2" --piece "$SLURM_ARRAY_TASK_ID/$pieces" --threads "${SLURM_CPUS_PER_TASK:-2}"
