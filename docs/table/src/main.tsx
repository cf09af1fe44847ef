/** The page: a game, a topic, a question, and the sentence with its verdict. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { FRESH, NOWHERE, readAddress, writeAddress, type Address } from "./address";
import { Another, ANOTHER } from "./another";
import { Case } from "./case";
import { fetchMissed, gameNamed, games, isKnown, missed, onTable, type Game } from "./data";
import { openingOf } from "./controls";
import { Copy } from "./copy";
import { Engine, type Status } from "./engine";
import { Free } from "./free";
import { House } from "./house";
import { Open } from "./open";
import { editionKept, useSettled } from "./own";
import { BROKEN, NOTHING, pack, useOpened, WAITING } from "./packed";
import { RECORD, Replay } from "./replay";
import { Captions } from "./sheet";
import { Topics } from "./topics";
import { WORDS } from "./words";

/** Pages of a game that are no question. */
const PAGES = ["copy", "house", RECORD];
let show: (status: Status) => void = () => undefined;
const engine = new Engine((status) => show(status));

function Page() {
  const [address, setAddress] = useState(readAddress(location.hash));
  const [status, setStatus] = useState<Status>(engine.status);
  const [known, setKnown] = useState<{ name: string; title: string }[]>([]);
  const [loaded, setLoaded] = useState<Game | null>(null);
  const [note, setNote] = useState("");
  const [captions, setCaptions] = useState<Record<string, string>>({});
  const [visit, setVisit] = useState(0);
  const [lacking, setLacking] = useState(false);
  const brought = useOpened(address, visit);
  const opened = brought === WAITING ? null : brought === BROKEN ? NOTHING : brought;
  show = setStatus;
  missed.changed = () => setLacking(missed.again.length > 0);

  useEffect(() => {
    const moved = () => {
      setNote("");
      setAddress(readAddress(location.hash));
      setVisit((before) => before + 1);
    };
    addEventListener("hashchange", moved);
    void games().then(setKnown);
    engine.start();
    return () => removeEventListener("hashchange", moved);
  }, []);
  useEffect(() => {
    let current = true;
    const take = (found: Game) => {
      if (current) setLoaded(found);
      return openingOf(found.name).then((opening) => current && setCaptions(Object.fromEntries(opening.captions)));
    };
    if (address.game) gameNamed(address.game).then((found) => void take(found), () => current && lost());
    return () => {
      current = false;
    };
  }, [address.game]);

  function lost() {
    setNote(WORDS.unknownAddress);
    history.replaceState(null, "", writeAddress(NOWHERE));
    setAddress(NOWHERE);
  }
  const go = (next: Partial<Address>) => {
    setNote("");
    location.hash = writeAddress({ ...address, ...next });
  };

  const game = loaded?.name === address.game ? loaded : null;
  const settled = useSettled(game, address.own, () => change({ own: "" }), () => setNote(WORDS.brokenLink));
  const question = game?.questions.find((one) => one.id === address.question);
  const another = address.question === ANOTHER;
  const seen = game ? { ...address, edition: onTable(game, address.edition) } : address;
  const page = PAGES.find((one) => one === address.question);
  if (game && address.question && !question && !another && !page) queueMicrotask(lost);
  const misread = game && ((question && !isKnown(question, address.chosen)) || (address.edition && !game.editions.some(({ code }) => code === address.edition)));
  const change = (next: Partial<Address>) => {
    setAddress((before) => {
      const to = { ...before, ...next };
      history.replaceState(null, "", writeAddress(to));
      return to;
    });
  };
  const look = (to: string) => {
    go({ ...FRESH, question: to });
    scrollTo(0, 0);
  };
  const ready = status.state === "ready";
  const brings = address.text || address.example;
  return (
    <Captions.Provider value={captions}>
      <header>
        {address.game && (
          <button class="back" onClick={() => go(address.question || brings ? { ...FRESH, question: "" } : { ...NOWHERE })}>
            {WORDS.back}
          </button>
        )}
        <h1>{game?.title ?? WORDS.title}</h1>
      </header>
      {note && <p role="alert">{note}</p>}
      {misread && <p role="alert">{WORDS.misread}</p>}
      {lacking && <p role="alert">{WORDS.lacking} <button onClick={fetchMissed}>{WORDS.tryAgain}</button></p>}
      {status.state === "failed" && <p role="alert">{WORDS.failed} <button onClick={() => engine.retry()}>{WORDS.again}</button></p>}
      {brought === BROKEN && <p role="alert">{address.text || !address.example ? WORDS.brokenLink : WORDS.unknownExample}</p>}
      {!address.game && <Games known={known} choose={(name) => go({ game: name })} />}
      {game && !address.question && !brings && <Topics game={game} choose={(next) => go({ edition: address.edition || editionKept(game.name), ...next })} look={look} />}
      {game && another && opened && <Another key={visit} {...{ game, opened, engine, status, settled, change, look }} address={seen} />}
      {game && question && opened && (
        <Case key={`${question.id} ${visit}`} {...{ game, question, opened, engine, status, settled, change, look }} address={seen} />
      )}
      {game && !address.question && opened?.text != null && (
        <Free key={visit} {...{ game, opened, engine, status, settled, change, look }} address={seen} />
      )}
      {game && page === RECORD && opened?.text != null && (
        <Replay key={visit} {...{ engine, ready, address, change }} text={opened.text}
          ask={(dispute) => void pack(dispute).then((text) => go({ ...FRESH, question: "", text }))} />
      )}
      {game && page === "copy" && <Copy {...{ game, settled, engine, ready }} />}
      {game && page === "house" && <House {...{ game, settled }} />}
      <Open game={address.game} engine={engine} open={(name, text, recorded) => go({ ...NOWHERE, game: name, question: recorded ? RECORD : "", text })} say={setNote} />
      {status.state === "loading" && <p role="status" class="loading">{WORDS.loading} <progress value={status.done} max={1} /></p>}
    </Captions.Provider>
  );
}

function Games({ known, choose }: { known: { name: string; title: string }[]; choose: (name: string) => void }) {
  return (
    <section>
      <p>{WORDS.intro}</p>
      <h2>{WORDS.choose}</h2>
      {known.map(({ name, title }) => (
        <button class="choice" key={name} onClick={() => choose(name)}>{title}</button>
      ))}
    </section>
  );
}

const root = document.getElementById("table");
if (root) {
  root.replaceChildren();
  render(<Page />, root);
}
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js", { type: "module" }).catch(() => undefined);
