// ---- a table of several people: the page follows what the others do ----------------------------------------------

// Milliseconds between two looks. While everybody waits for this person, little can happen.
const LOOK_EVERY = 800;
const LOOK_WHEN_AWAITED = 2400;
const LOOK_HIDDEN = 5000;
const HERE_EVERY = 20000;
let lastHere = 0;

const followed = () => document.getElementById("together");

// The page waits while somebody writes, and while an answer of theirs is under way.
function isWriting() {
  const field = document.activeElement?.matches("input:not([type=hidden]), select, textarea");
  return field || main().ariaBusy === "true" || Boolean(document.querySelector("dialog[open]"));
}

// Says that somebody is still here. The tutor plays for those of whom it has not heard for a while.
function sayHere(form) {
  if (Date.now() - lastHere < HERE_EVERY) return;
  lastHere = Date.now();
  fetch(form.action, { method: "POST", body: new FormData(form), credentials: "same-origin", redirect: "manual" })
    .catch(() => { lastHere = 0; });
}

async function follow_table() {
  const form = followed();
  if (!form) return;
  sayHere(form);
  try {
    const answer = await fetch(form.dataset.watch, { credentials: "same-origin" });
    const version = answer.ok ? await answer.text() : form.dataset.version;
    if (version !== followed()?.dataset.version && !isWriting()) await refresh_table();
    main().querySelector(".unanswered")?.remove();
  } catch {
    if (!main().querySelector(".unanswered")) complain();
  }
}

// Brings the page as it is now. What was open stays open, and the focus stays where it was.
async function refresh_table() {
  const opened = [...main().querySelectorAll("details[open] > summary")].map((one) => one.textContent);
  const focus = document.activeElement?.id || null;
  const [x, y] = [window.scrollX, window.scrollY];
  await bring(location.href, { push: false, focus });
  for (const summary of main().querySelectorAll("details > summary")) {
    if (opened.includes(summary.textContent)) summary.parentElement.open = true;
  }
  window.scrollTo(x, y);
  const news = ["#event", ".whose", "#proposed"].map((one) => main().querySelector(one)?.textContent.trim() || "");
  announcer.textContent = news.filter(Boolean).join(" ");
}

// Where the tutor has to act and no trick is to be looked at first, it does so after a moment.
function nudge() {
  const next = main().querySelector("#next[data-goes-on]");
  if (!followed() || !next || main().querySelector(".trick[data-to]")) return;
  setTimeout(() => {
    if (next.isConnected && !isWriting()) next.form.requestSubmit(next);
  }, pace()[0] * 2);
}

async function keep_following() {
  await follow_table();
  const awaited = followed()?.dataset.awaited !== undefined;
  setTimeout(keep_following, document.hidden ? LOOK_HIDDEN : awaited ? LOOK_WHEN_AWAITED : LOOK_EVERY);
}

if (followed()) {
  keep_following();
  nudge();
}
document.addEventListener("brought", nudge);
