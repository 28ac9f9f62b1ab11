// Own problems: written, opened, dropped, pasted, and carried by a link.
import assert from "node:assert/strict";
import { at_rest, browser, carom, home, link_of, open_file, same_as, table, test } from "../harness.mjs";

const own = `# a comment that stays
name: my rod
law: [newton, stronge]
bodies:
  rod: {rod: {length: 1 m}, mass: 1 kg, angle_deg: 45, velocity: [0.2, -1]}
surfaces:
  floor: {through: rod.start}
contacts:
  tip:
    between: [rod.start, floor]
    restitution: 0.5
    friction: 0.4
`;

async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document
      .querySelector(".cm-content")
      .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await page.waitForFunction(() => document.documentElement.dataset.reading === undefined);
  await at_rest(page);
}

test("a problem that is written in the page gives carom solve's numbers, and a link carries it", async () => {
  const page = await browser.open(`${home}#/editor?ex=slip_reversal`);
  await write(page, own);
  assert.match(await page.locator("#text-says").textContent(), /No errors/);
  await page.locator("#text-says a", { hasText: "Impact diagram" }).click();
  const results = carom.solve_text(own);
  same_as(results, await table(page), 1e-12);
  const link = await link_of(page);
  assert.match(link, /own=[\w-]+/);
  const other = await browser.open(link);
  same_as(results, await table(other), 1e-12);
  await other.locator("nav a", { hasText: "Editor" }).click();
  await other.waitForSelector(".cm-content");
  assert.match(await other.locator(".cm-content").innerText(), /# a comment that stays/);
  return `${link.length} characters`;
});

test("errors of a text stand at their lines, and an unfinished text is not lost", async () => {
  const page = await browser.open(`${home}#/editor?ex=slip_reversal`);
  const line = () => page.locator("#text-says button").first().textContent();
  await write(page, own.replace("restitution: 0.5", "restitution: 1.5"));
  assert.equal(await line(), "line 11");
  assert.match(await page.locator("#text-says").textContent(), /1\.5 is outside \[0, 1\]/);
  await write(page, own.replace("friction: 0.4", "fricton: 0.4"));
  assert.equal(await line(), "line 12");
  await write(page, own.replace("velocity: [0.2, -1]}", "velocity: [0.2, -1]"));
  assert.ok(["line 5", "line 6"].includes(await line()), await line());
  assert.ok((await page.locator(".cm-lint-marker-error").count()) > 0);
  await page.locator("nav a", { hasText: "Compare" }).click();
  await page.waitForSelector("main.view-compare");
  await page.locator("nav a", { hasText: "Editor" }).click();
  await page.waitForSelector(".cm-content");
  assert.match(await page.locator(".cm-content").innerText(), /my rod/);
});

test("files are opened, dropped and pasted: YAML, JSON and JSON lines, with anchors", async () => {
  const page = await browser.open(home);
  const drop = (name, text) =>
    page.evaluate(
      ([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
      },
      [name, text],
    );
  const count = async () => {
    await page.waitForSelector("main.view-editor #text-says p");
    await at_rest(page);
    const text = await page.locator("#text-says p").first().textContent();
    return Number(/^(\d+) problems/.exec(text)?.[1] ?? 1);
  };
  for (const name of ["scenes/kane_double_pendulum", "problems", "falling_rod"]) {
    const [{ documents }] = carom.json(["example", name, "--json"]);
    await drop(name, carom.run(["example", name]));
    await page.waitForFunction(
      (name) => document.querySelector(".cm-content")?.textContent.length > 0 && name,
      name,
    );
    await page.waitForTimeout(300);
    assert.equal(await count(), documents.length, name);
  }
  await page.locator("#open-file").setInputFiles({
    name: "mine.yaml",
    mimeType: "text/yaml",
    buffer: Buffer.from(own),
  });
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("my rod"));
  const other = await browser.open(home);
  await other.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
  }, own);
  await other.waitForSelector("main.view-editor .cm-content");
});

test("every example of the gallery is read from its own text without an error", async () => {
  const page = await browser.open(`${home}#/editor?ex=slip_reversal`);
  let count = 0;
  for (const { name, documents } of carom.examples()) {
    if (typeof documents[0].problem === "string") continue; // of a file beside it
    await write(page, carom.run(["example", name]));
    assert.equal(await page.locator(".text-errors li").count(), 0, name);
    count++;
  }
  return `${count} texts`;
});

test("the link of a report carries its problem, and says what a page on disk can do", async () => {
  const file = carom.file("mine.yaml", own);
  const before = () => {
    window.copied = "";
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text) => (window.copied = text) },
    });
  };
  const page = await open_file(carom.page(["solve", file]), { before });
  await page.locator("#link").click();
  await page.waitForFunction(() => window.copied !== "");
  assert.match(await page.locator(".exports .said").textContent(), /hosted copy/);
  const hash = (await page.evaluate(() => window.copied)).replace(/.*#/, "#");
  const other = await browser.open(home + hash);
  same_as(carom.solve_text(own), await table(other), 1e-12);
});
