// Drives the page in headless Chromium and compares what it says with the command line.
//
//   node browser.mjs CAROM EXPLORER.html [--only WORDS] [--pictures FOLDER]
import "./claims/page.mjs";
import "./claims/use.mjs";
import "./claims/diagram.mjs";
import "./claims/mechanism.mjs";
import "./claims/sweep.mjs";
import "./claims/motion.mjs";
import "./claims/files.mjs";
import "./claims/reports.mjs";
import "./claims/explore.mjs";
import { browser, carom, home, options, run_tests } from "./harness.mjs";
import { take_pictures } from "./pictures.mjs";

const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
const failed = await run_tests(option("--only") ?? "");
const folder = option("--pictures");
if (folder) await take_pictures(browser, carom, home, folder);
await browser.stop();
carom.clean();
process.exit(failed > 0 ? 1 : 0);
