// ---- keys: listed for the reader in templates/explore/help.html -----------------------------------------------

const KEYS = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", d: "next-decision", Enter: "next" };
let lastChair = null;

const ASKS = ".step[data-unanswered]";

// The answers to a question in reading order, numbered from 1. Calls come before cards.
function answers(part) {
  const all = [...part.querySelectorAll(part === main() ? ASKED : ".choices:not(.after)")];
  const buttons = all.flatMap((form) => [...form.querySelectorAll(":enabled:is([name=answer], [name=act])")]);
  const calls = buttons.filter((button) => button.closest(".calls"));
  return calls.length ? calls : buttons;
}

// Of several questions on a page, the keys answer the one with the focus, or else the first on the screen.
function askedNow() {
  const asks = [...main().querySelectorAll(ASKS)];
  if (!asks.length) return main();
  const isSeen = (ask) => {
    const { top, bottom } = ask.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };
  return document.activeElement?.closest(ASKS) || asks.find(isSeen);
}

// The numbers stand on the answers.
function numberAnswers() {
  const asks = [...main().querySelectorAll(ASKS)];
  for (const part of asks.length ? asks : [main()]) {
    answers(part).slice(0, 9).forEach((button, place) => {
      button.dataset.number = place + 1;
    });
  }
}

function answer(key) {
  const part = askedNow();
  return part && answers(part)[key - 1];
}

function control(key) {
  if (/^[1-9]$/.test(key)) return answer(Number(key));
  const marked = main().querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (marked) return marked;
  if (key !== "h") return document.getElementById(KEYS[key]);
  const current = main().querySelector(".chairs [aria-current]");
  if (!current) return null;
  if (current.id !== "chair-all") lastChair = current.id;
  const isOpen = current.id === "chair-all";
  if (!isOpen && main().querySelector("#decision[data-unanswered]")) {
    announcer.textContent = announcer.dataset.first;
    return null;
  }
  return document.getElementById(isOpen ? lastChair || "chair-a" : "chair-all");
}

const isField = (part) => /^(INPUT|TEXTAREA|SELECT)$/.test(part.tagName);

// A key that is held down is not pressed again, so it does not answer the next question. It still scrolls the page.
function isHeld(key) {
  if (!key.repeat || isField(key.target)) return false;
  return key.key === " " ? key.target.closest("a, button, summary") : /^(Enter|.)$/.test(key.key);
}

// A link that looks like a button is one for the space bar too.
function pressed(key) {
  return key.key === " " && !key.shiftKey && key.target.closest("a.button");
}

document.addEventListener("keydown", (key) => {
  if (key.metaKey || key.ctrlKey || key.altKey || key.isComposing) return;
  if (isHeld(key)) {
    key.preventDefault();
    return;
  }
  const button = pressed(key);
  if (button) {
    key.preventDefault();
    button.click();
    return;
  }
  if (isField(key.target) || document.querySelector("dialog[open]")) return;
  document.documentElement.dataset.keyboard = "";
  // Somebody who speaks to the computer, or whose hand trembles, can turn off the keys of one letter (WCAG 2.1.4).
  if (document.documentElement.dataset.keys === "off" && key.key.length === 1) return;
  if (key.key === "?") {
    key.preventDefault();
    overlay(document.getElementById("help"), "keys");
    return;
  }
  if (!inPlace()) return;
  // Enter on a link or a button belongs to that control.
  if (key.key === "Enter" && key.target.closest("a, button, summary")) return;
  const name = key.key.length === 1 && !key.shiftKey ? key.key.toLowerCase() : key.key;
  if (name === "ArrowRight" && main().querySelector("#to-decision")) {
    key.preventDefault();
    main().querySelector(CHOICES).focus();
    return;
  }
  const found = control(name);
  if (!found) return;
  key.preventDefault();
  found.click();
});

document.addEventListener("brought", numberAnswers);
numberAnswers();
