/** What the core answers, in the words of the format (docs/command-line.md). */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonMap = { [key: string]: Json };

/** A file of the gallery: its problems, or one sweep. */
export interface Example {
  name: string;
  file: string;
  about: string;
  documents: JsonMap[];
}

/** At a contact; in space t holds two numbers (tangents_of). */
export interface TN {
  t: number;
  n: number;
}

/** The tangential part: one number in the plane, two in space. */
export const tangents_of = ({ t }: TN): number[] => [t as number | number[]].flat();

export interface Law {
  name: string;
  title: string;
  statement: string;
  guarantees: string;
  use: string;
  reference: string;
  follows_path: boolean;
  color: string;
}

export interface ContactResult {
  name: string;
  mode?: string;
  outcome?: string;
  impulse?: TN;
  u_before: TN;
  u_after?: TN;
  work?: Record<string, number>;
  effective?: Record<string, number | null>;
  friction?: Record<string, number | null>;
  effective_mass?: number | null;
}

export interface Result {
  problem: number;
  name?: string;
  law: string;
  status: string;
  reason?: string;
  note?: string | string[];
  notes?: string[];
  case?: string;
  contacts: ContactResult[];
  energy?: { before?: number; after?: number; change: number; contact_work: number; drive?: number };
  residual?: number;
  velocity_after?: number[];
  bodies?: { name: string; before: Velocity; after?: Velocity }[];
  joints?: { name: string; impulse: { x: number; y: number }; moment?: number }[];
}

export interface Velocity {
  vx: number;
  vy: number;
  omega: number;
}

/** A number of a problem that may be varied. */
export interface ProblemNumber {
  path: string;
  value: number; // SI
  unit: string; // in which it is written, in SI; "" for a plain number
}

export interface ShownContact {
  name: string;
  restitution?: number;
  friction?: number;
  static_friction?: number;
  impulse_ratio?: number;
  critical_fraction?: number;
  normal_only: boolean;
  position?: { x: number; y: number };
  tangent?: { x: number; y: number };
  normal?: { x: number; y: number };
  u: TN;
  approach: string;
}

/** A problem as it was read. */
export interface Shown {
  name?: string;
  laws: string[];
  degrees_of_freedom?: number;
  contacts: ShownContact[];
  W: number[][];
  u: number[];
}

export type XY = [number, number];

export interface Diagram {
  title: string;
  subtitle: string;
  t: XY;
  n: XY;
  lines: { kind: string; from: XY; to: XY }[];
  /** centre + first cos φ + second sin φ; none where W is singular */
  energy_ellipse?: { centre: XY; first: XY; second: XY };
  paths: {
    law: string;
    color: string;
    follows_path: boolean;
    creates_energy: boolean;
    events: { event: string; p: XY }[];
  }[];
}

export type PoseNumbers = [number, number, number];

export interface PictureBody {
  name: string;
  pose: PoseNumbers;
  centre: XY;
  outline: XY[];
  strokes: XY[][];
}

export interface Picture {
  title: string;
  subtitle: string;
  low: XY;
  high: XY;
  speed_scale: number;
  bodies: PictureBody[];
  prescribed: PictureBody[];
  joints: {
    kind: string;
    body: number;
    at: XY;
    position: XY;
    axis: XY;
    on_world: boolean;
    support_above: boolean;
    stopped: boolean;
  }[];
  surfaces: { from: XY; to: XY; solid?: XY; endless: boolean; name?: string }[];
}

/** A step of the energy from one level to the next, J (carom/impact/energy_steps.hpp). */
export interface EnergyStep {
  step: string;
  change: number;
  start: number;
  end: number;
}

export type Vector3 = [number, number, number]; // (t1, t2, n)

export interface SwervePoint {
  event: string;
  phase: "compression" | "restitution"; // that begins here
  sticks: boolean;
  p: Vector3;
  u: Vector3;
  work: number; // so far, J
}

export interface SwervePath {
  law: string;
  color: string;
  follows_path: boolean;
  creates_energy: boolean;
  points: SwervePoint[];
}

/** One contact in space (carom/report/spatial_diagram.hpp). */
export interface Swerve {
  title: string;
  subtitle: string;
  u: Vector3;
  friction: number;
  static_friction: number;
  u_t1: XY;
  u_t2: XY;
  p_t1: XY;
  p_t2: XY;
  p_t: number;
  p_n: number;
  /** that slip keeps */
  directions: { w: XY; attracts: boolean; rate: number }[];
  /** centre + s₁ a₁ + s₂ a₂ + s₃ a₃ with |s| = 1; none where W is singular */
  ellipsoid?: { centre: Vector3; half_axes: Vector3[] };
  paths: SwervePath[];
}

/** One way of sharing loads; softness 0: a contact is spared. */
export interface SharedLoads {
  softness: number;
  load: number; // share of the first group
  p: number[];
  u: number[];
  velocity?: number[];
}

/** How several contacts in space share their loads (carom/report/load_sharing.hpp). */
export interface LoadSharing {
  law: string;
  groups: [number[], number[]]; // empty where nothing can be shared otherwise
  normals: number[]; // rows of the normals
  rule: SharedLoads;
  ways: SharedLoads[];
  spared: SharedLoads[];
  velocity_before?: number[];
  places: Vector3[]; // of the contacts of one free body
}

/** The answer to `impact`. */
export interface Impact {
  results: Result[];
  shown: Shown;
  defined: string[];
  created: string[];
  energy_steps: Record<string, EnergyStep[]>; // by law
  diagram?: Diagram;
  swerve?: Swerve; // of one contact in space
}

export interface FilmFrame {
  progress: number;
  event?: string;
  phase?: string;
  modes: string[];
  p: number[];
  u: number[];
  normal_work: number;
  friction_work: number;
  drive: number;
  bodies: [number, number, number][];
}

export interface Film {
  frames: FilmFrame[];
  approach: { time: number; poses: PoseNumbers[] }[];
  departure: { time: number; poses: PoseNumbers[] }[];
}

export interface MotionEvent {
  t: number;
  kind: string;
  contacts: string[];
  poses: number[];
  driven: number[];
  modes: string[];
  ledger: number[];
  note?: string;
  impact?: Result;
}

/** The answer to `simulate`: carom/report/picture/motion_film.hpp says what the numbers are. */
export interface Motion {
  simulation: { law: string; duration: number; sample: number };
  picture: Picture;
  samples: { t: number; poses: number[]; driven: number[]; modes: string[]; ledger: number[] }[];
  events: MotionEvent[];
  end: { reason: string; message: string; t: number; events: number; impacts: number; ledger_error: number };
}

export type SweepRow = Record<string, number | string | undefined>;

export interface SweepAnswer {
  sweep: string;
  points: number;
  units: Record<string, string>;
  rows: SweepRow[];
}

export interface ModeMap {
  cells: number[];
  modes: string[];
}

/** A paper's figures, computed again (docs/reproduction.md). */
export interface Reproduction {
  paper: string;
  title: string;
  reference: string;
  ok: boolean;
  summary?: string;
  items: {
    group: string;
    item: string;
    printed: string;
    computed: string;
    agreement: string;
    note?: string;
    erratum?: string;
    as_expected?: boolean;
  }[];
}

/** Curves over an angle. */
export interface CurveFigure {
  paper: string;
  number: number;
  title: string;
  legend: string[];
  angles: number[];
  panels: { title: string; unit: string; curves: number[][] }[];
  shaded: XY[];
  shaded_title: string;
}

/** Ways of balls between barriers, and their energies over time. */
export interface WayFigure {
  paper: string;
  number: number;
  title: string;
  subtitle: string;
  legend: string[];
  ways: XY[][];
  barriers: { name: string; from: XY; to: XY; solid: XY }[];
  times: number[];
  energies: number[][];
}

export type PaperFigure = CurveFigure | WayFigure;

/** What `--html` and `carom explore` put into the page. */
export interface PageData {
  kind: "solve" | "sweep" | "simulate" | "reproduce" | "explore";
  title: string;
  version: string;
  documents?: JsonMap[];
  results?: Result[];
  sweep?: SweepAnswer;
  motion?: Motion;
  vary?: string[];
  papers?: Reproduction[];
  figures?: PaperFigure[];
}
