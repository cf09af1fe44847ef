/** What a table can settle under a verdict: the reading it plays by, and what its own copy shows. */
import { useState } from "preact/hooks";
import { calledNumber, type AssumedNumber, type Game, type Report } from "./data";
import { sizeOf, type Settled } from "./own";
import { NumberSheet } from "./number";
import { WORDS } from "./words";

export function Settle({ game, report, settled, look }: { game: Game; report: Report | null; settled: Settled; look: (page: string) => void }) {
  const [asked, setAsked] = useState<AssumedNumber | null>(null);
  const claims = report?.disputes.flatMap((dispute) => dispute.claims) ?? [];
  const rulings = [...new Set(claims.flatMap((claim) => claim.rests_on.map(({ ruling }) => ruling)))];
  const lines = claims.flatMap((claim) => claim.rests_on_numbers.map(({ number }) => number.line));
  const numbers = game.numbers.filter(({ key }) => lines.some((line) => line.startsWith(`${key} = `)));
  const { own, put } = settled;
  return (
    <>
      {rulings.map((id) => (
        <section key={id}>
          <h2>{WORDS.howRead}</h2>
          <p>{game.rulings[id]?.question}</p>
          <Readings {...{ game, id, settled }} />
        </section>
      ))}
      {numbers.length > 0 && (
        <section>
          <h2>{WORDS.yourCard}</h2>
          {numbers.map((number) => (
            <button class="choice" key={number.key} onClick={() => setAsked(number)}>
              {calledNumber(number)} {number.assumed}° <span>{WORDS.whatShows}</span>
            </button>
          ))}
        </section>
      )}
      {sizeOf(own) > 0 && (
        <p class="settled">
          {settled.foreign ? WORDS.withTheirs : WORDS.withOurs}{" "}
          <button onClick={() => look("house")}>{WORDS.readings} ({Object.keys(own.readings).length})</button>{" "}
          <button onClick={() => look("copy")}>{WORDS.numbers} ({Object.keys(own.values).length})</button>
          {settled.foreign && (
            <>
              {" "}<button onClick={settled.adopt}>{WORDS.adopt}</button>{" "}
              <button onClick={settled.dismiss}>{WORDS.dismiss}</button>
            </>
          )}
        </p>
      )}
      {!settled.kept && <p role="alert">{WORDS.notKept}</p>}
      {asked && <NumberSheet number={asked} now={own.values[asked.key] ?? ""} give={(text) => put("values", asked.key, text)} close={() => setAsked(null)} />}
    </>
  );
}

/** The readings of a ruling as large choices; the one that is chosen can be taken back. */
export function Readings({ game, id, settled }: { game: Game; id: string; settled: Settled }) {
  const chosen = settled.own.readings[id];
  return (
    <>
      {game.rulings[id]?.readings.map(({ name, text }) => (
        <button class="choice" key={name} aria-pressed={name === chosen}
          onClick={() => settled.put("readings", id, name === chosen ? "" : name)}>
          {text}
          <span>{name === chosen ? WORDS.playItSo : WORDS.playSo}</span>
        </button>
      ))}
    </>
  );
}
