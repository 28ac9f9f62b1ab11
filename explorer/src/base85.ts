/** Bytes as text, four in five characters: shorter than base64. The page's heavy parts are in it in this form. */

/** None of them means anything to HTML or in a string. */
const letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?_~|>()[]{}@%#";

export function to_base85(bytes: Uint8Array): string {
  const out: string[] = [];
  for (let i = 0; i < bytes.length; i += 4) {
    let word = 0;
    for (let k = 0; k < 4; k++) word = word * 256 + (bytes[i + k] ?? 0);
    let five = "";
    for (let k = 0; k < 5; k++) {
      five = letters[word % 85] + five;
      word = Math.floor(word / 85);
    }
    out.push(five);
  }
  return `${bytes.length} ${out.join("")}`;
}

export function from_base85(text: string): Uint8Array<ArrayBuffer> {
  const start = text.indexOf(" ") + 1;
  const bytes = new Uint8Array(Math.ceil(Number(text.slice(0, start)) / 4) * 4);
  const values = new Uint8Array(128);
  for (let i = 0; i < letters.length; i++) values[letters.charCodeAt(i)] = i;
  const view = new DataView(bytes.buffer);
  for (let i = start, at = 0; i < text.length; i += 5, at += 4) {
    let word = 0;
    for (let k = 0; k < 5; k++) word = word * 85 + values[text.charCodeAt(i + k)];
    view.setUint32(at, word);
  }
  return bytes.subarray(0, Number(text.slice(0, start)));
}

/** What the build has packed: gzip, then this. */
export async function unpacked_bytes(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([from_base85(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export const unpacked_text = async (text: string) => new TextDecoder().decode(await unpacked_bytes(text));
