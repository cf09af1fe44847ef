/** The house sheet: the readings that a table plays by, to look at and to print. */
import { useState } from "preact/hooks";
import type { Game, Reading } from "./data";
import type { Settled } from "./own";
import { Readings } from "./settle";
import { Cites } from "./verdict";
import { WORDS } from "./words";

export function House({ game, settled }: { game: Game; settled: Settled }) {
  const [asked, setAsked] = useState("");
  const chosen = Object.entries(settled.own.readings);
  return (
    <section class="house">
      <h2>{WORDS.house}</h2>
      {chosen.length === 0 && <p>{WORDS.noReadings}</p>}
      {chosen.map(([id, name]) => {
        const ruling = game.rulings[id];
        const reading = ruling?.readings.find((one) => one.name === name);
        return (
          <article key={id}>
            <p>{ruling?.question}</p>
            <p class="rule">{reading?.text}</p>
            {reading && <Cites places={firsts(reading.places)} />}
            <button onClick={() => settled.put("readings", id, "")}>{WORDS.leaveOpen}</button>
          </article>
        );
      })}
      {!settled.kept && <p role="alert">{WORDS.notKept}</p>}
      <nav>
        <button onClick={() => print()}>{WORDS.print}</button>
      </nav>
      <details class="screen">
        <summary>{WORDS.allRulings}</summary>
        {Object.keys(game.rulings).map((id) => (
          <details key={id} onToggle={(event) => event.currentTarget.open && setAsked(id)}>
            <summary>{game.rulings[id]?.question}</summary>
            {asked === id && <Readings {...{ game, id, settled }} />}
          </details>
        ))}
      </details>
    </section>
  );
}

/** The first place of each edition. */
const firsts = (places: Reading["places"]) =>
  places.filter(({ edition }, at) => places.findIndex((one) => one.edition === edition) === at);
