/** The swerve of one contact in space, in plane pictures that share one cursor along the normal impulse. */
import { words } from "../format";
import { type Sketch, svg } from "../sketch";
import type { Swerve, SwervePath, SwervePoint, Vector3, XY } from "../types";
import { hundredth, points } from "./axes";
import { type Panel, panel_picture, type PanelLook } from "./panel";
import { longest } from "./swerve_cursor";

/** Where a point of the path is in a picture. */
type Seen = (point: { p: Vector3; u: Vector3 }) => XY;

const slip: Seen = ({ u }) => [u[0], u[1]];
const growth: Seen = ({ p }) => [Math.hypot(p[0], p[1]), p[2]];
const tangential: Seen = ({ p }) => [p[0], p[1]];

function stretches(path: SwervePath, phase: string): SwervePoint[][] {
  const all: SwervePoint[][] = [];
  path.points.slice(0, -1).forEach((point, i) => {
    if (point.phase !== phase) return;
    if (i === 0 || path.points[i - 1].phase !== phase) all.push([point]);
    all.at(-1)!.push(path.points[i + 1]);
  });
  return all;
}

function marker({ event }: SwervePoint, [x, y]: XY): Sketch | null {
  const title = svg("title", {}, words(event));
  switch (event) {
    case "start":
      return svg("circle", { cx: x, cy: y, r: 5, class: "swerve-mark" }, title);
    case "slip_stops":
      return svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, class: "swerve-mark" }, title);
    case "compression_ends":
      return svg("path", { d: `M${x} ${y - 6}l6 6-6 6-6-6z`, class: "swerve-mark" }, title);
    case "compression_starts":
      return svg("path", { d: `M${x} ${y + 6}l5.5-9.5h-11z`, class: "swerve-mark" }, title);
    default:
      return null;
  }
}

/** The one path by its phases, its events, the straight guesses of algebraic laws, and where each law ends. */
function ways(swerve: Swerve, seen: Seen, { at }: Panel): Sketch[] {
  const path = longest(swerve);
  const line = (part: SwervePoint[], look: string) =>
    svg("polyline", { points: points(part.map((x) => at(seen(x)))), class: `way ${look}` });
  const guesses = swerve.paths
    .filter((p) => !p.follows_path)
    .map((p) =>
      svg("polyline", {
        points: points(p.points.map((x) => at(seen(x)))),
        class: "way guess",
        stroke: p.color,
        "stroke-width": 2,
      }),
    );
  const phases = ["compression", "restitution"].flatMap((phase) =>
    path ? stretches(path, phase).map((part) => line(part, phase)) : [],
  );
  const marks = path ? path.points.map((x) => marker(x, at(seen(x)))) : [];
  const ends = swerve.paths.map((p, i) => {
    const [cx, cy] = at(seen(p.points.at(-1)!));
    return svg(
      "g",
      {},
      p.creates_energy
        ? svg("circle", { cx, cy, r: 10.5, class: "created-ring" }, svg("title", {}, "energy is created"))
        : null,
      svg(
        "circle",
        { cx, cy, r: hundredth(7 * 0.8 ** i + 1), fill: p.color, class: "end" },
        svg("title", {}, p.law),
      ),
    );
  });
  return [svg("g", {}, ...guesses), svg("g", {}, ...phases), svg("g", {}, ...marks), svg("g", {}, ...ends)];
}

const cursor_dot = ([cx, cy]: XY) => svg("circle", { cx, cy, r: 7, class: "cursor-dot" });

const line_between = ([x1, y1]: XY, [x2, y2]: XY, look: string, title?: string) =>
  svg("line", { x1, y1, x2, y2, class: look }, title ? svg("title", {}, title) : null);

/** The slip velocity in the tangent plane. */
export function hodograph(swerve: Swerve, now: SwervePoint | undefined, describedby?: string): Sketch {
  const look: PanelLook = {
    id: "hodograph",
    label: "Hodograph: the slip velocity in the tangent plane",
    describedby,
    x: swerve.u_t1,
    y: swerve.u_t2,
    x_title: "slip u_t1 / m s⁻¹",
    y_title: "slip u_t2 / m s⁻¹",
  };
  const far = 2 * Math.max(...[swerve.u_t1, swerve.u_t2].flat().map(Math.abs));
  return panel_picture(look, (panel) => {
    const zero = panel.at([0, 0]);
    const rays = swerve.directions.map(({ w, attracts }) =>
      line_between(
        zero,
        panel.at([far * w[0], far * w[1]]),
        `slip-ray ${attracts ? "attracts" : "repels"}`,
        attracts ? "attracts slip" : "repels slip",
      ),
    );
    const [x, y] = zero;
    const cross = svg(
      "path",
      { d: `M${x - 6} ${y - 6}l12 12M${x - 6} ${y + 6}l12-12`, class: "stop-cross" },
      svg("title", {}, "slip is zero"),
    );
    const start = panel.at([swerve.u[0], swerve.u[1]]);
    const handle = svg("circle", {
      cx: start[0],
      cy: start[1],
      r: 13,
      class: "handle",
      id: "slip-handle",
      "data-grip": "",
    });
    return [
      svg("g", {}, ...rays),
      cross,
      svg("g", {}, ...(now ? [line_between(zero, panel.at(slip(now)), "cursor-line")] : [])),
      handle,
      ...ways(swerve, slip, panel),
      svg("g", {}, ...(now ? [cursor_dot(panel.at(slip(now)))] : [])),
    ];
  });
}

export const growth_axes = (swerve: Swerve): Pick<PanelLook, "x" | "y"> => ({
  x: [0, swerve.p_t],
  y: [0, swerve.p_n],
});

/** The normal impulse against the size of friction's. */
export function growth_picture(swerve: Swerve, now: SwervePoint | undefined, describedby?: string): Sketch {
  const look: PanelLook = {
    id: "growth",
    label: "The normal impulse against the size of the tangential one",
    describedby,
    ...growth_axes(swerve),
    x_title: "size of the tangential impulse |p_t| / N s",
    y_title: "normal impulse p_n / N s",
  };
  return panel_picture(look, (panel) => {
    const edge = (mu: number, kind: string, title: string) =>
      line_between(panel.at([0, 0]), panel.at([mu * swerve.p_n, swerve.p_n]), `routh ${kind}`, title);
    const level = now ? panel.Y(now.p[2]) : 0;
    return [
      svg(
        "g",
        {},
        edge(swerve.friction, "line-limiting-friction", "|p_t| = μ p_n"),
        swerve.static_friction > swerve.friction
          ? edge(swerve.static_friction, "line-static-friction", "|p_t| = μ_s p_n")
          : null,
      ),
      svg(
        "g",
        {},
        ...(now ? [line_between([panel.X(0), level], [panel.X(swerve.p_t), level], "cursor-line")] : []),
      ),
      ...ways(swerve, growth, panel),
      svg("g", {}, ...(now ? [cursor_dot(panel.at(growth(now)))] : [])),
      svg("rect", {
        x: 0,
        y: hundredth(level - 14),
        width: 400,
        height: 28,
        id: "cursor-grip",
        "data-grip": "",
      }),
    ];
  });
}

/** The tangential impulse within the friction circle. */
export function circle_picture(swerve: Swerve, now: SwervePoint | undefined): Sketch {
  const look: PanelLook = {
    id: "friction-circle",
    label: "The tangential impulse in the friction circle",
    x: swerve.p_t1,
    y: swerve.p_t2,
    x_title: "p_t1 / N s",
    y_title: "p_t2 / N s",
  };
  return panel_picture(look, (panel) => {
    const [cx, cy] = panel.at([0, 0]);
    const around = (radius: number, kind: string, title: string) =>
      svg(
        "circle",
        { cx, cy, r: hundredth(panel.X(radius) - panel.X(0)), class: `routh open ${kind}` },
        svg("title", {}, title),
      );
    const ends = [...new Set(swerve.paths.map((p) => p.points.at(-1)!.p[2]))];
    const last = Math.max(0, ...ends);
    return [
      svg(
        "g",
        {},
        ...ends.map((p_n) => around(swerve.friction * p_n, "line-limiting-friction", "μ p_n at an end")),
        swerve.static_friction > swerve.friction
          ? around(swerve.static_friction * last, "line-static-friction", "μ_s p_n")
          : null,
      ),
      svg("g", {}, ...(now ? [around(swerve.friction * now.p[2], "cursor-circle", "μ p_n now")] : [])),
      ...ways(swerve, tangential, panel),
      svg("g", {}, ...(now ? [cursor_dot(panel.at(tangential(now)))] : [])),
    ];
  });
}

/** The outline of the ellipsoid seen along a tangent: ±√(B Bᵀ) by its Cholesky factor. */
function outline(swerve: Swerve, t: 0 | 1): XY[] {
  if (!swerve.ellipsoid) return [];
  const { centre, half_axes } = swerve.ellipsoid;
  const sum = (i: number, j: number) => half_axes.reduce((total, a) => total + a[i] * a[j], 0);
  const l11 = Math.sqrt(sum(t, t));
  const l21 = sum(t, 2) / l11;
  const l22 = Math.sqrt(Math.max(0, sum(2, 2) - l21 * l21));
  return Array.from({ length: 121 }, (_, i): XY => {
    const [c, s] = [Math.cos((Math.PI * i) / 60), Math.sin((Math.PI * i) / 60)];
    return [centre[t] + l11 * c, centre[2] + l21 * c + l22 * s];
  });
}

/** The impulse seen along a tangent: cone and ellipsoid as outlines. */
export function projection(swerve: Swerve, t: 0 | 1, now: SwervePoint | undefined): Sketch {
  const name = `p_t${t + 1}`;
  const seen: Seen = ({ p }) => [p[t], p[2]];
  const look: PanelLook = {
    id: `projection-${t + 1}`,
    label: `The impulse seen along the other tangent: ${name} and p_n`,
    x: t === 0 ? swerve.p_t1 : swerve.p_t2,
    y: [0, swerve.p_n],
    x_title: `${name} / N s`,
    y_title: "p_n / N s",
  };
  return panel_picture(look, (panel) => {
    const edge = (mu: number, kind: string) =>
      [-mu, mu].map((slope) =>
        line_between(panel.at([0, 0]), panel.at([slope * swerve.p_n, swerve.p_n]), `routh ${kind}`),
      );
    const shape = outline(swerve, t).map(panel.at);
    return [
      svg(
        "g",
        {},
        shape.length > 0
          ? svg(
              "polygon",
              { points: points(shape), class: "ellipse" },
              svg("title", {}, "outline of the ellipsoid: energy is lost inside"),
            )
          : null,
      ),
      svg(
        "g",
        {},
        ...edge(swerve.friction, "line-limiting-friction"),
        ...(swerve.static_friction > swerve.friction
          ? edge(swerve.static_friction, "line-static-friction")
          : []),
      ),
      ...ways(swerve, seen, panel),
      svg("g", {}, ...(now ? [cursor_dot(panel.at(seen(now)))] : [])),
    ];
  });
}
