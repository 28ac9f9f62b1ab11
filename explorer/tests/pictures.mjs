// The screenshots of the documents, taken by the test that has just driven the page.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { complete } from "./harness.mjs";

const views = [
  ["explorer-gallery", "gallery", {}],
  ["explorer-diagram", "diagram?ex=slip_reversal", { part: ".stage" }],
  ["explorer-map", "diagram?ex=slip_reversal&v.law=newton", { part: ".pair" }],
  [
    "explorer-mechanism",
    "mechanism?ex=scenes/kane_double_pendulum&n=4&v.t=1.72&v.law=poisson",
    { height: 860 },
  ],
  ["explorer-compare", "compare?ex=scenes/kane_double_pendulum&n=4", { height: 860 }],
  ["explorer-sweep", "sweep?ex=sweeps/three_link_chain", { height: 760 }],
  ["explorer-motion", "motion?ex=motion/ball_between_barriers&n=7", { height: 1300, part: "main" }],
  ["explorer-story", "story?v.step=5", { height: 800 }],
  ["explorer-swerve", "diagram?ex=box_on_its_corner&v.p=1.2", { height: 860 }],
  ["explorer-loads", "diagram?ex=flat_foot_landing&v.load=0.3", { height: 860 }],
  ["explorer-swerve-story", "story?v.story=swerve&v.step=6", { height: 800 }],
  ["explorer-editor", "editor?ex=scenes/falling_rod", { height: 800 }],
  ["explorer-dark", "diagram?ex=falling_rod&n=2", { height: 820, dark: true }],
  ["explorer-narrow", "diagram?ex=slip_reversal", { width: 390, height: 844 }],
];

export async function take_pictures(browser, carom, home, folder) {
  for (const [name, hash, { width = 1280, height = 860, dark = false, part }] of views) {
    const page = await browser.open(`${home}#/${hash}`, { width, height, dark });
    await complete(page);
    const path = join(folder, `${name}.png`);
    if (part) await page.locator(part).screenshot({ path });
    else await page.screenshot({ path });
    await page.close();
  }
  const page = await browser.open(pathToFileURL(carom.page(["reproduce"])).href, { height: 900 });
  await page
    .locator("#cataldo-sampaio .figure-title")
    .first()
    .evaluate((e) => e.scrollIntoView());
  await page.screenshot({ path: join(folder, "explorer-papers.png") });
  await page.close();
}
