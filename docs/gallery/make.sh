#!/usr/bin/env bash
# Makes the pictures of docs/gallery.md anew, with the commands that are shown there.
# Usage: docs/gallery/make.sh   (from the project's folder; takes some minutes on two cores)
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
reef=${REEF:-$here/../../.venv/bin/reef}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$reef" simulate --players 4 --strategies adept --games 4000 --name seats > /dev/null
"$reef" report seats

"$reef" balance --players 2 --levels adept,balanced --games 2000 --range 2 --name balance > /dev/null
"$reef" report balance

"$reef" compare basic advanced --players 2 --levels adept,balanced --games 1000 --name compare > /dev/null
"$reef" report compare

"$reef" tournament adept,balanced,rusher,builder,guardian,random --players 2 --games 400 --name tournament > /dev/null
"$reef" report tournament

"$reef" setups --players 3 --levels adept,balanced --games 3000 --name setups > /dev/null
"$reef" report setups

"$reef" record --strategies planner,balanced --games 1 --seed 4 --out game.jsonl
"$reef" replay game.jsonl --turn 14 --png position.png
"$reef" replay game.jsonl --turn 14 --html viewer.html
"$reef" replay game.jsonl --turn 14  # the page shows the beginning of this

cp position.png "$here"
for figure in lead scores activity values decided; do
    cp "runs/seats/report/figures/$figure.svg" "$here/$figure.svg"
done
cp runs/balance/report/figures/seats.svg "$here/seats.svg"
cp runs/balance/report/figures/map.svg "$here/start-tiles.svg"
cp runs/compare/report/figures/differences.svg "$here/differences.svg"
cp runs/tournament/report/figures/matrix.svg "$here/matrix.svg"
cp runs/tournament/report/figures/ratings.svg "$here/ratings.svg"
cp runs/tournament/report/figures/strategies_by_seat.svg "$here/strength-by-seat.svg"
cp runs/setups/report/figures/setups-rocks.svg "$here/setups.svg"
"$here/../../.venv/bin/python" "$here/screenshots.py" viewer.html runs/seats/report/report.html "$here"
