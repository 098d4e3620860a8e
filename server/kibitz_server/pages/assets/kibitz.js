"use strict";
// What only the browser can do: its camera, files dropped on the page, and keeping the keyboard's place.
const kibitz = {
  uploader: (id) => getElement(id).$refs.qRef,
  // A player, as soon as it shows its picture within 30 s, on a screen on which the rest has no room beside it.
  bringOnPhone: (selector, tries = 300) => {
    if (!matchMedia("(max-width: 700px)").matches || !tries) return;
    const player = document.querySelector(selector);
    if (player?.dataset.isDrawn === "true" && player.offsetParent) player.scrollIntoView({ block: "start" });
    else setTimeout(() => kibitz.bringOnPhone(selector, tries - 1), 100);
  },
  // What opens by itself moves nothing away from under a finger: it waits until nobody has just touched the page.
  openQuietly() {
    if (performance.now() - kibitz.touched < 1000) setTimeout(kibitz.openQuietly, 200);
    else document.querySelectorAll(".is-waiting").forEach((one) => one.classList.remove("is-waiting"));
  },
  touched: -Infinity,
  pick: (id) => kibitz.uploader(id).pickFiles(),
  upload: (id, file) => file && kibitz.uploader(id).addFiles([file]),

  async startCamera() {
    const video = document.getElementById("browser-camera");
    try {
      video.srcObject = await navigator.mediaDevices.getUserMedia({
        video: { width: { ideal: 1920 }, height: { ideal: 1080 }, facingMode: "environment" },
      });
    } catch (error) {
      emitEvent("camera-fault", error.message || error.name);
    }
  },

  snap(uploadId) {
    const video = document.getElementById("browser-camera");
    if (!video.videoWidth) {
      emitEvent("camera-fault", "");
      return;
    }
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d").drawImage(video, 0, 0);
    canvas.toBlob((blob) => kibitz.upload(uploadId, new File([blob], "camera.jpg", { type: "image/jpeg" })), "image/jpeg", 0.95);
  },

  // Emits the name and the way, in px of the picture, of a place that was dragged.
  drag(event, emit) {
    const place = event.target.closest("[data-place]");
    if (!place) return;
    event.preventDefault();
    place.focus();
    const scale = place.ownerSVGElement.getScreenCTM().a;
    const way = (to) => [(to.clientX - event.clientX) / scale, (to.clientY - event.clientY) / scale];
    const follow = (to) => place.setAttribute("transform", `translate(${way(to)})`);
    const end = new AbortController();
    const stop = { signal: end.signal };
    place.setPointerCapture(event.pointerId);
    place.addEventListener("pointermove", follow, stop);
    place.addEventListener("pointercancel", () => { place.removeAttribute("transform"); end.abort(); }, stop);
    place.addEventListener("pointerup", (to) => {
      end.abort();
      // A tap moves nothing: it may give the place to somebody.
      emit([place.dataset.place, ...(way(to).every((by) => Math.abs(by) * scale < 4) ? [0, 0] : way(to))]);
    }, stop);
  },

  // Emits the same for an arrow key, ten times as far with Shift, and for a tap by Enter or the space bar.
  nudge(event, emit) {
    const place = event.target.closest("[data-place]");
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Enter: [0, 0], " ": [0, 0] }[event.key];
    if (!place || !way) return;
    event.preventDefault();
    const step = (event.shiftKey ? 10 : 1) * place.ownerSVGElement.viewBox.baseVal.width / 640;
    emit([place.dataset.place, way[0] * step, way[1] * step]);
  },

  // Loads a picture again and again while it is shown.
  preview(image) {
    const next = (wait_ms) => setTimeout(() => {
      if (image.isConnected) image.src = `${image.dataset.live}?${Date.now()}`;
    }, wait_ms);
    image.onload = () => next(Number(image.dataset.pause ?? 120));
    image.onerror = () => next(1000);
    next(0);
  },
};

// A part of the page that is drawn anew gives the keyboard's place back to the element with the same key.
let lastKey = null;
// Where the table does not match stays lit up as long as the line about it stands there.
function markAstray() {
  const places = document.querySelector("[data-astray]")?.dataset.astray.split(" ") ?? [];
  document.querySelectorAll("[data-slot]").forEach((spot) => spot.classList.toggle("is-off", places.includes(spot.dataset.slot)));
}
document.addEventListener("focusin", (event) => {
  lastKey = event.target.closest("[data-key]")?.dataset.key ?? null;
});
new MutationObserver(() => {
  if (lastKey && document.activeElement === document.body) {
    document.querySelector(`[data-key="${CSS.escape(lastKey)}"]`)?.focus({ preventScroll: true });
  }
  // A camera that is no longer shown is let go.
  if (kibitz.video && !kibitz.video.isConnected) {
    kibitz.video.srcObject?.getTracks().forEach((track) => track.stop());
  }
  kibitz.video = document.getElementById("browser-camera");
  markAstray();
  for (const image of document.querySelectorAll("img[data-live]:not([data-begun])")) {
    image.dataset.begun = "";
    kibitz.preview(image);
  }
}).observe(document.documentElement, { childList: true, subtree: true });

// Films of the inbox play by themselves, a few pictures over and over; who wants no motion steps with a tap.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
// No picture may be stored, so each is fetched once and kept as long as its film is shown.
const onward = async (film) => {
  if (film.waits) return;
  const pictures = film.dataset.film.split(" ");
  film.shown = ((film.shown ?? 0) + 1) % pictures.length;
  film.kept ??= new Map();
  film.waits = true;
  try {
    const picture = film.kept.get(pictures[film.shown]) ?? (await fetched(pictures[film.shown]));
    film.kept.set(pictures[film.shown], picture);
    URL.revokeObjectURL(film.src);
    film.src = URL.createObjectURL(picture);
  } catch {
    // It is asked for again when its turn comes.
  }
  film.waits = false;
};
const fetched = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.blob();
};
setInterval(() => {
  if (!calm.matches) document.querySelectorAll("img[data-film]").forEach((film) => film.complete && onward(film));
}, 250);
document.addEventListener("click", (event) => {
  const film = event.target.closest?.("img[data-film]");
  if (film && calm.matches) onward(film);
  else if (film) film.classList.toggle("is-large");
});

// Places light up on the table while a pointer or the keyboard is on what is about them.
const lights = (event, on) => {
  const about = event.target.closest?.("[data-lights]");
  for (const place of about?.dataset.lights.split(" ") ?? []) {
    document.querySelectorAll(`[data-slot="${CSS.escape(place)}"]`).forEach((spot) => spot.classList.toggle("is-lit", on));
  }
};
for (const [name, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(name, (event) => lights(event, on));
}

for (const name of ["pointerdown", "pointerup"]) document.addEventListener(name, () => { kibitz.touched = performance.now(); }, { capture: true });
