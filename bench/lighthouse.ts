// Lets Lighthouse judge one page of every public kind of the built site, as a phone, and prints its marks.
// Usage: npm run bench:lighthouse [-- runs [part of an address [how it slows the page down]]]
// The connection and the processor of Lighthouse's phone are applied ('devtools') while the page loads. Its other way, 'simulate',
// measures at full speed and works out the rest: it takes each module script for one that the first paint waits for, and four times
// the time that a task took for four times its work, which it is not on a machine whose every core the browser keeps busy.
// Lighthouse brings 114 packages (176 MB) that nothing else needs, so that npm fetches it when it is asked for, not with the project.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import * as z from 'zod';
import { chromiumLaunch } from '../e2e/support/chromium.ts';
import { startSite } from '../e2e/support/site-server.ts';
import { readSitemap } from '../tests/support/crawl.ts';
import { onePageOfEachKind } from '../tests/support/page-kinds.ts';

const lighthouse = 'lighthouse@13.5.0';
/** Marks of 100 that a page must have. */
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof wanted;
const categories = Object.keys(wanted) as Category[];
/** Bytes of one report: its pictures are in it. */
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
type Marks = Record<Category, number>;

const { executablePath = '', args } = chromiumLaunch();
const runs = Number(process.argv[2] ?? 3);
const part = process.argv[3] ?? '';
const throttling = z.enum(['devtools', 'simulate']).parse(process.argv[4] ?? 'devtools');

async function judge(url: string): Promise<Report> {
  const asked = [`--only-categories=${categories.join(',')}`, `--throttling-method=${throttling}`];
  const options = ['--output=json', '--quiet', ...asked];
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

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function marksOf(reports: readonly Report[]): Marks {
  const of = (category: Category) =>
    Math.round(100 * median(reports.map(({ categories: { [category]: found } }) => found?.score ?? 0)));
  return Object.fromEntries(categories.map((category) => [category, of(category)])) as Marks;
}

/** What took marks from a page, of the categories that fall short. */
function findings({ categories: found, audits }: Report, marks: Marks): string[] {
  const short = categories.filter((category) => marks[category] < wanted[category]);
  const counted = short.flatMap((category) => found[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []);
  return counted.flatMap(({ id }) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 1 ? [`${audit.title} (${audit.displayValue ?? id})`] : [];
  });
}

// Pages name their whole address where it is configured, as an academy's is.
const port = await freePort();
const site = await startSite({ RATE_READ: '100000', PORT: String(port), PUBLIC_URL: `http://localhost:${port}` });
try {
  const pages = onePageOfEachKind(await readSitemap(site.url)).filter((path) => path.includes(part));
  console.log(
    `${lighthouse}, mobile, throttled by ${throttling}, median of ${runs}; wanted ${Object.values(wanted).join(' / ')}`,
  );
  console.log(`${'page'.padEnd(64)} ${categories.join('  ')}`);
  for (const path of pages) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await judge(site.url + path));
    const marks = marksOf(reports);
    const told = reports[0] ? findings(reports[0], marks) : [];
    console.log(`${path.padEnd(64)} ${categories.map((one) => String(marks[one]).padStart(one.length)).join('  ')}`);
    for (const one of told) console.log(`  ${one}`);
    if (told.length > 0) process.exitCode = 1;
  }
} finally {
  await site.dispose();
}
