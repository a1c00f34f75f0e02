// What is kept on this device, by account: packs of pages, and answers that wait to be sent. Pages and the service
// worker share this file. Everything is in one database, so that all of an account can be erased at once.

const offlineStore = (() => {
  const NAME = "love-all-offline";
  const MOST = 50 * 1024 * 1024;
  const MOST_SETS = 50; // sets of questions that were only opened: there is no end of them
  const OLDEST = 90 * 24 * 60 * 60 * 1000;
  const OF_ACCOUNT = ["packs", "bodies", "answers", "given"];
  let opened = null;

  function make(database) {
    database.createObjectStore("settings", { keyPath: "name" });
    for (const name of OF_ACCOUNT) {
      const store = database.createObjectStore(name, { keyPath: "key" });
      store.createIndex("account", "account");
      if (name === "packs") store.createIndex("places", "places", { multiEntry: true });
    }
  }

  function open() {
    opened ||= new Promise((done, fail) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => make(request.result);
      request.onerror = () => fail(request.error);
      request.onsuccess = () => {
        // Another tab, or the log-out, may want to delete it.
        request.result.onversionchange = request.result.onclose = () => {
          request.result.close();
          opened = null;
        };
        done(request.result);
      };
    });
    opened.catch(() => (opened = null));
    return opened;
  }

  // Runs something within one transaction; the result is what the last request gave.
  async function within(names, mode, act) {
    const transaction = (await open()).transaction(names, mode);
    const request = act(transaction);
    return new Promise((done, fail) => {
      transaction.oncomplete = () => done(request?.result);
      transaction.onerror = transaction.onabort = () => fail(transaction.error);
    });
  }

  const get = (name, key) => within(name, "readonly", (on) => on.objectStore(name).get(key));
  const put = (name, value) => within(name, "readwrite", (on) => on.objectStore(name).put(value));
  const remove = (name, key) => within(name, "readwrite", (on) => on.objectStore(name).delete(key));
  const allOf = (name, account) =>
    within(name, "readonly", (on) => on.objectStore(name).index("account").getAll(account));

  // The account whose pages are shown without a connection. Empty where nothing may be kept.
  const account = async () => (await get("settings", "account"))?.value || "";
  const setAccount = (value) => put("settings", { name: "account", value });

  const key = (whose, id) => `${whose} ${id}`;

  async function packAt(whose, place) {
    const wanted = key(whose, place);
    return within("packs", "readonly", (on) => on.objectStore("packs").index("places").get(wanted));
  }

  async function unpacked(blob) {
    const stream = blob.stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }

  async function body(pack) {
    const found = await get("bodies", pack.key);
    return found && unpacked(found.blob);
  }

  const isSet = (pack) => /^(set|drill)\//.test(pack.id);

  // Keeps a pack. Those that were only visited make room, the oldest first. False if there is none, and where the
  // account has logged out meanwhile.
  async function keep(whose, blob, isPinned, now) {
    const pack = await unpacked(blob);
    const before = (await allOf("packs", whose)).filter((one) => one.id !== pack.id);
    let room = MOST - blob.size - before.reduce((sum, one) => sum + one.size, 0);
    const idle = before.filter((one) => !one.isPinned).sort((one, other) => one.usedAt - other.usedAt);
    if (room + idle.reduce((sum, one) => sum + one.size, 0) < 0) return false;
    while (room < 0) {
      const oldest = idle.shift();
      room += oldest.size;
      await removePack(oldest);
    }
    if (!isPinned && isSet(pack)) {
      const sets = idle.filter(isSet);
      for (const old of sets.slice(0, Math.max(0, sets.length + 1 - MOST_SETS))) await removePack(old);
    }
    const places = [...Object.keys(pack.pages), ...Object.keys(pack.forms).map((action) => `POST ${action}`)];
    const record = {
      key: key(whose, pack.id), account: whose, id: pack.id, title: pack.title, url: pack.url, version: pack.version,
      size: blob.size, usedAt: now,
      places: places.map((place) => key(whose, place)),
    };
    let isKept = false;
    await within(["settings", "packs", "bodies"], "readwrite", (on) => {
      const now = on.objectStore("settings").get("account");
      now.onsuccess = () => {
        isKept = now.result?.value === whose;
        if (!isKept) return;
        on.objectStore("bodies").put({ key: record.key, account: whose, blob });
        write(on.objectStore("packs"), record, { isPinned });
      };
    });
    return isKept;
  }

  // What was kept by choice stays so when a page is opened again.
  function write(packs, record, { isPinned }) {
    const before = packs.get(record.key);
    before.onsuccess = () => packs.put({ ...record, isPinned: isPinned || Boolean(before.result?.isPinned) });
  }

  // Notes that a pack was used again, or is kept by choice now.
  const touch = (pack, now, isPinned = false) =>
    within("packs", "readwrite", (on) => write(on.objectStore("packs"), { ...pack, usedAt: now }, { isPinned }));

  const removePack = (pack) =>
    within(["packs", "bodies"], "readwrite", (on) => {
      on.objectStore("bodies").delete(pack.key);
      return on.objectStore("packs").delete(pack.key);
    });

  // Saves which answer was given. One with a name is to be sent, under that name, so that if it is sent twice it is the
  // same.
  const saveAnswer = (whose, name, action, given, now) =>
    within(["answers", "given"], "readwrite", (on) => {
      if (name) on.objectStore("answers").put({ key: name, account: whose, action, given, at: now, fault: "" });
      return on.objectStore("given").put({ key: key(whose, action), account: whose, given });
    });

  // Why the tutor refused an answer, unless the answer has been erased meanwhile.
  const setFault = (name, fault) =>
    within("answers", "readwrite", (on) => {
      const found = on.objectStore("answers").get(name);
      found.onsuccess = () => found.result && on.objectStore("answers").put({ ...found.result, fault });
      return found;
    });

  const given = async (whose, action) => (await get("given", key(whose, action)))?.given;

  // Everything of an account.
  const erase = (whose) =>
    within(OF_ACCOUNT, "readwrite", (on) => {
      for (const name of OF_ACCOUNT) {
        const cursor = on.objectStore(name).index("account").openCursor(whose);
        cursor.onsuccess = () => {
          if (!cursor.result) return;
          cursor.result.delete();
          cursor.result.continue();
        };
      }
    });

  const waiting = async (whose) => (await allOf("answers", whose)).filter((one) => !one.fault);
  const everyAnswer = () => within("answers", "readonly", (on) => on.objectStore("answers").getAll());
  const waitingOfAll = async () => (await everyAnswer()).filter((one) => !one.fault);

  // The account of an answer may be gone, and then nobody can send it.
  const removeOldAnswers = async (now) => {
    for (const { key: name, at } of await everyAnswer()) if (at < now - OLDEST) await remove("answers", name);
  };

  return {
    account, allOf, body, erase, everyAnswer, get, given, keep, key, MOST, packAt, put, remove, removeOldAnswers,
    removePack, saveAnswer, setAccount, setFault, touch, waiting, waitingOfAll,
  };
})();
