// Answers the search box of the theme, as its worker: adds up the points of the index as `Index.totals` of
// era_of_inventions/tabletop/text/ranking.py does, and lists the pages with their places. The build puts the stemmers
// before this.
const [SETUP, READY, RESULT] = [0, 1, 3]; // messages of the theme, and to it
const STEMMERS = [new EnglishStemmer(), new DutchStemmer(), new GermanStemmer()];
const ROOT = new URL("../../../", location).href;
const [ELSEWHERE, FURTHER] = [0.25, 0.4]; // what counts a page of another game, and a further place on a page
const [PLACES, PAGES] = [4, 10]; // the most of a page and in all that are listed

const index = { places: [], texts: [], points: {} };
const starts = new Map(); // the phrases of senses, by the stems of their first words
let small, asked; // asked: the last message with a query
let long = []; // the stems that may be near another
const vocabulary = new Set(); // the stems of all texts and of all phrases that mean something

// The page hands over the places of the game that is open; those of the others, and the texts that results show, follow
// unless there are none to come.
async function setUp(docs, shelf) {
  Object.assign(index, docs);
  small = new Set(docs.small);
  learn(docs.senses);
  if (shelf) put(shelf);
  postMessage({ type: READY });
  const others = docs.shelves.filter((address) => address !== shelf?.address);
  const texts = docs.texts ? [] : [fetched("search/texts.json").then((all) => (index.texts = all))];
  for (const more of [...texts, ...others.map((address) => fetched(address).then(put))]) more.then(answer);
}

const fetched = async (address) => (await fetch(ROOT + address)).json();

function put(shelf) {
  const { game, start } = shelf;
  shelf.places.forEach(([location, title], at) => (index.places[start + at] = { location, title, game }));
  for (const [stem, points] of Object.entries(shelf.points)) {
    if (!known(stem)) index.points[stem] = [];
    vocabulary.add(stem);
    index.points[stem].push(points);
  }
  long = Object.keys(index.points).filter((stem) => stem.length >= index.nearMin);
  learn(shelf.senses);
}

function learn(senses) {
  for (const [phrase, sense] of senses) {
    for (const stem of phrase.flat()) vocabulary.add(stem);
    for (const stem of phrase[0]) starts.set(stem, [...(starts.get(stem) ?? []), [phrase, sense]]);
  }
}

const normalize = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function telling(query) {
  const words = normalize([...query].slice(0, index.asked).join(""));
  const found = words.filter((word) => !small.has(word));
  return found.length ? found : words;
}

const stems = (word) => new Set(STEMMERS.map((stemmer) => stemmer.stemWord(word)));
const known = (stem) => Object.hasOwn(index.points, stem);

function near(asked) {
  const found = new Set();
  const longest = (few) => few.sort((one, other) => one.length - other.length).slice(-1);
  for (const word of [...asked].filter((stem) => stem.length >= index.nearMin)) {
    const begun = long.filter((stem) => stem.startsWith(word));
    const begins = longest(long.filter((stem) => word.startsWith(stem)));
    for (const stem of [...begun, ...begins, ...longest(long.filter((stem) => word.endsWith(stem)))]) found.add(stem);
  }
  return found;
}

function spelled(stems) {
  if ([...stems].some((stem) => vocabulary.has(stem)) || near(stems).size) return stems;
  const longest = Math.max(...[...stems].map((stem) => stem.length));
  const [, most] = index.slips.find(([least]) => longest >= least) ?? [0, 0];
  let [fewest, found] = [most, new Set()];
  for (const asked of [...stems].filter((stem) => stem.length === longest)) {
    for (const stem of vocabulary) {
      if (stem[0] !== asked[0] || Math.abs(stem.length - longest) > most) continue;
      const number = slips(asked, stem);
      if (number < fewest) [fewest, found] = [number, new Set()];
      if (number === fewest) found.add(stem);
    }
  }
  return found.size ? found : stems;
}

// How many letters are missing, added, others, or have changed places with the next one.
function slips(one, other) {
  let [before, last] = [[], [...other, ""].map((_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] !== other[j - 1]));
      const turned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (turned) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last.at(-1);
}

function best(few, factor = 1) {
  const most = new Map();
  for (const stem of few) {
    for (const points of index.points[stem]) {
      let place = 0;
      for (const [, step, sign] of points.matchAll(/(\d*)(\D)/gu)) {
        place += step === "" ? 1 : Number(step);
        const score = Math.trunc((sign.codePointAt(0) - index.noPoints) * factor);
        most.set(place, Math.max(most.get(place) ?? 0, score));
      }
    }
  }
  return most;
}

function meant(words) {
  const stands = (phrase, at) => phrase.every((word, next) => word.some((stem) => words[at + next]?.has(stem)));
  const found = new Set();
  words.forEach((first, at) => {
    for (const stem of first) {
      for (const [phrase, sense] of starts.get(stem) ?? []) if (stands(phrase, at)) found.add(sense);
    }
  });
  return [...found].filter(known);
}

function totals(query) {
  const words = telling(query).map(stems).map(spelled);
  const sums = new Map();
  const add = (points) => points.forEach((more, place) => sums.set(place, (sums.get(place) ?? 0) + more));
  for (const word of words) {
    const here = [...word].filter(known);
    add(here.length ? best(here) : best(near(word), index.near));
  }
  for (const sense of meant(words)) add(best([sense]));
  return sums;
}

// Whether a place is about another game than the one that is open; a place or a page can be about none.
const elsewhere = ({ game }, open) => Boolean(open && game && game !== open);

function pages(query, open) {
  const found = new Map();
  for (const [place, points] of totals(query)) {
    const page = index.places[place].location.replace(/#.*/, "");
    found.set(page, [...(found.get(page) ?? []), { place, points }]);
  }
  const ranked = [...found].map(([page, places]) => {
    const listed = places.sort((one, other) => other.points - one.points || one.place - other.place).slice(0, PLACES);
    const sum = listed.reduce((score, { points }, at) => score + points * FURTHER ** at, 0);
    return { page, listed, score: sum * (elsewhere(index.places[listed[0].place], open) ? ELSEWHERE : 1) };
  });
  return ranked.sort((one, other) => other.score - one.score).slice(0, PAGES);
}

function items(query, open) {
  const terms = Object.fromEntries(telling(query).map((word) => [word, true]));
  return pages(query, open).map(({ page, listed }) => {
    const { game } = index.places[listed[0].place];
    const tags = game && game !== open ? [game] : undefined;
    const item = (place, score) => {
      const { location, title } = index.places[place];
      return { location, title, text: index.texts[place] ?? "", score, terms, tags };
    };
    const places = listed.map(({ place, points }) => item(place, points));
    const whole = index.places.findIndex((one) => one?.location === page);
    return places.some(({ location }) => location === page) || whole < 0 ? places : [...places, item(whole, 0)];
  });
}

function answer() {
  if (asked) postMessage({ type: RESULT, data: { items: items(asked.data, asked.open) } });
}

addEventListener("message", ({ data }) => {
  if (data.type === SETUP) return setUp(data.data.docs, data.shelf);
  asked = data;
  answer();
});
