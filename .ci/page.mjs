// Opens pages in headless Chromium: `node .ci/page.mjs FOLDER PAGE...`; FOLDER has the packages playwright-core and
// axe-core. At three widths and in both color schemes a page writes no message to the console, loads nothing, and is not
// wider than the window; axe finds nothing serious.
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${resolve(folder)}/`));
const { chromium } = require("playwright-core");
const axe = require("axe-core");

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
const errors = new Set();
let count = 0;
for (const file of files) {
  const address = pathToFileURL(resolve(file)).href;
  for (const width of [360, 800, 1600]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const report = (error) => errors.add(`${file}, ${width} px, ${colorScheme}: ${error}`);
      page.on("console", (it) => report(`console: ${it.text()}`));
      page.on("pageerror", (it) => report(`error: ${it.message}`));
      page.on("dialog", (it) => report(`dialog: ${it.message()}`));
      page.on("request", (it) => {
        if (it.url().split("#")[0] !== address && !it.url().startsWith("data:")) report(`request: ${it.url()}`);
      });
      await page.goto(address);
      await page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) report(`the page is ${overflow} px wider than the window`);
      if (width === 360) {
        // The width changes the layout only, so axe looks at one of them.
        await page.evaluate(axe.source);
        const found = await page.evaluate(() => axe.run());
        for (const { id, impact, help, nodes } of found.violations) {
          if (impact === "serious" || impact === "critical") report(`${id}: ${help}: ${nodes[0].html.slice(0, 200)}`);
        }
        count += found.passes.length;
      }
      await page.close();
    }
  }
}
await browser.close();
for (const error of errors) console.error(error);
console.log(`${files.length} pages, ${count} checks passed, ${errors.size} errors`);
// Without a passed check, axe has not looked at the pages.
process.exit(errors.size === 0 && count > 0 ? 0 : 1);
