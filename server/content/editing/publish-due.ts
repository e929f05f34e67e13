import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { contentKinds, type DocumentName } from '../../../contract/staff/content.ts';
import type { JobRun } from '../../db/jobs/run-due-jobs.ts';
import type { Database, Tx } from '../../db/schema.ts';
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
 * Publishes one draft that is due. Returns false if there is none. If the draft cannot be published, removes its
 * scheduled time and stores the reason in the draft. This happens in the transaction that has locked the draft, so that
 * an editor cannot schedule the draft again before the old time is removed.
 */
async function publishNext(tx: Tx, contentDir: string, now: Date): Promise<boolean> {
  const due = await lockDueDraft(tx, now);
  if (!due) return false;
  const name: DocumentName = { kind: kindSchema.parse(due.kind), id: due.document };
  const { body, base, schedule_reason, schedule_must_accept, ...by } = due;
  const reason = schedule_reason ?? undefined;
  const mustAccept = schedule_must_accept ?? true;
  await sql`savepoint due_draft`.execute(tx);
  try {
    await publishDocument(tx, contentDir, { ...name, body, seen: hashBody(base), by, reason, mustAccept, now });
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    await sql`rollback to savepoint due_draft`.execute(tx);
    await unscheduleDraft(tx, name, describeError(error));
  }
  return true;
}

/**
 * Publishes the drafts that are due, each in its own transaction. A draft that could not be published is not tried again
 * automatically.
 */
export async function publishDueDrafts({ db, clock, contentDir }: DueDeps): Promise<JobRun> {
  let attempted = 0;
  try {
    for (;;) {
      const now = new Date(clock.now());
      if (!(await inTransaction(db, (tx) => publishNext(tx, contentDir, now)))) return { attempted, failures: [] };
      attempted += 1;
    }
  } catch (error) {
    return { attempted, failures: [error] };
  }
}
