import process from 'node:process';
import { readEnv } from './env.ts';
import { listen } from './listen.ts';
import { reportFailure, reportStage } from './stages.ts';

process.env.NODE_ENV ??= process.env.LANDFALL_DEV === '1' ? 'development' : 'production';

/** Milliseconds between two looks for payments that no return told of. */
const settleEvery = 15_000;
const settleLateEvery = 3_600_000;
const stops: Array<() => Promise<void>> = [];
let isStopping = false;

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const end of stops.reverse()) await end().catch((error: unknown) => reportFailure(error));
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
  stops.push(closeDatabase);
  const { systemClock, today } = await import('./providers/clock.ts');
  const { loadContent } = await import('./content/content-load.ts');
  await reportStage('content', () =>
    loadContent(db, env.CONTENT_DIR, { today: today(systemClock), withStudents: env.LANDFALL_ENV !== 'production' }),
  );
  const { buildSite } = await import('./site.ts');
  const site = await buildSite({ env, db, clock: systemClock });
  stops.push(() => site.server.close());
  const { startPoller } = await import('./orders/poller.ts');
  const logFailure = (error: unknown) => site.server.log.error({ err: error }, 'payments could not be settled');
  stops.push(startPoller(site.settlePayments, settleEvery, logFailure));
  stops.push(startPoller(site.settleLatePayments, settleLateEvery, logFailure));
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
