// ---- the form for lessons and hands -------------------------------------------------------------------------------
// Its draft is saved while one writes. Calls and cards can be clicked; each click writes into a field, which is what is
// sent. Without this file the fields are typed into, and a button saves the draft.

const composing = document.querySelector("form[data-draft]");
const WAIT_TO_SAVE = 3000;
const WAIT_ON_LEAVING = 300;
const TURNS = "AYBZ";
const RANKS_HIGH = "AKQJT98765432";
const SUIT_SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };

function autosave(form) {
  const state = document.getElementById("draft-state");
  const clash = document.getElementById("draft-clash");
  let waiting = null;
  let last = null;
  let busy = false;
  let stopped = Boolean(clash && !clash.hidden);

  const body = () => new URLSearchParams(new FormData(form));

  async function save() {
    clearTimeout(waiting);
    const sent = body();
    const content = new URLSearchParams(sent);
    content.delete("seen");
    content.delete("slot");
    if (busy || stopped || content.toString() === last) return;
    busy = true;
    try {
      const answer = await fetch(form.dataset.draft, {
        method: "POST", body: sent, credentials: "same-origin", headers: { Accept: "application/json" },
      });
      const said = await answer.json();
      if (said.clash) {
        stopped = true;
        if (clash) clash.hidden = false;
        const other = document.getElementById("other-draft"); // until now there was no other draft to load
        if (other) other.href ||= other.dataset.address;
      } else if (answer.ok) {
        last = content.toString();
        form.elements.seen.value = said.seen;
        form.elements.slot.value = said.slot;
      }
      if (state) state.textContent = said.words;
    } catch {
      waiting = setTimeout(save, 4 * WAIT_TO_SAVE); // the connection is lost: it is tried again
    } finally {
      busy = false;
    }
  }

  const first = body();
  first.delete("seen");
  first.delete("slot");
  last = first.toString();
  function soon(wait) {
    clearTimeout(waiting);
    waiting = setTimeout(save, wait);
  }

  form.addEventListener("input", () => soon(WAIT_TO_SAVE));
  form.addEventListener("change", () => soon(WAIT_ON_LEAVING)); // a button that sends the form comes first
  document.addEventListener("visibilitychange", () => { if (document.hidden) save(); });
  form.addEventListener("submit", () => { stopped = true; clearTimeout(waiting); });
  clash?.querySelector("[data-wins]")?.addEventListener("click", () => {
    if (form.elements.wins) return;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "wins", value: "1" }));
  });
}

function changed(field) {
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// ---- the hands beside a picker ----

const handOf = (text) => {
  const found = /S:([^\s]*)\s+H:([^\s]*)\s+C:([^\s]*)\s+D:([^\s]*)/i.exec(text);
  if (!found) return [];
  return [..."SHCD"].flatMap((suit, place) =>
    [...found[place + 1].toUpperCase().replace(/10/g, "T")].filter((rank) => RANKS_HIGH.includes(rank))
      .map((rank) => suit + rank));
};

const written = (card) => card.replace("T", "10");
const cardRead = (text) => text.trim().toUpperCase().replace("10", "T");

function cardButton(card, seat = "") {
  const button = Object.assign(document.createElement("button"), { type: "button", value: card });
  button.className = { S: "spades", H: "hearts", C: "clubs", D: "diamonds" }[card[0]];
  button.textContent = `${SUIT_SIGNS[card[0]]}${written(card).slice(1)}`;
  const named = document.querySelector(`.hand-editor .pack button[value="${card}"]`);
  if (named) button.setAttribute("aria-label", `${seat ? `${seat}: ` : ""}${named.getAttribute("aria-label")}`);
  return button;
}

// ---- the play, card by card ----

function trumpsOf(calls) {
  const said = [...calls.matchAll(/(?:declares|bids \d) (spade|heart|diamond|club|no trump)s?/gi)].pop();
  return said ? { spade: "S", heart: "H", diamond: "D", club: "C" }[said[1].toLowerCase()] || "" : "";
}

// Who leads: on the left of the player who declares, or, where there is no auction, of the dealer.
function leaderOf(form) {
  const dealer = form.elements.dealer?.value || "A";
  const left = (seat) => TURNS[(TURNS.indexOf(seat) + 1) % 4];
  const calls = form.querySelector("[data-calls]")?.value || "";
  const bids = [...calls.matchAll(/([AYBZ]) bids \d (spade|heart|diamond|club|no trump)/gi)];
  if (!bids.length) return left(dealer);
  const [, by, suit] = bids.at(-1);
  const isPartner = (seat) => (TURNS.indexOf(seat) - TURNS.indexOf(by)) % 2 === 0;
  return left(bids.find(([, seat, named]) => named === suit && isPartner(seat))[1]);
}

function winner(trick, trumps) {
  const worth = ([, card]) =>
    (card[0] === trumps ? 100 : card[0] === trick[0][1][0] ? 50 : 0) - RANKS_HIGH.indexOf(card[1]);
  return trick.reduce((best, one) => (worth(one) > worth(best) ? one : best))[0];
}

function pickPlay(picker) {
  const field = document.getElementById(picker.dataset.picks);
  const form = field.form;
  const hands = Object.fromEntries([...TURNS].map((seat) => [seat, form.querySelector(`[data-seat="${seat}"]`)]));
  const output = picker.querySelector("output");

  const tricks = () => field.value.split("\n").filter((line) => line.trim()).map((line) =>
    line.split(",").filter((one) => one.trim()).map((one) => {
      const [seat, card = ""] = one.trim().split(/\s+/);
      return [seat.toUpperCase(), cardRead(card)];
    }));

  const line = (trick) => trick.map(([seat, card]) => `${seat} ${written(card)}`).join(", ");
  const text = (all) => all.map(line).join("\n");

  function next(all) {
    const last = all.at(-1);
    if (!last) return leaderOf(form);
    if (last.length < 4) return TURNS[(TURNS.indexOf(last.at(-1)[0]) + 1) % 4];
    return winner(last, trumpsOf(form.querySelector("[data-calls]")?.value || ""));
  }

  function show() {
    const all = tricks();
    const turn = next(all);
    const played = new Set(all.flat().map(([, card]) => card));
    const open = all.at(-1)?.length < 4 ? all.at(-1) : [];
    const led = open[0]?.[1][0];
    const isOver = all.length === 13 && !open.length;
    let count = 0;
    for (const seat of TURNS) {
      const left = handOf(hands[seat].value).filter((card) => !played.has(card));
      count += left.length;
      const follows = left.some((card) => card[0] === led);
      const buttons = left.map((card) => {
        const button = cardButton(card, seat);
        button.dataset.seat = seat;
        button.disabled = isOver || Boolean(turn && turn !== seat) || (follows && card[0] !== led);
        return button;
      });
      picker.querySelector(`[data-row="${seat}"]`).replaceChildren(
        picker.querySelector(`[data-row="${seat}"] > span`), ...buttons);
    }
    const trick = open.length ? all.length : all.length + 1;
    const words = isOver ? output.dataset.end : !count ? output.dataset.empty
      : turn ? output.dataset.next : output.dataset.lead;
    output.textContent = words.replace("{trick}", trick).replace("{seat}", turn);
  }

  function write(all) {
    field.value = text(all);
    changed(field);
    show();
    const turn = next(tricks());
    picker.querySelector(`[data-row="${turn}"] button:not(:disabled)`)?.focus();
  }

  picker.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const all = tricks();
    if (button.dataset.do === "undo") {
      all.at(-1)?.pop();
      write(all.filter((trick) => trick.length));
      button.focus();
      return;
    }
    if (!all.length || all.at(-1).length === 4) all.push([]);
    all.at(-1).push([button.dataset.seat, button.value]);
    write(all);
  });
  form.addEventListener("input", ({ target }) => {
    const matters = target.dataset.seat || target.hasAttribute("data-calls") || target.name === "dealer";
    if (target === field || matters) show();
  });
  picker.hidden = false;
  show();
}

// ---- the calls ----

function pickCalls(picker) {
  const field = document.getElementById(picker.dataset.picks);
  const code = field.form.elements.code;
  const callers = [...picker.querySelectorAll("[data-caller]")];
  const choose = (seat) => { for (const one of callers) one.ariaPressed = String(one.dataset.caller === seat); };

  function follow() {
    const [last] = field.value.trim().split("\n").slice(-1);
    const seat = last.trim()[0];
    const dealer = field.form.elements.dealer?.value || "A";
    const step = / leaves it$/.test(last) ? 2 : 1;
    choose(TURNS.includes(seat) && seat ? TURNS[(TURNS.indexOf(seat) + step) % 4] : dealer);
  }

  function games() {
    const game = code?.value || "";
    picker.querySelector(".of-bridge").hidden = Boolean(game) && !game.includes("bridge");
    picker.querySelector(".of-auction").hidden = Boolean(game) && !game.includes("auction");
  }

  picker.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.caller) {
      choose(button.dataset.caller);
      return;
    }
    const lines = field.value.split("\n").filter((line) => line.trim());
    const seat = callers.find((one) => one.ariaPressed === "true").dataset.caller;
    if (button.dataset.do === "undo") lines.pop();
    else if (button.dataset.bid) {
      const level = picker.querySelector("[data-level]").value;
      lines.push(`${seat} bids ${level} ${level === "1" ? button.dataset.bid.replace(/s$/, "") : button.dataset.bid}`);
    } else lines.push(`${seat} ${button.dataset.call}`);
    field.value = lines.join("\n");
    changed(field);
    follow();
  });
  code?.addEventListener("change", games);
  picker.hidden = false;
  games();
  follow();
}

// ---- cards of the hand as answers ----

function pickAnswers(picker) {
  const field = document.getElementById(picker.dataset.picks);
  const step = field.closest(".entry");
  const hand = step?.querySelector('[data-seat=""]');
  if (!hand) return;
  const chosen = () => field.value.split(/[\s,]+/).filter(Boolean).map(cardRead);

  function show() {
    const held = new Set(chosen());
    picker.replaceChildren(...handOf(hand.value).map((card) => {
      const button = cardButton(card);
      button.ariaPressed = String(held.has(card));
      return button;
    }));
    picker.hidden = !picker.children.length;
  }

  picker.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const held = new Set(chosen());
    if (!held.delete(button.value)) held.add(button.value);
    field.value = [...held].map(written).join(", ");
    changed(field);
    show();
    picker.querySelector(`[value="${button.value}"]`)?.focus();
  });
  step.addEventListener("input", ({ target }) => { if (target === hand || target === field) show(); });
  show();
}

if (composing) {
  autosave(composing);
  composing.querySelectorAll(".card-picker").forEach(pickPlay);
  composing.querySelectorAll(".call-picker").forEach(pickCalls);
  composing.querySelectorAll(".answer-picker").forEach(pickAnswers);
  const focus = composing.dataset.focus && document.getElementById(composing.dataset.focus);
  if (focus) (focus.querySelector("input:not([type=hidden]), textarea, select") || focus).focus();
}
