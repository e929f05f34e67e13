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

/** Starts the background jobs of the site. Returns a function that stops them and waits for those that are running. */
export function startJobs(site: Site, db: Kysely<Database>): () => Promise<void> {
  const logAs = (text: string) => (error: unknown) => site.server.log.error({ err: error }, text);
  const logRelease = logAs('the files of this release could not be saved');
  // Do not wait until the release's files are saved, so that a slow file store does not delay the start.
  const saving = site.saveRelease().catch(logRelease);
  const stops = [
    repeatJob(site.settlePayments, settleEvery, logAs('payments could not be settled')),
    repeatJob(site.makeOffers, offerEvery, logAs('waiting lists could not be served')),
    repeatJob(site.sendRefunds, refundEvery, logAs('refunds could not be sent')),
    repeatJob(site.advanceBatchRuns, batchRunsEvery, logAs('students of changed batches could not be notified')),
    repeatJob(site.publishDueDrafts, publishEvery, logAs('drafts of content could not be published')),
    repeatJob(site.deleteOldDeliveries, cleanUpEvery, logAs('old webhook deliveries could not be deleted')),
    repeatJob(() => deleteOldKeys(db), cleanUpEvery, logAs('old call keys could not be deleted')),
    repeatJob(site.remindOfDocuments, remindEvery, logAs('students could not be reminded of documents')),
    repeatJob(site.flushLogs, flushLogEvery, logAs('the logs could not be written')),
    repeatJob(site.sweepFiles, cleanUpEvery, logAs('uploads could not be swept')),
    repeatJob(site.saveRelease, cleanUpEvery, logRelease),
    repeatJob(site.sendPushes, pushEvery, logAs('push messages could not be sent')),
    repeatJob(site.mail.sendDue, mailEvery, logAs('mail could not be sent')),
    () => site.mail.end(),
    () => saving,
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
