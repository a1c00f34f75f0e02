// The static site works without this. With it, the arrow keys step through a game, and what follows an answer opens.
document.addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const found = { ArrowRight: '#next', ArrowLeft: '#back', d: '#to-decision' }[event.key];
  const link = found && document.querySelector(`.controls ${found}`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

document.addEventListener('toggle', event => {
  if (!event.target.matches('.option[open]')) return;
  const after = event.target.closest('.step')?.querySelector('.told-after');
  if (after) after.open = true;
}, true);
