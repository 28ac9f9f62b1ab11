/** One colour for each mode, in maps and legends. */
const colors: Record<string, string> = {
  none: "#d8d5cc",
  sliding: "#f0c987",
  stick_in_compression: "#4f8fc0",
  stick_in_restitution: "#9cc4e0",
  reverse_in_compression: "#7d5ba6",
  reverse_in_restitution: "#bfa5d9",
  sticking: "#4f8fc0",
  capped: "#8bb98a",
  detached: "#d8d5cc",
};

/** A name may end in +: energy is created there. */
export const mode_color = (mode: string) => colors[mode.replace("+", "")] ?? "#b9b4aa";
export const creates = (mode: string) => mode.endsWith("+");
