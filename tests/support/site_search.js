// Asks the worker of the site's search, as the theme would: node site_search.js SITE SHELF [alone], with a list of queries
// and the games that are open then as JSON on standard input. SHELF is the part of the index that the page hands over;
// "alone" means that nothing else has arrived. Prints for each query its results and the points of all places.
const fs = require("fs");
const vm = require("vm");

const [site, shelf, alone] = process.argv.slice(2);
const ROOT = "http://site/";
const read = (path) => fs.readFileSync(`${site}/${path}`, "utf8");
const workers = "assets/javascripts/workers";
let hear, answered;
const inside = {
  addEventListener: (_, listener) => (hear = listener),
  postMessage: (message) => (answered = message),
  location: `${ROOT}${workers}/search.js`,
  URL,
  fetch: (address) => new Promise((done) => alone || done({ json: () => JSON.parse(read(address.slice(ROOT.length))) })),
};
vm.runInNewContext(read(`${workers}/${fs.readdirSync(`${site}/${workers}`)[0]}`), inside);

async function ask() {
  const data = JSON.parse(read("search/search_index.json"));
  hear({ data: { type: 0, data, shelf: JSON.parse(read(shelf)) } });
  await new Promise((done) => setTimeout(done)); // the other files are read
  const answers = [];
  for (const [query, open] of JSON.parse(fs.readFileSync(0, "utf8"))) {
    hear({ data: { type: 2, data: query, open } });
    answers.push({ items: answered.data.items, totals: [...inside.totals(query)] });
  }
  console.log(JSON.stringify(answers));
}

ask();
