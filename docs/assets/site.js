// Tables that are wider than the screen scroll; so that the keyboard can scroll them, it has to reach them.
new MutationObserver(() => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    wrap.tabIndex = 0;
    wrap.setAttribute("role", "group");
    wrap.setAttribute("aria-label", "Table");
  }
}).observe(document.documentElement, { childList: true, subtree: true });
