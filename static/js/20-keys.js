// ---- keys: listed for the reader in templates/explore/help.html -----------------------------------------------

const KEYS = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", d: "next-decision", Enter: "next" };
let lastChair = null;

// The answers in reading order, numbered from 1.
function answer(number) {
  const all = [...main().querySelectorAll(`${ASKED} :enabled:is([name=answer], [name=act])`)];
  const numbered = all.filter((button) => button.closest(".calls"));
  return (numbered.length ? numbered : all)[number - 1];
}

function control(key) {
  if (/^[1-9]$/.test(key)) return answer(Number(key));
  const marked = main().querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (marked) return marked;
  if (key !== "h") return document.getElementById(KEYS[key]);
  const current = main().querySelector(".chairs [aria-current]");
  if (!current) return null;
  if (current.id !== "chair-all") lastChair = current.id;
  return document.getElementById(current.id === "chair-all" ? lastChair || "chair-a" : "chair-all");
}

document.addEventListener("keydown", (key) => {
  if (key.metaKey || key.ctrlKey || key.altKey || key.isComposing) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(key.target.tagName) || document.querySelector("dialog[open]")) return;
  if (key.key === "?") {
    key.preventDefault();
    overlay(document.getElementById("help"), "keys");
    return;
  }
  if (!inPlace()) return;
  // Enter on a link or a button belongs to that control.
  if (key.key === "Enter" && key.target.closest("a, button, summary")) return;
  const name = key.key.length === 1 && !key.shiftKey ? key.key.toLowerCase() : key.key;
  if (KEYS[name] === "next" && main().querySelector("#to-decision")) {
    key.preventDefault();
    main().querySelector(CHOICES).focus();
    return;
  }
  const found = control(name);
  if (!found) return;
  key.preventDefault();
  found.click();
});
