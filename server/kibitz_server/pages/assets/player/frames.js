// The pictures of a film: fetched once, decoded around where the player is, found by number or by time.
const AHEAD = 16;
const BEHIND = 8;
const AT_ONCE = 4;

export class Frames {
  // `list`: of each frame its index, its time in ms after the window opened, and where its picture is served.
  constructor(list) {
    this.list = list;
    this.files = new Map();
    this.pictures = new Map();
    this.failed = new Set();
    this.busy = new Set();
    this.around = 0;
    this.held = 0;
    this.isClosed = false;
    this.onpicture = () => {};
  }

  get count() { return this.list.length; }

  at(number) { return this.list[number]; }

  // The newest frame that was taken at a time or before.
  numberAt(ms) {
    let low = 0, high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.list[middle].at_ms <= ms + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  picture(number) { return this.pictures.get(number); }

  isLost(number) { return this.failed.has(number); }

  // Fetches what is near first, then all the rest; lets go what is decoded far away, but for `held`.
  look(number, held) {
    [this.around, this.held] = [number, held];
    for (const far of [...this.pictures.keys()]) {
      if (!this.isNear(far)) {
        this.pictures.get(far).close();
        this.pictures.delete(far);
      }
    }
    this.onward();
  }

  isNear(number) {
    return number === this.held || (number >= this.around - BEHIND && number <= this.around + AHEAD);
  }

  onward() {
    while (!this.isClosed && this.busy.size < AT_ONCE) {
      const next = this.isWanted(this.held) ? this.held : this.wanted();
      if (next === undefined) return;
      this.busy.add(next);
      this.bring(next).finally(() => { this.busy.delete(next); this.onward(); });
    }
  }

  isWanted(number) {
    if (number < 0 || number >= this.count || this.busy.has(number) || this.failed.has(number)) return false;
    return this.isNear(number) ? !this.pictures.has(number) : !this.files.has(number);
  }

  wanted() {
    const far = Math.max(this.around, this.count - 1 - this.around);
    for (let by = 0; by <= far; by += 1) {
      for (const number of by ? [this.around + by, this.around - by] : [this.around]) {
        if (this.isWanted(number)) return number;
      }
    }
    return undefined;
  }

  async bring(number) {
    try {
      if (!this.files.has(number)) {
        const answer = await fetch(this.list[number].url);
        if (!answer.ok) throw new Error(`${answer.status}`);
        this.files.set(number, await answer.blob());
      }
      if (!this.isNear(number)) return;
      const picture = await createImageBitmap(this.files.get(number));
      if (this.isClosed) { picture.close(); return; }
      this.pictures.set(number, picture);
      this.onpicture(number);
    } catch {
      this.failed.add(number);
      this.onpicture(number);
    }
  }

  close() {
    this.isClosed = true;
    for (const picture of this.pictures.values()) picture.close();
    this.pictures.clear();
    this.files.clear();
  }
}
