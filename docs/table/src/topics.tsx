/** The first page of a game: its questions by topic, and what is found by words. */
import { useLayoutEffect, useState } from "preact/hooks";
import { ANOTHER } from "./another";
import type { Address } from "./address";
import type { Game, Question } from "./data";
import { useFound } from "./finding";
import { WORDS } from "./words";

interface TopicsProps {
  game: Game;
  choose: (next: Partial<Address>) => void;
  look: (page: string) => void;
}

/** How somebody left this page, so that it is found as it was. */
const left = { game: "", typed: "", open: [] as string[], at: 0 };

export function Topics({ game, choose, look }: TopicsProps) {
  if (left.game !== game.name) Object.assign(left, { game: game.name, typed: "", open: [], at: 0 });
  const [typed, setTyped] = useState(left.typed);
  const found = useFound(game.name, typed);
  const topics = game.topics.filter(({ id }) => game.questions.some((one) => one.topic === id));
  useLayoutEffect(() => {
    scrollTo(0, left.at);
    const moved = () => void (left.at = scrollY);
    addEventListener("scroll", moved);
    return () => removeEventListener("scroll", moved);
  }, []);
  const opened = (id: string, open: boolean) => {
    left.open = [...left.open.filter((one) => one !== id), ...(open ? [id] : [])];
  };
  const ask = (question: string, chosen = {}) => choose({ question, chosen });
  return (
    <section>
      <h2>{WORDS.about}</h2>
      <label class="narrow">
        {WORDS.search}
        <input type="search" value={typed} onInput={({ currentTarget: box }) => setTyped((left.typed = box.value))} />
      </label>
      {found?.map((id) => <Hit key={id} {...{ game, id, ask }} />)}
      {found?.length === 0 && <p>{WORDS.notFound}</p>}
      <button class="choice" onClick={() => ask(ANOTHER)}><strong>{WORDS.another}</strong><span>{WORDS.anotherAbout}</span></button>
      {!found && topics.map(({ id, title }) => (
        <details key={id} open={left.open.includes(id)} onToggle={(event) => opened(id, event.currentTarget.open)}>
          <summary>{title}</summary>
          {game.questions.filter((one) => one.topic === id).map((one) => <Asked key={one.id} {...{ one, ask }} />)}
        </details>
      ))}
      <nav>
        <button onClick={() => look("house")}>{WORDS.house}</button>
        {game.numbers.length > 0 && <button onClick={() => look("copy")}>{WORDS.myCopy}</button>}
      </nav>
    </section>
  );
}

type Ask = (question: string, chosen?: Record<string, string>) => void;

/** A question that was found by its id, or a kind of moves by the words for it. */
function Hit({ game, id, ask }: { game: Game; id: string; ask: Ask }) {
  const one = game.questions.find((question) => question.id === id);
  if (one) return <Asked {...{ one, ask }} />;
  const words = id.slice(ANOTHER.length + 1);
  return <button class="choice" onClick={() => ask(ANOTHER, { kind: words })}>{WORDS.another} <strong>{words}</strong></button>;
}

const Asked = ({ one, ask }: { one: Question; ask: Ask }) => (
  <button class="choice" onClick={() => ask(one.id)}>
    <strong>{one.ask}</strong>
    <span>{one.answer}</span>
  </button>
);
