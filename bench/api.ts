// Requests a second and p99 of the catalogue and of cart add, beside a file server and beside the same SQL by pg alone, in
// alternating rounds; how soon the server is ready and what it holds in memory. Usage: npm run bench:api [-- seconds]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedDatabase, openConfiguredDatabase } from '../server/db/open.ts';
import { emptyCarts, openRawAdds, seedAdds, writeAdd } from './cart-load.ts';
import { startChild, timeStart } from './child.ts';
import { Caller, drive, type Load, writeRequest } from './load.ts';
import { memoryOf } from './memory.ts';

const seconds = Number(process.argv[2] ?? 3);
const rounds = 5;
const clients = 16;
const connections = 10;
const students = 20_000;
const starts = 5;
const budgets = { catalogue: 0.3, cart: 0.25, ready: 2000, memory: 250 * 1024 * 1024 };
const unlimited = { RATE_READ: '1000000000', RATE_WRITE: '1000000000', DATABASE_POOL: String(connections) };
const listPath =
  '/api/course/byCategory?activeOnly=true&category_id=1&columns=batches%2Cfeatured_image_url%2Cprice%2Cshort_description&limit=6';

const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const mark = (isWithin: boolean) => (isWithin ? '' : '  OVER BUDGET');

function report(name: string, loads: Load[]): number {
  const perSecond = median(loads.map((load) => load.perSecond));
  const p99 = median(loads.map((load) => load.p99));
  const failures = loads.reduce((sum, load) => sum + load.failures, 0);
  console.log(
    `  ${name.padEnd(22)} ${perSecond.toFixed(0).padStart(6)} a second, p99 ${p99.toFixed(1)} ms, ${failures} failed`,
  );
  if (failures > 0) process.exitCode = 1;
  return perSecond;
}

/** Both sides in turn, so that a busy moment of the machine meets both. */
async function compare(ours: () => Promise<Load>, theirs: () => Promise<Load>): Promise<[Load[], Load[]]> {
  const [a, b]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    a.push(await ours());
    b.push(await theirs());
  }
  return [a, b];
}

function judge(name: string, ratio: number, budget: number): void {
  console.log(`  ${name}: ${ratio.toFixed(2)} (at least ${budget.toFixed(2)})${mark(ratio >= budget)}`);
  if (ratio < budget) process.exitCode = 1;
}

async function hammer(port: number, request: (client: number, turn: number) => string): Promise<Load> {
  const callers = Array.from({ length: clients }, () => new Caller(port));
  try {
    return await drive(clients, seconds, async (client, turn) => {
      const answered = await callers[client]?.send(request(client, turn));
      if (answered?.status !== 200) throw new Error(`Answered ${answered?.status}: ${answered?.body}`);
    });
  } finally {
    for (const caller of callers) caller.close();
  }
}

async function measureCatalogue(port: number): Promise<void> {
  const files = join(folder, 'files');
  await mkdir(files);
  const caller = new Caller(port);
  const plain = await caller.send(writeRequest('GET', listPath, {}));
  const packed = await caller.send(writeRequest('GET', listPath, { 'accept-encoding': 'br' }));
  caller.close();
  await writeFile(join(files, 'list.json'), plain.body);
  await writeFile(join(files, 'list.json.br'), packed.body);
  const fileServer = await startChild(['bench/static-server.ts', files]);
  const get = (path: string) => writeRequest('GET', path, { 'accept-encoding': 'br' });
  try {
    const [ours, theirs] = await compare(
      () => hammer(port, () => get(listPath)),
      () => hammer(fileServer.port, () => get('/list.json')),
    );
    console.log(`Catalogue: a list of courses, ${packed.body.length} bytes in brotli, ${clients} connections`);
    const ratio = report('GET /api/course', ours) / report('file server', theirs);
    judge('of the file server', ratio, budgets.catalogue);
  } finally {
    await fileServer.stop();
  }
}

async function measureCart(port: number, database: OpenedDatabase): Promise<void> {
  const { db } = database;
  const adds = await seedAdds(db, students);
  const [sample] = adds;
  if (!sample) throw new Error('No adds to make');
  const raw = openRawAdds(database, sample, connections);
  const nextAdd = async () => {
    await emptyCarts(db);
    let next = 0;
    return () => {
      const add = adds[next++];
      if (!add) throw new Error(`More than ${adds.length} adds in a round: seed more students`);
      return add;
    };
  };
  try {
    const [ours, theirs] = await compare(
      async () => {
        const next = await nextAdd();
        return hammer(port, () => writeAdd(next()));
      },
      async () => {
        const next = await nextAdd();
        return drive(clients, seconds, () => raw.run(next()));
      },
    );
    console.log(
      `Cart add: session, key, effect and whole answer, ${clients} clients, ${connections} database connections`,
    );
    const ratio = report('POST /api/cart/add', ours) / report('the upsert by pg', theirs);
    judge('of the raw upsert', ratio, budgets.cart);
  } finally {
    await raw.close();
  }
}

async function measureStart(): Promise<void> {
  const variables = { ...unlimited, DATA_DIR: join(folder, 'own') };
  const first = await startChild(['server/main.ts'], variables);
  await first.stop();
  const times: number[] = [];
  for (let start = 0; start < starts; start++) {
    const { ms, child } = await timeStart(first.port, variables);
    times.push(ms);
    if (start === starts - 1)
      await hammer(child.port, () => writeRequest('GET', listPath, { 'accept-encoding': 'br' }));
    const bytes = start === starts - 1 ? await memoryOf(child.pid) : 0;
    await child.stop();
    if (bytes === 0) continue;
    const ready = median(times);
    console.log(
      `Ready, own database included: ${ready.toFixed(0)} ms (at most ${budgets.ready})${mark(ready <= budgets.ready)}`,
    );
    const megabytes = (size: number) => `${(size / 1024 / 1024).toFixed(0)} MB`;
    console.log(
      `Memory of server and PostgreSQL after load: ${megabytes(bytes)} (at most ${megabytes(budgets.memory)})${mark(bytes <= budgets.memory)}`,
    );
    if (ready > budgets.ready || bytes > budgets.memory) process.exitCode = 1;
  }
}

try {
  await measureStart();
  const database = await openConfiguredDatabase({ dataDir: join(folder, 'load') });
  const server = await startChild(['server/main.ts'], { ...unlimited, DATABASE_URL: database.url });
  try {
    await measureCatalogue(server.port);
    await measureCart(server.port, database);
  } finally {
    await server.stop();
    await database.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
