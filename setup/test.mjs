// npm test: installs and builds what is missing, runs every test, ends with the line "N passed, N failed".
// npm test -- unit | e2e [arguments for the runner] runs a part; npm run soak runs everything in full numbers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { environment, pinnedNode, root, runInForeground } from './command.mjs';
import { install } from './install.mjs';
import { countPlaywright, countVitest, sum, tellPlaywright, tellVitest } from './results.mjs';
import { SetupError, stage } from './stage.mjs';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
/** What failed or had to run twice, told once more at the end, where it is found. */
const failures = [];

async function runUnit(folder, args) {
  // Some tests start the server as people do, and that serves the built site.
  await stage('build', build);
  const report = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runInForeground(pinnedNode, [vitest, 'run', ...reporters, ...args], { env: environment() });
  failures.push(...tellVitest(report));
  return countVitest(report, code);
}

async function runJourneys(folder, args) {
  let browser;
  await stage('browser', async () => {
    browser = await ensureBrowser();
  });
  await stage('build', build);
  const report = join(folder, 'playwright.json');
  const env = environment({ PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(browser && { CHROMIUM_PATH: browser }) });
  const code = await runInForeground(pinnedNode, [playwright, 'test', ...args], { env });
  failures.push(...tellPlaywright(report));
  return countPlaywright(report, code);
}

function partsOf([part, ...args]) {
  if (part === undefined) return { runs: [runUnit, runJourneys], args: [] };
  if (part === 'unit') return { runs: [runUnit], args };
  if (part === 'e2e') return { runs: [runJourneys], args };
  if (part === 'soak') {
    process.env.SOAK = '1';
    return { runs: [runUnit, runJourneys], args };
  }
  throw new SetupError(`no such part of the tests: ${part}; say unit, e2e, soak or nothing`);
}

async function runAll() {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-results-'));
  const counts = [];
  try {
    const { runs, args } = partsOf(process.argv.slice(2));
    await stage('install', install);
    for (const run of runs) counts.push(await run(folder, args));
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    counts.push({ passed: 0, failed: 1, skipped: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return sum(counts);
}

const { passed, failed, skipped } = await runAll();
for (const failure of failures) console.log(failure);
if (skipped > 0) console.log(`${skipped} skipped`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
