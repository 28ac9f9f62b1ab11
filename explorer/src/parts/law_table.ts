/** One column for each law: what happened at a contact, with units. */
import type { App } from "../app";
import { number, signed, unit, words } from "../format";
import { html, type Sketch, symbol } from "../sketch";
import { type Impact, type Result, type TN, tangents_of } from "../types";

interface Row {
  key: string;
  label: () => Sketch | string;
  unit?: string;
  value(result: Result, contact: number): string | number | null | undefined;
}

const after = (letter: string) => () => html("span", {}, symbol(letter), "⁺");
const plain = (text: string) => () => text;

/** A tangential part: the one of the plane, or the first or second of space. */
const part = (x: TN | undefined, of: number, count: number) => {
  const parts = x ? tangents_of(x) : [];
  return parts.length === count ? parts[of] : undefined;
};

const rows: Row[] = [
  {
    key: "status",
    label: plain("status"),
    value: (r) => words(r.status) + (r.reason ? `: ${words(r.reason)}` : ""),
  },
  { key: "mode", label: plain("mode"), value: (r, c) => r.contacts[c].mode && words(r.contacts[c].mode!) },
  { key: "outcome", label: plain("outcome"), value: (r, c) => r.contacts[c].outcome },
  {
    key: "p_t",
    label: () => symbol("p_t"),
    unit: "N s",
    value: (r, c) => part(r.contacts[c].impulse, 0, 1),
  },
  ...[0, 1].map((i) => ({
    key: `p_t${i + 1}`,
    label: () => symbol(`p_t${i + 1}`),
    unit: "N s",
    value: (r: Result, c: number) => part(r.contacts[c].impulse, i, 2),
  })),
  { key: "p_n", label: () => symbol("p_n"), unit: "N s", value: (r, c) => r.contacts[c].impulse?.n },
  {
    key: "u_t",
    label: after("u_t"),
    unit: "m/s",
    value: (r, c) => part(r.contacts[c].u_after, 0, 1),
  },
  ...[0, 1].map((i) => ({
    key: `u_t${i + 1}`,
    label: after(`u_t${i + 1}`),
    unit: "m/s",
    value: (r: Result, c: number) => part(r.contacts[c].u_after, i, 2),
  })),
  { key: "u_n", label: after("u_n"), unit: "m/s", value: (r, c) => r.contacts[c].u_after?.n },
];

const more: Row[] = [
  { key: "kinematic", label: plain("e kinematic"), value: (r, c) => r.contacts[c].effective?.kinematic },
  { key: "kinetic", label: plain("e kinetic"), value: (r, c) => r.contacts[c].effective?.kinetic },
  { key: "energetic", label: plain("e energetic"), value: (r, c) => r.contacts[c].effective?.energetic },
  { key: "tangential", label: plain("e tangential"), value: (r, c) => r.contacts[c].effective?.tangential },
  { key: "hold", label: plain("μ to hold stick"), value: (r, c) => r.contacts[c].friction?.to_hold_stick },
  {
    key: "no_slip",
    label: plain("μ to end without slip"),
    value: (r, c) => r.contacts[c].friction?.to_end_without_slip,
  },
  { key: "stick", label: plain("μ to stick"), value: (r, c) => r.contacts[c].friction?.to_stick },
  {
    key: "mass",
    label: plain("effective mass"),
    unit: "kg",
    value: (r, c) => r.contacts[c].effective_mass,
  },
  {
    key: "compression",
    label: plain("work, compression"),
    unit: "J",
    value: (r, c) => r.contacts[c].work?.normal_compression,
  },
  {
    key: "restitution",
    label: plain("work, restitution"),
    unit: "J",
    value: (r, c) => r.contacts[c].work?.normal_restitution,
  },
  { key: "normal", label: plain("work, normal"), unit: "J", value: (r, c) => r.contacts[c].work?.normal },
  {
    key: "friction",
    label: plain("work, friction"),
    unit: "J",
    value: (r, c) => r.contacts[c].work?.friction,
  },
];

const whole: Row[] = [
  {
    key: "change",
    label: plain("energy change"),
    unit: "J",
    value: (r) => (r.energy ? signed(r.energy.change) : null),
  },
  {
    key: "residual",
    label: plain("residual"),
    value: (r) => (r.residual === undefined ? null : r.residual < 1e-15 ? "< 10⁻¹⁵" : number(r.residual, 2)),
  },
];

function cells(row: Row, results: Result[], contact: number): Sketch | null {
  const values = results.map((r) => (r.contacts[contact] ? row.value(r, contact) : null));
  if (values.every((v) => v === null || v === undefined)) return null;
  return html(
    "tr",
    { "data-row": row.key },
    html("th", { scope: "row" }, row.label()),
    html("td", { class: "unit" }, row.unit ? unit(row.unit) : ""),
    ...values.map((v) =>
      html(
        "td",
        {
          class: typeof v === "number" ? "figure" : "word",
          "data-value": typeof v === "number" ? v : undefined,
        },
        typeof v === "number" ? number(v, 6) : (v ?? "–"),
      ),
    ),
  );
}

export function law_table(app: App, seen: Impact, contact: number, everything = false): Sketch {
  const head = html(
    "tr",
    {},
    html("th", {}),
    html("th", {}),
    ...seen.results.map((r) =>
      html(
        "th",
        { scope: "col", "data-law": r.law },
        html("span", { class: "law-name", style: `--law:${app.law(r.law).color}` }, r.law),
        seen.created.includes(r.law) ? html("span", { class: "verdict" }, "CREATED") : null,
      ),
    ),
  );
  // What belongs to the whole impact stands once, at the end.
  const last = contact === seen.shown.contacts.length - 1;
  const wanted = everything ? [...rows, ...more, ...(last ? whole : [])] : [...rows, whole[0]];
  const body = wanted.map((row) => cells(row, seen.results, contact)).filter((x): x is Sketch => x !== null);
  return html(
    "table",
    { class: "laws-table", id: contact === app.colliding(seen) ? "laws-table" : undefined },
    html("thead", {}, head),
    html("tbody", {}, ...body),
  );
}
