// ---- a live lesson: the screens follow the teacher’s, and votes are sent without a reload --------------------------

const live = document.getElementById("live-lesson");

const MOST_ATTEMPTS = 30;

function followLesson() {
  const now = () => document.getElementById("live-now");
  let isAsking = false;
  let failures = 0;
  let timer = 0;
  let isOver = false;

  // Words that were typed and not sent stay. Focus stays with the same control, or goes to the next question.
  function put(text) {
    const fresh = parser.parseFromString(text, "text/html").getElementById("live-now");
    if (!fresh) return location.reload(); // logged out, or the lesson was deleted
    const old = now();
    const moved = old.dataset.step !== fresh.dataset.step;
    const focused = live.contains(document.activeElement) ? document.activeElement : null;
    const typed = moved ? "" : old.querySelector("input[name=answer]")?.value || "";
    const isChanged = (one) => (one.options
      ? [...one.options].some((option) => option.selected !== option.defaultSelected)
      : one.value !== one.defaultValue);
    const chosen = moved ? [] : [...old.querySelectorAll("select[id], input[id]")].filter(isChanged);
    const opened = moved ? [] : [...old.querySelectorAll("details[open][id]")].map((one) => one.id);
    const said = (part) => part.querySelector("#live-says")?.textContent.trim().replace(/\s+/g, " ");
    const asked = (part) => part.querySelector("#question, h1")?.textContent.trim().replace(/\s+/g, " ");
    const news = [asked(fresh) !== asked(old) && asked(fresh), said(fresh) !== said(old) && said(fresh)];
    document.adoptNode(fresh);
    const key = focused?.id || focused?.value;
    old.replaceWith(fresh);
    if (typed) fresh.querySelector("input[name=answer]").value = typed;
    for (const { id, value } of chosen) {
      const same = document.getElementById(id);
      if (same && (!same.options || [...same.options].some((option) => option.value === value))) same.value = value;
    }
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    if (focused) {
      const same = [...fresh.querySelectorAll("button, a, summary, input, select")].find((one) =>
        key && !one.disabled && (focused.id ? one.id === key : one.value === key));
      (same || fresh.querySelector(".live-controls .primary, #question") || main()).focus({ preventScroll: true });
    }
    announcer.textContent = news.filter(Boolean).join(" ");
    isOver = Boolean(fresh.querySelector("#live-says")) && fresh.dataset.tag.split("-")[1] === "1";
  }

  function lost(isLost) {
    document.getElementById("live-lost")?.remove();
    if (!isLost) return;
    const note = Object.assign(document.createElement("p"), { id: "live-lost", className: "fault" });
    note.role = "status";
    note.textContent = live.dataset.lost;
    live.before(note);
  }

  async function look() {
    clearTimeout(timer);
    if (isAsking || isOver) return;
    isAsking = true;
    try {
      const headers = { "If-None-Match": `"${now().dataset.tag}"` };
      const answer = await fetch(live.dataset.part, { credentials: "same-origin", headers });
      if (answer.status === 404 || answer.redirected) return location.reload();
      if (answer.ok) put(await answer.text());
      else if (answer.status !== 304) throw new Error(answer.status);
      if (failures) lost(false);
      failures = 0;
    } catch {
      failures += 1;
      if (failures > 1) lost(true);
    } finally {
      isAsking = false;
    }
    const every = Number(live.dataset.every);
    timer = setTimeout(look, document.hidden ? 4 * every : Math.min(every * (1 + failures), 3000));
  }

  live.addEventListener("submit", async (submit) => {
    const form = submit.target;
    submit.preventDefault();
    if (live.ariaBusy === "true") return;
    live.ariaBusy = "true";
    const body = new FormData(form, submit.submitter);
    body.append("part", "1");
    // What was chosen is sent until it is answered: sent twice, it is still saved once.
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      try {
        const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
        if (answer.status >= 500) throw new Error(answer.status);
        put(await answer.text());
        lost(false);
        break;
      } catch {
        lost(true);
        await new Promise((resolve) => { setTimeout(resolve, 1000); });
      }
    }
    live.ariaBusy = "false";
  });

  const joins = document.getElementById("take-part");
  if (joins) {
    joins.hidden = true;
    const body = new FormData(joins);
    body.append("part", "1");
    fetch(joins.action, { method: "POST", body, credentials: "same-origin" }).catch(() => { joins.hidden = false; });
  }
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  look();
}

if (live?.dataset.part) followLesson();
