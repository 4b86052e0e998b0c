"use strict";
/* The replay viewer. It knows nothing of the rules: it draws the frames it is given. */
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const COLOURS = "wyopg";
  const COLUMNS = "abcdefg", ROWS = "123456";
  const CELL = 40, MARGIN = 18;

  const replay = JSON.parse(document.getElementById("replay").textContent);
  const { colours: COLOUR_NAMES, algae: ALGA_NAMES, tiles: FILLS, algaFills: ALGA_FILLS, seats: SEAT_FILLS } = replay.palette;
  const frames = restored(replay.frames);
  let now = 0, showsHidden = true;

  function restored(compact) {
    let state = {};
    return compact.map((frame) => {
      state = { ...state, ...frame.position };
      return { ...frame, position: state };
    });
  }

  function isNewScene(k) {
    return frames[k].part !== frames[k - 1].part || frames[k].turn !== frames[k - 1].turn;
  }

  // --- building elements ---------------------------------------------------------------------

  function byId(id) { return document.getElementById(id); }

  function html(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function label(x, y, text, attributes = {}) {
    return svg("text", {
      x, y, "text-anchor": "middle", "dominant-baseline": "central", fill: "currentColor",
      ...attributes,
    }, text);
  }

  function title(text) { return svg("title", {}, text); }

  /* One hidden drawing holds the patterns of the colours; every other drawing refers to it. */
  function patterns() {
    const ink = { stroke: "#000", "stroke-opacity": ".28", "stroke-width": "1.6", fill: "none" };
    const dot = (cx, cy) => svg("circle", { cx, cy, r: 1.5, fill: "#000", "fill-opacity": ".3" });
    const marks = {
      w: [],
      y: [svg("path", { d: "M0 4H8", ...ink })],
      o: [svg("path", { d: "M-2 2L2 -2M0 8L8 0M6 10L10 6", ...ink })],
      p: [dot(2, 2), dot(6, 6)],
      g: [svg("path", { d: "M0 0L8 8M8 0L0 8", ...ink })],
    };
    const defs = svg("defs");
    for (const c of COLOURS) {
      defs.append(svg("pattern", {
        id: `fill-${c}`, width: 8, height: 8, patternUnits: "userSpaceOnUse",
      }, svg("rect", { width: 8, height: 8, fill: FILLS[c] }), ...marks[c]));
    }
    const holder = svg("svg", { width: 0, height: 0, "aria-hidden": "true" }, defs);
    holder.style.position = "absolute";
    holder.style.width = "0";
    document.body.append(holder);
  }

  function letterOn(x, y, letter, size) {
    return label(x, y, letter, {
      "font-size": size, "font-weight": 700, fill: "#111", stroke: "#fff", "stroke-width": size / 5,
      "stroke-opacity": ".75", "paint-order": "stroke",
    });
  }

  function shrimpBadge(x, y, seat, r) {
    const shapes = [
      () => svg("circle", { cx: x, cy: y, r }),
      () => svg("rect", { x: x - r * .9, y: y - r * .9, width: r * 1.8, height: r * 1.8, rx: 2 }),
      () => svg("path", { d: `M${x} ${y - r * 1.15}L${x + r * 1.15} ${y + r * .85}H${x - r * 1.15}Z` }),
      () => svg("path", { d: `M${x} ${y - r * 1.2}L${x + r * 1.2} ${y}L${x} ${y + r * 1.2}L${x - r * 1.2} ${y}Z` }),
    ];
    const shape = shapes[seat]();
    shape.setAttribute("fill", SEAT_FILLS[seat]);
    shape.setAttribute("stroke", "#fff");
    shape.setAttribute("stroke-width", "2");
    const down = seat === 2 ? r * .2 : 0;
    return svg("g", {}, shape, label(x, y + down, String(seat), {
      "font-size": r * 1.25, "font-weight": 700, fill: "#fff",
    }));
  }

  // --- the rocks -------------------------------------------------------------------------------

  function corner(name) {
    return [MARGIN + CELL * COLUMNS.indexOf(name[0]), MARGIN + CELL * ROWS.indexOf(name[1])];
  }

  function neighbour(name, dx, dy) {
    return (COLUMNS[COLUMNS.indexOf(name[0]) + dx] || "-") + (ROWS[ROWS.indexOf(name[1]) + dy] || "-");
  }

  function rockDrawing(rock, frame) {
    const shape = replay.rocks[rock], state = frame.position[`rock ${rock}`];
    const width = MARGIN + CELL * 7 + 4, height = MARGIN + CELL * 6 + 4;
    const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    drawing.append(title(rockText(rock, state)));
    drawing.append(svg("rect", {
      x: MARGIN, y: MARGIN, width: CELL * 7, height: CELL * 6, fill: "var(--sand)", rx: 6,
    }));
    for (const [k, column] of [...COLUMNS].entries()) {
      drawing.append(label(MARGIN + CELL * (k + .5), MARGIN / 2, column, { "font-size": 12 }));
    }
    for (const [k, row] of [...ROWS].entries()) {
      drawing.append(label(MARGIN / 2, MARGIN + CELL * (k + .5), row, { "font-size": 12 }));
    }
    for (const name of shape.cells) drawing.append(bareCell(name, shape));
    for (const [name, colour] of Object.entries(state.cells)) drawing.append(...tile(name, colour, state));
    for (const [name, colour] of Object.entries(state.cells)) drawing.append(...tileMarks(name, colour, state));
    for (const [name, seat] of Object.entries(state.shrimps)) drawing.append(shrimp(name, seat, state));
    for (const [cell, when] of changesOfTurn()) {
      if (cell[0] === rock) drawing.append(changedMark(cell.slice(1), when));
    }
    return drawing;
  }

  function rockText(rock, state) {
    const tiles = Object.entries(state.cells).map(([name, colour]) => {
      const seat = state.shrimps[name];
      const guard = state.protected.includes(name) ? ", protected" : "";
      return `${name} ${COLOUR_NAMES[colour]}${seat === undefined ? guard : `, shrimp of seat ${seat}`}`;
    });
    return `Rock ${rock}: ${tiles.join("; ") || "no tiles"}`;
  }

  function bareCell(name, shape) {
    const [x, y] = corner(name);
    const group = svg("g", {}, svg("rect", {
      x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 3,
      fill: "var(--rock)", stroke: "var(--rock-edge)",
    }));
    if (name === shape.growth) {
      group.append(label(x + CELL / 2, y + CELL / 2, "+", { "font-size": 26, fill: "#fff" }));
    }
    return group;
  }

  function tile(name, colour, state) {
    const [x, y] = corner(name);
    const fill = `url(#fill-${colour})`;
    const parts = [svg("rect", {
      x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 7, fill, stroke: "#222",
      "stroke-width": 1.2,
    })];
    // Bridges make the tiles of one coral hang together.
    if (state.cells[neighbour(name, 1, 0)] === colour) {
      parts.push(bridge(x + CELL - 6, y + 9, 12, CELL - 18, fill, "v"));
    }
    if (state.cells[neighbour(name, 0, 1)] === colour) {
      parts.push(bridge(x + 9, y + CELL - 6, CELL - 18, 12, fill, "h"));
    }
    return parts;
  }

  function bridge(x, y, width, height, fill, way) {
    const edges = way === "v"
      ? `M${x + 2.4} ${y}H${x + width - 2.4}M${x + 2.4} ${y + height}H${x + width - 2.4}`
      : `M${x} ${y + 2.4}V${y + height - 2.4}M${x + width} ${y + 2.4}V${y + height - 2.4}`;
    return svg("g", {}, svg("rect", { x, y, width, height, fill }),
      svg("path", { d: edges, stroke: "#222", "stroke-width": 1.2 }));
  }

  function tileMarks(name, colour, state) {
    const [x, y] = corner(name);
    const parts = [];
    if (state.protected.includes(name)) {
      parts.push(svg("rect", {
        x: x + 6, y: y + 6, width: CELL - 12, height: CELL - 12, rx: 4, fill: "none",
        stroke: "#111", "stroke-width": 1.8, "stroke-dasharray": "4 2.5",
      }));
    }
    if (state.shrimps[name] === undefined) {
      parts.push(letterOn(x + CELL / 2, y + CELL / 2 + 1, colour, 18));
    }
    return parts;
  }

  function shrimp(name, seat, state) {
    const [x, y] = corner(name);
    const colour = state.cells[name];
    const group = svg("g", {}, shrimpBadge(x + CELL / 2 + (colour ? 5 : 0), y + CELL / 2 - (colour ? 3 : 0), seat, 10));
    if (colour) group.append(letterOn(x + 12, y + CELL - 13, colour, 13));
    return group;
  }

  /* Cells changed in this turn so far: by the action shown (`now`) or before it (`before`). */
  function changesOfTurn() {
    const changes = new Map();
    for (let k = sceneOf(now)[0]; k <= now; k += 1) {
      for (const cell of frames[k].changed) changes.set(cell, k === now ? "now" : "before");
    }
    return changes;
  }

  function changedMark(name, when) {
    const [x, y] = corner(name);
    const line = when === "now" ? { "stroke-width": 3 } : { "stroke-width": 1.6, "stroke-dasharray": "2 3" };
    return svg("rect", {
      x: x + .5, y: y + .5, width: CELL - 1, height: CELL - 1, rx: 8, fill: "none",
      stroke: "var(--mark)", class: `changed ${when}`, ...line,
    });
  }

  // --- coral tiles, open sea, players --------------------------------------------------------

  function disc(x, y, colour, r) {
    return svg("g", {}, svg("circle", {
      cx: x, cy: y, r, fill: `url(#fill-${colour})`, stroke: "#222",
    }), letterOn(x, y + .5, colour, r * 1.2));
  }

  function ringDrawing(position) {
    const drawing = svg("svg", { viewBox: "0 0 340 340", role: "img" });
    drawing.append(title(ringText(position)));
    const n = position.coral_tiles.length;
    position.coral_tiles.forEach((coralTile, k) => {
      const angle = 2 * Math.PI * k / n - Math.PI / 2;
      drawing.append(coralCard(170 + 136 * Math.cos(angle), 170 + 140 * Math.sin(angle), coralTile));
    });
    drawing.append(...valueTable(position.values), algaSpace(position.alga_space));
    return drawing;
  }

  function ringText(position) {
    const tiles = position.coral_tiles.map((t) =>
      `${t.id} ${COLOUR_NAMES[t.stronger]} over ${COLOUR_NAMES[t.weaker]}, large alga `
      + `${ALGA_NAMES[t.large]}${t.locked ? ", locked" : ""}`);
    const values = [...COLOURS].map((c) => `${COLOUR_NAMES[c]} ${position.values[c]}`);
    return `Values: ${values.join(", ")}. Coral tiles: ${tiles.join("; ")}`;
  }

  function coralCard(x, y, coralTile) {
    const group = svg("g", { transform: `translate(${x - 32} ${y - 26})` });
    group.append(svg("rect", {
      width: 64, height: 52, rx: 7, fill: "var(--page)",
      stroke: coralTile.locked ? "currentColor" : "var(--line)", "stroke-width": coralTile.locked ? 3.5 : 1.5,
    }));
    group.append(disc(18, 19, coralTile.stronger, 12.5), disc(47, 23, coralTile.weaker, 8.5));
    group.append(label(33.5, 21, "›", { "font-size": 15, fill: "var(--soft)" }));
    group.append(cylinder(18, 42, coralTile.large, 1), cylinder(34, 43, coralTile.small, .75));
    if (coralTile.locked) group.append(padlock(53, 42));
    group.append(label(57, 7.5, String(coralTile.id), { "font-size": 9, fill: "var(--soft)" }));
    group.append(title(`coral tile ${coralTile.id}: ${COLOUR_NAMES[coralTile.stronger]} over `
      + `${COLOUR_NAMES[coralTile.weaker]}; large alga ${ALGA_NAMES[coralTile.large]}, small `
      + `${ALGA_NAMES[coralTile.small]}${coralTile.locked ? "; locked" : ""}`));
    return group;
  }

  function cylinder(x, y, alga, scale) {
    return svg("g", { transform: `translate(${x} ${y}) scale(${scale})` },
      svg("rect", { x: -9, y: -7, width: 18, height: 14, rx: 5, fill: ALGA_FILLS[alga] }),
      label(0, .5, alga.toUpperCase(), { "font-size": 11, "font-weight": 700, fill: "#fff" }));
  }

  function padlock(x, y) {
    return svg("g", { transform: `translate(${x} ${y})`, fill: "currentColor" },
      svg("rect", { x: -5.5, y: -2, width: 11, height: 8.5, rx: 1.5 }),
      svg("path", { d: "M-3 -2V-4.5A3 3 0 0 1 3 -4.5V-2", fill: "none", stroke: "currentColor", "stroke-width": 1.8 }));
  }

  function valueTable(values) {
    const parts = [label(170, 108, "value of a tile", { "font-size": 12, fill: "var(--soft)" })];
    [...COLOURS].forEach((c, k) => {
      const y = 128 + 21 * k;
      parts.push(disc(136, y, c, 9));
      parts.push(label(158, y, String(values[c]), { "font-size": 16, "font-weight": 700 }));
      for (let i = 0; i < values[c]; i += 1) {
        parts.push(svg("rect", { x: 170 + 8 * i, y: y - 4, width: 6, height: 8, fill: "currentColor", opacity: ".55" }));
      }
    });
    return parts;
  }

  function algaSpace(alga) {
    const group = svg("g", {}, label(155, 236, "alga space", { "font-size": 12, fill: "var(--soft)" }));
    group.append(alga ? cylinder(200, 236, alga, 1.1) : svg("rect", {
      x: 190, y: 228, width: 20, height: 16, rx: 5, fill: "none", stroke: "var(--soft)", "stroke-dasharray": "3 2",
    }));
    group.append(title(alga ? `alga space: ${ALGA_NAMES[alga]}` : "alga space: empty"));
    return group;
  }

  function tileIcon(colour, shape) {
    const drawing = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    const common = { fill: `url(#fill-${colour})`, stroke: "#222", "stroke-width": 1.2 };
    if (shape === "cube") {
      drawing.append(svg("path", { d: "M4 8L9 3H21V16L16 21H4Z", ...common }),
        svg("path", { d: "M4 8H16V21M16 8L21 3", fill: "none", stroke: "#222", "stroke-width": 1.2 }),
        letterOn(10, 15, colour, 12));
    } else {
      drawing.append(svg("rect", { x: 2, y: 2, width: 20, height: 20, rx: 5, ...common }),
        letterOn(12, 12.5, colour, 14));
    }
    return drawing;
  }

  function chips(letters, shape) {
    const holder = html("span", { class: "chips" });
    for (const c of COLOURS) {
      const n = [...letters].filter((letter) => letter === c).length;
      if (n) {
        holder.append(html("span", { class: "chip", title: `${n} ${COLOUR_NAMES[c]}` },
          tileIcon(c, shape), `×${n}`));
      }
    }
    if (!letters) holder.append("–");
    return holder;
  }

  function spaceCard(colour, space) {
    const drawing = svg("svg", { viewBox: "0 0 60 104", role: "img" });
    drawing.append(title(`${COLOUR_NAMES[colour]} space: tiles ${space.tiles || "none"}, `
      + (space.cube ? "with its cube" : "no cube")));
    drawing.append(svg("rect", { x: 1, y: 1, width: 58, height: 8, rx: 3, fill: `url(#fill-${colour})`, stroke: "#222" }));
    if (space.cube) {
      const cube = tileIcon(colour, "cube");
      for (const [key, value] of Object.entries({ x: 17, y: 12, width: 26, height: 26 })) cube.setAttribute(key, value);
      drawing.append(cube);
    } else drawing.append(label(30, 25, "no cube", { "font-size": 11, fill: "var(--soft)" }));
    [...space.tiles].forEach((letter, k) => {
      const icon = tileIcon(letter, "tile");
      const place = { x: k === 2 ? 18 : 4 + 28 * k, y: k === 2 ? 72 : 44, width: 25, height: 25 };
      for (const [key, value] of Object.entries(place)) icon.setAttribute(key, value);
      drawing.append(icon);
    });
    return html("div", { class: "space" }, drawing);
  }

  function playerCard(seat, frame) {
    const player = frame.position[`player ${seat}`];
    const badge = svg("svg", { viewBox: "0 0 26 26", "aria-hidden": "true" }, shrimpBadge(13, 13, seat, 10));
    const heading = html("h2", {}, badge, html("span", {}, `seat ${seat}: ${replay.players[seat]}`));
    if (showsHidden) heading.append(html("span", { class: "points" }, `${player.score} points`));
    const rows = [
      ["consumed", chips(player.consumed, "tile")],
      ["shrimps", html("span", {}, `${player.shrimps_eaten} eaten`
        + (showsHidden ? `, ${player.shrimps_behind} behind the screen` : ""))],
    ];
    if (showsHidden) {
      rows.push(["larva cubes", chips(player.larvae, "cube")], ["tiles", chips(player.hand, "tile")],
        ["parrotfish", chips(player.parrotfish, "tile")]);
    }
    const list = html("dl");
    for (const [term, value] of rows) list.append(html("dt", {}, term), html("dd", {}, value));
    const isActive = seat === frame.seat;
    return html("article", { class: `player${isActive ? " active" : ""}` }, heading, list);
  }

  // --- showing a frame -------------------------------------------------------------------------

  function sceneOf(k) {
    let start = k, end = k;
    while (start > 0 && !isNewScene(start)) start -= 1;
    while (end + 1 < frames.length && !isNewScene(end + 1)) end += 1;
    return [start, end];
  }

  function sceneTitle(frame) {
    if (frame.part === "setup") return "Set-up";
    if (frame.part === "result") return "End of the game";
    const round = frame.part === "final" ? "Final round, turn" : "Turn";
    return `${round} ${frame.turn} of 0–${replay.n_turns - 1} · seat ${frame.seat}: ${replay.players[frame.seat]}`;
  }

  function showTurn(frame) {
    const [start, end] = sceneOf(now);
    byId("turn-title").textContent = sceneTitle(frame);
    const items = [];
    for (let k = start; k <= end; k += 1) {
      const link = html("a", { href: address(k) }, frames[k].words);
      const when = k === now ? "now" : k > now ? "later" : "done";
      items.push(html("li", k === now ? { class: when, "aria-current": "step" } : { class: when }, link));
    }
    byId("actions").replaceChildren(...items);
    byId("turn-link").hidden = frame.turn === null;
    byId("turn-link").firstElementChild.setAttribute("href", frame.turn === null ? "#" : `#turn=${frame.turn}`);
    byId("announcement").textContent = `${sceneTitle(frame)}: ${frame.words}`;
  }

  function showSupply(position) {
    const bag = Object.values(position.bag).reduce((sum, n) => sum + n, 0);
    const cubes = Object.entries(position.larva_supply).map(([c, n]) => `${c} ${n}`).join(", ");
    const algae = Object.entries(position.alga_supply).map(([a, n]) => `${ALGA_NAMES[a]} ${n}`).join(", ");
    byId("supply").textContent = `Bag ${bag} tiles; bonus tiles ${position.bonus || "none"}; `
      + `cubes in supply ${cubes}; alga cylinders ${algae}.`;
  }

  function show() {
    const frame = frames[now];
    showTurn(frame);
    byId("rocks").replaceChildren(...Object.keys(replay.rocks).map((rock) =>
      html("div", { class: "rock" }, html("h2", {}, `Rock ${rock}`), rockDrawing(rock, frame))));
    byId("ring").replaceChildren(ringDrawing(frame.position));
    byId("open-sea").replaceChildren(...Object.entries(frame.position.open_sea).map(([c, s]) => spaceCard(c, s)));
    showSupply(frame.position);
    byId("players").replaceChildren(...replay.players.map((_, seat) => playerCard(seat, frame)));
    byId("slider").value = now;
    byId("slider").setAttribute("aria-valuetext", sceneTitle(frame));
    for (const id of ["first", "back", "back-turn"]) byId(id).disabled = now === 0;
    for (const id of ["last", "next", "next-turn"]) byId(id).disabled = now === frames.length - 1;
  }

  // --- moving ------------------------------------------------------------------------------------

  function go(k, keepsAddress) {
    now = Math.max(0, Math.min(frames.length - 1, k));
    show();
    if (!keepsAddress) writeAddress();
  }

  function endOfTurn(turn) {
    const k = frames.findLastIndex((frame) => frame.turn === turn);
    return k < 0 ? null : k;
  }

  function nextTurn() {
    const end = sceneOf(now)[1];
    go(now < end ? end : sceneOf(Math.min(end + 1, frames.length - 1))[1]);
  }

  function backTurn() { go(sceneOf(now)[0] - 1); }

  function address(k) {
    const frame = frames[k];
    if (frame.turn === null) return frame.part === "result" ? "#end" : "#start";
    const action = endOfTurn(frame.turn) === k ? "" : `&action=${frame.action_index}`;
    return `#turn=${frame.turn}${action}`;
  }

  function writeAddress() { history.replaceState(null, "", address(now)); }

  function readAddress() {
    if (location.hash === "#start") return 0;
    if (location.hash === "#end") return frames.length - 1;
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (!wanted.has("turn")) return null;
    const turn = Number(wanted.get("turn"));
    const end = endOfTurn(turn);
    if (end === null || !wanted.has("action")) return end;
    const action = Number(wanted.get("action"));
    const k = frames.findIndex((frame) => frame.turn === turn && frame.action_index === action);
    return k < 0 ? end : k;
  }

  function toggleHidden() {
    showsHidden = !showsHidden;
    byId("hidden-toggle").checked = showsHidden;
    show();
  }

  function toggleTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
  }

  const KEYS = {
    ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1),
    PageDown: nextTurn, ArrowDown: nextTurn, PageUp: backTurn, ArrowUp: backTurn,
    Home: () => go(0), End: () => go(frames.length - 1),
    h: toggleHidden, d: toggleTheme,
  };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  patterns();
  byId("slider").max = frames.length - 1;
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("first").addEventListener("click", () => go(0));
  byId("last").addEventListener("click", () => go(frames.length - 1));
  byId("back").addEventListener("click", () => go(now - 1));
  byId("next").addEventListener("click", () => go(now + 1));
  byId("back-turn").addEventListener("click", backTurn);
  byId("next-turn").addEventListener("click", nextTurn);
  byId("hidden-toggle").addEventListener("change", toggleHidden);
  byId("theme").addEventListener("click", toggleTheme);
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => { const k = readAddress(); if (k !== null) go(k, true); });
  const start = replay.open_at === null ? 0 : endOfTurn(replay.open_at);
  go(readAddress() ?? start, true);
})();
