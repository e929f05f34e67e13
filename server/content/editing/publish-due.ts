import type { Kysely } from 'kysely';
import * as z from 'zod';
import { contentKinds, type DocumentName } from '../../../contract/staff/content.ts';
import type { JobRun } from '../../db/jobs/run-due-jobs.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Clock } from '../../http/clock.ts';
import { hashBody } from './compare-bodies.ts';
import { lockDueDraft, unscheduleDraft } from './draft.repo.ts';
import { PublishError, publishDocument } from './publish-document.ts';

type DueDeps = { db: Kysely<Database>; clock: Clock; contentDir: string };

const kindSchema = z.enum(contentKinds);

/** The message for the editor whose scheduled publication failed. */
function describeError(error: PublishError): string {
  if (error.code === 'PUBLISHED_CHANGED')
    return 'The page was changed after you had set the time. Check your draft and publish it.';
  return error.message;
}

/**
 * Publishes the drafts that are due, each in its own transaction. If a draft cannot be published, the reason is stored
 * in the draft, and the publication is not retried automatically.
 */
export async function publishDueDrafts({ db, clock, contentDir }: DueDeps): Promise<JobRun> {
  let attempted = 0;
  for (;;) {
    const now = new Date(clock.now());
    let name: DocumentName | undefined;
    try {
      const isDone = await inTransaction(db, async (tx) => {
        const due = await lockDueDraft(tx, now);
        if (!due) return true;
        name = { kind: kindSchema.parse(due.kind), id: due.document };
        const { body, base, schedule_reason, schedule_must_accept, ...by } = due;
        const reason = schedule_reason ?? undefined;
        const mustAccept = schedule_must_accept ?? true;
        await publishDocument(tx, contentDir, { ...name, body, seen: hashBody(base), by, reason, mustAccept, now });
        return false;
      });
      if (isDone) return { attempted, failures: [] };
      attempted += 1;
    } catch (error) {
      if (!(error instanceof PublishError) || !name) return { attempted, failures: [error] };
      const failed = name;
      await inTransaction(db, (tx) => unscheduleDraft(tx, failed, describeError(error)));
    }
  }
}
