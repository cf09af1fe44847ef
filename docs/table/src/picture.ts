/** A case as a picture: the sentence, the word, the rule and the places. */
import type { Game } from "./data";
import type { Summary } from "./summary";

const WIDTH = 720;
const MARGIN = 32;
const FONT = "system-ui, sans-serif";
const COLORS = { holds: "#1d6b38", fails: "#a02020", open: "#7a5200", cannot: "#7a5200" } as const;

interface Line {
  text: string;
  size: number;
  bold?: boolean;
  color?: string;
}

export function svg(game: Game, sentence: string, verdict: Summary | null): string {
  const paragraphs: Line[] = [
    { text: game.title, size: 18 },
    { text: sentence, size: 26 },
    ...(verdict ? [{ text: `${verdict.shape} ${verdict.word}`, size: 40, bold: true, color: COLORS[verdict.result] }] : []),
    ...(verdict?.rules ?? []).map((text) => ({ text, size: 22 })),
    ...(verdict?.places ?? []).map((text) => ({ text, size: 18 })),
    { text: `era-of-inventions ${game.version}`, size: 14 },
  ];
  let y = MARGIN;
  const texts = paragraphs.flatMap((paragraph) => {
    y += paragraph.size * 0.5;
    return wrapped(paragraph).map((text) => {
      y += paragraph.size * 1.3;
      const { size, bold, color = "#1b1b1f" } = paragraph;
      return `<text x="${MARGIN}" y="${y}" font-size="${size}" font-weight="${bold ? 700 : 400}" fill="${color}">${escaped(text)}</text>`;
    });
  });
  const height = Math.ceil(y + MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${FONT}">`,
    `<title>${escaped(sentence)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fdfcf8"/>`,
    ...texts,
    "</svg>\n",
  ].join("\n");
}

/** The lines of a paragraph, as wide as the picture. */
function wrapped({ text, size, bold }: Line): string[] {
  const context = document.createElement("canvas").getContext("2d");
  if (context) context.font = `${bold ? 700 : 400} ${size}px ${FONT}`;
  const fits = (line: string) => (context?.measureText(line).width ?? (line.length * size) / 2) <= WIDTH - 2 * MARGIN;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(" ");
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, "");

/** Draw a picture at twice its size. */
export async function png(picture: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
