// Without this file every page works by links and forms. With it, a step of a game, a question and an answer appear
// without a reload: the script fetches the same pages and replaces the main part.

// Its data holds the words that scripts say on any page.
const announcer = document.getElementById("announcer");
const parser = new DOMParser();

const main = () => document.getElementById("main");
const inPlace = () => main().dataset.inPlace !== undefined;

// On a projector, what follows in the same section of the site is shown for a projector too, unless the page says where
// its links lead.
const { stage } = document.documentElement.dataset;
const STAGE = stage !== undefined;
const siteSection = (url) => url.pathname.split("/")[1];

function staged(address) {
  const url = new URL(address, location.href);
  const isKept = stage === "kept" && url.origin === location.origin && siteSection(url) === siteSection(location);
  if (isKept) url.searchParams.set("stage", "1");
  return url.href;
}

// The page shown, without the part of it that the address names.
const address = () => location.pathname + location.search;
let shown = address();

async function bring(request, { push = true, focus = null, hash = "" } = {}) {
  let answer;
  try {
    const sent = new Request(request, { credentials: "same-origin" });
    sent.headers.set("X-Click", "1");
    answer = await fetch(sent);
  } catch {
    complain();
    return true;
  }
  const page = parser.parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) return false;
  // Somebody else has logged in meanwhile, in another tab: nothing of this page is theirs.
  const { account } = page.getElementById("announcer")?.dataset || {};
  if (account !== undefined && account !== announcer.dataset.account && !STAGE) {
    location.assign(answer.redirected || typeof request === "string" ? answer.url : location.href);
    return true;
  }
  const held = main().contains(document.activeElement) && document.activeElement.id;
  const before = main().querySelector("#event");
  const after = fresh.querySelector("#event");
  const forward = before && after && Number(after.dataset.step) === Number(before.dataset.step) + 1;
  main().replaceWith(document.adoptNode(fresh));
  main().classList.toggle("moving", Boolean(forward));
  if (forward) knock();
  for (const part of ["header.run", "footer.run"]) {
    const found = page.querySelector(part);
    if (found) document.querySelector(part).replaceWith(document.adoptNode(found));
  }
  document.title = page.title;
  // In a frame, the steps do not go into the history of the page around it.
  const remember = window.parent === window ? "pushState" : "replaceState";
  // A page that was kept says where it belongs.
  const there = new URL(answer.headers.get("X-Address") || answer.url, location.href).href;
  if (push && answer.ok && there !== location.href) history[remember](null, "", staged(there));
  shown = address();
  const isNextStep = before && after && inPlace();
  if (!isNextStep && (!inPlace() || (push && !hash))) window.scrollTo(0, 0);
  settle(isNextStep ? [focus, held] : [], hash);
  if (isNextStep && !hash) main().querySelector(".table")?.scrollIntoView({ block: "nearest" });
  reveal(document.activeElement);
  const cards = before && after ? Number(after.dataset.step) - Number(before.dataset.step) : 0;
  document.dispatchEvent(new CustomEvent("brought", { detail: { cards } }));
  return true;
}

// The learner’s choice stays, and can be sent again.
function complain() {
  const fault = Object.assign(document.createElement("p"), { className: "fault unanswered", role: "alert" });
  fault.textContent = announcer.dataset.silent;
  main().querySelector(".unanswered")?.remove();
  main().ariaBusy = "false";
  (main().querySelector("#decision") || main().querySelector(".beside") || main()).prepend(fault);
}

// The controls that answer the question of a page: a card on the table, a button, a field.
const ASKED = ":is(#decision, [data-unanswered], .table) .choices:not(.after)";
const CHOICES = `${ASKED} :is(button, input:not([type=hidden]))`;

// The part of the page with the question that waits. Its answers may lie outside it, on a table.
function question() {
  const choice = main().querySelector(CHOICES);
  return choice && (choice.closest(".step, #decision") || main().querySelector("#decision"));
}

// Focus goes to the question, never to one of its answers, so that a key pressed twice does not answer it. At a step of
// a game without a question, focus stays with the control that was used.
function settle(focused, hash) {
  const ask = question();
  const isNear = ask && ask.getBoundingClientRect().top < window.innerHeight;
  const there = hash && document.getElementById(hash.slice(1));
  const held = focused.map((id) => document.getElementById(id || "")).find((one) => one?.checkVisibility());
  const next = isNear ? ask : main().querySelector("#next") || main();
  (there || held || next).focus({ preventScroll: true });
  const statuses = there ? [...there.querySelectorAll("[role=status]")] : [];
  const status = statuses.filter((one) => !one.matches(".outcome, .yours")).at(-1) || statuses.at(-1);
  if (status && !status.matches(".yours")) status.scrollIntoView({ block: "nearest" });
  else if (main().classList.contains("played")) document.activeElement.scrollIntoView({ block: "nearest" });
  const heading = isNear && document.getElementById(ask.getAttribute("aria-labelledby"));
  const posed = statuses.length ? null : heading || (!ask && main().querySelector("#the-end"));
  const news = [main().querySelector("#event"), ...statuses, posed].filter(Boolean);
  announcer.textContent = news.map((one) => one.textContent.trim().replace(/\s+/g, " ")).join(" ");
  stand();
}

// What has the focus is never off the screen.
function reveal(focused) {
  if (focused === document.body || focused === main()) return;
  const { top, bottom } = focused.getBoundingClientRect();
  if (bottom < 0 || top > window.innerHeight - 24) focused.scrollIntoView({ block: "nearest" });
}

// The learner’s place in a game is saved for the next visit, one at a time. If several wait, only the last is sent.
// Opening a game does not begin it: only a later step is saved.
let stood = null;
let isStanding = false;

function stand() {
  const form = main().querySelector("#place");
  if (!form || isStanding) return;
  const here = [form.action, form.elements.step.value].join(" ");
  const isOpened = !stood?.startsWith(`${form.action} `);
  if (here === stood) return;
  stood = here;
  if (isOpened) return;
  isStanding = true;
  const body = new FormData(form);
  const sent = fetch(form.action, { method: "POST", body, credentials: "same-origin", keepalive: true });
  sent.catch(() => {}).finally(() => {
    isStanding = false;
    stand();
  });
}

// The page says which addresses replace it (`data-in-place`). A star stands for any ending.
function mayBring(link) {
  const there = new URL(link.href, location.href);
  if (!inPlace() || link.target || there.origin !== location.origin) return false;
  if (there.pathname === location.pathname && there.search === location.search && there.hash) return false;
  const wanted = there.pathname + there.search;
  return main().dataset.inPlace.split(" ").some((place) =>
    place.endsWith("*") ? wanted.startsWith(place.slice(0, -1)) : [wanted, there.pathname].includes(place),
  );
}

document.addEventListener("click", (click) => {
  const link = click.target.closest("a[href]");
  if (!link || click.defaultPrevented || click.button) return;
  if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
  if (!mayBring(link)) {
    link.href = staged(link.href);
    return;
  }
  click.preventDefault();
  bring(link.href, { focus: link.id || null, hash: link.hash }).then((done) => done || location.assign(link.href));
});

document.addEventListener("submit", (submit) => {
  const form = submit.target;
  if (!form.classList.contains("choices") || !inPlace()) return;
  submit.preventDefault();
  if (main().ariaBusy === "true") return;
  main().ariaBusy = "true";
  const request = new Request(form.action, { method: "POST", body: new FormData(form, submit.submitter) });
  bring(request, { hash: `#${form.closest(".ask[id]")?.id || "decision"}` }).then((done) => done || location.reload());
});

window.addEventListener("popstate", () => {
  if (address() === shown) return;
  bring(location.href, { push: false }).then((done) => done || location.reload());
});

// While a file is being made, its page is fetched again until the file is ready.
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

// A form that was refused says why at its top, and the focus is there.
function refuse() {
  const fault = main().querySelector(".fault[role=alert]");
  if (!fault || document.activeElement !== document.body) return;
  fault.tabIndex = -1;
  fault.focus();
}

watch();
stand();
refuse();
