#!/usr/bin/env bash
# Every study of these findings, one after another: about two hours on one core. Each of them can be
# stopped and continued by running it again. The folders go to runs/findings.
set -euo pipefail
to=(--seed 2026 --runs runs/findings)

# 1: are the printed start tiles fair?
# `apart` plays as expert does, by a network of its own: reef learn as in its file, seed 21.
reef balance --players 2 --levels expert,docs/findings/players/apart.toml,adept,balanced \
    --name balance2 "${to[@]}"
reef balance --players 3 --name balance3 "${to[@]}"
reef balance --players 4 --name balance4 "${to[@]}"
reef simulate --players 2 --strategies search --games 1200 --name search2 "${to[@]}"

# 2: what does the advanced game change?
reef compare basic advanced --players 2 --name advanced2 "${to[@]}"

# 3: which way of playing wins?
reef tournament expert,adept,planner,balanced,rusher,builder,aggressor,guardian,tide,collector,opportunist,spoiler \
    --players 2 --games 2000 --name ways2 "${to[@]}"

# 4: do rocks, side, first space or start colours matter?
reef setups --players 2 --name setups2 --precision 0.015 "${to[@]}"

# 5: the seats and start points of Reef
for players in 2 3 4; do
    reef balance --game reef --players "$players" --name "reef$players" --precision 0.015 "${to[@]}"
done
