// Runs the tests; started by test.mjs.
//   npm test                          unit tests and journeys (end-to-end tests), at the same time
//   npm test -- unit | e2e [args]     one of the two, with arguments for Vitest or Playwright
//   npm run soak                      both, one after the other, with all cases instead of samples
//   npm run browsers [-- args]        the most important journeys, in three browsers (docs/browsers.md)
// The last line of the output is "N passed, N failed".
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { environment, pinnedNode, root, runInForeground } from './command.mjs';
import { prepareBrowser } from './programs/browser.ts';
import { prepareOtherBrowsers } from './programs/other-browsers.ts';
import { prepareSitePrograms } from './programs/site-programs.ts';
import { SetupError, seconds, stage } from './stage.mjs';
import { readPlaywrightReport, readVitestReport, slowestFiles, sumCounts, type TestReport } from './test-reports.ts';

type Part = 'unit' | 'e2e';
type Run = { parts: Part[]; args: string[]; isSoak: boolean; inAllBrowsers?: boolean };
type Finished = { name: string; milliseconds: number; report: TestReport };

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');

function readArguments([part, ...args]: string[]): Run {
  if (part === undefined) return { parts: ['unit', 'e2e'], args: [], isSoak: false };
  if (part === 'soak') return { parts: ['unit', 'e2e'], args: [], isSoak: true };
  if (part === 'browsers') return { parts: ['e2e'], args, isSoak: false, inAllBrowsers: true };
  if (part === 'unit' || part === 'e2e') return { parts: [part], args, isSoak: process.env.SOAK !== undefined };
  throw new SetupError(`there is no part of the tests called ${part}: use unit, e2e, browsers, soak or nothing`);
}

async function runUnitTests(folder: string, args: string[], label?: string): Promise<TestReport> {
  const report = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const options = { env: environment(), label };
  return readVitestReport(report, await runInForeground(pinnedNode, [vitest, 'run', ...reporters, ...args], options));
}

async function runJourneys(folder: string, args: string[], isSoak: boolean, label?: string): Promise<TestReport> {
  const report = join(folder, 'playwright.json');
  const options = { env: environment({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }), label };
  const code = await runInForeground(pinnedNode, [playwright, 'test', ...args], options);
  return readPlaywrightReport(report, code, isSoak || process.env.BROWSERS ? 0 : 1);
}

async function runPart(part: Part, folder: string, { args, parts, isSoak }: Run): Promise<Finished> {
  const start = performance.now();
  const label = parts.length > 1 && !isSoak ? part : undefined;
  const isUnit = part === 'unit';
  const report = isUnit ? await runUnitTests(folder, args, label) : await runJourneys(folder, args, isSoak, label);
  return { name: isUnit ? 'unit tests' : 'journeys', milliseconds: performance.now() - start, report };
}

async function runParts(folder: string, run: Run): Promise<Finished[]> {
  // Run both kinds of tests at the same time: the journeys mostly wait for browsers and networks, so the unit tests can
  // use the processor meanwhile. A soak run runs one kind after the other.
  if (!run.isSoak) return Promise.all(run.parts.map((part) => runPart(part, folder, run)));
  const finished: Finished[] = [];
  for (const part of run.parts) finished.push(await runPart(part, folder, run));
  return finished;
}

/**
 * Returns the date in UTC as a number, such as 20261127. As the seed of `npm test`, it selects the samples of the day
 * (decision 156, "Take the samples of a test run by the day"). Every soak run uses another seed.
 */
const seedOfTheDay = () => new Date().toISOString().slice(0, 10).replaceAll('-', '');

function printReport(finished: readonly Finished[], totalMs: number): void {
  const reports = finished.map(({ report }) => report);
  console.log('\nslowest files');
  for (const line of slowestFiles(reports.flatMap(({ files }) => files))) console.log(line);
  console.log('');
  for (const { name, milliseconds, report } of finished)
    console.log(`${name}: ${report.passed} passed, ${report.failed} failed in ${seconds(milliseconds)}`);
  console.log(`everything in ${seconds(totalMs)}`);
  for (const line of reports.flatMap(({ repeated }) => repeated)) console.log(`passed at the second run: ${line}`);
  for (const line of reports.flatMap(({ failures }) => failures)) console.log(line);
}

async function runAll(): Promise<TestReport[]> {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'landfall-reports-'));
  try {
    const run = readArguments(process.argv.slice(2));
    if (run.isSoak) process.env.SOAK = '1';
    else process.env.SEED ??= seedOfTheDay();
    if (!run.isSoak && run.parts.length > 1) process.env.ALTERNATE = '1';
    if (run.inAllBrowsers) process.env.BROWSERS = '1';
    if (run.parts.includes('e2e')) await stage('browser', prepareBrowser);
    if (run.inAllBrowsers) await stage('other browsers', prepareOtherBrowsers);
    if (run.isSoak && run.parts.includes('unit')) await stage('programs of a site', prepareSitePrograms);
    // Build the site for the unit tests too, because some of them start the real server.
    await stage('build', build);
    const finished = await runParts(folder, run);
    printReport(finished, performance.now() - start);
    return finished.map(({ report }) => report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  const { passed, failed, skipped } = sumCounts(await runAll());
  if (skipped > 0) console.log(`${skipped} skipped`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
  console.log('0 passed, 1 failed');
}
