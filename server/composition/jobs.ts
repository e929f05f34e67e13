import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { deleteOldKeys } from '../http/idempotency/delete-old-keys.ts';
import type { Site } from '../site.ts';
import { repeatJob } from './repeat-job.ts';

/** Pauses between the runs of the background jobs, in milliseconds. */
const settleEvery = 5_000;
const offerEvery = 2_000;
const refundEvery = 15_000;
const cleanUpEvery = 3_600_000;
const remindEvery = 300_000;
const mailEvery = 1000;
const pushEvery = 1000;
const batchRunsEvery = 2000;
const publishEvery = 5000;
const flushLogEvery = 60_000;
/** How soon the files of the release are saved again after a failure. */
const retryReleaseAfter = 60_000;
/** How long a slow file store may delay the start of the server. */
const maxReleaseDelay = 10_000;

/**
 * Saves the files of this release by `save`: at once, then every hour, and a minute after a failure. During an upgrade,
 * a page of this release may request its scripts from a process of the previous release, which finds them only if they
 * are saved. So the server must not listen before `saved` resolves. That happens after the first attempt, or after ten
 * seconds if the attempt takes longer.
 */
export function startSavingRelease(
  save: () => Promise<void>,
  onFailure: (error: unknown) => void,
): { saved: Promise<void>; stop: () => Promise<void> } {
  let savedAt = Number.NEGATIVE_INFINITY;
  const saveIfDue = async () => {
    if (performance.now() - savedAt < cleanUpEvery) return;
    await save();
    savedAt = performance.now();
  };
  const first = saveIfDue().catch(onFailure);
  const delayed = new Promise<void>((resolve) => void setTimeout(resolve, maxReleaseDelay).unref());
  const stopRepeating = repeatJob(() => first.then(saveIfDue), retryReleaseAfter, onFailure);
  return {
    saved: Promise.race([first, delayed]),
    stop: async () => void (await Promise.all([first, stopRepeating()])),
  };
}

/**
 * Starts the background jobs of the site. `stop` stops them and waits for those that are running. The server must wait
 * for `mayListen` before it listens.
 */
export function startJobs(site: Site, db: Kysely<Database>): { mayListen: Promise<void>; stop: () => Promise<void> } {
  const logAs = (text: string) => (error: unknown) => site.server.log.error({ err: error }, text);
  const release = startSavingRelease(site.saveRelease, logAs('the files of this release could not be saved'));
  const stops = [
    repeatJob(site.settlePayments, settleEvery, logAs('payments could not be settled')),
    repeatJob(site.makeOffers, offerEvery, logAs('waiting lists could not be served')),
    repeatJob(site.sendRefunds, refundEvery, logAs('refunds could not be sent')),
    repeatJob(
      site.advanceBatchRuns,
      batchRunsEvery,
      logAs('students of changed batches could not be notified or refunded'),
    ),
    repeatJob(site.publishDueDrafts, publishEvery, logAs('drafts of content could not be published')),
    repeatJob(site.deleteOldDeliveries, cleanUpEvery, logAs('old webhook deliveries could not be deleted')),
    repeatJob(() => deleteOldKeys(db), cleanUpEvery, logAs('old call keys could not be deleted')),
    repeatJob(site.remindOfDocuments, remindEvery, logAs('students could not be reminded of documents')),
    repeatJob(site.flushLogs, flushLogEvery, logAs('the logs could not be written')),
    repeatJob(site.sweepFiles, cleanUpEvery, logAs('uploads could not be swept')),
    repeatJob(site.sendPushes, pushEvery, logAs('push messages could not be sent')),
    repeatJob(site.mail.sendDue, mailEvery, logAs('mail could not be sent')),
    () => site.mail.end(),
    release.stop,
  ];
  return { mayListen: release.saved, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}
