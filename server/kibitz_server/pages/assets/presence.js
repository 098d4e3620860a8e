"use strict";
// A page that was away, as its screen was off or the network gone, comes back by itself.
const presence = {
  hiddenSince: null,
  // From here on the server may have given the page up, and the browser not have noticed.
  stale_ms: 8000,

  start() {
    if (!window.socket) {
      setTimeout(presence.start, 100);
      return;
    }
    // A server that cannot be reached is asked again and again. To load the page anew then, as the library does,
    // would leave an error of the browser in its place, from which nothing comes back.
    const reloads = window.socket.listeners("connect_error");
    window.socket.off("connect_error");
    window.socket.on("connect_error", (error) => {
      if (error.message !== "timeout") reloads.forEach((reload) => reload(error));
    });
    new MutationObserver(presence.tell).observe(document.getElementById("popup"), { attributes: true });
    presence.tell();
  },

  // What cannot arrive must not be tapped: it would come late, as if it had been meant then.
  tell() {
    const isAway = document.getElementById("popup").ariaHidden === "false";
    document.body.classList.toggle("is-away", isAway);
    document.querySelectorAll("[data-needs-server]").forEach((part) => part.toggleAttribute("inert", isAway));
  },

  back() {
    const slept_ms = presence.hiddenSince === null ? 0 : Date.now() - presence.hiddenSince;
    presence.hiddenSince = null;
    presence.stayAwake();
    if (slept_ms > presence.stale_ms && window.socket?.connected) window.socket.io.engine.close();
  },

  // Browsers give it to pages on this computer and by https only.
  async stayAwake() {
    if (!document.querySelector("[data-stays-awake]") || !navigator.wakeLock) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Not while the battery is low.
    }
  },
};
document.addEventListener("visibilitychange", () => {
  if (document.hidden) presence.hiddenSince = Date.now();
  else presence.back();
});
document.addEventListener("DOMContentLoaded", () => {
  presence.start();
  presence.stayAwake();
});
