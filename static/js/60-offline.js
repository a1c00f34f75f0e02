// Pages without a connection: what is opened is kept, answers that waited are sent, and the log-out erases all of it.
// The service worker shows the kept pages. See docs/offline.md.

const offline = (() => {
  const pageData = announcer.dataset;
  const AT_A_TIME = 50;
  const PACKS_AT_A_TIME = 100;
  const LONG = 15_000;
  const SOON = 4000; // a page that was only glanced at is not kept
  const PATIENCE = 20; // the tutor prepares one pack at a time
  const AGAIN = 10 * 60 * 1000;
  const canKeep = "serviceWorker" in navigator && "indexedDB" in window && "DecompressionStream" in window;
  const isHere = () => main().querySelector("#kept");
  const isFromStore = () => main().querySelector("#offline-banner");
  const number = (text, count) => text.replace("NUMBER", count);
  const locked = (name, act) => (navigator.locks ? navigator.locks.request(`love-all-${name}`, act) : act());

  // ---- answers that wait ------------------------------------------------------------------------------------------

  async function post(address, token, body) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token, Accept: "application/json" };
    return fetch(address, { method: "POST", credentials: "same-origin", headers, body: JSON.stringify(body) });
  }

  // Only one tab sends at a time. Another account’s answers stay, and so do those that cannot be sent now.
  async function send(account, ids) {
    return locked("sending", async () => {
      const state = await (await fetch(`${pageData.offline}state`, { credentials: "same-origin" })).json();
      if (state.account !== account) {
        if (state.account) await offlineStore.setAccount(state.account); // the page that says so was left too soon
        return null;
      }
      let sent = 0;
      const open = [...ids];
      for (;;) {
        const waiting = (await offlineStore.waiting(account)).sort((one, other) => one.at - other.at);
        const some = waiting.slice(0, AT_A_TIME);
        const packs = open.splice(0, PACKS_AT_A_TIME);
        if (!some.length && !packs.length) return sent;
        const answers = some.map(({ key, action, given, at }) => ({ key, action, given, ago: Date.now() - at }));
        const answer = await post(`${pageData.offline}answers`, state.token, { account, answers, packs });
        if (!answer.ok || !answer.headers.get("Content-Type")?.startsWith("application/json")) return null;
        const { results, remove, later } = await answer.json();
        for (const [place, result] of results.entries()) {
          if (result.saved) await offlineStore.remove("answers", some[place].key);
          else await offlineStore.setFault(some[place].key, result.why);
          sent += result.saved;
        }
        for (const id of remove) await offlineStore.removePack({ key: offlineStore.key(account, id) });
        if (later.length < packs.length) open.unshift(...later);
      }
    });
  }

  // A kept page does not say whose it is.
  const accountHere = async () => pageData.account ?? offlineStore.account();

  // Sends what waits. Now and then it asks as well which packs must go, because work asks what is in them.
  async function sync({ isAsked = false, account = null } = {}) {
    account ??= await accountHere();
    if (!account) return null;
    const waiting = await offlineStore.waiting(account);
    const last = (await offlineStore.get("settings", `asked ${account}`))?.value || 0;
    const isDue = isAsked || Date.now() - last > AGAIN || last > Date.now();
    const packs = isDue ? await offlineStore.allOf("packs", account) : [];
    if (!waiting.length && !packs.length) return 0;
    const sent = await send(account, packs.map((pack) => pack.id));
    if (sent !== null && isDue) await offlineStore.put("settings", { name: `asked ${account}`, value: Date.now() });
    return sent;
  }

  // ---- keeping ----------------------------------------------------------------------------------------------------

  // Keeps a pack. Answers with the name of what went wrong, and why if the tutor said so. The tutor gives what is for
  // the account that is logged in now, and that may be another than the page’s.
  async function fetchPack(account, id, isPinned) {
    let answer;
    try {
      for (let tries = isPinned ? PATIENCE : 1; tries && (!answer || answer.status === 503); tries -= 1) {
        if (answer) await new Promise((done) => setTimeout(done, SOON / 2));
        answer = await fetch(`${pageData.offline}packs/${id}`, { credentials: "same-origin" });
      }
    } catch {
      return { fault: "failed" };
    }
    const whose = answer.headers.get("X-Account");
    if (whose && whose !== account) return { fault: "changed" };
    if (whose && [403, 404].includes(answer.status)) return { fault: "refused", why: await whyOf(answer) };
    if (!whose || !answer.ok || answer.headers.get("Content-Type") !== "application/gzip") return { fault: "failed" };
    try {
      const hasRoom = await offlineStore.keep(account, await answer.blob(), isPinned, Date.now());
      return { fault: hasRoom ? "" : (await offlineStore.account()) === account ? "full" : "changed" };
    } catch (error) {
      // The device may have less room than we may use.
      return { fault: error?.name === "QuotaExceededError" ? "full" : "failed" };
    }
  }

  const whyOf = async (answer) => (await answer.json().catch(() => ({}))).why;

  async function keptPack(account, id) {
    const found = await offlineStore.get("packs", offlineStore.key(account, id));
    return found?.version === pageData.version ? found : null;
  }

  async function showKeeping() {
    const { account } = pageData;
    for (const part of main().querySelectorAll("[data-packs]")) {
      const ids = part.dataset.packs.split(" ");
      const found = await Promise.all(ids.map((id) => keptPack(account, id)));
      part.hidden = false;
      if (found.every((pack) => pack?.isPinned)) tell(part, "kept");
      if ("visited" in part.dataset) setTimeout(() => visit(part, account, ids), SOON);
    }
  }

  async function visit(part, account, ids) {
    if (!part.isConnected) return;
    for (const id of ids) {
      const found = await keptPack(account, id);
      const age = Date.now() - found?.usedAt; // less than nothing if the clock was wrong
      const isFresh = found && (id !== "review" || (age >= 0 && age < AGAIN));
      if (!isFresh) await fetchPack(account, id, false);
      else if (id !== "review") await offlineStore.touch(found, Date.now());
    }
    part.dataset.isVisited = "";
  }

  function tell(part, what, why) {
    part.querySelector("[role=status]").textContent = why || part.dataset[what];
    const isDone = what === "kept";
    part.querySelector("button").hidden = isDone;
    part.querySelector("a").hidden = !isDone;
  }

  async function keepAll(part) {
    const ids = part.dataset.packs.split(" ");
    const button = part.querySelector("button");
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    let fault = "";
    let why = "";
    for (const [done, id] of ids.entries()) {
      const progress = part.dataset.keeping.replace("DONE", done + 1).replace("ALL", ids.length);
      part.querySelector("[role=status]").textContent = progress;
      const found = await keptPack(pageData.account, id);
      if (found) await offlineStore.touch(found, Date.now(), true);
      else ({ fault, why } = await fetchPack(pageData.account, id, true));
      if (fault) break;
    }
    if (!fault) await watched();
    button.ariaDisabled = "false";
    tell(part, fault === "refused" ? "failed" : fault || "kept", why);
    navigator.storage?.persist?.();
  }

  // Until the worker watches over this page, an answer would be lost without a connection. A log-out in another tab
  // takes the worker away.
  async function watched() {
    const worker = navigator.serviceWorker;
    await worker.register(pageData.worker);
    const { active } = await worker.ready;
    if (worker.controller) return;
    const changed = new Promise((done) => worker.addEventListener("controllerchange", done, { once: true }));
    active.postMessage("claim");
    await Promise.race([changed, new Promise((done) => setTimeout(done, SOON))]);
  }

  // One pack of an earlier version is fetched anew with each page, so that no page waits for it.
  async function renew(account) {
    const old = (await offlineStore.allOf("packs", account)).filter((pack) => pack.version !== pageData.version);
    const pack = old.find((one) => one.isPinned) || old[0];
    if (!pack) return;
    const { fault } = await fetchPack(account, pack.id, pack.isPinned);
    if (fault === "refused") await offlineStore.removePack(pack);
  }

  // ---- the log-out ------------------------------------------------------------------------------------------------

  // Nothing that hangs may keep anybody logged in.
  const inTime = (act, most = SOON) => Promise.race([act, new Promise((_, fail) => setTimeout(fail, most))]);

  // Who is logged in by now: another tab may have changed that. Without a connection nobody can log out.
  async function stateInTime() {
    try {
      const answer = await inTime(fetch(`${pageData.offline}state`, { credentials: "same-origin" }), LONG);
      return [502, 504].includes(answer.status) ? null : await answer.json().catch(() => ({}));
    } catch {
      return null;
    }
  }

  function warn(form, words) {
    form.querySelector(".warning")?.remove();
    const warning = Object.assign(document.createElement("p"), { className: "fault warning" });
    warning.setAttribute("role", "alert");
    warning.textContent = words;
    form.prepend(warning);
  }

  // The answers are sent first. If any stays, the learner decides. Says whether the form is to be sent.
  async function mayLogOut(form, isWarned) {
    const state = await stateInTime();
    if (!state) {
      warn(form, form.dataset.unreachable);
      return false;
    }
    try {
      const account = state.account ?? (await inTime(accountHere()));
      if (account) await inTime(sync({ account })).catch(() => null);
      const left = account ? await inTime(offlineStore.allOf("answers", account)) : [];
      if (left.length && !isWarned) {
        form.dataset.isWarned = "";
        warn(form, number(form.dataset.logOut, left.length));
        form.querySelector("button").textContent = form.dataset.anyway;
        return false;
      }
      await inTime(leave(account, "mayFail" in form.dataset));
      const others = (await offlineStore.waitingOfAll()).filter((answer) => answer.account !== account).length;
      if (others) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "others", value: "1" }));
      }
    } catch {
      // The tutor tells the browser to clear everything.
    }
    return true;
  }

  // Where the tutor may still refuse, the next page erases, once the session has ended.
  async function leave(account, mayFail) {
    if (mayFail) return offlineStore.put("settings", { name: "leaving", value: account });
    await offlineStore.setAccount("");
    return offlineStore.erase(account);
  }

  async function finishLeaving() {
    const account = (await offlineStore.get("settings", "leaving"))?.value;
    if (!account) return;
    const state = await stateInTime();
    if (!state) return;
    await offlineStore.remove("settings", "leaving");
    if (state.account === account) return;
    if ((await offlineStore.account()) === account) await offlineStore.setAccount("");
    await offlineStore.erase(account);
  }

  async function logOut(form) {
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    if (await mayLogOut(form, "isWarned" in form.dataset)) form.submit();
    form.ariaBusy = "false";
  }

  // ---- the page of what is kept -----------------------------------------------------------------------------------

  const MB = 1024 * 1024;
  const size = (bytes) => (bytes < MB ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / MB).toFixed(1)} MB`);

  async function list() {
    if (!isHere()) return;
    const at = (selector) => main().querySelector(selector);
    const show = (selector, isShown) => (at(selector).hidden = !isShown);
    show("#cannot-keep", !canKeep);
    if (!canKeep) return;
    show("#not-kept", !location.pathname.startsWith(pageData.offline));
    const account = await offlineStore.account();
    show("#no-account", !account);
    const packs = await offlineStore.allOf("packs", account);
    const answers = await offlineStore.allOf("answers", account);
    show("#waiting", answers.length);
    const count = at("#waiting [data-how-many]");
    count.textContent = number(count.dataset.waiting, answers.filter((one) => !one.fault).length);
    show("#send-now", answers.some((one) => !one.fault));
    at("#faulty").replaceChildren(...answers.filter((one) => one.fault).map(faulty));
    show("#kept", account);
    show("#nothing-kept", !packs.length);
    show(".kept-list", packs.length);
    show("#remove-all", packs.length);
    packs.sort((one, other) => other.isPinned - one.isPinned || one.title.localeCompare(other.title));
    at(".kept-list tbody").replaceChildren(...packs.map(row));
    show("#room", packs.length);
    const used = packs.reduce((sum, pack) => sum + pack.size, 0);
    at("#room").textContent = at("#room").dataset.room.replace("SIZE", size(used));
  }

  function button(words, label, act) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "plain" });
    made.textContent = words;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", async () => {
      await act();
      await list();
      (main().querySelector(".kept-list:not([hidden]) button, #kept-heading") || main()).focus();
    });
    return made;
  }

  function faulty(answer) {
    const item = document.createElement("li");
    item.append(`${answer.fault} `);
    const { remove } = main().querySelector(".kept-list tbody").dataset;
    item.append(button(remove, remove, () => offlineStore.remove("answers", answer.key)));
    return item;
  }

  function row(pack) {
    const { pinned, visited, remove } = main().querySelector(".kept-list tbody").dataset;
    const made = document.createElement("tr");
    const head = Object.assign(document.createElement("th"), { scope: "row" });
    head.append(Object.assign(document.createElement("a"), { href: pack.url, textContent: pack.title, lang: "en" }));
    made.append(head);
    for (const text of [pack.isPinned ? pinned : visited, size(pack.size)]) {
      made.append(Object.assign(document.createElement("td"), { textContent: text }));
    }
    const last = document.createElement("td");
    last.append(button(remove, `${remove}: ${pack.title}`, () => offlineStore.removePack(pack)));
    made.append(last);
    return made;
  }

  // ---- every page -------------------------------------------------------------------------------------------------

  // A page that is shown without a connection says how many answers wait.
  async function banner(isAgain = false) {
    const found = main().querySelector("#offline-banner");
    if (!found) return;
    if (isAgain) found.querySelector("b").textContent = found.dataset.again;
    const waiting = await offlineStore.waiting(await offlineStore.account());
    const words = waiting.length ? number(found.dataset.waiting, waiting.length) : "";
    found.querySelector("[data-how-many]").textContent = words;
  }

  async function waitingHere() {
    const found = document.getElementById("waiting-here");
    const waiting = found && (await offlineStore.waitingOfAll()).length;
    if (!waiting) return;
    found.textContent = number(found.dataset.waiting, waiting);
    found.hidden = false;
  }

  async function begin() {
    if (pageData.account !== undefined) await offlineStore.setAccount(pageData.account);
    await offlineStore.removeOldAnswers(Date.now());
    await list();
    await banner();
    await waitingHere();
    quietly(finishLeaving());
    if (!pageData.account && !((isHere() || isFromStore()) && (await offlineStore.account()))) return;
    await navigator.serviceWorker.register(pageData.worker);
    quietly(watched());
    await sync().then(list).catch(() => {});
    if (!pageData.account) return;
    await showKeeping();
    setTimeout(() => renew(pageData.account).catch(() => {}), 2 * SOON);
  }

  // Where the browser keeps nothing, such as in a private window, the tutor works as it would without this file.
  const quietly = (act) => act.catch(() => {});

  if (!canKeep) {
    quietly(list());
    return {};
  }
  quietly(begin());
  document.addEventListener("brought", () => {
    quietly(Promise.all([banner(), waitingHere(), pageData.account ? showKeeping() : null]));
    // An answer from a kept page waits, though there may be a connection.
    if (isFromStore()) quietly(sync().then((sent) => sent && banner(true)));
  });
  window.addEventListener("online", () => quietly(sync().then(() => banner(true)).then(list)));
  document.addEventListener("submit", (submit) => {
    if (submit.target.dataset.logOut === undefined) return;
    submit.preventDefault();
    logOut(submit.target);
  });
  document.addEventListener("click", (click) => {
    // The second click of a double click confirms nothing: the warning has not been read.
    if (click.detail > 1 && click.target.closest("form[data-log-out] button")) click.preventDefault();
    const part = click.target.closest("[data-packs]");
    if (part && click.target.matches("button")) quietly(keepAll(part));
    if (click.target.id === "send-now") {
      const status = main().querySelector("#waiting [role=status]");
      const tried = sync({ isAsked: true }).catch(() => null);
      quietly(tried.then((sent) => (status.textContent = sent === null ? status.dataset.failed : "")).then(list));
    }
    if (click.target.matches("#remove-all button")) {
      quietly(offlineStore.account().then(async (account) => {
        for (const pack of await offlineStore.allOf("packs", account)) await offlineStore.removePack(pack);
        await list();
        announcer.textContent = main().querySelector("#remove-all").dataset.removed;
        main().focus();
      }));
    }
  });
  return { sync };
})();
