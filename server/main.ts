import process from 'node:process';
import { readEnv } from './env.ts';
import { listen } from './listen.ts';
import { reportFailure, reportStage } from './stages.ts';

process.env.NODE_ENV ??= process.env.LANDFALL_DEV === '1' ? 'development' : 'production';

/** Milliseconds between two looks for payments and refunds that are due; and for webhooks and call keys to forget. */
const settleEvery = 5_000;
const refundEvery = 15_000;
const forgetEvery = 3_600_000;
/** Milliseconds between two looks for documents that end soon; a day's reminders go out soon after its midnight. */
const remindEvery = 300_000;
/** Milliseconds between two looks for mail that waits. */
const mailEvery = 1000;
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
  await reportStage(
    'content',
    () =>
      loadContent(db, env.CONTENT_DIR, { today: today(systemClock), withStudents: env.LANDFALL_ENV !== 'production' }),
    ({ overruled }) => (overruled ? `ok; set by staff, now as the content says: ${overruled.join(', ')}` : 'ok'),
  );
  const { buildSite } = await import('./site.ts');
  const site = await buildSite({ env, db, clock: systemClock });
  stops.push(() => site.server.close());
  if (env.LANDFALL_ENV !== 'production') await site.addDemoDocuments();
  const { startPoller } = await import('./orders/poller.ts');
  const { deleteOldKeys } = await import('./http/old-keys.ts');
  const logAs = (text: string) => (error: unknown) => site.server.log.error({ err: error }, text);
  const logFailure = logAs('payments could not be settled');
  stops.push(startPoller(site.settlePayments, settleEvery, logFailure));
  stops.push(startPoller(site.sendRefunds, refundEvery, logFailure));
  stops.push(startPoller(site.forgetDeliveries, forgetEvery, logFailure));
  stops.push(startPoller(() => deleteOldKeys(db), forgetEvery, logAs('old call keys could not be deleted')));
  stops.push(startPoller(site.remindOfDocuments, remindEvery, logAs('students could not be reminded of documents')));
  stops.push(startPoller(site.sweepFiles, forgetEvery, logAs('uploads could not be swept')));
  // Not waited for: a store that is slow to answer keeps nobody from the site.
  const logRelease = logAs('the files of this release could not be kept');
  const keeping = site.keepRelease().catch(logRelease);
  const stopKeeping = startPoller(site.keepRelease, forgetEvery, logRelease);
  stops.push(async () => void (await Promise.all([keeping, stopKeeping()])));
  const stopMail = startPoller(site.mail.sendDue, mailEvery, logAs('mail could not be sent'));
  stops.push(async () => void (await Promise.all([site.mail.end(), stopMail()])));
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
