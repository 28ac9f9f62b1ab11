// Drives the page in headless Chromium and compares what it says with the command line.
//
//   node browser.mjs CAROM EXPLORER.html [--only WORDS] [--pictures FOLDER]
//
// Started by side_by_side.mjs it asks there which claim comes next; the claims that take longest stand first, so that none
// of them is left alone at the end.
import "./claims/reports.mjs";
import "./claims/files.mjs";
import "./claims/page.mjs";
import "./claims/use.mjs";
import "./claims/diagram.mjs";
import "./claims/energy.mjs";
import "./claims/mechanism.mjs";
import "./claims/sweep.mjs";
import "./claims/motion.mjs";
import "./claims/explore.mjs";
import "./claims/screen.mjs";
import "./claims/own.mjs";
import "./claims/story.mjs";
import "./claims/space.mjs";
import "./claims/draw.mjs";
import "./claims/curves.mjs";
import "./claims/axe.mjs";
import { browser, carom, home, options, run_tests } from "./harness.mjs";
import { take_pictures } from "./pictures.mjs";

const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
let taken = 0;
const ask = (done) => {
  process.once("message", done);
  process.send("next");
};
const next = async () => (process.send ? new Promise(ask) : taken++);
const { count, failed } = await run_tests(option("--only") ?? "", next);
if (process.send) process.send({ count, failed });
else console.log(`${count} claims about the page, ${failed} fail`);
const folder = option("--pictures");
if (folder) await take_pictures(browser, carom, home, folder);
await browser.stop();
carom.clean();
process.exit(failed > 0 ? 1 : 0);
