// An experiment is dealt on screen: the page has the final result, and the columns grow to it one after another.

const DEALING = 1400; // milliseconds for all the deals

function experiment() {
  const figures = main().querySelectorAll("[data-experiment]");
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (figures.length !== 1 || isStill || document.hidden) return;
  deal(figures[0]);
}

function deal(figure) {
  const batches = [...figure.querySelectorAll(".batch")].map((group) => ({
    bar: group.querySelector("rect"),
    label: group.querySelector("text"),
    times: Number(group.dataset.times),
    size: Number(group.dataset.size),
    height: Number(group.querySelector("rect").getAttribute("height")),
  }));
  const dealt = figure.querySelector("[data-dealt]");
  const times = figure.querySelector("b[data-times]");
  const progress = figure.querySelector("progress");
  const all = progress.max;
  figure.classList.add("is-dealing");
  const begun = performance.now();
  const draw = (now) => {
    const part = Math.min((now - begun) / DEALING, 1) * batches.length;
    let came = 0;
    batches.forEach((batch, number) => {
      const share = Math.min(Math.max(part - number, 0), 1);
      came += Math.round(share * batch.times);
      batch.bar.setAttribute("height", String(share * batch.height));
      batch.bar.setAttribute("y", String(112 - share * batch.height));
      batch.label.textContent = share ? String(Math.round(share * batch.times)) : "";
    });
    progress.value = (part / batches.length) * all;
    dealt.textContent = Math.round(progress.value).toLocaleString(document.documentElement.lang);
    times.textContent = String(came);
    if (part < batches.length && figure.isConnected) {
      requestAnimationFrame(draw);
      return;
    }
    figure.classList.remove("is-dealing");
    announcer.textContent = figure.querySelector("[data-said]").textContent.trim();
  };
  requestAnimationFrame(draw);
}

document.addEventListener("brought", experiment);
experiment();
