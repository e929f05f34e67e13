// Measures the server and prints each result next to its budget.
// Usage: npm run bench:api [-- seconds [part ...]]. Without a part, it runs all of them:
// - `start`: the start time and the memory
// - `kill`: the recovery after the server and PostgreSQL were killed
// - `catalogue`: requests per second and p99 latency, compared with a plain file server
// - `reads`: the processor time of a request that only reads
// - `cart`, `orders`: requests per second and p99 latency, compared with plain SQL through pg
// - `checkout`: checkouts of students with and without many earlier orders
// - `slow`: how long other callers wait while 500 connections send their request bodies very slowly
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConfiguredDatabase } from '../server/db/open.ts';
import { serverCommand } from '../setup/server-command.mjs';
import { startChild, timeStart } from './child.ts';
import { checkRatio, compare, hammer, mark, median, report } from './measure.ts';
import { RawClient, writeRequest } from './server/load.ts';
import { measureCart } from './server/measure-cart.ts';
import { measureCheckout } from './server/measure-checkout.ts';
import { measureKill } from './server/measure-kill.ts';
import { measureOrders } from './server/measure-orders.ts';
import { measureReads } from './server/measure-reads.ts';
import { measureSlow } from './server/measure-slow.ts';
import { memoryOf } from './server/memory.ts';

const chosen = process.argv.slice(3);
const isWanted = (part: string) => chosen.length === 0 || chosen.includes(part);
const clients = 16;
const connections = 10;
const starts = 5;
const budgets = { catalogue: 0.3, ready: 2000, memory: 250 * 1024 * 1024 };
const unlimited = {
  RATE_READ: '1000000000',
  RATE_WRITE: '1000000000',
  RATE_ORDER: '1000000000',
  HOLDS_PER_ADDRESS: '100',
};
const variables = { ...unlimited, DATABASE_POOL: String(connections) };
const listPath =
  '/api/course/byCategory?activeOnly=true&category_id=1&columns=batches%2Cfeatured_image_url%2Cprice%2Cshort_description&limit=6';
const getCompressed = (path: string) => writeRequest('GET', path, { 'accept-encoding': 'br' });

const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));

async function measureCatalogue(port: number): Promise<void> {
  const files = join(folder, 'files');
  await mkdir(files);
  const caller = new RawClient(port);
  const plain = await caller.send(writeRequest('GET', listPath, {}));
  const compressed = await caller.send(getCompressed(listPath));
  caller.close();
  await writeFile(join(files, 'list.json'), plain.body);
  await writeFile(join(files, 'list.json.br'), compressed.body);
  const fileServer = await startChild(['bench/server/static-server.ts', files]);
  try {
    const [ours, theirs] = await compare(
      () => hammer(port, clients, () => getCompressed(listPath)),
      () => hammer(fileServer.port, clients, () => getCompressed('/list.json')),
    );
    console.log(`Catalogue: a list of courses, ${compressed.body.length} bytes with brotli, ${clients} connections`);
    const ratio = report('GET /api/course', ours).perSecond / report('file server', theirs).perSecond;
    checkRatio('share of the file server', ratio, { least: budgets.catalogue });
  } finally {
    await fileServer.stop();
  }
}

async function measureStart(): Promise<void> {
  const own = { ...variables, DATA_DIR: join(folder, 'own') };
  const first = await startChild(serverCommand, own);
  await first.stop();
  const times: number[] = [];
  for (let start = 0; start < starts; start++) {
    const { ms, child } = await timeStart(first.port, own);
    times.push(ms);
    if (start === starts - 1) await hammer(child.port, clients, () => getCompressed(listPath));
    const bytes = start === starts - 1 ? await memoryOf(child.pid) : 0;
    await child.stop();
    if (bytes === 0) continue;
    const ready = median(times);
    console.log(
      `Ready, with the embedded database: ${ready.toFixed(0)} ms (at most ${budgets.ready})${mark(ready <= budgets.ready)}`,
    );
    const megabytes = (size: number) => `${(size / 1024 / 1024).toFixed(0)} MB`;
    console.log(
      `Memory of server and PostgreSQL after load: ${megabytes(bytes)} (at most ${megabytes(budgets.memory)})${mark(bytes <= budgets.memory)}`,
    );
    if (ready > budgets.ready || bytes > budgets.memory) process.exitCode = 1;
  }
}

try {
  if (isWanted('start')) await measureStart();
  if (isWanted('kill')) await measureKill(join(folder, 'killed'), variables);
  const database = await openConfiguredDatabase({ dataDir: join(folder, 'load') });
  const server = await startChild(serverCommand, { ...variables, DATABASE_URL: database.url });
  try {
    if (isWanted('catalogue')) await measureCatalogue(server.port);
    if (isWanted('reads')) await measureReads(server, database, listPath);
    if (isWanted('cart')) await measureCart(server.port, database, connections);
    if (isWanted('orders')) await measureOrders(server, database, connections);
    if (isWanted('checkout')) await measureCheckout(server, database);
    if (isWanted('slow')) await measureSlow(server.port);
  } finally {
    await server.stop();
    await database.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
