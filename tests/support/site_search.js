// Asks the search of the site as a browser would: node site_search.js WORKER SCRIPT INDEX, with a list of queries as JSON
// on standard input. Prints, for each query, the pages found, best first.
const fs = require("fs");
const vm = require("vm");

const [worker, script, index] = process.argv.slice(2).map((path) => fs.readFileSync(path, "utf8"));
let hear, answered;

class Worker {
  postMessage(message) {
    hear({ data: message });
  }
}

const inside = {
  addEventListener: (_, listener) => (hear = listener),
  postMessage: (message) => answered(message),
  console,
};
vm.runInNewContext(worker, Object.assign(inside, { self: inside }));
vm.runInNewContext(script, { Worker });

const started = new Worker();
const ask = (message) => new Promise((done) => ((answered = done), started.postMessage(message)));

(async () => {
  await ask({ type: 0, data: { ...JSON.parse(index), options: { suggest: true } } });
  const found = [];
  for (const query of JSON.parse(fs.readFileSync(0, "utf8"))) {
    const { data } = await ask({ type: 2, data: query });
    found.push(data.items.map((places) => places[0].location.replace(/#.*/, "")));
  }
  console.log(JSON.stringify(found));
})();
