// ---- the part of a page that an address names is opened and shown -------------------------------------------------

function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  let closed = target.closest("details:not([open])");
  if (!closed) return;
  for (; closed; closed = closed.parentElement.closest("details:not([open])")) closed.open = true;
  target.scrollIntoView();
}

window.addEventListener("hashchange", openTarget);
openTarget();
