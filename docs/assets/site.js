// Tables and charts that are wider than the screen scroll; so that the keyboard can scroll them, it has to reach them.
// The buttons of a code block are no navigation.
new MutationObserver(() => {
  for (const buttons of document.querySelectorAll(".md-code__nav:not([role])")) buttons.setAttribute("role", "group");
  const wide = '.md-typeset__scrollwrap:not([tabindex]), p:not([tabindex]):has(> img[src$="speed.svg"])';
  for (const wrap of document.querySelectorAll(wide)) {
    wrap.tabIndex = 0;
    wrap.setAttribute("role", "group");
    wrap.setAttribute("aria-label", wrap.matches("p") ? "Chart" : "Table");
  }
}).observe(document.documentElement, { childList: true, subtree: true });

// The search puts the game first that the page is about, so it has to know which one that is. The page has begun to load
// the index of this game, which the worker gets when it is set up.
const SETUP = 0; // the kind of the first message
const link = document.querySelector('link[rel="preload"][as="fetch"]');
const loaded = (async () => link && (await fetch(link.href)).json())();
const failed = () => {
  document.querySelector(".md-search-result__meta").textContent = "The search could not be loaded.";
};
const isMissing = ({ name, responseStatus: code }) =>
  name.endsWith("search_index.json") && (code === 0 || code >= 400);
new PerformanceObserver((list) => list.getEntries().some(isMissing) && failed()).observe({
  type: "resource",
  buffered: true,
});
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  if (message?.data === undefined) return post.call(this, message, ...more);
  const send = (shelf) => post.call(this, { ...message, open: link?.dataset.game, shelf }, ...more);
  return message.type === SETUP ? loaded.then(send, failed) : send();
};

// On the pages of rules, one switch shows the law behind them: ids, places in the rulebooks, code and tests.
const LAW = "show-the-law";
const remembered = () => {
  try {
    return localStorage.getItem(LAW) === "yes";
  } catch {
    return false; // the browser keeps nothing
  }
};
const remember = (shown) => {
  try {
    localStorage.setItem(LAW, shown ? "yes" : "no");
  } catch {} // it is shown on this page all the same
};
if (document.querySelector(".clause")) {
  const label = document.createElement("label");
  const shown = Object.assign(document.createElement("input"), { type: "checkbox", checked: remembered() });
  const show = () => document.documentElement.classList.toggle("rules-alone", !shown.checked);
  shown.addEventListener("change", () => {
    remember(shown.checked);
    show();
  });
  label.className = "law";
  const words = document.createElement("span"); // whole, whatever the search marks in it
  words.append("Show the law: places in the rulebooks, code and tests");
  label.append(shown, words);
  document.querySelector("h1")?.after(label);
  document.documentElement.classList.add("of-rules");
  show();
  addEventListener("pageshow", () => {
    shown.checked = remembered(); // a browser that goes back restores the box as it was
    show();
  });
}

document.querySelector(".md-search")?.setAttribute("aria-label", "Search"); // a dialog needs a name
