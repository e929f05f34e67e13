// Measures the lists and searches of the staff console on a new database with 100,000 students, orders and enquiries,
// and prints the 95th percentile of the response times of each call. The part `scroll` opens the built console in a
// browser and prints how long the frames of its long lists take.
// Usage: npm run bench:console [-- [students|orders|enquiries|…|scroll] ...]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addDays } from '../contract/days.ts';
import { openConfiguredDatabase } from '../server/db/open.ts';
import { serverCommand } from '../setup/server-command.mjs';
import { measureScroll } from './browser/console-scroll.ts';
import { startChild } from './child.ts';
import { checkAtMost } from './measure.ts';
import { seedConsole, settleConsole, signInStaff } from './server/console-seed.ts';
import { RawClient, writeRequest } from './server/load.ts';
import { seedHistory } from './server/order-history.ts';

const count = 100_000;
const callsEach = 40;
const budgetMs = 200;
const unlimited = { RATE_READ: '1000000000', RATE_WRITE: '1000000000', RATE_ORDER: '1000000000' };
const chosen = process.argv.slice(2);

const names = ['asha', 'ravi p', 'mee', 'di', 'leela thomas 4', 'kiran sh', 'su va', 'nobody-of-this-name'];
const pad = (turn: number, digits: number) => String(1 + ((turn * 7_919) % count)).padStart(digits, '0');
const oneOf = <T>(list: readonly T[], turn: number) => list[turn % list.length];
const today = new Date().toISOString().slice(0, 10);

/**
 * For each measured call, a function that returns its path. The path depends on how many times the call was made before
 * (`turn`), so that hardly any two requests are the same.
 */
const paths: Record<string, (turn: number) => string> = {
  today: () => '/today',
  'students, by name': (turn) => `/students?q=${oneOf(names, turn)}`,
  'students, by number': (turn) => `/students?q=${oneOf([`98${pad(turn, 8)}`, `30BE${pad(turn, 6)}`], turn)}`,
  'orders, by state': (turn) => `/orders?state=${oneOf(['completed', 'expired', 'refund_due', 'cancelled'], turn)}`,
  'orders, by name': (turn) => `/orders?q=${oneOf(names, turn)}`,
  'orders, by number': (turn) => `/orders?q=LF-2019-${pad(turn, 8)}`,
  'enquiries, by state': (turn) => `/enquiries?state=${oneOf(['received', 'in_work', 'answered', 'closed'], turn)}`,
  'enquiries, by kind': (turn) => `/enquiries?kind=${oneOf(['contact', 'grievance'], turn)}&assigned=nobody`,
  'enquiries, not answered': (turn) => `/enquiries?state=open&kind=${oneOf(['contact', 'grievance'], turn)}`,
  'enquiries, mine': () => '/enquiries?assigned=me',
  'enquiries, by words': (turn) => `/enquiries?q=${oneOf([...names, 'batch start', 'mess'], turn)}`,
  'search everywhere': (turn) => `/search?q=${oneOf([...names, pad(turn, 8), `98${pad(turn, 8)}`], turn)}`,
  'payments pending': () => '/payments/pending',
  calendar: (turn) => `/batches?from=${addDays(today, turn * 7)}&to=${addDays(today, turn * 7 + 60)}`,
  rosters: () => `/rosters?from=${addDays(today, -60)}&until=${addDays(today, 30)}`,
  'waiting lists': () => '/waiting-lists',
  'staff members': () => '/members',
  'audit log, by words': (turn) => `/audit?q=${oneOf(['orders', 'refund', 'expired', 'nothing at all'], turn)}`,
};

/** Lists that are read page by page: the path of the first page, and the query parameter that selects the next page. */
const pages: Record<string, readonly [path: string, parameter: string]> = {
  students: ['/students', 'after'],
  orders: ['/orders', 'after'],
  'orders, amount due': ['/orders?due=open', 'after'],
  'orders, to settle': ['/orders?settle=office', 'after'],
  enquiries: ['/enquiries', 'before'],
  documents: ['/documents', 'after'],
  refunds: ['/refunds?state=failed', 'after'],
  'undelivered emails': ['/emails', 'before'],
  'audit log': ['/audit', 'before'],
};

const isChosen = (name: string) => chosen.length === 0 || chosen.some((word) => name.startsWith(word));
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

const folder = await mkdtemp(join(tmpdir(), 'landfall-console-'));
const database = await openConfiguredDatabase({ dataDir: folder });
const server = await startChild(serverCommand, { ...unlimited, DATABASE_URL: database.url });
try {
  const { db } = database;
  await seedConsole(db, count);
  await seedHistory(db, sql`select id from students where email like 'bench.%'`, 1);
  await settleConsole(db);
  const headers = await signInStaff(db, 'administrator');
  // Open the connection only after the test data was inserted: inserting takes so long that the server would close an
  // idle connection.
  const client = new RawClient(server.port);

  async function call(path: string): Promise<{ ms: number; next: string | number | null }> {
    const start = performance.now();
    const { status, body } = await client.send(
      writeRequest('GET', `/api/staff${path.replaceAll(' ', '%20')}`, headers),
    );
    const ms = performance.now() - start;
    if (status !== 200) throw new Error(`${path}: status ${status}: ${body}`);
    return { ms, next: JSON.parse(body.toString()).next ?? null };
  }

  async function measure(name: string, next: (turn: number) => Promise<number>): Promise<void> {
    if (!isChosen(name)) return;
    const times: number[] = [];
    for (let turn = 0; turn < callsEach + 5; turn++) {
      const ms = await next(turn);
      // Do not count the first five calls, which fill caches and prepare statements.
      if (turn >= 5) times.push(ms);
    }
    checkAtMost(`${name.padEnd(32)} p95`, p95(times), { most: budgetMs, unit: 'ms' });
  }

  for (const [name, [first, parameter]] of Object.entries(pages)) {
    let path = first;
    await measure(`${name}, page by page`, async () => {
      const { ms, next } = await call(path);
      path = next === null ? first : `${first}${first.includes('?') ? '&' : '?'}${parameter}=${next}`;
      return ms;
    });
  }
  for (const [name, pathOf] of Object.entries(paths))
    await measure(name, async (turn) => (await call(pathOf(turn))).ms);
  client.close();
  if (isChosen('scroll')) await measureScroll(server.port, headers.cookie ?? '');
} finally {
  await server.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
