// What a page gains where scripts run: saving in place, "not saved yet", copying. Every page works without.
"use strict";

(() => {
  const text = (key) => document.body.dataset[key] || "";

  // Nothing reached the server, or it could not save: the page stays as it is, with its op id,
  // so that tapping again records the deal once.
  const unsaved = (form) => {
    const preview = form.querySelector("#preview");
    if (!preview) return;
    preview.textContent = text("unsaved");
    preview.classList.add("unsaved");
  };

  document.addEventListener("htmx:before:request", (event) => {
    const form = event.target.closest("#entry");
    if (form) form.querySelector("#preview").classList.remove("unsaved");
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const area = document.getElementById(button.dataset.copy);
    area.select();
    document.execCommand("copy");
    button.textContent = button.dataset.done;
  });

  window.scorekeeper = { unsaved };
  document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
})();
