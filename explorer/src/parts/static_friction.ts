/** How the static coefficient follows where friction runs over a range: in the ratio that the problem has now. */
import { number } from "../format";
import { contact_path } from "../problem";
import type { Impact, JsonMap, ShownContact } from "../types";

export interface Follower {
  factor: number;
  offset: number;
}

/** None where it is the kinetic coefficient: the core lets it follow by itself, unless it is stated. */
export function follower_of({ friction, static_friction }: ShownContact): Follower | undefined {
  if (friction === undefined || static_friction === undefined) return undefined;
  if (friction > 0) return { factor: static_friction / friction, offset: 0 };
  return static_friction > 0 ? { factor: 1, offset: static_friction } : undefined;
}

export const static_at = (follower: Follower, mu: number) => follower.factor * mu + follower.offset;

/** The contact whose friction a key is, if it is one. */
export function contact_of_friction(path: string, seen: Impact): number {
  return seen.shown.contacts.findIndex(
    ({ name }, i) => path === contact_path(i, "friction") || path === `contacts.${name}.friction`,
  );
}

/** The keys that a variable named after a contact's friction drives, as a sweep's file says it. */
export function friction_keys(path: string, seen: Impact, is_stated: (path: string) => boolean): JsonMap {
  const contact = contact_of_friction(path, seen);
  const follower = contact < 0 ? undefined : follower_of(seen.shown.contacts[contact]);
  const other = path.replace(/friction$/, "static_friction");
  if (!follower || !is_stated(other)) return {};
  return { keys: { [path]: {}, [other]: { ...follower } } };
}

/** What is said of it. */
export function follower_text(contact: ShownContact): string {
  const follower = follower_of(contact);
  if (!follower || contact.static_friction === contact.friction) return "";
  return follower.offset > 0
    ? `μ_s follows: μ_s = μ + ${number(follower.offset, 3)}.`
    : `μ_s follows: μ_s = ${number(follower.factor, 3)} μ.`;
}
