import process from 'node:process';
import type { FastifyInstance } from 'fastify';
import { StartError } from './db/connection/start-error.ts';
import { type Env, readEnv } from './env.ts';

process.env.NODE_ENV ??= process.env.LANDFALL_DEV === '1' ? 'development' : 'production';

/** Pauses between two runs of each background job, in milliseconds. */
const settleEvery = 5_000;
const refundEvery = 15_000;
const cleanUpEvery = 3_600_000;
const remindEvery = 300_000;
const mailEvery = 1000;

/** Functions that are run in reverse order when the process stops. */
const cleanups: Array<() => Promise<void>> = [];
let isStopping = false;

/** Prints a line for each stage of the start: its name, its result, and how long it took. */
async function reportStage<T>(name: string, work: () => Promise<T>, toText?: (result: T) => string): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const description = toText?.(result);
  process.stdout.write(`${name.padEnd(9)} … ${description ? `${description} ` : 'ok '}(${seconds} s)\n`);
  return result;
}

/**
 * Prints an error. For an expected error it prints only the message, which says what to do; for a bug the stack trace.
 */
function reportFailure(error: unknown): void {
  const isExpected = error instanceof Error && ['StartError', 'EnvError', 'ContentError'].includes(error.name);
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`\n${text}\n`);
}

/**
 * Makes the server listen and returns its address.
 * @throws StartError if the port is in use or not permitted
 */
async function listen(server: FastifyInstance, env: Pick<Env, 'HOST' | 'PORT'>): Promise<string> {
  try {
    return await server.listen({ host: env.HOST, port: env.PORT });
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${env.PORT} is taken by another program. Stop it, or choose another: PORT=3001 npm start`,
      );
    if (code === 'EACCES')
      throw new StartError(`Port ${env.PORT} may not be used by this user. Choose one above 1023: PORT=3000 npm start`);
    throw error;
  }
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const cleanUp of cleanups.reverse()) await cleanUp().catch((error: unknown) => reportFailure(error));
  process.exit(code);
}

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const { openConfiguredDatabase } = await import('./db/open.ts');
  const { db, stop: closeDatabase } = await reportStage('database', () =>
    openConfiguredDatabase({
      databaseUrl: env.DATABASE_URL,
      dataDir: env.DATA_DIR,
      pool: { max: env.DATABASE_POOL },
      mustBeDurable: env.LANDFALL_ENV === 'production',
      onLost: (error) => {
        reportFailure(error);
        void stop(1);
      },
    }),
  );
  cleanups.push(closeDatabase);
  const { systemClock, today } = await import('./http/clock.ts');
  const { loadContent } = await import('./content/load/load-content.ts');
  await reportStage(
    'content',
    () =>
      loadContent(db, env.CONTENT_DIR, { today: today(systemClock), withStudents: env.LANDFALL_ENV !== 'production' }),
    ({ overruled }) => (overruled ? `ok; set by staff, now as the content says: ${overruled.join(', ')}` : 'ok'),
  );
  const { buildSite } = await import('./site.ts');
  const site = await buildSite({ env, db, clock: systemClock });
  cleanups.push(() => site.server.close());
  if (env.LANDFALL_ENV !== 'production') await site.addDemoDocuments();
  const { startPoller } = await import('./orders/poller.ts');
  const { deleteOldKeys } = await import('./http/idempotency/delete-old-keys.ts');
  const logAs = (text: string) => (error: unknown) => site.server.log.error({ err: error }, text);
  cleanups.push(startPoller(site.settlePayments, settleEvery, logAs('payments could not be settled')));
  cleanups.push(startPoller(site.sendRefunds, refundEvery, logAs('refunds could not be sent')));
  const logDeliveries = logAs('old webhook deliveries could not be deleted');
  cleanups.push(startPoller(site.deleteOldDeliveries, cleanUpEvery, logDeliveries));
  cleanups.push(startPoller(() => deleteOldKeys(db), cleanUpEvery, logAs('old call keys could not be deleted')));
  cleanups.push(startPoller(site.remindOfDocuments, remindEvery, logAs('students could not be reminded of documents')));
  cleanups.push(startPoller(site.sweepFiles, cleanUpEvery, logAs('uploads could not be swept')));
  // The release's files are saved without waiting, so that a slow file store does not delay the start.
  const logRelease = logAs('the files of this release could not be saved');
  const saving = site.saveRelease().catch(logRelease);
  const stopSaving = startPoller(site.saveRelease, cleanUpEvery, logRelease);
  cleanups.push(async () => void (await Promise.all([saving, stopSaving()])));
  const stopMail = startPoller(site.mail.sendDue, mailEvery, logAs('mail could not be sent'));
  cleanups.push(async () => void (await Promise.all([site.mail.end(), stopMail()])));
  await reportStage(
    'listening',
    () => listen(site.server, env),
    (address) => address.replace('127.0.0.1', 'localhost'),
  );
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
start().catch((error: unknown) => {
  reportFailure(error);
  return stop(1);
});
