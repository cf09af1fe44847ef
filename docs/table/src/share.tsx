/** Taking a case away: a link, a dispute file, a picture, and a report that the verdict seems wrong. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { writeAddress, type Address } from "./address";
import type { Game, Report } from "./data";
import { download, textFile } from "./files";
import { packOwn, type Own } from "./own";
import { png, svg } from "./picture";
import { summary } from "./summary";
import { WORDS } from "./words";

export interface ShareProps {
  game: Game;
  address: Address;
  /** The question as people read it. */
  sentence: string;
  /** The dispute with what the table has settled, for others and for the command line. */
  dispute: string;
  report: Report | null;
  own: Own;
  children?: ComponentChildren;
}

export function Share({ game, address, sentence, dispute, report, own, children }: ShareProps) {
  const [note, setNote] = useState("");
  const [shown, setShown] = useState("");
  const copy = (text: string, done: string) => {
    setShown("");
    const refused = () => {
      setNote(WORDS.notCopied);
      setShown(text);
    };
    if (!navigator.clipboard) refused();
    else navigator.clipboard.writeText(text).then(() => setNote(done), refused);
  };
  const link = async () => {
    const whole = writeAddress({ ...address, own: await packOwn(own) });
    copy(new URL(whole, location.href).href, WORDS.copied);
  };
  const file = named(game, dispute);
  const name = `${game.name}-${address.question || "dispute"}`;
  const verdict = report && summary(game, report, address.edition);
  const picture = () => svg(game, sentence, verdict);
  return (
    <>
      <nav aria-label={WORDS.takeAway}>
        <button onClick={() => void link()}>{WORDS.share}</button>
        <button onClick={() => copy(file, WORDS.copiedDispute)}>{WORDS.copyDispute}</button>
        {children}
        <details class="more">
          <summary>{WORDS.otherWays}</summary>
          <button onClick={() => download(`${name}.toml`, textFile(file, "application/toml"))}>{WORDS.saveDispute}</button>
          <button onClick={() => download(`${name}.svg`, textFile(picture(), "image/svg+xml"))}>{WORDS.saveSvg}</button>
          <button onClick={() => void png(picture()).then((image) => download(`${name}.png`, image), () => setNote(WORDS.noPicture))}>
            {WORDS.savePng}
          </button>
          <button onClick={() => copy(complaint(game, address, sentence, file, verdict), WORDS.copiedComplaint)}>{WORDS.wrong}</button>
        </details>
      </nav>
      <p role="status">{note}</p>
      {shown && <textarea aria-label={WORDS.notCopied} readOnly rows={6} value={shown} onFocus={(event) => event.currentTarget.select()} />}
    </>
  );
}

/** The text of a dispute that names its game. */
const named = (game: Game, text: string) => (/^\s*game\s*=/m.test(text) ? text : `game = "${game.name}"\n${text.trimStart()}`);

/** A report that a verdict seems wrong: a dispute file, with the verdict and the settings as comments. */
function complaint(game: Game, address: Address, sentence: string, file: string, verdict: ReturnType<typeof summary> | null): string {
  const lines = [
    `${WORDS.wrong}: ${sentence}`,
    `${WORDS.verdictWas}: ${verdict ? [verdict.word, ...verdict.clauses].join(" ") : WORDS.noVerdict}`,
    `${WORDS.versionIs}: era-of-inventions ${game.version}; ${WORDS.edition}: ${address.edition || WORDS.anyEdition}`,
    navigator.userAgent,
  ];
  return `${lines.map((line) => `# ${line.replaceAll(/\s+/g, " ")}`).join("\n")}\n${file}`;
}
