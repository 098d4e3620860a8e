"use strict";
// Says what is new, sentence by sentence: a sound, recorded phrases, and names by a voice of this device, so that no
// word leaves it. A browser makes sounds only after a tap.
const speech = {
  language: "en",
  gain: 0,
  waiting: [],
  current: null,
  recordings: new Map(),

  wake() {
    speech.audio ??= new AudioContext();
    speech.audio.resume();
    if (!speech.loudness) {
      speech.loudness = new GainNode(speech.audio);
      speech.loudness.connect(speech.audio.destination);
      speech.loudness.gain.value = speech.gain;
    }
    speech.often?.forEach(speech.recording);
  },

  // What is said often, so that it is there in time; fetched once there is a tap.
  prepare(language, percent, often) {
    speech.language = language;
    speech.often = often;
    speech.turnTo(percent);
    if (speech.audio) often.forEach(speech.recording);
  },

  turnTo(percent) {
    // Squared, as ears hear it.
    speech.gain = (percent / 100) ** 2;
    if (speech.loudness) speech.loudness.gain.value = speech.gain;
  },

  // What is `about` the same as something said before replaces it, and so does the news that it is `gone`.
  tell(gone, news) {
    const outdated = new Set([...gone, ...news.map((one) => one.about)]);
    speech.waiting = speech.waiting.filter((one) => !outdated.has(one.about));
    if (speech.current && outdated.has(speech.current.about)) speech.stop();
    if (speech.audio?.state !== "running") return;
    for (const one of news) one.said.pieces.forEach((piece) => piece.phrase && speech.recording(piece.phrase));
    speech.waiting.push(...news);
    speech.run();
  },

  hush() {
    speech.waiting = [];
    speech.stop();
  },

  stop() {
    speech.current?.stopped.abort();
    speech.current = null;
  },

  async run() {
    if (speech.current || !speech.waiting.length) return;
    const one = speech.waiting.shift();
    const stopped = new AbortController();
    speech.current = { about: one.about, stopped };
    await speech.sound(one.tone, stopped.signal);
    for (const piece of one.said.pieces) {
      if (stopped.signal.aborted) break;
      if (piece.phrase) await speech.play(piece.phrase, stopped.signal);
      else await speech.name(piece, stopped.signal);
    }
    if (speech.current?.stopped === stopped) speech.current = null;
    speech.run();
  },

  // The decoded file of a phrase, or nothing where it cannot be had: the rest is said all the same.
  recording(phrase) {
    const file = `/assets/speech/${speech.language}/${phrase}.mp3`;
    if (!speech.recordings.has(file)) {
      const decoded = fetch(file)
        .then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(answer.statusText))))
        .then((bytes) => speech.audio.decodeAudioData(bytes));
      speech.recordings.set(file, decoded.catch(() => { speech.recordings.delete(file); }));
    }
    return speech.recordings.get(file);
  },

  async play(phrase, signal) {
    const buffer = await speech.recording(phrase);
    if (!buffer || signal.aborted) return;
    const source = new AudioBufferSourceNode(speech.audio, { buffer });
    source.connect(speech.loudness);
    const over = new Promise((resolve) => { source.onended = resolve; });
    signal.addEventListener("abort", () => source.stop());
    source.start();
    await over;
  },

  // By a voice of this device, else by what is recorded for the seat.
  async name({ name, otherwise }, signal) {
    if (signal.aborted) return;
    const local = (globalThis.speechSynthesis?.getVoices() ?? []).filter((voice) => voice.localService);
    const voice = local.find((one) => one.lang.toLowerCase().startsWith(speech.language));
    if (!voice) {
      for (const phrase of otherwise) await speech.play(phrase, signal);
      return;
    }
    const words = new SpeechSynthesisUtterance(name);
    words.voice = voice;
    words.lang = voice.lang;
    words.volume = speech.gain;
    await new Promise((resolve) => {
      words.onend = words.onerror = resolve;
      signal.addEventListener("abort", () => { speechSynthesis.cancel(); resolve(); });
      // Some browsers forget to say that they are done.
      setTimeout(resolve, 4000);
      speechSynthesis.speak(words);
    });
  },

  async sound(tone, signal) {
    const notes = { verdict: [660, 880], call: [523, 659, 784], question: [440, 440], counted: [523, 784] }[tone] ?? [];
    const over = notes.map((hertz, number) => {
      const begin = speech.audio.currentTime + number * 0.14;
      const note = new OscillatorNode(speech.audio, { frequency: hertz });
      const loudness = new GainNode(speech.audio, { gain: 0.12 });
      loudness.gain.setTargetAtTime(0, begin + 0.06, 0.03);
      note.connect(loudness).connect(speech.loudness);
      note.start(begin);
      note.stop(begin + 0.3);
      signal.addEventListener("abort", () => note.stop());
      return new Promise((resolve) => { note.onended = resolve; });
    });
    await Promise.all(over);
  },
};

// Browsers load their voices when they are first asked for; a page that may speak again does with the first tap on it.
globalThis.speechSynthesis?.getVoices();
if (document.cookie.includes("kibitz_sound=on")) document.addEventListener("pointerdown", speech.wake, { once: true });
