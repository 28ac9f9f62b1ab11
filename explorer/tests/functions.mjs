// No function of the page or its tests is longer than 60 lines or takes more than 6 parameters.
//
//   node functions.mjs FOLDER...
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const most_lines = 60;
const most_parameters = 6;

const files = process.argv
  .slice(2)
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((file) => /\.(ts|mjs)$/.test(file));
const problems = [];
let functions = 0;

for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const line = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      functions++;
      const [first, last] = [line(node.getStart()), line(node.end)];
      const name = node.name?.getText() ?? "a function";
      if (last - first + 1 > most_lines)
        problems.push(`${file}:${first}: ${name} has ${last - first + 1} lines, at most ${most_lines}`);
      if (node.parameters.length > most_parameters)
        problems.push(`${file}:${first}: ${name} takes ${node.parameters.length} parameters`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
for (const problem of problems) console.error(problem);
console.log(`${functions} functions of ${files.length} files, ${problems.length} too long`);
process.exit(problems.length > 0 ? 1 : 0);
