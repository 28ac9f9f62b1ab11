// The picture in three dimensions (three.js) as a file of its own beside the page: a classic script, because a page that
// was opened from disk may load no modules.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { noticed, page_folder } from "./vite.config";

export default defineConfig({
  build: {
    outDir: page_folder,
    emptyOutDir: false,
    target: "es2022",
    chunkSizeWarningLimit: 1500,
    lib: {
      entry: fileURLToPath(new URL("src/space/scene.ts", import.meta.url)),
      formats: ["iife"],
      name: "carom_space",
      fileName: () => "explorer-3d.js",
    },
  },
  plugins: [noticed],
});
