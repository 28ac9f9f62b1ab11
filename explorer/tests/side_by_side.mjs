// Runs browser.mjs in several processes, each with its own browser, one more than there are cores: one that waits leaves a
// core idle. Who is done with a claim takes the next.
//
//   node side_by_side.mjs CAROM EXPLORER.html
import { fork } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("browser.mjs", import.meta.url));
let taken = 0;

/** What one process found; one that ends without a word has failed. */
function run_claims() {
  const child = fork(program, process.argv.slice(2));
  return new Promise((done) => {
    let found = { count: 0, failed: 1 };
    child.on("message", (message) => {
      if (message === "next") child.send(taken++);
      else found = message;
    });
    child.on("close", () => done(found));
  });
}

const found = await Promise.all(Array.from({ length: Math.min(4, cpus().length + 1) }, run_claims));
const sum = (key) => found.reduce((total, part) => total + part[key], 0);
console.log(`${sum("count")} claims about the page, ${sum("failed")} fail`);
process.exit(sum("failed") > 0 ? 1 : 0);
