/** Numbers as people read them. */

const minus = "\u2212";

/** Four significant digits, no needless zeros, a real minus sign. */
export function number(x: number | null | undefined, digits = 4): string {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : `${minus}∞`;
  if (x === 0) return "0";
  const size = Math.abs(x);
  let text: string;
  if (size >= 1e6 || size < 1e-4) {
    const [m, e] = x.toExponential(digits - 1).split("e");
    text = `${trimmed(m)}·10${superscript(Number(e))}`;
  } else {
    text = trimmed(x.toPrecision(digits));
    if (text.includes("e")) text = String(Number(text));
  }
  return text.replace("-", minus);
}

const trimmed = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

function superscript(n: number): string {
  return [...String(n)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("");
}

/** With its sign, as a change is written. */
export function signed(x: number, digits = 4): string {
  const text = number(x, digits);
  return x > 0 ? `+${text}` : text;
}

export const percent = (share: number) => `${signed(100 * share, 3)} %`;

/** "stick_in_compression" in words. */
export const words = (name: string) => name.replaceAll("_", " ");

/** "N s" with a thin space and a dot, as it is printed. */
export const unit = (text: string) =>
  text
    .replace("^2", "²")
    .replace(/(\w) (\w)/g, "$1\u2009$2")
    .replace("1/kg", "kg⁻¹");
