"use strict";
// What only the browser can do: its camera, files dropped on the page, and keeping the keyboard's place.
const kibitz = {
  uploader: (id) => getElement(id).$refs.qRef,
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

  // Sounds come out of a browser only after a tap.
  wake() {
    kibitz.audio ??= new AudioContext();
    kibitz.audio.resume();
  },

  // Says what is new, each with its sound: only by voices of this device, so that no word leaves it.
  announce(news) {
    for (const { tone, text } of news) {
      kibitz.sound(tone);
      kibitz.speak(text);
    }
  },

  sound(tone) {
    const notes = { verdict: [660, 880], call: [523, 659, 784], question: [440, 440], counted: [523, 784] }[tone] ?? [];
    if (!kibitz.audio || kibitz.audio.state !== "running") return;
    notes.forEach((hertz, number) => {
      const begin = kibitz.audio.currentTime + number * 0.14;
      const note = new OscillatorNode(kibitz.audio, { frequency: hertz });
      const loudness = new GainNode(kibitz.audio, { gain: 0.12 });
      loudness.gain.setTargetAtTime(0, begin + 0.06, 0.03);
      note.connect(loudness).connect(kibitz.audio.destination);
      note.start(begin);
      note.stop(begin + 0.3);
    });
  },

  speak(text) {
    const language = document.documentElement.lang.slice(0, 2) || "en";
    const local = (globalThis.speechSynthesis?.getVoices() ?? []).filter((voice) => voice.localService);
    const voice = local.find((one) => one.lang.toLowerCase().startsWith(language));
    if (!voice) return;
    const words = new SpeechSynthesisUtterance(text);
    words.voice = voice;
    words.lang = voice.lang;
    speechSynthesis.speak(words);
  },

  hush: () => globalThis.speechSynthesis?.cancel(),

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
const onward = (film) => {
  const pictures = film.dataset.film.split(" ");
  film.src = pictures[(pictures.indexOf(new URL(film.src).pathname) + 1) % pictures.length];
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

// Browsers load their voices when they are first asked for; a page that may speak again does with the first tap on it.
globalThis.speechSynthesis?.getVoices();
if (document.cookie.includes("kibitz_sound=on")) document.addEventListener("pointerdown", kibitz.wake, { once: true });
