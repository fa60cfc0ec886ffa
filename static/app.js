// What pages gain where scripts run: saving in place, "not saved yet", copying.
// Every page works without this file.
"use strict";

(() => {
  const entry = (event) => event.target.closest && event.target.closest("#entry");

  // The server was not reached or could not save: the page stays as it is, with its op id, so that
  // tapping again records the deal once.
  const unsaved = (form) => {
    const preview = form.querySelector("#preview");
    preview.textContent = document.body.dataset.unsaved;
    preview.classList.add("unsaved");
  };
  const isSave = (event) => entry(event) === event.target;

  document.addEventListener("htmx:before:request", (event) => {
    if (entry(event)) entry(event).querySelector("#preview").classList.remove("unsaved");
  });
  document.addEventListener("htmx:error", (event) => {
    if (isSave(event)) unsaved(event.target);
  });
  document.addEventListener("htmx:response:error", (event) => {
    if (isSave(event) && event.detail.ctx.response.status >= 500) unsaved(event.target);
  });

  // After saving in place, show and read out what was said, as a new page would.
  let fromEntry = false;
  document.addEventListener("htmx:before:swap", (event) => {
    const whole = event.detail.ctx.select === "#page";
    fromEntry = whole && Boolean(entry(event));
    // Somebody has begun to tap while the page was on its way: what is tapped stays.
    const form = document.getElementById("entry");
    if (whole && !fromEntry && form && touched(form)) event.preventDefault();
    // Of stages with one name only one can be open, and the old page goes after the new one has come.
    else if (whole) document.querySelectorAll("details.stage").forEach((stage) => stage.removeAttribute("name"));
  });
  document.addEventListener("htmx:after:swap", () => {
    ready();
    if (!fromEntry) return;
    fromEntry = false;
    const said = document.querySelector("main .notice, main .error") || document.querySelector("main .said, main h1");
    if (!said) return;
    said.tabIndex = -1;
    said.focus({ preventScroll: true });
    if (said.matches(".said")) window.scrollTo(0, 0);
    else said.scrollIntoView({ block: "center" });
  });

  // Another phone has saved: the totals are new already. A form that nobody has touched is drawn
  // anew; one that is being filled in is left alone, and asked about when it is saved.
  // What a form begins with is marked, so that it does not count as touched.
  const touched = (form) => form.querySelector("input:checked:not([data-initial]), .more[open]") ||
    form.querySelector("[type=checkbox][data-initial]:not(:checked)") ||
    [...form.querySelectorAll("input:not([type])")].some((input) => input.value);
  document.addEventListener("htmx:after:swap", (event) => {
    const ctx = event.detail.ctx;
    if (ctx.sourceElement.id !== "live" || ctx.response.status !== 200) return;
    const form = document.getElementById("entry");
    if (form && touched(form)) return;
    htmx.ajax("GET", location.href, { target: "#page", select: "#page", swap: "outerHTML" });
  });

  // The screen stays on while the table lies open, where the browser allows it.
  const stayOn = () => {
    if (document.querySelector(".table-page") && navigator.wakeLock && !document.hidden) {
      navigator.wakeLock.request("screen").catch(() => {});
    }
  };
  document.addEventListener("visibilitychange", stayOn);
  stayOn();

  // A number beside its tiles: one more, one less; a tile empties the field, the field frees the tiles.
  const tilesOf = (step) => [...step.closest("form").elements[step.dataset.step] instanceof RadioNodeList
    ? step.closest("form").elements[step.dataset.step] : [step.closest("form").elements[step.dataset.step]]];
  const stepped = (step, value) => {
    const field = step.querySelector("input");
    const tile = tilesOf(step).find((other) => other.value === String(value));
    field.value = tile ? "" : value;
    tilesOf(step).forEach((other) => { other.checked = other === tile; });
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".step button");
    if (!button) return;
    const step = button.parentElement;
    const field = step.querySelector("input");
    const chosen = tilesOf(step).find((tile) => tile.checked);
    const by = button === step.lastElementChild ? 1 : -1;
    const from = Number(field.value) || Number(chosen ? chosen.value : step.dataset.low - by);
    stepped(step, Math.min(step.dataset.high, Math.max(step.dataset.low, from + by)));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("input", (event) => {
    const step = event.target.closest(".step");
    if (step && event.target.value) tilesOf(step).forEach((tile) => { tile.checked = false; });
  });
  document.addEventListener("change", (event) => {
    const step = event.target.type === "radio" && event.target.form &&
      event.target.form.querySelector(`.step[data-step="${event.target.name}"]`);
    if (step) step.querySelector("input").value = "";
  });

  // Of several stages one is unfolded: a folded one shows what was tapped, the next one follows.
  const tapped = (place) => [...place.querySelectorAll("input:checked")];
  const label = (input) => {
    const text = input.parentElement.querySelector("b").textContent;
    return text.length > 11 ? `${text.slice(0, 10).trimEnd()}…` : text;
  };
  const answer = (fieldset) => {
    const groups = [...fieldset.querySelectorAll("[role=group]")];
    const digits = groups.flatMap(tapped).map((input) => input.value);
    if (groups.length) return digits.length === groups.length ? String(Number(digits.join(""))) : "";
    const typed = fieldset.querySelector("input:not([type])");
    const chosen = tapped(fieldset);
    const { count } = fieldset.dataset;
    if (count && chosen.length !== Number(count)) return "";
    return (typed && typed.value) || chosen.map(label).join(", ");
  };
  // What stands as it was proposed goes without saying.
  const worded = (fieldset) => {
    const { brief } = fieldset.dataset;
    if (!brief) return answer(fieldset);
    const chosen = tapped(fieldset);
    if (chosen.every((input) => "initial" in input.dataset)) return "";
    return chosen.map((input) => brief.replace("%(value)s", label(input))).join(", ");
  };
  // Writes the summary, cards that are counted as points, and says whether all has been answered.
  const sumUp = (stage) => {
    const asked = [...stage.querySelectorAll("fieldset")].filter((f) => getComputedStyle(f).display !== "none");
    const counts = asked.filter((f) => f.dataset.worth);
    const said = asked.filter((f) => !f.dataset.worth).map(worded);
    if (counts.length && counts.every(answer)) {
      said.push(String(counts.reduce((points, f) => points + f.dataset.worth * answer(f), 0)));
    }
    stage.querySelector("output").value = said.filter(Boolean).join(", ");
    return asked.every(answer);
  };
  const following = (stage) => [...document.querySelectorAll("details.stage")].find((other) =>
    other !== stage && !other.querySelector("output").value);
  document.addEventListener("change", (event) => {
    const stage = event.target.closest("details.stage");
    if (!stage || !entry(event)) return;
    const complete = sumUp(stage);
    const next = following(stage);
    // Who goes step by step has not arrived yet; who has typed a number has.
    if (complete && next && event.isTrusted) next.open = true;
  });
  document.addEventListener("keydown", (event) => {
    const stage = event.key === "Enter" && event.target.closest(".step input") && event.target.closest("details.stage");
    if (!stage || !following(stage)) return;
    event.preventDefault();
    event.target.blur();
  });

  // A question that has just come up is not left behind the bar.
  document.addEventListener("change", (event) => {
    if (!entry(event)) return;
    const open = [...event.target.form.querySelectorAll("fieldset[class^=ask-]")].filter((asked) =>
      asked.offsetParent && !asked.querySelector("input:checked"));
    if (open.length) open[0].scrollIntoView({ block: "nearest" });
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
    const menu = document.querySelector(".menu[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    document.getElementById(button.dataset.copy).select();
    document.execCommand("copy");
    button.textContent = button.dataset.done;
  });

  const ready = () => {
    document.querySelectorAll("[data-copy], [data-print], .step button").forEach((button) => {
      button.hidden = false;
    });
    document.querySelectorAll("details.stage").forEach(sumUp);
  };
  ready();
})();
