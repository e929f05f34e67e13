// Compares how long the same calls take on a small and on a large database, in alternating rounds, and prints the
// median of each call. Also measures how long other calls wait while the server computes the manifest of the offline
// library.
// Usage: npm run bench:growth [-- [full] [list|search|'site search'|'course page'|'Book Online'|'My Orders'|… ...]]
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { coursePath } from '../contract/pages.ts';
import { type OpenedDatabase, openConfiguredDatabase } from '../server/db/open.ts';
import { serverCommand } from '../setup/server-command.mjs';
import { type Child, startChild } from './child.ts';
import { checkAtMost, checkRatio, dealer, median, rounds } from './measure.ts';
import { seedAdds, writeAdd } from './server/cart-load.ts';
import { checkOut, type Shopper, seedCatalogue, seedShoppers } from './server/checkout-load.ts';
import { growDatabase, type Size } from './server/growth-seed.ts';
import { RawClient, siteHeaders, writeRequest } from './server/load.ts';
import { seedHistory } from './server/order-history.ts';

const isFull = process.argv.includes('full');
const chosen = process.argv.slice(2).filter((argument) => argument !== 'full');
const sizes: Record<'small' | 'large', Size> = {
  small: { courses: 0, students: 1 },
  large: isFull ? { courses: 100_000, students: 1_000_000 } : { courses: 10_000, students: 100_000 },
};
const [callsEach, batches] = [12, 20];
const budgets = { ratio: 1.5, waitMs: 100, siteSearchMs: 10 };
const unlimited = { RATE_READ: '1000000000', RATE_WRITE: '1000000000', RATE_ORDER: '1000000000' };

type Academy = { server: Child; calls: Record<string, (client: RawClient) => Promise<void>> };

async function send(client: RawClient, request: string): Promise<void> {
  const { status, body } = await client.send(request);
  if (status !== 200) throw new Error(`Status ${status}: ${body}`);
}

function get(client: RawClient, path: string, shopper?: Shopper): Promise<void> {
  const headers = shopper ? siteHeaders(shopper.token) : {};
  return send(client, writeRequest('GET', path, { ...headers, 'accept-encoding': 'br' }));
}

/**
 * Creates a function that returns search texts of 1, 2, … 60 spaces and then starts again. The texts differ so that the
 * server can hardly use cached responses.
 */
function emptySearches(): () => string {
  let made = 0;
  return () => '%20'.repeat(1 + (made++ % 60));
}

/**
 * Creates a function that returns search texts of two words that few courses contain. The number of spaces between the
 * words varies, so that the server can hardly use cached responses.
 */
function searches(): () => string {
  const nextBlank = emptySearches();
  return () => `radar${nextBlank()}simulator`;
}

async function createCalls({ db }: OpenedDatabase): Promise<Academy['calls']> {
  const count = rounds * callsEach + callsEach;
  const nextAdd = dealer(await seedAdds(db, count));
  const [regular, ...newcomers] = await seedShoppers(db, { students: 1 + count, orders: 0 });
  const nextShopper = dealer(newcomers);
  const [nextBlank, nextSearch] = [emptySearches(), searches()];
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'meta_text'])
    .where('id', '<', 1000)
    .where('is_active', '=', true)
    .execute();
  let turn = 0;
  const list =
    '/api/course/byCategory?activeOnly=true&columns=batches,featured_image_url,price,short_description&limit=6';
  return {
    list: (client) => get(client, `${list}&category_id=${1 + (turn++ % 4)}&search=${nextBlank()}`),
    search: (client) => get(client, `${list}&search=${nextSearch()}`),
    'site search': (client) => get(client, `/api/search?q=${nextSearch()}`),
    'course page': (client) => {
      const course = courses[turn++ % courses.length];
      return get(client, coursePath(course ?? { id: 0, meta_text: '' }));
    },
    'Book Online': (client) => get(client, '/api/booking-groups/booking-page?courseType=individual', regular),
    'My Orders': (client) => get(client, `/api/users/student/orders?id=${regular?.student}`, regular),
    'cart addition': (client) => send(client, writeAdd(nextAdd())),
    'whole checkout': (client) => checkOut(client, nextShopper(), turn++ % batches),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'landfall-growth-'));
/** Functions that stop and remove what the benchmark has started. They run in reverse order when it ends. */
const cleanups: Array<() => Promise<void>> = [];

async function openAcademy(dataDir: string, size: Size): Promise<Academy> {
  const database = await openConfiguredDatabase({ dataDir });
  cleanups.push(database.stop);
  const { db } = database;
  const server = await startChild(serverCommand, { ...unlimited, DATABASE_URL: database.url });
  cleanups.push(server.stop);
  await seedCatalogue(db, batches);
  await growDatabase(db, size);
  const calls = await createCalls(database);
  await seedHistory(db, sql`select id from students where first_name in ('Grown', 'Bench')`, 1);
  return { server, calls };
}

async function timeCalls({ server, calls }: Academy, name: string): Promise<number[]> {
  const client = new RawClient(server.port);
  const times: number[] = [];
  for (let made = 0; made < callsEach; made++) {
    const start = performance.now();
    await calls[name]?.(client);
    times.push(performance.now() - start);
  }
  client.close();
  return times;
}

async function compareCalls(small: Academy, large: Academy): Promise<void> {
  for (const name of Object.keys(small.calls)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const times: Record<keyof typeof sizes, number[]> = { small: [], large: [] };
    for (let round = 0; round <= rounds; round++)
      for (const [size, academy] of [
        ['small', small],
        ['large', large],
      ] as const) {
        const measured = await timeCalls(academy, name);
        // Do not count the first round, which fills caches and prepares statements.
        if (round > 0) times[size].push(...measured);
      }
    const [before, after] = [median(times.small), median(times.large)];
    console.log(
      `${name.padEnd(16)} ${before.toFixed(1).padStart(7)} ms small, ${after.toFixed(1).padStart(7)} ms large`,
    );
    // Compare the site search with a limit in milliseconds, not with its time in the small catalogue. Its time may grow
    // with the catalogue, because a search compares its words with every entry (decision 132, "Rank searches in
    // memory").
    if (name === 'site search') checkAtMost('median', after, { most: budgets.siteSearchMs, unit: 'ms' });
    else checkRatio('ratio', after / before, { most: budgets.ratio });
  }
}

/**
 * How many milliseconds the main thread of a process has waited for a free processor since it started; 0 on systems
 * that do not report this.
 */
function processorWaitOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Makes calls one after the other until `isOver` returns true, and returns the duration of the longest in milliseconds.
 * Does not count the time in which this process or the server waited for a free processor, because other programs on
 * the machine cause such waits.
 */
async function longestWait(client: RawClient, server: Child, isOver: () => boolean): Promise<number> {
  const processorWait = () => processorWaitOf(server.pid) + processorWaitOf(process.pid);
  let longest = 0;
  while (!isOver()) {
    const [start, waited] = [performance.now(), processorWait()];
    await get(client, '/api/health/live');
    longest = Math.max(longest, performance.now() - start - (processorWait() - waited));
  }
  return longest;
}

/**
 * Measures the longest time that another call takes while the server computes the manifest of the offline library and,
 * for comparison, while it computes nothing. Both measurements last equally long, because a longer one would find
 * longer waits on a busy machine.
 */
async function measureManifest({ server }: Academy): Promise<void> {
  const [client, other] = [new RawClient(server.port), new RawClient(server.port)];
  let isDone = false;
  const begun = performance.now();
  const manifest = get(client, '/api/offline/manifest').finally(() => {
    isDone = true;
  });
  const longest = await longestWait(other, server, () => isDone);
  await manifest;
  const ended = performance.now();
  const atRest = await longestWait(other, server, () => performance.now() > ended + (ended - begun));
  const seconds = ((ended - begun) / 1000).toFixed(1);
  console.log(`Manifest of the offline library: ${seconds} s; longest wait without it ${atRest.toFixed(0)} ms`);
  checkAtMost('longest wait of another call', longest, { most: budgets.waitMs, unit: 'ms' });
  client.close();
  other.close();
}

try {
  const small = await openAcademy(join(folder, 'small'), sizes.small);
  const begun = performance.now();
  const large = await openAcademy(join(folder, 'large'), sizes.large);
  const { courses, students } = sizes.large;
  const time = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`Large: ${courses} courses, ${students} students and orders more than small (seeded in ${time} s)`);
  await compareCalls(small, large);
  await measureManifest(large);
} finally {
  for (const cleanUp of cleanups.reverse()) await cleanUp();
  await rm(folder, { recursive: true, force: true });
}
