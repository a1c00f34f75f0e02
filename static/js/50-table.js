// ---- the table: cards arrive one after another, and a complete trick rests before it moves to its winner --------

// Milliseconds between the cards of others, and the rest of a complete trick, by the speed in the settings.
const PACES = { slow: [900, 3200], normal: [450, 1800], fast: [150, 800], wait: [450, Infinity] };
let resting = 0;

const pace = () => PACES[document.documentElement.dataset.speed] || PACES.normal;

// The cards played since the last page. The first is the learner’s own, which is there at once.
function arrive(count) {
  const cards = [...main().querySelectorAll(".trick .card")].slice(-count);
  const [between] = pace();
  cards.forEach((card, place) => {
    if (!place) return;
    card.classList.add("arriving");
    card.style.setProperty("--wait", `${place * between}ms`);
  });
  const over = Math.max(0, cards.length - 1) * between;
  main().querySelector(".taken")?.animate([{ opacity: 0 }, { opacity: 0 }], over);
  return over;
}

function rest(cards) {
  clearTimeout(resting);
  if (!main().matches(".played, :has(.played)")) return;
  const after = cards > 0 ? arrive(cards) : 0;
  const trick = main().querySelector(".trick[data-to]");
  const [, pause] = pace();
  if (trick && !main().querySelector(".ended") && pause < Infinity) {
    resting = setTimeout(() => gather(trick), after + pause);
  }
}

// The table waits while the learner writes or has something open.
function isOccupied() {
  const field = document.activeElement?.matches("input:not([type=hidden]), select, textarea");
  return field || document.hidden || main().querySelector("details[open]") || document.querySelector("dialog[open]");
}

function gather(trick) {
  if (!trick.isConnected) return;
  if (isOccupied()) {
    resting = setTimeout(() => gather(trick), 1000);
    return;
  }
  trick.classList.add("gathering");
  Promise.allSettled(trick.getAnimations({ subtree: true }).map((one) => one.finished)).then(() => {
    if (!trick.isConnected) return;
    trick.classList.add("gathered-in");
    main().querySelector(".taken p")?.remove();
    const next = main().querySelector("#next[data-goes-on]");
    if (next?.form) next.form.requestSubmit(next);
    else next?.click();
  });
}

document.addEventListener("brought", (brought) => rest(brought.detail.cards));
rest(0);
