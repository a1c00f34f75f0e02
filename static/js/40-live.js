// ---- the results of a class refresh automatically while the page is visible ---------------------------------------

const LOOK_AGAIN = 4000;
const SAY_AT_MOST_EVERY = 20000;

// Updates what has changed. If the rows and columns are the same, it goes cell by cell, so that nothing moves and the
// focus stays.
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
  let isChanged = false;
  let said = 0;
  const doors = main().querySelector(".doors-out");
  const button = Object.assign(document.createElement("button"), { type: "button", id: "by-itself" });
  const name = () => {
    button.textContent = stopped ? live.dataset.follow : live.dataset.stop;
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
      return; // it may answer the next time
    }
    if (answer.status === 304) return;
    const fresh = parser.parseFromString(await answer.text(), "text/html").getElementById("live");
    if (!fresh) {
      stopped = true; // logged out, or the class was deleted
      name();
      return complain();
    }
    isChanged = freshen(live, fresh) > 0 || isChanged;
    if (isChanged && Date.now() - said > SAY_AT_MOST_EVERY) {
      announcer.textContent = live.dataset.changed;
      isChanged = false;
      said = Date.now();
    }
  }
  setInterval(look, LOOK_AGAIN);
  document.addEventListener("visibilitychange", look);
}

if (document.getElementById("live")) follow(document.getElementById("live"));
