// ---- cards to click beside a field for hands ----------------------------------------------------------------------
// The form sends the field: a click rewrites it, and the cards show what is typed in it. Nothing is checked here.

const SUITS = "SHCD";
const RANKS = "AKQJT98765432";
const IN_PBN = "SHDC";
const FULL_HAND = 13;
const LETTERS = /S:([^\s]*)\s+H:([^\s]*)\s+C:([^\s]*)\s+D:([^\s]*)/i;
const DEAL = /\[Deal\s+"([NESW]):([^"]*)"\s*\]/i;
const SEATS = "NESW";

const cardsOf = (suit, ranks) =>
  [...ranks.toUpperCase().replace(/10/g, "T")].filter((rank) => RANKS.includes(rank)).map((rank) => suit + rank);

function fromDots(text) {
  const suits = text.trim().split(".");
  return suits.length === 4 ? suits.flatMap((ranks, place) => cardsOf(IN_PBN[place], ranks)) : [];
}

function fromText(text) {
  const found = LETTERS.exec(text);
  return found ? [...SUITS].flatMap((suit, place) => cardsOf(suit, found[place + 1])) : fromDots(text);
}

function ranksOf(cards, suit) {
  return [...RANKS].filter((rank) => cards.has(suit + rank)).join("");
}

const asLetters = (cards) => (cards.size ? [...SUITS].map((suit) => `${suit}:${ranksOf(cards, suit)}`).join(" ") : "");
const asDots = (cards) => [...IN_PBN].map((suit) => ranksOf(cards, suit)).join(".");

// The four hands of the first deal in a text, by seat.
function dealt(text) {
  const [, first = "N", hands = ""] = DEAL.exec(text) || [];
  const start = SEATS.indexOf(first.toUpperCase());
  const parts = hands.trim().split(/\s+/);
  return Object.fromEntries([...SEATS].map((_, place) => [SEATS[(start + place) % 4], fromDots(parts[place] || "")]));
}

// The line with the hand at the cursor, by its place in the text.
function atCursor(field) {
  const { value, selectionStart: here } = field;
  const start = value.lastIndexOf("\n", here - 1) + 1;
  const end = value.indexOf("\n", here);
  const found = LETTERS.exec(value.slice(start, end < 0 ? undefined : end));
  return found ? [start + found.index, start + found.index + found[0].length] : null;
}

function readHand(field, way) {
  if (way === "letters") return fromText(field.value);
  if (way !== "cursor") return dealt(field.value)[way];
  const place = atCursor(field);
  return place ? fromText(field.value.slice(...place)) : [];
}

function writeHand(field, way, cards) {
  if (way === "letters") field.value = asLetters(cards);
  else if (way === "cursor") {
    const [from, to] = atCursor(field) || [field.selectionStart, field.selectionStart];
    field.setRangeText(asLetters(cards), from, to, "end");
  } else {
    const hands = { ...dealt(field.value), [way]: [...cards] };
    const start = (DEAL.exec(field.value)?.[1] || "N").toUpperCase();
    const order = [...SEATS].map((_, place) => SEATS[(SEATS.indexOf(start) + place) % 4]);
    const tag = `[Deal "${start}:${order.map((seat) => asDots(new Set(hands[seat]))).join(" ")}"]`;
    field.value = DEAL.test(field.value) ? field.value.replace(DEAL, tag) : `${tag}\n${field.value}`.trimEnd();
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function editHands(editor) {
  const hands = [...editor.querySelectorAll(".whose button")];
  const cards = [...editor.querySelectorAll(".pack button")];
  const count = editor.querySelector("output");
  const fieldOf = (hand) => document.getElementById(hand.dataset.field);
  const read = (hand) => readHand(fieldOf(hand), hand.dataset.way);
  const chosen = () => hands.find((hand) => hand.ariaPressed === "true");
  const others = () => new Set(hands.filter((hand) => hand !== chosen()).flatMap(read));

  function show() {
    const written = read(chosen());
    const held = new Set(written);
    const taken = others();
    for (const card of cards) {
      card.ariaPressed = String(held.has(card.value));
      card.disabled = taken.has(card.value) && !held.has(card.value);
    }
    if (!cards.some((card) => card.tabIndex === 0 && !card.disabled)) rove(cards.find((card) => !card.disabled));
    const over = written.length - FULL_HAND;
    const words = over > 0 ? count.dataset.over : count.dataset.count;
    count.textContent = words.replace("{number}", written.length).replace("{over}", over);
    count.classList.toggle("over", over > 0);
    for (const hand of hands) {
      const number = hand.querySelector(".number");
      if (number) number.textContent = read(hand).length;
    }
  }

  function rove(card) {
    for (const one of cards) one.tabIndex = one === card ? 0 : -1;
  }

  function write(held) {
    const hand = chosen();
    writeHand(fieldOf(hand), hand.dataset.way, held);
    show();
  }

  function random() {
    const free = cards.map((card) => card.value).filter((card) => !others().has(card));
    for (let last = free.length - 1; last > 0; last--) {
      const place = Math.floor(Math.random() * (last + 1));
      [free[last], free[place]] = [free[place], free[last]];
    }
    return new Set(free.slice(0, FULL_HAND));
  }

  function press({ target }) {
    const button = target.closest("button");
    if (!button) return;
    if (hands.includes(button)) {
      for (const hand of hands) hand.ariaPressed = String(hand === button);
      show();
    } else if (button.dataset.do) write(button.dataset.do === "random" ? random() : new Set());
    else {
      const held = new Set(read(chosen()));
      if (!held.delete(button.value)) held.add(button.value);
      rove(button);
      write(held);
    }
  }

  // The arrow keys move from card to card, along a suit and from suit to suit.
  function move(key) {
    const at = cards.indexOf(key.target);
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: RANKS.length, ArrowUp: -RANKS.length }[key.key];
    if (at < 0 || !by) return;
    key.preventDefault();
    key.stopPropagation();
    let to = at + by;
    while (cards[to]?.disabled) to += by;
    if (!cards[to]) return;
    rove(cards[to]);
    cards[to].focus();
  }

  editor.addEventListener("click", press);
  editor.addEventListener("keydown", move);
  for (const field of new Set(hands.map(fieldOf))) for (const event of ["input", "click", "keyup"]) {
    field.addEventListener(event, show);
  }
  editor.hidden = false;
  show();
}

document.querySelectorAll(".hand-editor").forEach(editHands);
