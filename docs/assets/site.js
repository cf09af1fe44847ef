// Tables and charts that are wider than the screen scroll; so that the keyboard can scroll them, it has to reach them.
new MutationObserver(() => {
  const wide = '.md-typeset__scrollwrap:not([tabindex]), p:not([tabindex]):has(> img[src$="speed.svg"])';
  for (const wrap of document.querySelectorAll(wide)) {
    wrap.tabIndex = 0;
    wrap.setAttribute("role", "group");
    wrap.setAttribute("aria-label", wrap.matches("p") ? "Chart" : "Table");
  }
}).observe(document.documentElement, { childList: true, subtree: true });

// The search puts the game first that is open here, so it has to know from which page it is asked.
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  return post.call(this, message?.data === undefined ? message : { ...message, from: location.href }, ...more);
};
