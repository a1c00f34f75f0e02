// ---- terms: their meaning, shown over the page ------------------------------------------------------------------

// The glossary, fetched once. If that fails, the link opens it.
let glossary = null;

async function definition(link) {
  const there = new URL(link.href);
  glossary ||= fetch(there.pathname, { credentials: "same-origin" }).then((answer) => answer.text());
  const page = parser.parseFromString(await glossary, "text/html");
  return page.getElementById(decodeURIComponent(there.hash.slice(1)));
}

// Below the term if there is room, else above it, and never past the edge of the screen.
function place(box, link) {
  const at = link.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(at.left, document.documentElement.clientWidth - width - 8);
  const below = at.bottom + 6 + height < window.innerHeight;
  box.style.left = `${Math.max(8, left)}px`;
  box.style.top = `${Math.max(8, below ? at.bottom + 6 : at.top - height - 6)}px`;
}

// The box over the page, and the term that opened it.
let told = null;

function boxOf(opener) {
  const box = Object.assign(document.createElement("div"), { className: "definition", popover: "auto", tabIndex: -1 });
  box.setAttribute("role", "dialog");
  box.addEventListener("toggle", (toggle) => {
    if (toggle.newState !== "closed") return;
    const isLost = box.contains(document.activeElement) || document.activeElement === document.body;
    box.remove();
    if (isLost) opener.focus({ preventScroll: true });
  });
  box.addEventListener("keydown", (key) => {
    if (key.key !== "Tab") return;
    const links = [...box.querySelectorAll("a")];
    const last = key.shiftKey ? [box, links[0]] : [links.at(-1)];
    if (!last.includes(document.activeElement)) return;
    key.preventDefault();
    box.hidePopover();
    opener.focus();
  });
  document.body.append(box);
  told = { box, opener };
  return box;
}

// A term in a definition is told in the same box.
async function tell(link) {
  let found = null;
  try {
    found = await definition(link);
  } catch {
    glossary = null;
  }
  if (!found) {
    location.assign(link.href);
    return;
  }
  const box = link.closest(".definition") || boxOf(link);
  const [name, more] = [found.querySelector("h3"), document.createElement("p")];
  const { glossary: words } = announcer.dataset;
  const whole = Object.assign(document.createElement("a"), { href: link.href, textContent: words });
  more.append(whole);
  box.setAttribute("aria-label", name.textContent.trim());
  box.replaceChildren(...found.childNodes, more);
  for (const part of box.querySelectorAll("[id]")) part.removeAttribute("id");
  box.querySelectorAll(".see, ul").forEach((further) => further.remove());
  if (!box.matches(":popover-open")) box.showPopover();
  place(box, told.opener);
  box.focus({ preventScroll: true });
}

document.addEventListener("click", (click) => {
  const link = click.target.closest("a.term");
  if (!link || click.button || link.target || !("popover" in HTMLElement.prototype)) return;
  if (link.pathname === location.pathname) return;
  if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
  click.preventDefault();
  tell(link);
});
