// ---- the seats of a menu by their parts ---------------------------------------------------------------------------
// When another deal or declarer is chosen, the menu names the dealer and the declarer of it. The server does the same
// when it shows the form again.

const SEAT_LETTERS = { S: "A", W: "Y", N: "B", E: "Z" };
const FIRST_DEALER = "A";
const DEALER_TAG = /\[Dealer\s+"([NESW])"/i;
const DEAL_TAG = /\[Deal\s+"([NESW]):/i;
const DEAL_LINE = /^\s*([NESW]):/i;
const DECLARER_TAG = /\[Declarer\s+"\^?([NESW])"/i;
const LIN_DEAL = /(?:^|\|)\s*md\|([1-4])/i;

const seatOf = (found) => (found ? SEAT_LETTERS[found[1].toUpperCase()] : "");

function dealerIn(text) {
  const lin = LIN_DEAL.exec(text);
  if (lin) return SEAT_LETTERS["SWNE"[Number(lin[1]) - 1]];
  return seatOf(DEALER_TAG.exec(text) || DEAL_TAG.exec(text) || DEAL_LINE.exec(text));
}

function nameSeats(form) {
  const menu = form.querySelector("select[data-seat-parts]");
  if (!menu) return;
  const field = (name) => form.elements[name];
  const chosen = field("deal")?.value;
  const text = !chosen || chosen === "pbn" ? field("pbn")?.value || "" : "";
  const hand = field("hand")?.selectedOptions?.[0];
  const ofHand = (!chosen || chosen === "hand") && !text.trim() ? hand?.dataset.dealer || "" : "";
  const dealer = dealerIn(text) || ofHand || FIRST_DEALER;
  const declarer = field("declarer")?.value || seatOf(DECLARER_TAG.exec(text));
  for (const option of menu.options) {
    const isDealer = option.value === dealer;
    const isDeclarer = option.value === declarer;
    const words = isDealer && isDeclarer ? "both" : isDealer ? "dealer" : isDeclarer ? "declarer" : "";
    option.textContent = words ? menu.dataset[words].replace("#", option.value) : option.value;
  }
}

for (const happening of ["input", "change"]) {
  document.addEventListener(happening, (event) => {
    const form = event.target.closest?.("form");
    if (form) nameSeats(form);
  });
}
