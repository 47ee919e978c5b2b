#!/bin/sh
#SBATCH --job-name=ponderhit
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --output=shard-%a.log
# A check as an array job of Slurm: each task plays one shard of the suite. In a directory that all nodes share:
#
#     sbatch --wait slurm-array.sh ./my-engine
#     ponderhit merge shard-*.json
#
# `--array=1-N` on the command line of sbatch takes N tasks. CHECK_OPTIONS has more options of `check`, such as
# `--profile league`. A task fails only if it has no result, because `merge` judges all of them together.
set -eu

if [ $# -eq 0 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch slurm-array.sh ENGINE [ARGUMENT]..." >&2
    exit 2
fi
result=shard-$SLURM_ARRAY_TASK_ID.json
rm -f "$result"
# shellcheck disable=SC2086 # CHECK_OPTIONS is split at blanks.
ponderhit check --shard auto --report "json=$result" ${CHECK_OPTIONS:-} -- "$@" || code=$?
[ -s "$result" ] || exit "${code:-70}"
