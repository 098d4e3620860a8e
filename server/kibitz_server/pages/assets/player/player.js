// <kibitz-player src="film.json">: looks at a few seconds again, frame by frame, never by seeking in a video.
import { Frames } from "./frames.js";
import { Stage } from "./stage.js";
import { Timeline } from "./timeline.js";

const DECIDED = ["said", "dispute", "ruling"];
const MODES = ["one", "side", "wipe"];
const KEYS = {
  ",": "back", ArrowLeft: "back", ".": "on", ArrowRight: "on", "[": "eventBack", "]": "eventOn", " ": "play",
  ArrowUp: "faster", ArrowDown: "slower", i: "loopFrom", o: "loopTo", x: "loopOff", m: "mark", c: "compare", z: "zoomOut",
  h: "overlay",
};

class KibitzPlayer extends HTMLElement {
  static observedAttributes = ["src"];

  connectedCallback() {
    this.listening = new AbortController();
    // Of several players the keys are those of the one that came or was touched last.
    KibitzPlayer.last = this;
    this.addEventListener("pointerdown", () => { KibitzPlayer.last = this; }, { signal: this.listening.signal });
    document.addEventListener("keydown", (event) => this.key(event), { capture: true, signal: this.listening.signal });
    if (this.hasAttribute("src")) this.load();
  }

  // Another film of the same: the one before stays until it is there.
  attributeChangedCallback() { if (this.isConnected) this.load(); }

  async load() {
    const begun = performance.now(), src = this.getAttribute("src"), isAsked = () => this.isConnected && src === this.getAttribute("src");
    let film;
    try {
      const answer = await fetch(src);
      film = await answer.json();
      if (!answer.ok) throw new Error(film.detail);
    } catch (error) {
      if (isAsked()) this.tell(error.message);
      return;
    }
    if (isAsked()) this.begin(film, begun);
  }

  // What is shown already is not given up for one that does not come.
  tell(message) { if (!this.film) this.textContent = message; }

  begin(film, begun) {
    this.end();
    delete this.dataset.startedMs;
    this.film = film;
    this.words = film.words;
    this.frames = new Frames(film.frames);
    this.frames.onpicture = (number) => {
      this.dataset.startedMs ??= Math.round(performance.now() - begun);
      if (number === this.number || number === this.marked) this.draw();
    };
    this.stops = [...new Set([...film.marks.filter((one) => one.kind !== "seen"), ...film.contacts.map((one) => ({ at_ms: one.to_ms }))].map((one) => this.frames.numberAt(one.at_ms)))].sort((a, b) => a - b);
    this.speed = film.speed;
    this.hasOverlay = true;
    this.marked = this.number = this.frames.numberAt(film.opens_ms);
    this.at_ms = this.frames.at(this.number).at_ms;
    this.build();
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.stage.canvas);
    this.step(0);
    if (this.hasAttribute("plays") && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.play();
  }

  disconnectedCallback() {
    this.listening.abort();
    this.end();
    if (KibitzPlayer.last === this) KibitzPlayer.last = [...document.querySelectorAll("kibitz-player")].at(-1);
  }

  end() {
    cancelAnimationFrame(this.playing);
    this.playing = this.loop = undefined;
    this.resized?.disconnect();
    this.frames?.close();
  }

  build() {
    this.stage = new Stage(this.film.size, () => this.draw());
    this.timeline = new Timeline(this.film, this.words, (ms) => { this.stop(); this.go(this.frames.numberAt(ms)); });
    this.caption = document.createElement("div");
    this.caption.className = "player-caption";
    this.caption.setAttribute("role", "status");
    const main = this.row("player-main", ["eventBack", "back", "play", "on", "eventOn"]);
    const more = this.row("player-more", ["slower", "faster", "loopFrom", "loopTo", "loopOff", "mark", "compare", "overlay", "zoomOut"]);
    this.replaceChildren(this.stage.canvas, ...this.verdict(), this.caption, this.timeline.svg, this.legend(), main, more, ...this.notes(), ...this.exports());
  }

  legend() {
    const list = document.createElement("ul"), decided = this.film.marks.filter((one) => DECIDED.includes(one.kind));
    list.className = "player-legend";
    list.replaceChildren(...[...this.film.contacts, ...this.film.sounds, ...decided].map((told) => {
      const item = document.createElement("li");
      item.className = told.kind ?? (told.seat === undefined ? "sound" : `seat-${told.seat}`);
      item.textContent = told.words;
      return item;
    }));
    return list;
  }

  // What was made of it, and last how it was ruled, stands beside the frame, whatever else there is to say below.
  verdict() { return this.film.verdict ? [this.note("player-verdict", this.film.verdict)] : []; }

  notes() { return this.film.notes.map((text) => this.note("player-note", text)); }

  note(name, text) {
    const note = document.createElement("p");
    note.className = name;
    note.textContent = text;
    return note;
  }

  // The photo finish is made once somebody opens it.
  exports() {
    const made = [], files = this.film.exports, finish = files.finish;
    if (finish) {
      const details = document.createElement("details"), summary = document.createElement("summary"), image = new Image();
      summary.textContent = this.words.finish;
      image.loading = "lazy";
      image.alt = [this.film.verdict, ...this.film.notes].join(" ");
      image.className = "player-finish";
      details.addEventListener("toggle", () => { if (!image.src) image.src = finish; });
      details.append(summary, image);
      made.push(details);
    }
    const links = document.createElement("div");
    links.className = "player-links";
    links.replaceChildren(...Object.entries(files).map(([name, url]) => {
      const link = document.createElement("a");
      link.href = url;
      link.download = "";
      link.textContent = this.words.exports[name];
      return link;
    }));
    return [...made, links, ...(files.file ? [this.note("player-note", this.words.uncovered)] : [])];
  }

  row(name, acts) {
    const row = document.createElement("div");
    row.className = name;
    row.replaceChildren(...acts.map((act) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.act = act;
      const [icon, label] = this.words.acts[act];
      const sign = document.createElement("i");
      sign.className = "material-icons";
      sign.setAttribute("aria-hidden", true);
      sign.textContent = icon;
      button.append(sign);
      button.title = label;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => this.act(act));
      return button;
    }));
    return row;
  }

  // Without a click first; but not while somebody types, and not what belongs to a dialog above.
  key(event) {
    const act = KEYS[event.key];
    const typed = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (!act || !this.film || typed || event.ctrlKey || event.metaKey || event.altKey || !this.offsetParent || KibitzPlayer.last !== this) return;
    // The space bar is a press of the button that has the keyboard.
    if (event.key === " " && event.target.closest?.("button, [role=button], a")) return;
    event.preventDefault();
    event.stopPropagation();
    this.act(act);
  }

  act(name) {
    const halt = { back: -1, on: 1 }[name];
    if (halt) { this.stop(); this.step(halt); return; }
    const acts = {
      eventBack: () => this.toEvent(-1), eventOn: () => this.toEvent(1),
      play: () => (this.playing ? this.stop() : this.play()),
      faster: () => this.paceBy(1), slower: () => this.paceBy(-1),
      loopFrom: () => this.loopAt(0), loopTo: () => this.loopAt(1), loopOff: () => { this.loop = undefined; },
      mark: () => { this.marked = this.number; this.frames.look(this.number, this.marked); },
      compare: () => { this.stage.mode = MODES[(MODES.indexOf(this.stage.mode) + 1) % MODES.length]; },
      overlay: () => { this.hasOverlay = !this.hasOverlay; },
      zoomOut: () => this.stage.reset(),
    };
    acts[name]();
    this.draw();
  }

  paceBy(by) {
    const { speeds } = this.film;
    this.speed = speeds[Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(this.speed) + by))];
  }

  get whole() { return [this.frames.at(0).at_ms, this.frames.at(this.frames.count - 1).at_ms]; }

  loopAt(end) {
    this.loop ??= this.whole;
    this.loop[end] = this.frames.at(this.number).at_ms;
    if (this.loop[0] >= this.loop[1]) this.loop[1 - end] = this.whole[1 - end];
  }

  toEvent(way) {
    this.stop();
    const next = way > 0 ? this.stops.find((one) => one > this.number) : this.stops.findLast((one) => one < this.number);
    if (next !== undefined) this.go(next);
  }

  step(by) { this.go(Math.max(0, Math.min(this.frames.count - 1, this.number + by))); }

  go(number) {
    this.number = number;
    this.at_ms = this.frames.at(number).at_ms;
    this.frames.look(number, this.marked);
    this.draw();
  }

  play() {
    let before = performance.now();
    const [first, last] = this.loop ?? this.whole;
    if (this.at_ms >= last) this.go(this.frames.numberAt(first));
    const tick = (now) => {
      this.playing = requestAnimationFrame(tick);
      const next = this.at_ms + (now - before) * this.speed;
      before = now;
      const [from, to] = this.loop ?? this.whole;
      if (next > to && !this.loop) { this.go(this.frames.numberAt(to)); this.stop(); return; }
      const at = next > to || next < from ? from : next;
      const number = this.frames.numberAt(at);
      // What is not here yet is waited for, not skipped.
      if (!this.frames.picture(number) && !this.frames.isLost(number)) { this.frames.look(number, this.marked); return; }
      if (number !== this.number) this.go(number);
      this.at_ms = at;
    };
    this.playing = requestAnimationFrame(tick);
    this.draw();
  }

  stop() {
    cancelAnimationFrame(this.playing);
    this.playing = undefined;
    if (this.isConnected) this.draw();
  }

  shown(number) {
    const frame = this.frames.at(number);
    const lost = this.frames.isLost(number) ? ` · ${this.words.lost}` : "";
    return {
      picture: this.frames.picture(number), found: this.hasOverlay ? this.found(frame) : [],
      text: this.stage.mode === "one" && !lost ? "" : `${Math.round(frame.at_ms)} ms${lost}`,
    };
  }

  // A place at which something goes on is drawn once, by what was found there.
  found(frame) {
    const busy = new Set(frame.found.map((one) => one.place));
    return [...this.film.places.filter((one) => !busy.has(one.place)), ...frame.found];
  }

  draw() {
    const frame = this.frames.at(this.number);
    const about = this.film.marks.filter((one) => this.frames.numberAt(one.at_ms) === this.number).map((one) => one.words);
    const touching = this.film.contacts.filter((one) => this.frames.numberAt(one.to_ms) === this.number).map((one) => one.words);
    const place = `${this.words.picture} ${this.number + 1}/${this.frames.count} · ${this.words.frame} ${frame.index}`;
    const text = [`${frame.at_ms >= 0 ? "+" : "−"}${Math.abs(Math.round(frame.at_ms))} ms`, `${this.speed}×`, place, ...touching, ...about].join(" · ");
    this.caption.textContent = text;
    this.dataset.frame = frame.index;
    this.dataset.mode = this.stage.mode;
    this.dataset.isDrawn = Boolean(this.frames.picture(this.number));
    const play = this.querySelector("[data-act=play]");
    play.setAttribute("aria-pressed", Boolean(this.playing));
    play.firstChild.textContent = this.playing ? "pause" : "play_arrow";
    this.stage.show(this.shown(this.number), this.shown(this.marked));
    this.timeline.show(frame.at_ms, text, this.loop);
  }
}

customElements.define("kibitz-player", KibitzPlayer);
