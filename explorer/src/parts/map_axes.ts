/** What a map of modes may run over. */
import { contact_path } from "../problem";
import type { Impact } from "../types";

export interface MapAxis {
  title: string;
  path(contact: number): string;
  range(seen: Impact, contact: number): [number, number];
  /** Where the problem stands on it. */
  value(seen: Impact, contact: number): number;
}

const speed = (seen: Impact, contact: number) =>
  1.5 * Math.max(Math.abs(seen.shown.contacts[contact].u.t), Math.abs(seen.shown.contacts[contact].u.n)) || 1;

export const map_axes: Record<string, MapAxis> = {
  mu: {
    title: "μ",
    path: (c) => contact_path(c, "friction"),
    range: () => [0, 1.2],
    value: (s, c) => s.shown.contacts[c].friction ?? 0,
  },
  e: {
    title: "e",
    path: (c) => contact_path(c, "restitution"),
    range: () => [0, 1],
    value: (s, c) => s.shown.contacts[c].restitution ?? 0,
  },
  ut: {
    title: "u_t / (m/s)",
    path: (c) => `u[${2 * c}]`,
    range: (s, c) => [-speed(s, c), speed(s, c)],
    value: (s, c) => s.shown.contacts[c].u.t,
  },
  un: {
    title: "u_n / (m/s)",
    path: (c) => `u[${2 * c + 1}]`,
    range: (s, c) => [-speed(s, c), -speed(s, c) / 50],
    value: (s, c) => s.shown.contacts[c].u.n,
  },
  wtn: {
    title: "W_tn / kg⁻¹",
    path: (c) => `W[${2 * c}][${2 * c + 1}]`,
    range: (s, c) => {
      const W = s.shown.W;
      const most = 0.98 * Math.sqrt(W[2 * c][2 * c] * W[2 * c + 1][2 * c + 1]);
      return [-most, most];
    },
    value: (s, c) => s.shown.W[2 * c][2 * c + 1],
  },
};
