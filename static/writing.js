// The editor of lessons and hands: its lines are numbered, its text is checked as one types, and a fault leads to its
// place. Without this file there is the button “Check”.

const form = document.querySelector("form.writing");
const text = document.getElementById("text");
const faults = document.getElementById("faults");
const PAUSE = 600;

// ---- the numbers of the lines ----

const numbers = Object.assign(document.createElement("pre"), { className: "numbers" });
numbers.setAttribute("aria-hidden", "true");
text.before(numbers);

function number() {
  const lines = text.value.split("\n").length;
  if (numbers.dataset.lines === String(lines)) return;
  numbers.dataset.lines = lines;
  numbers.textContent = Array.from({ length: lines }, (_, line) => line + 1).join("\n");
}

text.addEventListener("scroll", () => { numbers.scrollTop = text.scrollTop; });

// ---- the check ----

let waiting = null;
let asked = 0;

async function check() {
  const mine = ++asked;
  let answer;
  try {
    answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), credentials: "same-origin" });
  } catch {
    return; // it will be checked when it is saved
  }
  if (!answer.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine === asked) faults.replaceChildren(...page.body.childNodes);
}

form.addEventListener("input", () => {
  number();
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE);
});

// ---- from a fault to its place ----

faults.addEventListener("click", (click) => {
  const link = click.target.closest("a[data-line]");
  if (!link) return;
  click.preventDefault();
  const lines = text.value.split("\n");
  const line = Math.min(Number(link.dataset.line), lines.length);
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const column = Math.min(Number(link.dataset.column) - 1, lines[line - 1].length);
  text.focus();
  text.setSelectionRange(start + column, start + lines[line - 1].length);
  text.scrollTop = (line - 4) * (text.scrollHeight / lines.length);
});

number();
