// The line of time under the picture: the snap's window, what happened, was seen and said, each contact with its interval, and the loop.
const WIDTH = 1000;
const ROW = 26;
const SVG = "http://www.w3.org/2000/svg";

// What happened is a bar, what was seen a short one below it, what was said a point, a dispute a flag, a ruling a gate.
const SHAPES = {
  event: (x) => `M${x - 2} 3h4v${ROW - 10}h-4z`,
  seen: (x) => `M${x - 1.5} ${ROW - 6}h3v10h-3z`,
  said: (x) => `M${x - 6} 4h12l-6 11z`,
  dispute: (x) => `M${x - 2} 2h14l-5 6l5 6h-10v12h-4z`,
  ruling: (x) => `M${x - 8} 2h16v5h-5v17h-6v-17h-5z`,
};

const draw = (parent, name, attributes, text) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return parent.appendChild(element);
};

export class Timeline {
  // `goTo(ms)` is called as a finger or the mouse moves along it.
  constructor(film, words, goTo) {
    this.film = film;
    const times = film.frames.map((frame) => frame.at_ms);
    this.from = times[0];
    this.to = Math.max(times[times.length - 1], this.from + 1);
    this.height = ROW * (film.contacts.length + 2);
    this.svg = document.createElementNS(SVG, "svg");
    for (const [key, value] of Object.entries({
      class: "player-timeline", viewBox: `0 0 ${WIDTH} ${this.height}`, preserveAspectRatio: "none",
      role: "slider", tabindex: 0, "aria-label": words.timeline,
      "aria-valuemin": Math.round(this.from), "aria-valuemax": Math.round(this.to),
    })) this.svg.setAttribute(key, value);
    this.svg.style.height = `${this.height}px`;
    this.drawStill(words);
    this.loop = draw(this.svg, "rect", { class: "loop", y: 0, height: this.height, width: 0 });
    this.head = draw(this.svg, "line", { class: "playhead", y1: 0, y2: this.height });
    const follow = (event) => {
      const box = this.svg.getBoundingClientRect();
      goTo(this.from + ((event.clientX - box.left) / box.width) * (this.to - this.from));
    };
    this.svg.addEventListener("pointerdown", (event) => { this.svg.setPointerCapture(event.pointerId); follow(event); });
    this.svg.addEventListener("pointermove", (event) => { if (this.svg.hasPointerCapture(event.pointerId)) follow(event); });
  }

  x(ms) { return ((ms - this.from) / (this.to - this.from)) * WIDTH; }

  drawStill(words) {
    const { film, svg } = this;
    if (film.window) {
      // Without an end only an act ends it.
      const [start, end] = film.window.map((ms) => ms ?? this.to).map((ms) => Math.max(0, Math.min(WIDTH, this.x(ms))));
      draw(draw(svg, "rect", { class: "window", x: start, width: Math.max(end - start, 1), y: 0, height: this.height }), "title", {}, words.window);
    }
    for (const frame of film.frames) draw(svg, "line", { class: "tick", x1: this.x(frame.at_ms), x2: this.x(frame.at_ms), y1: this.height - 7, y2: this.height });
    for (const told of film.marks) {
      const x = Math.max(0, Math.min(WIDTH, this.x(told.at_ms)));
      const mark = draw(svg, "path", { class: told.kind, d: SHAPES[told.kind](x) });
      draw(mark, "title", {}, `${Math.round(told.at_ms)} ms: ${told.words}`);
    }
    for (const sound of film.sounds) {
      const start = this.x(sound.from_ms), width = Math.max(this.x(sound.to_ms) - start, 3);
      const bar = draw(svg, "rect", { class: "sound", x: start, width, y: this.height - 20, height: 9, rx: 4 });
      draw(bar, "title", {}, sound.words);
    }
    film.contacts.forEach((contact, number) => {
      const y = ROW * (number + 1), start = this.x(contact.from_ms), width = Math.max(this.x(contact.to_ms) - start, 3);
      const bar = draw(svg, "rect", { class: `contact seat-${contact.seat}`, x: start, width, y: y + 4, height: ROW - 8, rx: 2 });
      draw(bar, "title", {}, contact.words);
    });
  }

  show(ms, text, loop) {
    for (const key of ["x1", "x2"]) this.head.setAttribute(key, this.x(ms));
    this.svg.setAttribute("aria-valuenow", Math.round(ms));
    this.svg.setAttribute("aria-valuetext", text);
    const [from, to] = loop ?? [this.from, this.from];
    this.loop.setAttribute("x", this.x(from));
    this.loop.setAttribute("width", Math.max(0, this.x(to) - this.x(from)));
  }
}
