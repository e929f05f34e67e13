// Runs Lighthouse with its mobile profile on the built site, on one public page of each kind, and prints the scores.
// Usage: npm run bench:lighthouse [-- runs [part of a path [devtools|simulate]]]
// By default ('devtools') the browser is throttled while the page loads. With 'simulate', Lighthouse measures at full
// speed and estimates the throttled times, which is wrong for this site (decision 23, "Measure Lighthouse with applied
// throttling").
// Lighthouse has 114 packages (176 MB) that nothing else needs, so it is not a dependency of the project: npm downloads
// it on first use.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import * as z from 'zod';
import { startSite } from '../e2e/support/site/site-server.ts';
import { wholeChromiumLaunch } from '../setup/programs/browser.ts';
import { readSitemap } from '../tests/support/crawl.ts';
import { onePageOfEachKind } from '../tests/support/page-kinds.ts';
import { median } from './measure.ts';

const lighthouse = 'lighthouse@13.5.0';
/** The lowest accepted score of each category. The best possible score is 100. */
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof wanted;
const categories = Object.keys(wanted) as Category[];
/** Maximum size of one Lighthouse report in bytes. Reports are large because they contain screenshots. */
const largestReport = 64 * 1024 * 1024;

const reportSchema = z.object({
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
});
type Report = z.infer<typeof reportSchema>;
type Scores = Record<Category, number>;

const { executablePath = '', args } = wholeChromiumLaunch();
const runs = Number(process.argv[2] ?? 3);
const part = process.argv[3] ?? '';
const throttling = z.enum(['devtools', 'simulate']).parse(process.argv[4] ?? 'devtools');

async function runLighthouse(url: string): Promise<Report> {
  const method = [`--only-categories=${categories.join(',')}`, `--throttling-method=${throttling}`];
  const options = ['--output=json', '--quiet', ...method];
  const flags = `--chrome-flags=${['--headless=new', ...args].join(' ')}`;
  const program = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url, ...options, flags];
  const env = { ...process.env, CHROME_PATH: executablePath };
  const { stdout } = await promisify(execFile)('npm', program, { env, maxBuffer: largestReport });
  return reportSchema.parse(JSON.parse(stdout));
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}

function scoresOf(reports: readonly Report[]): Scores {
  const of = (category: Category) =>
    Math.round(100 * median(reports.map(({ categories: { [category]: found } }) => found?.score ?? 0)));
  return Object.fromEntries(categories.map((category) => [category, of(category)])) as Scores;
}

/** The failed audits in the categories that have too low a score. */
function findings({ categories: found, audits }: Report, scores: Scores): string[] {
  const short = categories.filter((category) => scores[category] < wanted[category]);
  const counted = short.flatMap((category) => found[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []);
  return counted.flatMap(({ id }) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 1 ? [`${audit.title} (${audit.displayValue ?? id})`] : [];
  });
}

// Canonical URLs contain the origin only if PUBLIC_URL is set, as it is in production.
const port = await freePort();
const site = await startSite({ RATE_READ: '100000', PORT: String(port), PUBLIC_URL: `http://localhost:${port}` });
try {
  const pages = onePageOfEachKind(await readSitemap(site.url)).filter((path) => path.includes(part));
  console.log(
    `${lighthouse}, mobile, throttled by ${throttling}, median of ${runs}; required ${Object.values(wanted).join(' / ')}`,
  );
  console.log(`${'page'.padEnd(64)} ${categories.join('  ')}`);
  for (const path of pages) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await runLighthouse(site.url + path));
    const scores = scoresOf(reports);
    const failures = reports[0] ? findings(reports[0], scores) : [];
    console.log(`${path.padEnd(64)} ${categories.map((one) => String(scores[one]).padStart(one.length)).join('  ')}`);
    for (const one of failures) console.log(`  ${one}`);
    if (failures.length > 0) process.exitCode = 1;
  }
} finally {
  await site.dispose();
}
