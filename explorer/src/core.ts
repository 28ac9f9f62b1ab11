/** The C++ core in the browser: questions and answers as JSON. All physics is behind this door. */
import create_core from "carom-core";
import packed from "carom:wasm";
import { unpacked_bytes } from "./base85";
import type {
  Film,
  Impact,
  JsonMap,
  Law,
  LoadSharing,
  ModeMap,
  Motion,
  Picture,
  ProblemNumber,
  SweepAnswer,
} from "./types";

let core: { answer(request: string): string } | undefined;

export async function start_core(): Promise<void> {
  core = await create_core({ wasmBinary: await unpacked_bytes(packed) });
}

/** A refusal in the words of the command line, and the line of the problem's text that it is about; 0: of none. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly line = 0,
  ) {
    super(message);
  }
}

function ask<T>(call: string, request: object = {}): T {
  if (!core) throw new Error("the core is not started");
  const answer = JSON.parse(core.answer(JSON.stringify({ call, ...request })));
  if (answer && typeof answer === "object" && "error" in answer) {
    const [place, line] = /^problem:(\d*):? ?/.exec(String(answer.error)) ?? ["", ""];
    throw new Refused(String(answer.error).slice(place.length), Number(line));
  }
  return answer as T;
}

export interface SweepWish {
  vary: string[];
  laws: string[];
  columns?: string[];
  contact?: number;
  first?: number;
  last?: number;
}

/** A problem, or the text of one. */
const text = (problem: JsonMap | string) => (typeof problem === "string" ? problem : JSON.stringify(problem));

export const laws = () => ask<Law[]>("laws");
export const impact = (problem: JsonMap | string, chosen: string[]) =>
  ask<Impact>("impact", { problem: text(problem), laws: chosen });
/** The same impact by W and u alone, with its laws. */
export const contact_space = (problem: JsonMap): JsonMap => ({
  ...(problem.law === undefined ? {} : { law: problem.law }),
  ...ask<JsonMap>("contact_space", { problem: text(problem) }),
});
/** How its contacts share their loads; null where the law has no answer. */
export const sharing = (problem: JsonMap, law: string) =>
  ask<LoadSharing | null>("sharing", { problem: text(problem), law });
export const numbers = (problem: JsonMap) => ask<ProblemNumber[]>("numbers", { problem: text(problem) });
/** Of a scene. */
export const picture = (problem: JsonMap) => ask<Picture>("picture", { problem: text(problem) });
export const film = (problem: JsonMap, law: string) => ask<Film>("film", { problem: text(problem), law });
export const sweep = (problem: JsonMap | string, wish: SweepWish) =>
  ask<SweepAnswer>("sweep", { problem: text(problem), ...wish });
export const mode_map = (problem: JsonMap, wish: SweepWish) =>
  ask<ModeMap>("map", { problem: text(problem), ...wish });
export const boundaries = (problem: JsonMap, wish: SweepWish) =>
  ask<SweepAnswer>("boundaries", { problem: text(problem), ...wish, columns: undefined });
export const yaml = (problem: JsonMap) => ask<string>("yaml", { problem: text(problem) });
/** With the scene's own law, duration and so on where nothing else is wished; times as the command line takes them. */
export const simulate = (
  problem: JsonMap | string,
  wish: { law?: string; duration?: string; sample?: string },
) => ask<Motion>("simulate", { problem: text(problem), ...wish });
