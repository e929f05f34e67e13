import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { deleteOldKeys } from '../http/idempotency/delete-old-keys.ts';
import { startPoller } from '../orders/poller.ts';
import type { Site } from '../site.ts';

/** Pauses between two runs of each background job, in milliseconds. */
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
    startPoller(site.settlePayments, settleEvery, logAs('payments could not be settled')),
    startPoller(site.makeOffers, offerEvery, logAs('waiting lists could not be served')),
    startPoller(site.sendRefunds, refundEvery, logAs('refunds could not be sent')),
    startPoller(site.advanceBatchRuns, batchRunsEvery, logAs('students of changed batches could not be notified')),
    startPoller(site.publishDueDrafts, publishEvery, logAs('drafts of content could not be published')),
    startPoller(site.deleteOldDeliveries, cleanUpEvery, logAs('old webhook deliveries could not be deleted')),
    startPoller(() => deleteOldKeys(db), cleanUpEvery, logAs('old call keys could not be deleted')),
    startPoller(site.remindOfDocuments, remindEvery, logAs('students could not be reminded of documents')),
    startPoller(site.flushSecurityLog, flushLogEvery, logAs('the security log could not be written')),
    startPoller(site.sweepFiles, cleanUpEvery, logAs('uploads could not be swept')),
    startPoller(site.saveRelease, cleanUpEvery, logRelease),
    startPoller(site.sendPushes, pushEvery, logAs('push messages could not be sent')),
    startPoller(site.mail.sendDue, mailEvery, logAs('mail could not be sent')),
    () => site.mail.end(),
    () => saving,
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
