// The canvas: one frame, two beside each other or one wiped over the other, with what was found; zoomed and moved.
const LARGEST = 8;

export class Stage {
  constructor(size, changed) {
    [this.width, this.height] = size;
    this.changed = changed;
    this.zoom = 1;
    this.centre = [0.5, 0.5];
    this.wipe = 0.5;
    this.mode = "one";
    this.canvas = document.createElement("canvas");
    this.canvas.className = "player-canvas";
    this.fingers = new Map();
    this.canvas.addEventListener("wheel", (event) => { event.preventDefault(); this.zoomBy(1.0015 ** -event.deltaY, event); }, { passive: false });
    this.canvas.addEventListener("pointerdown", (event) => this.down(event));
    this.canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) this.canvas.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    this.canvas.addEventListener("dblclick", (event) => (this.zoom > 1 ? this.reset() : this.zoomBy(2.5, event)));
  }

  reset() { this.zoom = 1; this.centre = [0.5, 0.5]; this.changed(); }

  // Where in a pane, as a part of its width and height, a pointer is.
  within(event) {
    const box = this.canvas.getBoundingClientRect(), panes = this.mode === "side" ? 2 : 1;
    return [(((event.clientX - box.left) / box.width) * panes) % 1, (event.clientY - box.top) / box.height];
  }

  zoomBy(factor, event) {
    const zoom = Math.max(1, Math.min(LARGEST, this.zoom * factor));
    const at = this.within(event);
    this.centre = this.centre.map((centre, axis) => centre + (at[axis] - 0.5) * (1 / this.zoom - 1 / zoom));
    this.zoom = zoom;
    this.keepIn();
  }

  keepIn() {
    const half = 0.5 / this.zoom;
    this.centre = this.centre.map((centre) => Math.max(half, Math.min(1 - half, centre)));
    this.changed();
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, event);
    const box = this.canvas.getBoundingClientRect();
    this.wiping = this.mode === "wipe" && Math.abs((event.clientX - box.left) / box.width - this.wipe) < 0.06;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const box = this.canvas.getBoundingClientRect();
    if (this.wiping) {
      this.wipe = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
      this.changed();
    } else if (this.fingers.size === 2) {
      const [one, other] = [...this.fingers.values()].map((finger) => (finger.pointerId === event.pointerId ? event : finger));
      const [was, with_] = [...this.fingers.values()];
      const apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      this.zoomBy(apart(one, other) / Math.max(1, apart(was, with_)), { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
    } else {
      const panes = this.mode === "side" ? 2 : 1;
      this.centre = [
        this.centre[0] - ((event.clientX - before.clientX) / (box.width / panes)) / this.zoom,
        this.centre[1] - (event.clientY - before.clientY) / box.height / this.zoom,
      ];
      this.keepIn();
    }
    this.fingers.set(event.pointerId, event);
  }

  // `now` and `marked`: a picture (or none), what was found in it, and a text for two panes.
  show(now, marked) {
    const panes = this.mode === "side" ? 2 : 1;
    // Never higher than what leaves room for the buttons below it.
    this.canvas.style.width = `min(100%, calc(var(--frame-height, 42vh) * ${(panes * this.width) / this.height}))`;
    const width = Math.round(this.canvas.clientWidth * devicePixelRatio) || 640;
    const height = Math.round(((width / panes) * this.height) / this.width);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const context = this.canvas.getContext("2d");
    context.fillStyle = "#0c1210";
    context.fillRect(0, 0, width, height);
    if (panes === 2) {
      this.pane(context, marked, 0, width / 2, height);
      this.pane(context, now, width / 2, width / 2, height);
    } else {
      this.pane(context, now, 0, width, height);
      if (this.mode === "wipe") {
        context.save();
        context.beginPath();
        context.rect(0, 0, width * this.wipe, height);
        context.clip();
        this.pane(context, marked, 0, width, height);
        context.restore();
        context.fillStyle = "#e7b646";
        context.fillRect(width * this.wipe - 2, 0, 4, height);
      }
    }
  }

  pane(context, shown, left, width, height) {
    context.save();
    context.beginPath();
    context.rect(left, 0, width, height);
    context.clip();
    const scale = (width / this.width) * this.zoom;
    context.translate(left + width / 2 - this.centre[0] * this.width * scale, height / 2 - this.centre[1] * this.height * scale);
    context.scale(scale, scale);
    if (shown.picture) context.drawImage(shown.picture, 0, 0, this.width, this.height);
    for (const one of shown.found) this.outline(context, one, scale);
    context.restore();
    context.fillStyle = "#f4efe2";
    context.font = `${16 * devicePixelRatio}px system-ui, sans-serif`;
    context.fillText(shown.text, left + 8 * devicePixelRatio, 22 * devicePixelRatio);
  }

  outline(context, one, scale) {
    const colour = { pile: "#e7b646", busy: "#5adc78", hand: "#e08a5a", place: "#c8d2cd" }[one.kind] ?? "#5adc78";
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = (2 * devicePixelRatio) / scale;
    context.beginPath();
    one.outline.forEach(([x, y], number) => (number ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.stroke();
    if (!one.words) return;
    const size = (12 * devicePixelRatio) / scale;
    context.font = `${one.kind === "busy" ? 700 : 400} ${size}px system-ui, sans-serif`;
    const [xs, ys] = [0, 1].map((axis) => one.outline.map((point) => point[axis]));
    const left = Math.min(...xs), width = Math.max(...xs) - left;
    const lines = [];
    for (const word of one.words.split(" ")) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
      if (lines.length && context.measureText(longer).width <= width - size / 2) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    lines.forEach((line, number) => context.fillText(line, left + size / 4, Math.min(...ys) + size * (1.1 + 1.1 * number)));
  }
}
