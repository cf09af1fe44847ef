/** Files that people take away from the page, and texts that they copy. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const textFile = (text: string, type = "text/plain"): Blob => new Blob([text], { type: `${type};charset=utf-8` });
