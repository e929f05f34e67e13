import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { counted } from '../../../contract/counted.ts';
import { markerHeader } from '../../../contract/headers.ts';
import { getLiveness } from '../../../contract/health.ts';
import { postSchema } from '../../../contract/news.ts';
import { sha256 } from '../../backup/archive.ts';
import { readStoredKeys } from '../../configuration/vapid-keys.ts';
import { openDatabase } from '../../db/connection/client.ts';
import { hasCluster, startEmbedded } from '../../db/embedded/start-embedded.ts';
import { findNewerMigrations, listMigrations, readAppliedMigrations, whyOutdated } from '../../db/migrate.ts';
import { reachDatabase, requireMovedData } from '../../db/open.ts';
import type { Database } from '../../db/schema.ts';
import type { Env } from '../../env.ts';
import { minFreeShare, requireOwnFolder, uploadFolderOf } from '../../files/upload-folder.ts';
import { minFreeBytes, readDisk } from '../../health/readiness.ts';
import { systemClock } from '../../http/clock.ts';
import type { Blobs } from '../../providers/blobs/blobs.ts';
import { parseJson } from '../../providers/parse-json.ts';
import { cashfreePort, msg91Port, s3Port, smtpPort } from '../../providers/ports.ts';

/** Thrown by a check that has found a problem. `message` says what is wrong and what to do. */
class Problem extends Error {}

type ReadDisk = typeof readDisk;
/** A check of the installation. `run` returns a description of what is in order, or throws a Problem. */
type Check = { name: string; run: (env: Env, read: ReadDisk) => Promise<string> };
type Finding = { name: string; isProblem: boolean; text: string };

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
const builtSite = fileURLToPath(new URL('../../../dist/server/entry-server.js', import.meta.url));
/** The name of the migration that added the table in which the id of the uploads folder is stored. */
const folderMigration = '0028-several-processes';
/** By how many seconds the clocks of this machine and of the database may differ. */
const maxClockDifference = 5;

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const detail = cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : '';
  return detail ? `${message} (${detail})` : message;
}

async function checkSite({ CONTENT_DIR }: Env): Promise<string> {
  if (!existsSync(builtSite)) throw new Problem('the site is not built: run npm run build');
  if (!existsSync(join(CONTENT_DIR, 'brand.json')))
    throw new Problem(`${CONTENT_DIR} is no content folder: correct CONTENT_DIR`);
  return 'built; run landfall content check for the content folder';
}

/** Checks that this user may write into a folder, if it exists. @throws Problem if not */
async function requireWritable(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new Problem(`${folder} is not writable for this user: start as its owner, or correct DATA_DIR`);
  });
}

async function checkDisk({ DATA_DIR }: Env, read: ReadDisk): Promise<string> {
  const { size, free } = await read(DATA_DIR);
  const room = `${gigabytes(free)} free for ${DATA_DIR}`;
  if (free < minFreeBytes) throw new Problem(`${room}: make room, or PostgreSQL will stop`);
  await requireWritable(DATA_DIR);
  if (free < size * minFreeShare)
    throw new Problem(`${room}, less than a tenth of the disk: make room, uploads are refused meanwhile`);
  return room;
}

async function describeDatabase(db: Kysely<Database>, isPooled: boolean): Promise<string> {
  const before = Date.now();
  const { rows } = await sql<{ version: string; now: Date; unsafe: string | null }>`
    select current_setting('server_version') as version, clock_timestamp() as now,
      (select string_agg(name, ', ' order by name) from pg_settings
       where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off') as unsafe`.execute(db);
  const [row] = rows;
  if (!row) throw new Problem('the database returned nothing');
  if (row.unsafe) throw new Problem(`bookings are lost when power fails: switch ${row.unsafe} on`);
  const difference = Math.round(Math.abs(row.now.getTime() - (before + Date.now()) / 2) / 1000);
  if (difference > maxClockDifference)
    throw new Problem(`its clock and this machine's are ${counted(difference, 'second')} apart: set both by NTP`);
  const [own, applied, newer] = [
    await listMigrations(),
    await readAppliedMigrations(db),
    await findNewerMigrations(db),
  ];
  const outdated = await whyOutdated(db, { own, applied });
  if (outdated) throw new Problem(outdated);
  const pending = own.filter((name) => !applied.includes(name));
  const notes = [
    `PostgreSQL ${row.version}${isPooled ? ' through a connection pooler' : ''}`,
    pending.length > 0 ? `the next start applies ${pending.length} migrations` : 'migrated',
    ...(newer.length > 0 ? [`a later release has applied ${newer.join(', ')}`] : []),
  ];
  return notes.join('; ');
}

async function checkDatabase({ DATABASE_URL, DATA_DIR, LANDFALL_ENV }: Env): Promise<string> {
  const { isPooled } = DATABASE_URL ? await reachDatabase(DATABASE_URL) : { isPooled: false };
  if (!DATABASE_URL && !hasCluster(DATA_DIR)) return 'none yet: the first start makes its own PostgreSQL';
  const cluster = DATABASE_URL ? null : await startEmbedded({ dataDir: DATA_DIR, mayShare: true });
  const db = openDatabase(cluster?.url ?? DATABASE_URL ?? '', { max: 1, isPooled });
  try {
    if (DATABASE_URL && LANDFALL_ENV === 'production') await requireMovedData(db, DATA_DIR);
    return await describeDatabase(db, isPooled);
  } finally {
    await db.destroy();
    await cluster?.stop();
  }
}

async function checkMail(env: Env): Promise<string> {
  const { carrier } = smtpPort(env);
  if (!carrier?.check || !env.SMTP_URL) return 'sandbox: nothing is sent';
  const { hostname, port } = new URL(env.SMTP_URL);
  const target = port ? `${hostname}:${port}` : hostname;
  try {
    await carrier.check();
    return `${target} accepts the connection and the sign-in; nothing was sent`;
  } catch (error) {
    throw new Problem(`${target}: ${reasonOf(error)}. Correct SMTP_URL, or let this machine connect to that port`);
  } finally {
    carrier.close();
  }
}

async function checkPayments(env: Env): Promise<string> {
  const { payments } = cashfreePort(env, systemClock, '/');
  if (!payments) return 'sandbox: no money is taken';
  try {
    // Request an order that does not exist, which changes nothing. Cashfree rejects the request if our credentials are
    // wrong.
    await payments.fetchOrder(`doctor-${randomUUID()}`);
  } catch (error) {
    throw new Problem(`${reasonOf(error)}. Correct CASHFREE_CLIENT_ID, CASHFREE_CLIENT_SECRET or CASHFREE_MODE`);
  }
  return `Cashfree (${env.CASHFREE_MODE}) accepts our signed call`;
}

async function checkCodes(env: Env): Promise<string> {
  const { otp } = msg91Port(env);
  if (!otp) return 'sandbox: anybody can sign in';
  try {
    await otp.identify('landfall-doctor');
  } catch (error) {
    throw new Problem(`${reasonOf(error)}. Correct MSG91_AUTH_KEY, and allow this machine's address at MSG91`);
  }
  return 'MSG91 accepts our key';
}

/**
 * Checks the folder of uploads. With an external database there may be several processes, and all must store their
 * uploads in the same folder.
 */
async function checkFolder({ DATABASE_URL, DATA_DIR }: Env): Promise<string> {
  const folder = uploadFolderOf(DATA_DIR);
  if (!DATABASE_URL) return `in ${folder}`;
  const { isPooled } = await reachDatabase(DATABASE_URL);
  const db = openDatabase(DATABASE_URL, { max: 1, isPooled });
  try {
    if ((await readAppliedMigrations(db)).includes(folderMigration)) await requireOwnFolder(db, folder);
    return `in ${folder}, which all processes must share`;
  } finally {
    await db.destroy();
  }
}

async function returnsFile(blobs: Blobs, id: string, content: Buffer): Promise<boolean> {
  const stream = await blobs.open(id);
  return stream !== null && content.equals(await buffer(stream));
}

async function checkUploads(env: Env): Promise<string> {
  const uploads = uploadFolderOf(env.DATA_DIR);
  for (const folder of [uploads, join(uploads, 'incoming')]) await requireWritable(folder);
  const { blobs } = s3Port(env);
  if (!blobs) return checkFolder(env);
  const folder = await mkdtemp(join(tmpdir(), 'landfall-doctor-'));
  const [id, content, path] = [randomUUID(), Buffer.from('landfall doctor'), join(folder, 'file')];
  try {
    await writeFile(path, content);
    const hash = Buffer.from(sha256(content), 'hex');
    await blobs.put(id, { path, bytes: content.length, sha256: hash, mediaType: 'text/plain' });
    const isReturned = await returnsFile(blobs, id, content).finally(() => blobs.remove(id));
    if (!isReturned) throw new Error(`the bucket ${env.S3_BUCKET} does not return what it has stored`);
  } catch (error) {
    throw new Problem(`${reasonOf(error)}. Correct the S3_ variables, or let the key put, get and delete objects`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return `the bucket ${env.S3_BUCKET} stores, returns and deletes a file`;
}

async function checkPush(env: Env): Promise<string> {
  if (env.VAPID_PUBLIC_KEY) return 'on, with the configured keys';
  if (env.DATABASE_URL)
    return 'off: students get emails only. To send push messages, set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY';
  const stored = await readStoredKeys(env.DATA_DIR);
  return stored ? 'on, with the keys in vapid.json of DATA_DIR' : 'on; the first start creates the keys in DATA_DIR';
}

async function checkNews({ NEWS_URL }: Env): Promise<string> {
  if (!NEWS_URL) return 'posts of the content folder';
  const url = `${NEWS_URL.replace(/\/+$/, '')}/wp-json/wp/v2/posts?per_page=1&_embed=1`;
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(url, { signal, redirect: 'manual' }).catch((error: unknown) => {
    throw new Problem(`${url}: ${reasonOf(error)}. Correct NEWS_URL; until then, saved posts are shown`);
  });
  const body = parseJson(await response.text().catch(() => ''));
  const target = response.headers.get('location');
  if (target) throw new Problem(`${url} redirects to ${target}, which is not followed: correct NEWS_URL`);
  if (!response.ok) throw new Problem(`${url} returns ${response.status}: correct NEWS_URL`);
  const { error } = z.array(postSchema).safeParse(body);
  const fault = error?.issues[0];
  if (fault)
    throw new Problem(
      `${url} returns no posts that can be shown (${[...fault.path, fault.message].join(': ')}): correct NEWS_URL, or the site`,
    );
  return `${new URL(NEWS_URL).host} returns posts`;
}

async function checkAddress({ PUBLIC_URL }: Env): Promise<string> {
  if (!PUBLIC_URL) return 'PUBLIC_URL is not set: links in emails name localhost';
  const url = new URL(getLiveness.url, PUBLIC_URL).href;
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
    throw new Problem(`${url}: ${reasonOf(error)}. Check the name, the certificate and the proxy`);
  });
  await response.body?.cancel();
  if (!response.headers.has(markerHeader))
    throw new Problem(
      `${url} returns ${response.status}, and not from Landfall: start the server, then check the proxy`,
    );
  return `${PUBLIC_URL} reaches Landfall`;
}

/** The checks, in the order in which their results are printed. */
const checks: readonly Check[] = [
  { name: 'site', run: checkSite },
  { name: 'disk', run: checkDisk },
  { name: 'database', run: checkDatabase },
  { name: 'mail', run: checkMail },
  { name: 'payments', run: checkPayments },
  { name: 'codes', run: checkCodes },
  { name: 'uploads', run: checkUploads },
  { name: 'push', run: checkPush },
  { name: 'news', run: checkNews },
  { name: 'address', run: checkAddress },
];

/**
 * Runs all checks, one after the other, and yields the result of each. `read` reads the size and the free space of the
 * disk that contains a folder.
 */
export async function* examine(env: Env, read: ReadDisk = readDisk): AsyncGenerator<Finding> {
  for (const { name, run } of checks) {
    const found = await run(env, read).then(
      (text) => ({ isProblem: false, text }),
      (error: unknown) => ({ isProblem: true, text: reasonOf(error) }),
    );
    yield { name, ...found };
  }
}
