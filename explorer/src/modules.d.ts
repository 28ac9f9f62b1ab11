/** The core as Emscripten makes it. */
declare module "carom-core" {
  export default function create_core(options: {
    wasmBinary: ArrayBuffer;
  }): Promise<{ answer(request: string): string }>;
}
/** core.wasm, gzip, base64. */
declare module "carom:wasm" {
  const text: string;
  export default text;
}
declare module "carom:examples" {
  const packed: string;
  export default packed;
}

declare module "carom:formulas" {
  const mathml: Record<keyof typeof import("./formulas").formulas, string>;
  export default mathml;
}
/** THIRD_PARTY_NOTICES.md and LICENSE. */
declare module "carom:licences" {
  const text: string;
  export default text;
}
