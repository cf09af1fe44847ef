/** The page: a game, a topic, a question, and the sentence with its verdict. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { NOWHERE, readAddress, writeAddress, type Address } from "./address";
import { Another, ANOTHER } from "./another";
import { Case } from "./case";
import { gameNamed, games, type Game } from "./data";
import { Engine, type Status } from "./engine";
import { WORDS } from "./words";

let show: (status: Status) => void = () => undefined;
const engine = new Engine((status) => show(status));

function Page() {
  const [address, setAddress] = useState(readAddress(location.hash));
  const [status, setStatus] = useState<Status>(engine.status);
  const [known, setKnown] = useState<{ name: string; title: string }[]>([]);
  const [loaded, setLoaded] = useState<Game | null>(null);
  const [note, setNote] = useState("");
  show = setStatus;

  useEffect(() => {
    const moved = () => setAddress(readAddress(location.hash));
    addEventListener("hashchange", moved);
    void games().then(setKnown);
    engine.start();
    return () => removeEventListener("hashchange", moved);
  }, []);
  useEffect(() => {
    let current = true;
    if (address.game)
      gameNamed(address.game).then((found) => current && setLoaded(found), () => current && lost());
    return () => {
      current = false;
    };
  }, [address.game]);

  function lost() {
    setNote(WORDS.unknownAddress);
    history.replaceState(null, "", writeAddress(NOWHERE));
    setAddress(NOWHERE);
  }
  const go = (next: Partial<Address>, replace = false) => {
    const to = { ...address, ...next };
    setNote("");
    if (replace) {
      history.replaceState(null, "", writeAddress(to));
      setAddress(to);
    } else location.hash = writeAddress(to);
  };

  const game = loaded?.name === address.game ? loaded : null;
  const question = game?.questions.find((one) => one.id === address.question);
  const another = address.question === ANOTHER;
  if (game && address.question && !question && !another) queueMicrotask(lost);
  return (
    <>
      <header>
        {address.game && (
          <button class="back" onClick={() => go(question || another ? { question: "", chosen: {} } : { ...NOWHERE })}>
            {WORDS.back}
          </button>
        )}
        <h1>{game?.title ?? WORDS.title}</h1>
      </header>
      {note && <p role="alert">{note}</p>}
      {!address.game && <Games known={known} choose={(name) => go({ game: name })} />}
      {game && another && (
        <Another {...{ game, engine, status }} chosen={address.chosen} edition={address.edition}
          change={(chosen, edition) => go({ chosen, edition }, true)} />
      )}
      {game && !question && !another && <Topics game={game} choose={(id) => go({ question: id })} />}
      {game && question && (
        <Case key={question.id} {...{ game, question, engine, status }} chosen={address.chosen} edition={address.edition}
          change={(chosen, edition) => go({ chosen, edition }, true)} />
      )}
      <Loading status={status} />
    </>
  );
}

function Games({ known, choose }: { known: { name: string; title: string }[]; choose: (name: string) => void }) {
  return (
    <section>
      <h2>{WORDS.choose}</h2>
      {known.map(({ name, title }) => (
        <button class="choice" key={name} onClick={() => choose(name)}>{title}</button>
      ))}
    </section>
  );
}

function Topics({ game, choose }: { game: Game; choose: (id: string) => void }) {
  const topics = game.topics.filter(({ id }) => game.questions.some((one) => one.topic === id));
  return (
    <section>
      <h2>{WORDS.about}</h2>
      {topics.map(({ id, title }) => (
        <details key={id}>
          <summary>{title}</summary>
          {game.questions.filter((one) => one.topic === id).map((one) => (
            <button class="choice" key={one.id} onClick={() => choose(one.id)}>
              <strong>{one.ask}</strong>
              <span>{one.answer}</span>
            </button>
          ))}
        </details>
      ))}
      <button class="choice" onClick={() => choose(ANOTHER)}>{WORDS.another}</button>
    </section>
  );
}

function Loading({ status }: { status: Status }) {
  if (status.state === "ready") return null;
  if (status.state === "failed") return <p role="status">{WORDS.failed}</p>;
  return (
    <p role="status" class="loading">
      {WORDS.loading} <progress value={status.done} max={1} />
    </p>
  );
}

const root = document.getElementById("table");
if (root) {
  root.replaceChildren();
  render(<Page />, root);
}
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js", { type: "module" }).catch(() => undefined);
