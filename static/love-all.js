// Without this file every page works by links and forms. With it a step of a game, a hand of practice and an answer
// come without a reload: the same pages are fetched, and their main part is put in place of the old.

const KEYS = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" };
const announcer = document.getElementById("announcer");
const parser = new DOMParser();
let lastChair = null;

const main = () => document.getElementById("main");
const inPlace = () => main().dataset.inPlace !== undefined;

async function bring(request, { push = true, focus = null, hash = "" } = {}) {
  let answer;
  try {
    answer = await fetch(request, { credentials: "same-origin" });
  } catch {
    complain();
    return true;
  }
  const page = parser.parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) return false;
  const before = main().querySelector("#event");
  const after = fresh.querySelector("#event");
  const forward = before && after && Number(after.dataset.step) === Number(before.dataset.step) + 1;
  main().replaceWith(document.adoptNode(fresh));
  main().classList.toggle("moving", Boolean(forward));
  for (const part of ["header.run", "footer.run"]) {
    const found = page.querySelector(part);
    if (found) document.querySelector(part).replaceWith(document.adoptNode(found));
  }
  document.title = page.title;
  // In a frame the steps are not the way back of the page around it.
  const remember = window.parent === window ? "pushState" : "replaceState";
  if (push && answer.ok && answer.url !== location.href) history[remember](null, "", answer.url);
  settle(focus, hash);
  if (!inPlace()) window.scrollTo(0, 0);
  return true;
}

// What was chosen stays chosen, and can be sent again.
function complain() {
  const fault = Object.assign(document.createElement("p"), { className: "fault unanswered", role: "alert" });
  fault.textContent = "The tutor does not answer. Is it still running? Start it again, and go on from here.";
  main().querySelector(".unanswered")?.remove();
  (main().querySelector("#decision") || main().querySelector(".beside") || main()).prepend(fault);
}

// Focus goes where the next decision is; otherwise it stays with the control that was used.
function settle(focus, hash) {
  const ask = main().querySelector("#decision .choices:not(.after) :is(button, input:not([type=hidden]))");
  const wanted = (focus && document.getElementById(focus)) || null;
  const there = hash && document.getElementById(hash.slice(1));
  if (there) there.focus({ preventScroll: false });
  else if (ask && !wanted) ask.focus({ preventScroll: true });
  else (wanted || main().querySelector("#next") || main()).focus({ preventScroll: true });
  const status = there && there.querySelector("[role=status]");
  const event = main().querySelector("#event");
  announcer.textContent = status ? status.textContent.trim() : event ? event.textContent.trim() : "";
  stand();
}

// Where the learner stands in a game is kept for the next visit: one place after another, of those that wait the last.
let stood = null;
let isStanding = false;

function stand() {
  const form = main().querySelector("#place");
  if (!form || isStanding) return;
  const here = [form.action, form.elements.step.value, form.elements.seat.value].join(" ");
  if (here === stood) return;
  [stood, isStanding] = [here, true];
  const body = new FormData(form);
  const sent = fetch(form.action, { method: "POST", body, credentials: "same-origin", keepalive: true });
  sent.catch(() => {}).finally(() => {
    isStanding = false;
    stand();
  });
}

// The page says which addresses are put in its place (`data-in-place`); a star stands for any ending.
function mayBring(link) {
  const there = new URL(link.href, location.href);
  if (!inPlace() || link.target || there.origin !== location.origin) return false;
  if (there.pathname === location.pathname && there.search === location.search && there.hash) return false;
  const address = there.pathname + there.search;
  return main().dataset.inPlace.split(" ").some((place) =>
    place.endsWith("*") ? address.startsWith(place.slice(0, -1)) : [address, there.pathname].includes(place),
  );
}

document.addEventListener("click", (click) => {
  const link = click.target.closest("a[href]");
  if (!link || click.defaultPrevented || click.button) return;
  if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
  if (!mayBring(link)) return;
  click.preventDefault();
  bring(link.href, { focus: link.id || null, hash: link.hash }).then((done) => done || location.assign(link.href));
});

document.addEventListener("submit", (submit) => {
  const form = submit.target;
  if (form.id === "pack") {
    // The colours change at once; the choice is kept without leaving the page.
    submit.preventDefault();
    const data = new FormData(form, submit.submitter);
    document.documentElement.dataset.pack = data.get("pack");
    data.delete("back");
    fetch(form.action, { method: "POST", body: data, credentials: "same-origin" }).catch(complain);
    const other = data.get("pack") === "two" ? "four" : "two";
    submit.submitter.value = other;
    submit.submitter.textContent = `Pack of ${other} colours`;
    return;
  }
  if (!form.classList.contains("choices") || !inPlace()) return;
  submit.preventDefault();
  const request = new Request(form.action, { method: "POST", body: new FormData(form, submit.submitter) });
  bring(request, { hash: `#${form.closest(".ask[id]")?.id || "decision"}` }).then((done) => done || location.reload());
});

document.addEventListener("keydown", (key) => {
  if (key.metaKey || key.ctrlKey || key.altKey || !inPlace()) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(key.target.tagName)) return;
  let id = KEYS[key.key];
  if (key.key.toLowerCase() === "h" && !key.shiftKey) {
    const current = main().querySelector(".chairs [aria-current]");
    if (!current) return;
    if (current.id !== "chair-all") lastChair = current.id;
    id = current.id === "chair-all" ? lastChair || "chair-a" : "chair-all";
  }
  if (id === "next" && main().querySelector("#to-decision")) {
    key.preventDefault();
    main().querySelector("#decision button").focus();
    return;
  }
  const control = id && document.getElementById(id);
  if (!control) return;
  key.preventDefault();
  control.click();
});

window.addEventListener("popstate", () => {
  bring(location.href, { push: false }).then((done) => done || location.reload());
});

// A file is being made: its page is brought again, in place, until it is there.
function watch() {
  if (main().querySelector("[data-watched]")) setTimeout(look, 1000);
}

async function look() {
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    const fresh = parser.parseFromString(await answer.text(), "text/html").getElementById("main");
    if (fresh) main().replaceChildren(...document.adoptNode(fresh).childNodes);
    const status = main().querySelector("[role=status], [role=alert]");
    if (status) announcer.textContent = status.textContent.trim();
  } catch {
    complain();
  }
  watch();
}

watch();
stand();
// ---- a page that follows a class looks again by itself while it is seen -----------------------------------------

const LOOK_AGAIN = 4000;
const SAY_AT_MOST_EVERY = 20000;

// Puts in place what has changed: cell by cell where the rows and columns are the same, so that nothing moves and the
// focus stays where it is.
function freshen(live, fresh) {
  const names = (part) => [...part.querySelectorAll("td[id]")].map((cell) => cell.id).join();
  const heads = (part) => part.querySelector("thead")?.innerHTML;
  const focused = live.contains(document.activeElement) ? document.activeElement.id : "";
  const opened = [...live.querySelectorAll("details[open][id]")].map((one) => one.id);
  let changed = 0;
  if (names(live) === names(fresh) && heads(live) === heads(fresh)) {
    for (const cell of fresh.querySelectorAll("td[id]")) {
      const old = document.getElementById(cell.id);
      old.classList.remove("changed");
      if (old.innerHTML === cell.innerHTML && old.className === cell.className) continue;
      old.innerHTML = cell.innerHTML;
      old.className = `${cell.className} changed`;
      changed += 1;
    }
    for (const id of ["as-of", "needing"]) {
      const old = document.getElementById(id);
      if (!old.contains(document.activeElement)) old.replaceWith(document.adoptNode(fresh.querySelector(`#${id}`)));
    }
  } else {
    const grid = live.querySelector(".grid");
    const [left, top] = grid ? [grid.scrollLeft, grid.scrollTop] : [0, 0];
    changed = 1;
    live.replaceChildren(...document.adoptNode(fresh.cloneNode(true)).childNodes);
    live.querySelector(".grid")?.scrollTo(left, top);
  }
  live.dataset.tag = fresh.dataset.tag;
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  if (focused && document.activeElement?.id !== focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  return changed;
}

function follow(live) {
  let stopped = false;
  let changes = 0;
  let said = 0;
  const doors = main().querySelector(".doors-out");
  const button = Object.assign(document.createElement("button"), { type: "button", id: "by-itself" });
  const name = () => {
    button.textContent = stopped ? "Look again by itself" : "Stop looking by itself";
  };
  button.addEventListener("click", () => {
    stopped = !stopped;
    name();
    if (!stopped) look();
  });
  name();
  doors.append(button);

  async function look() {
    if (stopped || document.hidden) return;
    let answer;
    try {
      const headers = { "If-None-Match": `"${live.dataset.tag}"` };
      answer = await fetch(location.href, { credentials: "same-origin", headers });
    } catch {
      return; // it may be there again the next time
    }
    if (answer.status === 304) return;
    const fresh = parser.parseFromString(await answer.text(), "text/html").getElementById("live");
    if (!fresh) {
      stopped = true; // logged out, or the class is no more
      name();
      return complain();
    }
    changes += freshen(live, fresh);
    if (changes && Date.now() - said > SAY_AT_MOST_EVERY) {
      const many = `${changes} places in the grid have changed.`;
      announcer.textContent = changes === 1 ? "Something has changed in the grid." : many;
      changes = 0;
      said = Date.now();
    }
  }
  setInterval(look, LOOK_AGAIN);
  document.addEventListener("visibilitychange", look);
}

if (document.getElementById("live")) follow(document.getElementById("live"));
