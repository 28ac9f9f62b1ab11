// One page in one file: the core (WebAssembly, packed), the examples and the formulas are made part of it
// here, so that it opens from disk and asks nobody for anything.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import katex from "katex";
import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { to_base85 } from "./src/base85";
import { formulas } from "./src/formulas";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const wasm = process.env.CAROM_WASM ?? resolve(root, "build/wasm/explorer/wasm");
export const page_folder = resolve(root, "build/explorer");
const notices = readFileSync(resolve(root, "THIRD_PARTY_NOTICES.md"), "utf-8");
const program = process.env.CAROM_PROGRAM ?? resolve(root, "build/release/apps/carom/carom");

/** Modules whose text is made at build time. */
function made(modules: Record<string, () => string>): Plugin {
  return {
    name: "carom-made",
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load: (id) => (id.startsWith("\0") ? (modules[id.slice(1)]?.() ?? null) : null),
  };
}

/** Emscripten names its file as a fallback; we hand the bytes over ourselves, so Vite must not add them twice. */
const without_file: Plugin = {
  name: "carom-core-without-file",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("core.mjs")
      ? code.replace(/new URL\(\s*["']core\.wasm["'],\s*import\.meta\.url\)/g, '""')
      : null,
};

/** Whose code goes into the page stands in the notices, or the page is not built. */
export const noticed: Plugin = {
  name: "carom-noticed",
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== "chunk") continue;
      for (const [id, { renderedLength }] of Object.entries(part.modules)) {
        const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
        if (name && renderedLength > 0 && !notices.includes(`\n- ${name}: `))
          this.error(`THIRD_PARTY_NOTICES.md does not name ${name}, whose code is in the page`);
      }
    }
  },
};

const exported = (value: unknown) => `export default ${JSON.stringify(value)};`;
const packed = (value: string | Buffer) => exported(to_base85(gzipSync(value, { level: 9 })));

export default defineConfig({
  base: "./",
  resolve: { alias: { "carom-core": resolve(wasm, "core.mjs") } },
  build: {
    outDir: page_folder,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 1e8,
    chunkSizeWarningLimit: 4000,
  },
  plugins: [
    without_file,
    noticed,
    made({
      "carom:licences": () => packed(`${notices}\n\n${readFileSync(resolve(root, "LICENSE"), "utf-8")}`),
      // The core, packed: the browser unpacks it faster than it would read the larger text.
      "carom:wasm": () => packed(readFileSync(resolve(wasm, "core.wasm"))),
      // The examples as the program reads them; YAML is its business. Robots need a reader that the page does not have.
      "carom:examples": () => {
        const all = JSON.parse(execFileSync(program, ["example", "--json"], { maxBuffer: 1e8 }).toString());
        const readable = ({ documents }: { documents: object[] }) => !documents.some((d) => "robot" in d);
        return packed(JSON.stringify(all.filter(readable)));
      },
      // Formulas as MathML, typeset here: no fonts and no typesetter in the page.
      "carom:formulas": () =>
        exported(
          Object.fromEntries(
            Object.entries(formulas).map(([name, tex]) => [
              name,
              katex.renderToString(tex, { output: "mathml", throwOnError: true }),
            ]),
          ),
        ),
    }),
    viteSingleFile({ removeViteModuleLoader: true }),
  ],
});
