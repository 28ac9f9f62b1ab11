// The server of carom explore.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { browser, carom, program, test } from "../harness.mjs";

test("carom explore serves one page and its script on loopback, and nothing else", async () => {
  const server = spawn(program, ["explore", carom.example_file("slip_reversal"), "--no-browser"], {
    env: carom.environment,
  });
  try {
    const address = await new Promise((done) =>
      server.stdout.once("data", (text) => done(String(text).trim())),
    );
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await browser.open(address);
    assert.equal(await page.locator("#example option:checked").textContent(), "slip_reversal.yaml");
    const script = await fetch(`${address}explorer-3d.js`);
    assert.match(script.headers.get("content-type"), /^text\/javascript/);
    assert.match(await script.text(), /carom_space/);
    for (const path of ["etc/passwd", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "src/main.ts"])
      assert.equal((await fetch(address + path)).status, 404, path);
    assert.equal((await fetch(address, { method: "POST" })).status, 405);
    assert.equal(await carom.status_for_host(address, "evil.example"), 403);
  } finally {
    server.kill("SIGINT");
  }
  assert.equal(await new Promise((done) => server.once("exit", (code) => done(code))), 0);
});
