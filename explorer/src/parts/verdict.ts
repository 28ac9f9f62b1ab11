/** The impact in one or two sentences: who creates energy, who loses how much. */
import { number, percent, signed, words } from "../format";
import { html, type Sketch } from "../sketch";
import { type Impact, type Result, tangents_of } from "../types";

const change_of = ({ energy }: Result) => {
  if (!energy) return "";
  const share = energy.before ? `, ${percent(energy.change / energy.before)}` : "";
  return `${signed(energy.change, 3)} J${share}`;
};

const listed = (parts: string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** Laws with one outcome share a clause. */
function clauses(results: Result[], say: (r: Result) => string): string[] {
  const groups = new Map<string, string[]>();
  for (const r of results) groups.set(say(r), [...(groups.get(say(r)) ?? []), r.law]);
  return [...groups].map(([text, laws]) => `${listed(laws)} (${text})`);
}

export interface Verdict {
  created: string; // "" where no law creates energy
  others: string;
}

export function verdict_of(seen: Impact): Verdict {
  const answered = seen.results.filter((r) => r.energy);
  const created = answered.filter((r) => seen.created.includes(r.law));
  const lost = answered.filter((r) => !seen.created.includes(r.law));
  const silent = seen.results.filter((r) => !r.energy);
  const verb = created.length === 1 ? "creates" : "create";
  const idle = lost.length > 0 && lost.every((r) => Math.abs(r.energy!.change) < 1e-300);
  return {
    created:
      created.length > 0
        ? `${listed(clauses(created, change_of))} ${verb} energy: no contact can do that.`
        : "",
    others: [
      lost.length > 0
        ? idle
          ? "Nothing collides: no energy changes."
          : `Possible: ${clauses(lost, change_of).join(", ")}.`
        : "",
      silent.length > 0 ? `No answer: ${clauses(silent, (r) => words(r.status)).join(", ")}.` : "",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

export const verdict_text = (seen: Impact) => Object.values(verdict_of(seen)).filter(Boolean).join(" ");

export function verdict(seen: Impact): Sketch {
  const { created, others } = verdict_of(seen);
  return html(
    "div",
    { id: "verdict" },
    html("p", { class: `verdict-line${created ? "" : " calm"}` }, created || "No law creates energy here."),
    html("p", { class: "verdict-others" }, others),
  );
}

/** Mode of the first answer at a contact, in words; for those who hear the diagram. */
export const spoken = (seen: Impact, contact: number) =>
  [
    verdict_text(seen),
    ...seen.results
      .filter((r) => r.contacts[contact]?.impulse)
      .map((r) => {
        const c = r.contacts[contact];
        const p_t = tangents_of(c.impulse!).map((x) => number(x));
        const p = `p_t ${p_t.join(" and ")}, p_n ${number(c.impulse!.n)} N s`;
        return `${r.law}: ${words(c.mode ?? c.outcome ?? r.status)}, ${p}.`;
      }),
  ].join(" ");
