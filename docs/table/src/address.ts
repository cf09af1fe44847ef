/** What is asked, in the fragment of the address: nothing of it is sent to a server. */
export interface Address {
  game: string;
  question: string;
  chosen: Record<string, string>;
  edition: string;
}
export const NOWHERE: Address = { game: "", question: "", chosen: {}, edition: "" };

/** Read `#game/question?blank=words&edition=nl`. */
export function readAddress(fragment: string): Address {
  const [path = "", query = ""] = fragment.replace(/^#/, "").split("?", 2);
  const [game = "", question = ""] = path.split("/").map(decoded);
  const chosen = Object.fromEntries(new URLSearchParams(query));
  const { edition = "", ...others } = chosen;
  return { game, question, chosen: others, edition };
}

export function writeAddress({ game, question, chosen, edition }: Address): string {
  const query = new URLSearchParams({ ...chosen, ...(edition ? { edition } : {}) }).toString();
  const path = [game, question].filter(Boolean).map(encodeURIComponent).join("/");
  return `#${path}${query ? `?${query}` : ""}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
