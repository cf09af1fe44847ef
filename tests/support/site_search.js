// Asks the worker of the site's search, as the theme would: node site_search.js WORKER INDEX SHOWN, with a list of queries
// and the pages where they are asked as JSON on standard input. Prints for each its results and the points of all places.
const fs = require("fs");
const vm = require("vm");

const [worker, index, shown] = process.argv.slice(2).map((path) => fs.readFileSync(path, "utf8"));
let hear, answered;
const inside = {
  addEventListener: (_, listener) => (hear = listener),
  postMessage: (message) => (answered = message),
  location: "http://site/assets/javascripts/workers/search.js",
  URL,
  fetch: async () => ({ json: () => JSON.parse(shown) }),
};
vm.runInNewContext(worker, inside);
hear({ data: { type: 0, data: JSON.parse(index) } });

async function ask() {
  const answers = [];
  for (const [query, page] of JSON.parse(fs.readFileSync(0, "utf8"))) {
    await hear({ data: { type: 2, data: query, from: `http://site/${page}` } });
    answers.push({ items: answered.data.items, totals: [...inside.totals(query)] });
  }
  console.log(JSON.stringify(answers));
}

ask();
