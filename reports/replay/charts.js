"use strict";
/* The course of a game: the odds of a win where it was analysed, and everybody's points. */
const Charts = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const LEFT = 42, RIGHT = 30, TOP = 9, APART = 15;
  const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

  function element(tag, attributes, ...children) {
    const made = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /* Heights at which labels stand: as near to their own as they can be without touching. */
  function spread(heights, low, high) {
    const order = [...heights.keys()].sort((a, b) => heights[a] - heights[b]);
    const placed = [...heights];
    order.forEach((k, i) => { if (i) placed[k] = Math.max(placed[k], placed[order[i - 1]] + APART); });
    order.reverse().forEach((k, i) => {
      placed[k] = Math.min(placed[k], i ? placed[order[i - 1]] - APART : high);
    });
    return placed.map((y) => Math.max(y, low));
  }

  function tickOf(top) {
    const rough = top / 2.5, size = 10 ** Math.floor(Math.log10(rough));
    return size * ([1, 2, 5].find((k) => k * size >= rough) ?? 10);
  }

  /* A chart of one line a seat. `values`: by scene, by seat, null where there is none;
     `marks`: scenes to be marked, with the seat and what a reader hears of it. */
  class Chart {
    constructor(look, { name, title, values, top, unit, marks }, goTo) {
      Object.assign(this, { look, values, top, unit, marks, goTo });
      this.svg = element("svg", { class: name, role: "img", "aria-label": title });
      this.svg.addEventListener("click", (event) => goTo(this.sceneAt(event)));
      this.now = 0;
    }

    x(scene) {
      return LEFT + (this.width - LEFT - RIGHT) * scene / Math.max(this.values.length - 1, 1);
    }

    y(value) { return this.height - this.bottom - (this.height - TOP - this.bottom) * value / this.top; }

    sceneAt(event) {
      const x = event.clientX - this.svg.getBoundingClientRect().left;
      const scene = (x - LEFT) / (this.width - LEFT - RIGHT) * (this.values.length - 1);
      return Math.max(0, Math.min(this.values.length - 1, Math.round(scene)));
    }

    /* `hasTurns`: the numbers of the turns stand below it. */
    draw(hasTurns) {
      this.bottom = hasTurns ? 18 : TOP;
      const box = this.svg.getBoundingClientRect();
      [this.width, this.height] = [box.width, box.height];
      this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
      this.cursor = element("line", { class: "cursor", y1: 0, y2: this.height - this.bottom + 4 });
      this.svg.replaceChildren(...this.grid(), ...(hasTurns ? this.turns() : []), this.cursor, ...this.lines(), ...this.markers());
      this.point(this.now);
    }

    point(scene) {
      this.now = scene;
      for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, this.x(scene));
      for (const [k, mark] of this.made.entries()) {
        mark.classList.toggle("here", this.marks[k].scene === scene);
      }
    }

    * grid() {
      const tick = tickOf(this.top);
      for (let value = 0; value <= this.top; value += tick) {
        const y = this.y(value);
        yield element("line", { class: "grid", x1: LEFT, x2: this.width - RIGHT, y1: y, y2: y });
        yield element("text", { class: "scale", x: LEFT - 5, y, "text-anchor": "end" }, `${value}${this.unit}`);
      }
    }

    * turns() {
      const turns = this.values.length - 2, apart = Math.max(1, tickOf(turns / 3));
      for (let turn = 0; turn < turns; turn += apart) {
        const words = turn ? `${turn}` : "turn 0";
        yield element("text", { class: "scale", x: this.x(turn + 1), y: this.height - 6 }, words);
      }
    }

    * lines() {
      const last = this.values.findLastIndex((v) => v !== null);
      const ends = this.values[last].map((value) => this.y(value));
      const labels = spread(ends, TOP, this.height - TOP);
      for (let seat = 0; seat < ends.length; seat += 1) {
        const points = this.values.flatMap((v, k) => v === null ? [] : [`${this.x(k)},${this.y(v[seat])}`]);
        yield element("polyline", {
          points: points.join(" "), stroke: this.look.fills[seat], "stroke-dasharray": DASHES[seat % DASHES.length],
        });
        const badge = element("g", { transform: `translate(${this.width - RIGHT + 7} ${labels[seat] - 9}) scale(.7)` });
        badge.innerHTML = this.look.badges[seat];
        yield badge;
      }
    }

    markers() {
      this.made = this.marks.map(({ scene, seat, text }) => {
        const place = `translate(${this.x(scene)} ${this.y(this.values[scene][seat])})`;
        const mark = element("g", { class: "mark", transform: place, tabindex: 0, role: "link", "aria-label": text },
          element("title", {}, text), element("circle", { r: 7 }), element("text", { y: .5 }, "!"));
        mark.addEventListener("click", (event) => { event.stopPropagation(); this.goTo(scene); });
        mark.addEventListener("keydown", (event) => { if (event.key === "Enter") this.goTo(scene); });
        return mark;
      });
      return this.made;
    }
  }

  return { Chart };
})();
