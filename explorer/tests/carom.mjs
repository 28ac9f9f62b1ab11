// The command line, as the tests of the page ask it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Carom {
  constructor(program, page_file) {
    this.program = program;
    this.environment = { ...process.env, CAROM_PAGE: page_file };
    this.folder = mkdtempSync(join(tmpdir(), "carom-page-"));
    this.count = 0;
  }

  run(words, input) {
    return execFileSync(this.program, words, {
      input,
      env: this.environment,
      maxBuffer: 1e9,
      stdio: ["pipe", "pipe", "pipe"],
    }).toString();
  }

  json(words) {
    return JSON.parse(this.run(words));
  }

  lines(text) {
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  file(name, text) {
    const file = join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  /** The examples that the page has: all but robots, whose files it cannot read. */
  examples() {
    return this.json(["example", "--json"]).filter(({ documents }) => !documents.some((d) => "robot" in d));
  }

  /** The example as a file. */
  example_file(name) {
    const [{ file }] = this.json(["example", name, "--json"]);
    return this.file(file.replace(/.*\//, ""), this.run(["example", name]));
  }

  solve_example(name, more = []) {
    return this.lines(this.run(["solve", this.example_file(name), "--format", "jsonl", ...more]));
  }

  solve_text(yaml) {
    const file = this.file("exported.yaml", yaml);
    return this.lines(this.run(["solve", file, "--format", "jsonl"]));
  }

  boundaries(name) {
    return JSON.parse(this.run(["sweep", this.example_file(name), "--boundaries", "--format", "json"])).rows;
  }

  /** A page that a command writes. */
  page(words) {
    const file = join(this.folder, `page-${++this.count}.html`);
    this.run([...words, "--html", file]);
    return file;
  }

  /** What the server says to a client that calls it by another name. */
  status_for_host(address, host) {
    return new Promise((done, fail) => {
      request(address, { headers: { Host: host } }, (response) => {
        response.resume();
        done(response.statusCode);
      })
        .on("error", fail)
        .end();
    });
  }

  clean() {
    rmSync(this.folder, { recursive: true });
  }
}
