"use strict";
/* The replay viewer. It knows no game: it shows the drawings of the frames it is given. */
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  const PLACES = { board: "xMidYMid", beside: "xMidYMin", seat: "xMinYMin" };

  const replay = JSON.parse(document.getElementById("replay").textContent);
  const hidden = new Set(replay.hidden);
  const frames = restored(replay.frames);
  const scenes = scenesOf(frames);
  const notes = new Map((replay.analysis?.turns ?? []).map((note) => [note.turn, note]));
  const charts = madeCharts();
  const STEP = 1200; // milliseconds between actions while the game plays by itself
  let now = 0, showsHidden = true, clock = null;

  /* A frame stores the panels that changed; here each gets all of them. */
  function restored(compact) {
    let drawn = {};
    return compact.map((frame) => {
      drawn = { ...drawn, ...frame.drawn };
      return { ...frame, drawn };
    });
  }

  /* The set-up, the turns and the result: first and last frame of each. */
  function scenesOf(all) {
    const found = [];
    all.forEach((frame, k) => {
      const before = all[k - 1];
      if (!before || frame.part !== before.part || frame.turn !== before.turn) found.push([k, k]);
      found[found.length - 1][1] = k;
    });
    return found;
  }

  function byId(id) { return document.getElementById(id); }

  function html(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function svg(width, height, inner, place = "xMidYMid") {
    const element = document.createElementNS(SVG, "svg");
    element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    element.style.setProperty("--natural", width);
    element.style.setProperty("--height", height);
    element.setAttribute("preserveAspectRatio", place);
    element.innerHTML = inner;
    if (inner.startsWith("<title>")) element.setAttribute("role", "img");
    return element;
  }

  // --- panels ----------------------------------------------------------------------------------

  function drawing(k, frame) {
    const { width, height, area } = replay.panels[k];
    const parts = frame.drawn[k].filter((part) => showsHidden || !hidden.has(part));
    return svg(width, height, parts.map((part) => replay.parts[part]).join(""), PLACES[area]);
  }

  function panelsOf(area) {
    return [...replay.panels.keys()].filter((k) => replay.panels[k].area === area);
  }

  function titled(k, frame) {
    return [html("h2", {}, replay.panels[k].heading), drawing(k, frame)];
  }

  function playerCard(seat, frame) {
    const badge = svg(26, 26, replay.badges[seat]);
    badge.setAttribute("aria-hidden", "true");
    const heading = html("h2", {}, badge, html("span", {}, replay.players[seat]));
    if (showsHidden || !replay.hides_scores) {
      heading.append(html("span", { class: "points" }, `${frame.scores[seat]} points`));
    }
    const own = panelsOf("seat").filter((k) => replay.panels[k].seat === seat);
    const isActive = seat === frame.seat;
    return html("article", { class: `player${isActive ? " active" : ""}` }, heading,
      ...own.map((k) => drawing(k, frame)));
  }

  // --- showing a frame -------------------------------------------------------------------------

  function sceneNumber(k) { return scenes.findIndex(([, end]) => k <= end); }

  function sceneOf(k) { return scenes[sceneNumber(k)]; }

  function sceneTitle(frame) {
    if (frame.part === "setup") return "Set-up";
    if (frame.part === "result") return "End of the game";
    const round = frame.part === "final" ? "Final round, turn" : "Turn";
    return `${round} ${frame.turn} of 0–${replay.n_turns - 1} · ${replay.players[frame.seat]}`;
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
    byId("turn-link").setAttribute("href", frame.turn === null ? "#" : `#turn=${frame.turn}`);
    showNote(notes.get(frame.turn));
    byId("announcement").textContent = `${sceneTitle(frame)}: ${frame.words}`;
  }

  /* What the analysis says of the turn. */
  function showNote(note) {
    const told = note ? [html("p", {}, note.words)] : [];
    if (note?.better.length) {
      told.push(html("ol", {}, ...note.better.map((words) => html("li", {}, words))));
    }
    byId("analysis").replaceChildren(...told);
    byId("analysis").classList.toggle("marked", Boolean(note?.is_marked));
  }

  // --- charts ----------------------------------------------------------------------------------

  function madeCharts() {
    const points = scenes.map(([, end]) => frames[end].scores);
    const made = [];
    const add = (chart) => made.push(new Charts.Chart(replay, chart, (scene) => go(scenes[scene][1])));
    if (replay.analysis) add(oddsChart());
    add({ name: "points", title: "points", values: points, top: Math.max(1, ...points.flat()), unit: "", marks: [] });
    return made;
  }

  function oddsChart() {
    const noted = (end) => notes.get(frames[end].turn);
    const shares = scenes.map(([, end]) => noted(end)?.shares ?? (frames[end].part === "result" ? replay.analysis.result : null));
    const marks = [];
    scenes.forEach(([, end], scene) => {
      const note = noted(end);
      if (note?.is_marked) marks.push({ scene, seat: frames[end].seat, text: `turn ${note.turn}: ${note.words}` });
    });
    const values = shares.map((odds) => odds && odds.map((share) => 100 * share));
    return { name: "odds", title: "odds of a win", values, top: 100, unit: " %", marks };
  }

  function showCharts() {
    const shown = charts.filter(({ svg: drawn }) => showsHidden || !replay.hides_scores || !drawn.matches(".points"));
    byId("charts").replaceChildren(...shown.flatMap((chart) =>
      [html("h2", {}, chart.svg.getAttribute("aria-label")), chart.svg]));
    shown.forEach((chart, k) => chart.draw(k === shown.length - 1));
  }

  function show() {
    const frame = frames[now];
    showTurn(frame);
    byId("board").replaceChildren(...panelsOf("board").map((k) => html("div", {}, ...titled(k, frame))));
    byId("beside").replaceChildren(...panelsOf("beside").flatMap((k) => titled(k, frame)));
    byId("players").replaceChildren(...replay.players.map((_, seat) => playerCard(seat, frame)));
    for (const chart of charts) if (chart.svg.isConnected) chart.point(sceneNumber(now));
    byId("slider").value = now;
    byId("slider").setAttribute("aria-valuetext", sceneTitle(frame));
    for (const id of ["first", "back", "back-turn"]) byId(id).disabled = now === 0;
    for (const id of ["last", "next", "next-turn"]) byId(id).disabled = now === frames.length - 1;
    byId("next-marked").hidden = !markedAfter(-1);
  }

  // --- moving ------------------------------------------------------------------------------------

  function go(k, keepsAddress) {
    pause();
    step(k, keepsAddress);
  }

  function step(k, keepsAddress) {
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

  function markedAfter(turn) {
    return [...notes.values()].find((note) => note.is_marked && note.turn > turn);
  }

  /* The next turn in which much was lost; after the last one the first. */
  function nextMarked() {
    const note = markedAfter(frames[now].turn ?? -1) ?? markedAfter(-1);
    if (note) go(endOfTurn(note.turn));
  }

  function pause() {
    clearInterval(clock);
    clock = null;
    byId("play").textContent = "▶ play";
    byId("play").setAttribute("aria-label", "play");
  }

  /* Plays the game by itself until its end or until a reader does something else. */
  function playOrPause() {
    if (clock !== null) return pause();
    if (now === frames.length - 1) go(0);
    clock = setInterval(() => {
      step(now + 1);
      if (now === frames.length - 1) pause();
    }, STEP);
    byId("play").textContent = "❚❚ pause";
    byId("play").setAttribute("aria-label", "pause");
  }

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
    showCharts();
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
    h: toggleHidden, d: toggleTheme, p: playOrPause, m: nextMarked,
  };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  byId("slider").max = frames.length - 1;
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("first").addEventListener("click", () => go(0));
  byId("last").addEventListener("click", () => go(frames.length - 1));
  byId("back").addEventListener("click", () => go(now - 1));
  byId("next").addEventListener("click", () => go(now + 1));
  byId("back-turn").addEventListener("click", backTurn);
  byId("next-turn").addEventListener("click", nextTurn);
  byId("next-marked").addEventListener("click", nextMarked);
  byId("play").addEventListener("click", playOrPause);
  byId("hidden-toggle").addEventListener("change", toggleHidden);
  byId("theme").addEventListener("click", toggleTheme);
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => { const k = readAddress(); if (k !== null) go(k, true); });
  addEventListener("resize", showCharts);
  const boards = panelsOf("board").length;
  byId("table").className = boards === 0 ? "no-board" : boards <= 2 ? "one-row" : "";
  byId("table").classList.toggle("analysed", replay.analysis !== null);
  const start = replay.open_at === null ? 0 : endOfTurn(replay.open_at);
  showCharts();
  go(readAddress() ?? start, true);
})();
