// ---- settings and keys, shown over the current page ----------------------------------------------------------

// A part of another page in a dialog. If it cannot be fetched, that page itself.
async function overlay(link, id) {
  if (!link) return;
  let part = null;
  try {
    const answer = await fetch(link.href, { credentials: "same-origin" });
    part = parser.parseFromString(await answer.text(), "text/html").getElementById(id);
  } catch {
    complain();
    return;
  }
  if (!part) {
    location.assign(link.href);
    return;
  }
  const dialog = Object.assign(document.createElement("dialog"), { className: "overlay" });
  const words = announcer.dataset.close;
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  close.addEventListener("click", () => dialog.close());
  dialog.setAttribute("aria-label", link.getAttribute("aria-label"));
  const title = Object.assign(document.createElement("h2"), { textContent: link.getAttribute("aria-label") });
  dialog.append(...(part.querySelector("h2") ? [] : [title]), document.adoptNode(part), close);
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("click", (click) => {
  const link = click.target.closest("#help, #settings-link");
  if (link?.id === "help" && matchMedia("(hover: none)").matches) return; // no keys there: the whole help
  if (!link || click.metaKey || click.ctrlKey || click.shiftKey) return;
  click.preventDefault();
  overlay(link, link.id === "help" ? "keys" : "settings");
});

// A setting applies as soon as it is chosen, and is saved on the same page.
document.addEventListener("change", (change) => {
  const form = change.target.closest("#settings");
  if (!form) return;
  document.documentElement.dataset[change.target.name] = change.target.value;
  const data = new FormData(form);
  data.delete("back");
  fetch(form.action, { method: "POST", body: data, credentials: "same-origin" }).catch(complain);
});

// A card makes a short dull sound on the table, if the learner has turned sound on.
let audio = null;

function knock() {
  if (document.documentElement.dataset.sound !== "on") return;
  audio ||= new AudioContext();
  const length = audio.sampleRate * 0.05;
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 6 * 0.25;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(audio.destination);
  source.start();
}
