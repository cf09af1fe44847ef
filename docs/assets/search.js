// People ask in sentences. The search looks for every word and all that begins with it, so that of "do I get change" most
// hits would be those of "I". It is asked for the words that tell what a question is about, without their plural endings.
const SMALL = new Set(
  `a all am an and any are as at be been but by can could did do does for from get gets got had has have he her his how i
  if in into is it its just many may me might mine more much must my no not of on one or our shall she should so some
  than that the their them then there these they this those to us use was we what when where which who whom whose why
  will with would you your
  al bij dan dat de deze die dit een en er het hoe hoeveel ik in is je kan krijg krijgt mag mijn moet of op per te tot
  van veel voor waar wanneer wat welke wie zijn
  auf bei bekomme bekommt darf das dem den der des die ein eine einem einen einer es für gibt hat ich im ist kann man
  mein meine mit muss oder pro sind und viel viele vom von wann was welche wenn wer wie wo zu zum`.split(/\s+/),
);
const SYNTAX = /["*+~^:]|(^|\s)-/; // a query with marks that the search knows is meant as it is written
const PLURAL = /^(?:(.{5,})en|(.{3,}[^s])s)$/i;

function telling(query) {
  if (SYNTAX.test(query)) return query;
  const words = query.split(/[\s?!.,;()]+/).filter(Boolean);
  const found = words.filter((word) => !SMALL.has(word.toLowerCase()));
  return (found.length ? found : words).map((word) => word.replace(PLURAL, "$1$2")).join(" ");
}

const QUERY = 2; // the type of the messages by which the page asks its search worker
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  const asks = message?.type === QUERY;
  return post.call(this, asks ? { ...message, data: telling(message.data) } : message, ...more);
};
