import process from 'node:process';
import { StartError } from './db/connection/start-error.ts';
import { describeMisspelt, type Env, readEnv } from './env.ts';
import type { Site } from './site.ts';

const variables = { ...process.env };
process.env.NODE_ENV ??= process.env.LANDFALL_DEV === '1' ? 'development' : 'production';

/** Functions to run when the process stops. The function that was added last runs first. */
const cleanups: Array<() => Promise<void>> = [];
/** Makes the embedded PostgreSQL stop, without waiting until it has stopped. */
let abandonDatabase = (): void => {};
let isStopping = false;

function print(stage: string, text: string): void {
  process.stdout.write(`${stage.padEnd(9)} … ${text}\n`);
}

/**
 * Runs one step of the server's start, and prints a line with the name of the step, its result and how long it took.
 */
async function reportStage<T>(name: string, work: () => Promise<T>, toText?: (result: T) => string): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  print(name, `${toText?.(result) || 'ok'} (${seconds} s)`);
  return result;
}

/**
 * Prints an error. An expected error has a message that says what to do, so only the message is printed. Any other
 * error is a bug, so its stack trace is printed.
 */
function reportFailure(error: unknown): void {
  const isExpected = error instanceof Error && ['StartError', 'EnvError', 'ContentError'].includes(error.name);
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`\n${text}\n`);
}

/**
 * Runs the cleanups. They stop first the listener and the requests, then the background jobs, the connection pool and
 * PostgreSQL.
 */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const cleanUp of cleanups.reverse()) await cleanUp().catch((error: unknown) => reportFailure(error));
  process.exit(code);
}

/** Stops gracefully at the first signal to stop, and at once at the second. */
function onSignal(): void {
  if (!isStopping) {
    print('stopping', 'requests are being finished; another signal ends the process at once');
    return void stop(0);
  }
  abandonDatabase();
  process.exit(1);
}

async function openDatabase(env: Env) {
  const { openConfiguredDatabase } = await import('./db/open.ts');
  const notes: string[] = [];
  const opening = reportStage(
    'database',
    () =>
      openConfiguredDatabase({
        databaseUrl: env.DATABASE_URL,
        dataDir: env.DATA_DIR,
        pool: { max: env.DATABASE_POOL },
        mustBeDurable: env.LANDFALL_ENV === 'production',
        mustBeMoved: env.LANDFALL_ENV === 'production',
        // PostgreSQL may take many minutes to recover after a crash. Set `abandonDatabase` as soon as it has been
        // started, so that a second signal can also stop a PostgreSQL that is still recovering.
        onSpawn: (abandon) => {
          abandonDatabase = abandon;
        },
        onNewerSchema: (names) =>
          notes.push(`ok; it has the migrations of a later release, which allow this one to run: ${names.join(', ')}`),
        onLost: (error) => {
          reportFailure(error);
          void stop(1);
        },
      }),
    () => notes.join('; '),
  );
  // A signal to stop may arrive while PostgreSQL is being started. Then wait until it has started, and stop it: it is a
  // process of its own, which would otherwise continue to run.
  cleanups.push(async () => (await opening.catch(() => undefined))?.stop());
  const opened = await opening;
  abandonDatabase = opened.abandon;
  return opened;
}

/**
 * Adds the VAPID keys that are stored in the data folder to `env`. Adds none if DATABASE_URL is set: the server may
 * then be one of several processes that need the same keys, so the keys must be configured in the environment.
 */
async function withPushKeys(env: Env): Promise<Env> {
  if (env.VAPID_PUBLIC_KEY || env.DATABASE_URL) return env;
  const { storedKeys } = await import('./configuration/vapid-keys.ts');
  return {
    ...env,
    ...(await storedKeys(env.DATA_DIR).catch((error: unknown) => {
      throw new StartError(error instanceof Error ? error.message : String(error));
    })),
  };
}

async function startMetrics({ metrics }: Pick<Site, 'metrics'>, env: Env): Promise<void> {
  if (!metrics || env.METRICS_PORT === undefined) return;
  const bind = { host: env.METRICS_HOST, port: env.METRICS_PORT };
  const { serveMetrics } = await import('./metrics/metrics-server.ts');
  const { address, close } = await serveMetrics(metrics, bind).catch((error: unknown) => {
    throw new StartError(`METRICS_PORT=${bind.port} cannot be used: ${error instanceof Error ? error.message : error}`);
  });
  cleanups.push(close);
  print('metrics', address);
}

async function start(): Promise<void> {
  for (const line of describeMisspelt(process.env)) process.stderr.write(`warning   … ${line}\n`);
  const env = await withPushKeys(readEnv(process.env));
  const { describeMode } = await import('./composition/start-mode.ts');
  const { listen, requireFreePort } = await import('./composition/listening.ts');
  const { line, warning } = describeMode(env, variables);
  print('mode', line);
  if (warning) process.stderr.write(`\n${warning}\n\n`);
  await requireFreePort(env);
  const { db, poolStatus } = await openDatabase(env);
  if (isStopping) return;
  if (env.DATABASE_URL && !env.S3_BUCKET) {
    const { claimUploadFolder, uploadFolderOf } = await import('./files/upload-folder.ts');
    await claimUploadFolder(db, uploadFolderOf(env.DATA_DIR));
  }
  const { systemClock, today } = await import('./http/clock.ts');
  const { loadContent } = await import('./content/load/load-content.ts');
  await reportStage(
    'content',
    () =>
      loadContent(db, env.CONTENT_DIR, { today: today(systemClock), withStudents: env.LANDFALL_ENV !== 'production' }),
    ({ changes }) => {
      const kept = changes.filter(({ action }) => action === 'kept').map(({ name }) => name);
      return kept.length > 0 ? `ok; kept as staff changed it: ${kept.join(', ')}` : 'ok';
    },
  );
  const { buildSite } = await import('./site.ts');
  const site = await buildSite({ env, db, clock: systemClock, poolStatus });
  if (env.LANDFALL_ENV !== 'production') {
    await site.addDemoStaff();
    await site.addDemoDocuments();
  }
  await startMetrics(site, env);
  const { startJobs } = await import('./composition/jobs.ts');
  const jobs = startJobs(site, db);
  cleanups.push(jobs.stop);
  cleanups.push(async () => {
    const cutOff = await site.close(env.SHUTDOWN_TIMEOUT * 1000);
    if (cutOff > 0) site.server.log.warn({ requests: cutOff }, 'requests were cut off by SHUTDOWN_TIMEOUT');
  });
  await jobs.mayListen;
  if (isStopping) return;
  await reportStage(
    'listening',
    () => listen(site.server, env),
    (address) => address.replace('127.0.0.1', 'localhost'),
  );
}

// Writing to a terminal that was closed causes an error event. Ignore it, so that the server can still stop PostgreSQL.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
start().catch((error: unknown) => {
  reportFailure(error);
  return stop(1);
});
