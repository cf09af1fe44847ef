/** What is asked, in the fragment of the address: nothing of it is sent to a server. */
export interface Address {
  game: string;
  question: string;
  chosen: Record<string, string>;
  edition: string;
  /** The text of a dispute that is no ready question as it stands, packed. */
  text: string;
  /** The name of an example of the other pages, if the text is that one. */
  example: string;
  /** What has been changed on the table since, packed. */
  changes: string;
  /** What the sender's table has settled, packed. */
  own: string;
}
/** The parts that belong to one case. */
export const FRESH = { chosen: {}, text: "", example: "", changes: "" };
export const NOWHERE: Address = { game: "", question: "", ...FRESH, edition: "", own: "" };

/** Read `#game/question?blank=words&edition=nl`. */
export function readAddress(fragment: string): Address {
  const [path = "", query = ""] = fragment.replace(/^#/, "").split("?", 2);
  const [game = "", question = ""] = path.split("/").map(decoded);
  const { edition = "", text = "", example = "", changes = "", own = "", ...chosen } = Object.fromEntries(new URLSearchParams(query));
  return { game, question, chosen, edition, text, example, changes, own };
}

export function writeAddress({ game, question, chosen, ...others }: Address): string {
  const said = Object.entries(others).filter(([, value]) => value);
  const query = new URLSearchParams({ ...chosen, ...Object.fromEntries(said) }).toString();
  const path = [game, question].filter(Boolean).map(encodeURIComponent).join("/");
  return `#${path}${query ? `?${query}` : ""}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // nothing is called so
  }
}
