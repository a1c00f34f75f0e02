// The service worker: it answers for the tutor while there is no connection, and only with what was kept. With a
// connection every page comes from the tutor. Its settings and the store come before this text.

const CACHE = `love-all-${SETTINGS.version}`;
const GONE = [502, 504]; // a proxy in front of a tutor that does not answer

self.addEventListener("install", (install) => {
  const fresh = (address) => new Request(address, { cache: "reload" });
  const filled = caches.open(CACHE).then((cache) => cache.addAll([...SETTINGS.assets, SETTINGS.page].map(fresh)));
  install.waitUntil(filled.then(() => self.skipWaiting()));
});

const isOld = (name) => name.startsWith("love-all-") && name !== CACHE;

self.addEventListener("activate", (activate) => {
  const cleaned = caches.keys().then((names) =>
    Promise.all(names.filter(isOld).map((name) => caches.delete(name))),
  );
  activate.waitUntil(cleaned.then(() => self.clients.claim()));
});

// A page that was on its way when the worker began asks it to watch over it too.
self.addEventListener("message", (message) => message.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const isPage = request.mode === "navigate" || request.headers.has("X-Click");
  if (request.method === "GET" && url.pathname.startsWith(SETTINGS.static)) event.respondWith(asset(request));
  else if (request.method === "GET" && isPage) event.respondWith(page(request, url));
  else if (request.method === "POST" && isPage && isOurs(request)) event.respondWith(answered(event, url));
});

// Another site can send a form here too. The tutor refuses it, so it must not wait for a connection either. Only our
// own pages say that they sent it (see Referrer-Policy).
const isOurs = (request) => request.referrer !== "" && new URL(request.referrer).origin === location.origin;

// What is in the cache is asked for first by its whole address. A kept page may name a file of an earlier version.
async function asset(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  try {
    return await fetch(request);
  } catch (error) {
    const other = await cache.match(request, { ignoreSearch: true });
    if (other) return other;
    throw error;
  }
}

// A connection may hang. After a while what was kept is shown, and without that the page is waited for.
async function page(request, url) {
  const coming = fetch(request);
  const first = await Promise.race([coming, late()]).catch(() => null);
  if (first && !GONE.includes(first.status)) return first;
  const found = await kept(request, url).catch(() => null);
  return found || coming.catch(() => offlinePage(request));
}

const late = () => new Promise((done) => setTimeout(done, SETTINGS.patience, null));

function shown(text, address) {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": SETTINGS.policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Address": address,
  };
  return new Response(text, { headers });
}

// Without a page of that address: the page of what is kept. A script that follows a link is told to go there itself.
async function offlinePage(request) {
  if (request.mode !== "navigate") return new Response("", { status: 503 });
  const found = await caches.match(SETTINGS.page);
  return found ? shown(await found.text(), SETTINGS.page) : Response.error();
}

async function kept(request, url) {
  const whose = await offlineStore.account();
  if (!whose) return null;
  let place = url.pathname + url.search;
  const isReview = url.pathname === SETTINGS.review;
  if (isReview && !(await offlineStore.packAt(whose, place))) place = SETTINGS.review;
  const pack = await offlineStore.packAt(whose, place);
  const found = pack && (await offlineStore.body(pack));
  if (!found) return null;
  const there = isReview ? await nextOfReview(whose, found) : found.pages[place].to || place;
  if (there !== place && request.mode === "navigate") return Response.redirect(there, 302);
  return shown(await textAt(whose, found, there), there);
}

// The first question of the review that was not answered on this device.
async function nextOfReview(whose, pack) {
  for (const action of Object.keys(pack.forms)) {
    if ((await offlineStore.given(whose, action)) === undefined) return action;
  }
  return pack.end;
}

// A question that stays at its address shows the verdict once it is answered.
async function textAt(whose, pack, place) {
  for (const [action, form] of Object.entries(pack.forms)) {
    if (form.at !== place) continue;
    const given = await offlineStore.given(whose, action);
    if (given !== undefined) return pack.pages[after(form, given)].text;
  }
  return pack.pages[place].text;
}

const after = (form, given) => (Object.hasOwn(form.answers, given) ? form.answers[given] : form.other);

// An answer. With a connection it goes to the tutor. Without one it waits in the store, under the name of its form, so
// that an answer which had arrived before the connection broke is counted once. A kept page has no token, so the tutor
// would refuse its form: such an answer always goes through the store, from which the page sends it.
async function answered(event, url) {
  const { request } = event;
  const action = url.pathname + url.search;
  const found = await packOf(action).catch(() => null);
  if (!found) return orOffline(fetch(request), request);
  const sent = await request.clone().formData().catch(() => new FormData());
  const save = (isQueued) => saveAnswer(found, action, sent, isQueued).catch(() => null);
  const coming = sent.has("csrf_token") ? fetch(request) : null;
  const answer = await Promise.race([coming, late()]).catch(() => null);
  if (answer && !GONE.includes(answer.status)) {
    if (isLogIn(answer)) await save(true);
    else if (answer.ok) event.waitUntil(save(false));
    return answer;
  }
  const next = await save(true);
  if (!next) return orOffline(coming || fetch(request), request);
  if (request.mode === "navigate") return Response.redirect(next.address, 303);
  return shown(next.text, next.address);
}

const orOffline = (coming, request) =>
  coming.catch(() => (request.mode === "navigate" ? offlinePage(request) : Response.error()));

// The session has ended, so the answer was not saved. A form that is sent without the script does not tell.
const isLogIn = (answer) => answer.redirected && new URL(answer.url).pathname === SETTINGS.log_in;

async function packOf(action) {
  const whose = await offlineStore.account();
  const pack = whose && (await offlineStore.packAt(whose, `POST ${action}`));
  const found = pack && (await offlineStore.body(pack));
  return found && { whose, ...found };
}

// Saves which answer was given, and if it is queued, the answer too. Answers with the page that follows.
async function saveAnswer(pack, action, sent, isQueued) {
  const given = sent.get("answer");
  if (given === null) return null;
  const name = isQueued ? sent.get("once") || crypto.randomUUID() : "";
  await offlineStore.saveAnswer(pack.whose, name, action, given, Date.now());
  const form = pack.forms[action];
  const place = after(form, given);
  return { address: form.at || place, text: pack.pages[place].text };
}
