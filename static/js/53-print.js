// Buttons that print the page. Without JavaScript they are not there, and the browser’s own menu prints.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
