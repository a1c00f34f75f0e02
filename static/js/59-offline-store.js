// What is kept on this device, by account: packs of pages, and answers that wait to be sent. Pages and the service
// worker share this file. Everything is in one database, so that all of an account can be erased at once.

const offlineStore = (() => {
  const NAME = "love-all-offline";
  const MOST = 50 * 1024 * 1024;
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

  // Keeps a pack. Those that were only visited make room, the oldest first. False if there is none.
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
    const places = [...Object.keys(pack.pages), ...Object.keys(pack.forms).map((action) => `POST ${action}`)];
    const record = {
      key: key(whose, pack.id), account: whose, id: pack.id, title: pack.title, url: pack.url, version: pack.version,
      size: blob.size, usedAt: now,
      places: places.map((place) => key(whose, place)),
    };
    await within(["packs", "bodies"], "readwrite", (on) => {
      on.objectStore("bodies").put({ key: record.key, account: whose, blob });
      write(on.objectStore("packs"), record, { isPinned });
    });
    return true;
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

  // An answer is kept under its key, so that one that is sent twice is the same.
  const queue = (whose, name, action, given, now) =>
    put("answers", { key: name, account: whose, action, given, at: now, fault: "" });
  const noteGiven = (whose, action, given) => put("given", { key: key(whose, action), account: whose, given });
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

  return {
    account, allOf, body, erase, everyAnswer, get, given, keep, key, MOST, noteGiven, packAt, put, queue, remove,
    removePack, setAccount, touch, waiting,
  };
})();
